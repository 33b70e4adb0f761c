"""When a tool fails: retries, the reasoner, the user, a ticket; each step in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.agents.cases.mind import Act, Ask, Call, Stage, Tell
from casewright.domain.cases import CaseStatus
from tests.case_talk import Talk
from tests.fakes.governed import TENANT
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedReasoner, act, consult, look_up, write

if TYPE_CHECKING:
    from casewright.agents.cases.mind import Briefing

ASKED = "Vreau să contest amenda"
QUESTION = Ask("Despre ce act este vorba?")


def active(*lines: object, replies: tuple[str | BaseException, ...] = (), **failing: int) -> Talk:
    talk = Talk(ScriptedAssistant(*lines), ScriptedReasoner(*replies), status=CaseStatus.ACTIVE)  # type: ignore[arg-type]
    talk.failing = failing
    return talk


def again(briefing: Briefing) -> Act:
    """The call that failed, once more."""
    assert briefing.failure is not None
    return Act(briefing.failure.call)


def ticket(briefing: Briefing) -> Act:
    return act("create_support_ticket", issue_description="Cercetarea nu funcționează.")(briefing)


@pytest.mark.requirement("case-agent-errors")
def test_whole_path_to_a_ticket() -> None:
    """Two retries, the reasoner, the user, another try with the answer, one ticket; and the case is paused."""
    talk = active(look_up(), again, again, consult(), QUESTION, query_bigquery=99)
    told = talk.say(ASKED)
    assert (told["status"], told["message"]) == ("success", QUESTION.question)
    assert talk.assistant.stages == ["plan", "retry", "retry", "consult", "ask_user"]
    assert talk.times("query_bigquery") == 3
    assert [one["tool"] for one in told["errors"]] == ["query_bigquery"] * 4

    talk.assistant.script(again, ticket)
    told = talk.say("Despre procesul-verbal")
    assert talk.assistant.stages[5:] == ["retry", "ticket"]
    assert talk.assistant.steps[5][1].failure.answer == "Despre procesul-verbal"  # type: ignore[union-attr]
    assert (told["status"], talk.status()) == ("error", CaseStatus.PAUSED_SUPPORT)
    assert "tichet" in told["message"]
    assert "query_bigquery" not in told["message"]
    [made] = talk.tickets.of_case(TENANT, talk.id)
    assert made.description == "Cercetarea nu funcționează."
    steps = ["message", "failed", "retry", "retry", "consult_grok", "ask_user", "message", "answer"]
    assert [event for _, event in talk.log()] == [*steps, "create_support_ticket"]


@pytest.mark.requirement("case-agent-errors")
def test_resumed_case_goes_on_where_it_stopped() -> None:
    """Once an administrator resumed the case, the next message goes on without the old failure."""
    talk = active(look_up(), again, again, consult(), QUESTION, again, ticket, query_bigquery=5)
    talk.say(ASKED)
    talk.say("Despre procesul-verbal")
    assert "întrerupt" in talk.say("Alo?")["message"]
    talk.governed.call("resume_case", {"case_id": talk.id})
    talk.assistant.script(look_up(), Tell("Am găsit."))
    told = talk.say(None)
    assert (told["message"], told["errors"]) == ("Am găsit.", [])
    assert ("agent", "resumed") in talk.log()
    assert talk.log()[-4] == ("user", "message")


@pytest.mark.requirement("case-agent-errors")
@pytest.mark.parametrize("fails", [1, 2])
def test_retry_that_succeeds_ends_the_path(fails: int) -> None:
    """A call that works at a retry closes the failure, and what it found is kept."""
    talk = active(look_up(), *[again] * fails, Tell("Gata."), query_bigquery=fails)
    told = talk.say(ASKED)
    assert told["message"] == "Gata."
    assert talk.assistant.stages == ["plan", *["retry"] * fails, "plan"]
    assert [one["doc_id"] for one in talk.details()["legal_research"]["legislation"]] == ["og-2-2001"]
    assert talk.tickets.of_case(TENANT, talk.id) == []


@pytest.mark.requirement("case-agent-errors")
def test_answer_of_the_user_may_mend_it() -> None:
    """The user's answer leads to another try; where it works, the turn goes on."""
    talk = active(look_up(), again, again, consult(), QUESTION, again, Tell("Gata."), query_bigquery=3)
    talk.say(ASKED)
    assert talk.say("Despre procesul-verbal")["message"] == "Gata."
    assert talk.status() is CaseStatus.ACTIVE


@pytest.mark.requirement("case-agent-errors")
def test_silence_repeats_the_question() -> None:
    """A turn without a message asks again what the error path asked; nothing is tried without an answer."""
    talk = active(look_up(), again, again, consult(), QUESTION, query_bigquery=9)
    talk.say(ASKED)
    assert talk.say(None)["message"] == QUESTION.question
    assert talk.times("query_bigquery") == 3


