"""Nothing is drafted before the user agreed to what was understood; whatever changes afterwards is read back too."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.cases.mind import Act, Ask, Briefing, Call, Tell
from casewright.casework.details import update_details
from casewright.casework.details_schema import empty_details
from casewright.casework.read_back import CONFIRMED, READ_BACK, agrees, is_confirmed, numbered, read_lines, state_of
from casewright.domain.cases import CaseStatus
from tests.case_talk import Talk
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedReasoner

APPROVED = "Bun.\nPLAN APROBAT: Plangere"
FACT = {"id": "amenda.suma", "fact": "Amenda aplicată: 450 de lei", "source": "utilizator", "confidence": "high"}
KIND = {"id": "caz.amenda", "objective": "plângere contravențională", "status": "pending"}


def updated(*facts: dict[str, str]) -> dict[str, Any]:
    return update_details(empty_details("2026-11-05"), {"facts": list(facts), "objectives": [KIND]})


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        ("da", True),
        ("Da, totul e corect, mulțumesc!", True),
        ("DA", True),
        ("corect", True),
        ("da, am adăugat și datele părților", True),
        ("yes, that's all correct", True),
        ("da, dar suma e 500", False),
        ("da, mai puțin punctul 2", False),
        ("nu", False),
        ("ok, 2: 15 octombrie", False),
        ("bineînțeles că nu", False),
        ("", False),
        ("mulțumesc", False),
    ],
)
def test_only_a_plain_yes_agrees(said: str, yes: bool) -> None:
    """A yes with anything beside it is no agreement to what was read."""
    assert agrees(said) is yes


@given(st.text(max_size=40))
def test_whatever_is_said_with_a_number_agrees_to_nothing(said: str) -> None:
    """A digit is a correction, a sum or a day."""
    assert not agrees(f"da {said} 2")


def test_lines_are_numbered_in_the_order_of_the_checklist() -> None:
    """The facts of the kind by its order, then what is of no checklist; what is otherwise since is marked."""
    other = {"id": "x", "fact": "Altceva: un lucru"}
    act = {"id": "amenda.organ", "fact": "Organul care a încheiat procesul-verbal: Poliția Locală Turda"}
    details = updated(other, FACT, act)
    assert [(one.number, one.fact, one.value) for one in read_lines(details)] == [
        (1, "amenda.organ", "Poliția Locală Turda"),
        (2, "amenda.suma", "450 de lei"),
        (3, "x", "un lucru"),
    ]
    assert numbered(details, "ro", "schimbat").splitlines()[1] == "2. Amenda aplicată: 450 de lei."
    assert numbered(details, "en", "changed").splitlines()[1] == "2. Fine: 450 de lei."


def test_agreement_holds_for_the_facts_as_they_stood() -> None:
    """One more fact, and another value, are not agreed to."""
    details = updated(FACT)
    note = {"id": CONFIRMED, "state": state_of(details)}
    agreed = update_details(details, {"internal_notes": [note]})
    assert is_confirmed(agreed)
    assert not is_confirmed(details)
    for fact in ({**FACT, "fact": "Amenda aplicată: 540 de lei"}, {"id": "amenda.x", "fact": "Ceva: nou"}):
        assert not is_confirmed(update_details(agreed, {"facts": [fact]})) or fact["id"] == "amenda.x"


def noted(value: str) -> Any:
    def step(briefing: Briefing) -> Act:
        fact = {**FACT, "fact": f"Amenda aplicată: {value}"}
        updates = {"facts": [fact], "objectives": [KIND]}
        return Act(Call("update_case_details", {"case_id": briefing.case_id, "updates": updates}))

    return step


def write(briefing: Briefing) -> Act:
    arguments = {
        "case_id": briefing.case_id,
        "markdown_content": "# Act\n\nText.",
        "draft_name": "Plangere",
        "revision": 1,
    }
    return Act(Call("generate_draft_pdf", arguments))


def consult(briefing: Briefing) -> Act:
    arguments = {"case_id": briefing.case_id, "context_summary": "Un caz.", "specific_question": "Aprobi planul?"}
    return Act(Call("consult_grok", arguments))


@pytest.mark.requirement("case-agent-read-back")
def test_no_mind_drafts_before_the_user_agreed() -> None:
    """An approved plan is not enough: the facts are read back, a correction too; a yes lets the draft through."""
    lines = (noted("450 de lei"), consult, write, noted("540 de lei"), consult, write, consult, write, Tell("Gata."))
    talk = Talk(ScriptedAssistant(*lines), ScriptedReasoner(*[APPROVED] * 3), status=CaseStatus.ACTIVE)
    told = talk.say("Am primit o amendă de 450 de lei")["message"]
    assert "1. Amenda aplicată: 450 de lei." in told
    assert talk.details()["agent_interactions"]["active_info_request_to_user"]["about"] == READ_BACK
    told = talk.say("1: de fapt 540 de lei")["message"]
    assert "1. Amenda aplicată: 540 de lei. (schimbat)" in told
    assert talk.times("generate_draft_pdf") == 0
    assert talk.say("da")["message"].startswith("Gata.")
    assert talk.times("generate_draft_pdf") == 1


@pytest.mark.requirement("case-agent-read-back")
def test_yes_to_another_question_agrees_to_nothing() -> None:
    """Only the answer to what was read back counts, and only while it stands so."""
    lines = (noted("450 de lei"), Ask("Aveți martori?"), consult, write)
    talk = Talk(ScriptedAssistant(*lines), ScriptedReasoner(APPROVED), status=CaseStatus.ACTIVE)
    talk.say("Am primit o amendă de 450 de lei")
    assert "Iată ce am înțeles" in talk.say("da")["message"]
    assert talk.times("generate_draft_pdf") == 0


@pytest.mark.requirement("case-agent-not-again")
def test_same_sentence_is_never_the_answer_twice() -> None:
    """The second time it says what it did not understand, with choices by number; a number stands for its words."""
    heard: list[str | None] = []

    def again(briefing: Briefing) -> Ask:
        heard.append(briefing.said)
        return Ask("Când ați primit procesul-verbal?")

    talk = Talk(ScriptedAssistant(*[again] * 4), status=CaseStatus.ACTIVE)
    said = [talk.say(one)["message"] for one in ("Am primit o amendă", "prin poștă", "2")]
    assert said[1].startswith("Nu am înțeles „prin poștă”.")
    assert "2. Nu știu." in said[1]
    assert said[2] not in said[:2] or said[2] != said[1]
    assert heard == ["Am primit o amendă", "prin poștă", "Nu știu."]
