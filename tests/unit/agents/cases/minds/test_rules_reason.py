"""The rule-based reasoner, what it is asked, and what happens when calls fail."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import date

import pytest

from casewright.agents.cases.mind import Act, Ask, Call, Failure, Stage, Step
from casewright.agents.cases.minds.assistant import RuleBasedAssistant
from casewright.agents.cases.minds.case_file import CaseFile
from casewright.agents.cases.minds.consultation import PLAN, RESEARCH, summarise
from casewright.agents.cases.minds.mind_names import CALLED
from casewright.agents.cases.minds.reasoner import RuleBasedReasoner
from casewright.casework.advice import Advice, Advised, read_advice
from casewright.casework.token_estimate import estimate_tokens
from tests.fakes.pretend_case import PretendCase

TODAY = date(2026, 11, 21)


def complete(today: date = TODAY) -> PretendCase:
    """A contravention case of which all is known, before its parties are added."""
    case = PretendCase(tier=1, today=today)
    case.say(
        "Am primit o amendă de 400 lei pentru parcare de la Poliția Locală Dej, proces-verbal seria AB nr. 123456 "
        "încheiat la data de 10 noiembrie 2026, comunicat la 12 noiembrie 2026. Nu am parcat acolo. Am un martor."
    )
    case.say("Dej")
    return case


def advised(summary: str, question: str) -> Advice:
    """The reasoner's reply, read."""
    return read_advice(asyncio.run(RuleBasedReasoner().advise(summary, question, ())))


def test_it_says_what_it_is() -> None:
    """Both minds have the name that answers bear."""
    assert RuleBasedAssistant().called == RuleBasedReasoner().called == CALLED == "rules, no language model"


@pytest.mark.requirement("case-minds-advise")
def test_a_plan_is_approved_once_all_is_known_and_the_parties_are_there() -> None:
    """Before that the reply asks for the first thing that is missing."""
    case = complete()
    question = PLAN.format(draft="Plangere_contraventionala")
    file = CaseFile.of(case.briefing("gata"))
    without_parties = advised(summarise(file), question)
    assert (without_parties.next, without_parties.draft) == (Advised.ASK, None)
    case.attach("petent", "individual")
    whole = summarise(CaseFile.of(case.briefing("gata")))
    approved = advised(whole, question)
    assert (approved.next, approved.draft) == (Advised.DRAFT, "Plangere_contraventionala")
    assert "27 noiembrie 2026" in approved.reply
    assert "ATENȚIE" not in approved.reply
    without_service = "\n".join(line for line in whole.splitlines() if "comunicării" not in line)
    refused = advised(without_service, question)
    assert (refused.next, refused.draft) == (Advised.ASK, None)
    assert "nu poate fi socotit" in refused.reply


@pytest.mark.requirement("case-minds-advise")
def test_a_time_limit_that_has_passed_is_warned_of() -> None:
    """The plan may be approved all the same: a lawyer has to see it."""
    case = complete(date(2026, 12, 20))
    case.attach("petent", "individual")
    reply = advised(summarise(CaseFile.of(case.briefing("gata"))), PLAN.format(draft="x")).reply
    assert "ATENȚIE: termenul a trecut" in reply


def test_a_summary_of_any_text_is_read_for_its_facts() -> None:
    """Somebody else's summary: what is missing is asked for, and no plan is approved on it."""
    said = "Utilizatorul a primit o amendă de la IPJ Cluj; procesul-verbal i-a fost comunicat la 5 noiembrie 2026."
    missing = advised(said, "Ce informații mai lipsesc?")
    assert missing.next is Advised.ASK
    assert "seria, numărul" in missing.topic.lower()
    assert "IPJ" not in missing.reply
    assert advised(said, "Aprobi planul?").draft is None
    assert advised(said, RESEARCH).next is Advised.RESEARCH


def test_a_summary_fits_its_limit_whatever_is_known() -> None:
    """Long facts are cut, and no label of a fact is lost."""
    case = complete()
    case.update({"facts": [{"id": "amenda.motive", "fact": f"Motivele plângerii: {'foarte lung ' * 200}"}]})
    file = CaseFile.of(case.briefing("gata"))
    summary = summarise(file, PLAN)
    assert estimate_tokens(summary) <= 500
    assert all(f"- {fact.label}:" in summary for fact in file.wanted())


def failing(case: PretendCase, stage: Stage, failure: Failure, said: str | None = None) -> Step:
    """The step on the error path."""
    return asyncio.run(RuleBasedAssistant().step(stage, replace(case.briefing(said), failure=failure)))