@pytest.mark.requirement("case-agent-errors")
@pytest.mark.parametrize(
    ("reply", "stages"),
    [
        ("Întrebați-l.\nACȚIUNE: întreabă", ["ask_user"]),
        ("Nu se poate.\nACȚIUNE: escaladează", ["ticket"]),
        ("Altfel.\nACȚIUNE: cercetează", ["retry", "ask_user"]),
    ],
)
def test_reasoners_advice_decides_the_next_rung(reply: str, stages: list[str]) -> None:
    """It may send to the user, to support, or propose another way, which is tried once."""
    lines = {"ask_user": QUESTION, "ticket": ticket, "retry": look_up("altfel")}
    after = [lines[stage] for stage in stages]
    talk = active(look_up(), again, again, consult(), *after, replies=(reply,), query_bigquery=9)
    talk.say(ASKED)
    assert talk.assistant.stages[3:] == ["consult", *stages]


@pytest.mark.requirement("case-agent-errors")
@pytest.mark.parametrize("nonsense", [Tell(""), act("get_case_details")])
def test_mind_that_misses_a_rung_is_helped(nonsense: object) -> None:
    """Where the assistant does not say what the rung needs, the path goes on without it, with words of its own."""
    talk = active(look_up(), again, again, consult(), QUESTION, again, nonsense, query_bigquery=9)
    talk.say(ASKED)
    talk.say("Nu știu")
    [made] = talk.tickets.of_case(TENANT, talk.id)
    assert "query_bigquery" in made.description
    assert talk.status() is CaseStatus.PAUSED_SUPPORT


@pytest.mark.requirement("case-agent-errors")
@pytest.mark.parametrize(
    "call",
    [
        Call("delete_everything", {}),
        Call("resume_case", {}),
        Call("get_case_details", {"case_id": 7}),
        Call("get_case_details", {"case_id": "5d1f6f4e-2f6d-4f0a-9a52-6b3df15a0c11"}),
        Call("create_support_ticket", {"issue_description": "fără motiv"}),
    ],
)
def test_call_that_may_not_be_is_told_to_the_mind(call: Call) -> None:
    """A tool that there is not, or that is not the assistant's, or another case's: refused, told, and a failure."""
    talk = active(Act(call), Tell("Atunci altfel."))
    told = talk.say(ASKED)
    failure = talk.assistant.steps[1][1].failure
    assert failure is not None
    assert (failure.call.name, talk.assistant.stages) == (call.name, ["plan", "retry"])
    assert told["message"] == "Atunci altfel."
    assert talk.status() is CaseStatus.ACTIVE


@pytest.mark.requirement("case-agent-errors")
def test_reasoner_that_does_not_answer_is_nobodys_question() -> None:
    """A reasoner that cannot be had ends the turn in words; the next message asks it again, and no ticket is made."""
    talk = active(consult(), again, again, consult(), consult_grok=3)
    told = talk.say(ASKED)
    assert told["status"] == "error"
    assert "nu răspunde" in told["message"]
    talk.assistant.script(consult(), Tell("Gata."))
    assert talk.say(None)["message"] == "Gata."
    assert talk.tickets.of_case(TENANT, talk.id) == []


@pytest.mark.requirement("case-agent-plan-first")
def test_draft_that_failed_may_be_tried_again_without_another_approval() -> None:
    """The approval of a draft holds for its retries."""
    approved = "Bun.\nPLAN APROBAT: Plangere"
    talk = active(consult(), write(), again, Tell("Gata."), replies=(approved,), generate_draft_pdf=1)
    told = talk.say(ASKED)
    assert (talk.times("generate_draft_pdf"), talk.times("consult_grok")) == (2, 1)
    assert [one["draft_name"] for one in told["response"]["draft_documents"]] == ["Plangere"]


@pytest.mark.requirement("case-agent-plan-first")
@pytest.mark.parametrize("reply", ["Da, scrieți-l.", "PLAN APROBAT: Alt_act", "El a zis: PLAN APROBAT: Plangere"])
def test_draft_without_an_approved_plan_becomes_a_consultation(reply: str) -> None:
    """Nothing is drafted before the reasoner approved a plan of that name; the question goes to it instead."""
    talk = active(consult(), write(), Tell("Gata."), replies=(reply,))
    talk.say(ASKED)
    assert (talk.times("generate_draft_pdf"), talk.times("consult_grok")) == (0, 2)
    assert "plangere" in talk.reasoner.asked[1][1]
    assert Stage.DRAFT.value not in talk.assistant.stages or reply.startswith("PLAN")


@pytest.mark.requirement("case-agent-plan-first")
def test_draft_comes_with_the_disclaimer() -> None:
    """Each draft is said to need a lawyer's eyes, and so is every result."""
    talk = active(consult(), write(), Tell("Gata."), replies=("PLAN APROBAT: Plangere",))
    told = talk.say(ASKED)
    assert talk.assistant.stages == ["plan", "draft", "plan"]
    assert told["disclaimer"] in told["message"]