def draft(**more: object) -> Call:
    """A call that drafts."""
    return Call("generate_draft_pdf", {"draft_name": "Plangere_contraventionala", "revision": 1, **more})


@pytest.mark.requirement("case-minds-mend")
def test_a_revision_that_is_there_is_counted_up() -> None:
    """The next number, with what is known now."""
    case = complete()
    case.attach("petent", "individual")
    error = "Cloud Storage upload failed: revision 1 is there with other text; a revision is never overwritten"
    step = failing(case, Stage.RETRY, Failure(draft(), (error,)))
    assert isinstance(step, Act)
    assert step.call.arguments["revision"] == 2


@pytest.mark.requirement("case-minds-mend")
def test_a_missing_part_is_asked_for_and_its_answer_written_down() -> None:
    """In the words of the part; then the fact is there, and the draft is made anew."""
    case = complete()
    error = "PDF conversion failed: a plângere contravențională (x) lacks: dovezile („Probe”). Add it and try again"
    step = failing(case, Stage.RETRY, Failure(draft(), (error,)))
    assert isinstance(step, Ask)
    assert "dovezile" in step.question
    assert step.about == "amenda.probe!"
    case.update({"agent_interactions.active_info_request_to_user": {"question": "?", "about": step.about}})
    failure = Failure(draft(), (error,), answer="Un film de pe telefon.")
    again = failing(case, Stage.RETRY, failure, "Un film de pe telefon.")
    assert isinstance(again, Act)
    assert again.call.name == "update_case_details"
    assert "Un film de pe telefon" in str(again.call.arguments)


@pytest.mark.requirement("case-minds-mend")
@pytest.mark.parametrize(
    ("call", "error", "mended"),
    [
        (
            Call("query_bigquery", {"query_string": "SELECT 1", "table_name": "legislatie"}),
            "Query execution failed: OR is not allowed",
            "LOWER(title) LIKE",
        ),
        (
            Call("update_case_details", {"case_id": "c", "updates": {"facts": [], "nothing.here": 1}}),
            "Update failed due to invalid field: nothing.here",
            "{'facts': []}",
        ),
        (Call("get_document_text", {"document_id": "d"}), "x", "'document_id': 'd'"),
    ],
)
def test_a_call_is_mended_as_its_error_says(call: Call, error: str, mended: str) -> None:
    """A simpler query, an update without the field that is none, else the same again."""
    step = failing(complete(), Stage.RETRY, Failure(call, (error,)))
    assert isinstance(step, Act)
    assert step.call.name == call.name
    assert mended in str(dict(step.call.arguments))
    assert "nothing.here" not in str(step.call.arguments)


@pytest.mark.requirement("case-minds-mend")
def test_who_is_asked_hears_no_jargon_and_support_hears_what_was_tried() -> None:
    """The user hears of no tool; the ticket says the tool, the tries and the advice."""
    whole = f"Cloud Storage upload failed: {'disk full, ' * 60}at the end"
    shaped = json.dumps({"status": "error", "error_message": whole})
    failure = Failure(draft(), (shaped, "again"), advice="Întreabă utilizatorul.")
    asked = failing(complete(), Stage.ASK_USER, failure)
    assert isinstance(asked, Ask)
    assert not any(word in asked.question for word in ("Cloud", "generate", "upload", "PDF", "tool"))
    consulted = failing(complete(), Stage.CONSULT, failure)
    assert isinstance(consulted, Act)
    assert consulted.call.arguments["specific_question"].count("?") == 1
    assert advised("orice", consulted.call.arguments["specific_question"]).next is Advised.ASK
    ticket = failing(complete(), Stage.TICKET, failure)
    assert isinstance(ticket, Act)
    assert ticket.call.name == "create_support_ticket"
    told = ticket.call.arguments["issue_description"]
    assert "generate_draft_pdf" in told
    assert f"1. {whole}\n2. again\n" in told
    assert "{" not in told
    assert "Întreabă utilizatorul" in told


@pytest.mark.requirement("case-minds-mend")
def test_a_user_may_say_to_go_on_without_research() -> None:
    """That is written down, and research is not asked for again."""
    call = Call("query_bigquery", {"query_string": "x", "table_name": "legislatie"})
    step = failing(complete(), Stage.RETRY, Failure(call, ("x",), answer="da"), "da")
    assert isinstance(step, Act)
    assert step.call.arguments["updates"]["internal_notes"][0]["id"] == "cercetare"
