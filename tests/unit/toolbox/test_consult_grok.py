"""Tests of the tool consult_grok: the seed's shapes, what may be asked, what is stored of a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from casewright.casework.token_estimate import estimate_tokens
from casewright.domain.ids import MatterId
from casewright.errors import BadSettings, ToolFailed, Unavailable
from tests.fakes.governed import TENANT
from tests.fakes.memory_case import ANA, MemoryCase

if TYPE_CHECKING:
    from casewright.tools.calls import ToolResult

SUMMARY, QUESTION = "{{party0.lastName}} a primit o amendă.", "Ce informații mai lipsesc?"


@pytest.fixture
def case() -> MemoryCase:
    made = MemoryCase()
    made.attached(**ANA)
    return made


def consult(case: MemoryCase, summary: str = SUMMARY, question: str = QUESTION) -> ToolResult:
    return case.call("consult_grok", case_id=case.id, context_summary=summary, specific_question=question)


def consulted(case: MemoryCase, reply: str) -> dict[str, Any]:
    case.desk.reply = reply
    result = consult(case)
    assert result.success, result
    assert isinstance(result.structured, dict)
    return result.structured


@pytest.mark.requirement("consult-reasoner")
def test_reply(case: MemoryCase) -> None:
    """The seed's shape, who answered, and what the reply's lines ask for; the question arrives as it was put."""
    reply = "Cere procesul-verbal.\nACȚIUNE: INTREABA\nSUBIECT: data comunicării"
    assert consulted(case, reply) == {
        "status": "success",
        "response": reply,
        "approved_draft": None,
        "reasoner": "scripted",
        "next": "intreaba",
    }
    assert case.desk.asked == [(SUMMARY, QUESTION)]
    assert not case.approvals.of_case(TENANT, MatterId(case.id))


@pytest.mark.requirement("consult-reasoner", "plan-approved")
def test_an_approved_plan_is_stored(case: MemoryCase) -> None:
    """Under the name that the draft will have; once, however often it is approved; the audit is told its number."""
    reply = "1. Motive.\nACȚIUNE: REDACTEAZA\nPLAN APROBAT: Plangere contraventionala"
    assert consulted(case, reply)["approved_draft"] == "Plangere_contraventionala"
    consulted(case, reply)

    [approval] = case.approvals.of_case(TENANT, MatterId(case.id))
    assert (approval.draft_name, approval.reasoner, approval.used_for) == (
        "Plangere_contraventionala",
        "scripted",
        None,
    )
    told = [event for event in case.governed.events() if event["event_type"] == "plan.approved"]
    assert [event["tool_args"] for event in told] == [{"case_id": case.id, "number": 1}] * 2


@pytest.mark.requirement("consult-reasoner")
def test_nothing_personal_goes_out_or_comes_back(case: MemoryCase) -> None:
    """What is asked is masked on entry, and so is the reply before anybody sees it or reads its lines."""
    case.desk.reply = "Scrie-i lui Zăvoianu.\nPLAN APROBAT: Zăvoianu"
    result = consult(case, "Zăvoianu, CNP 2850612226101", "Ce face Ștefania?")

    assert result.success
    seen = repr([case.desk.asked, result.structured, result.content, case.governed.events()])
    assert not [word for word in ("Zăvoianu", "Ștefania", "2850612226101") if word in seen]
    assert isinstance(result.structured, dict)
    assert result.structured["response"].startswith("Scrie-i lui {{party0")
    assert result.structured["approved_draft"] is None
    assert not case.approvals.of_case(TENANT, MatterId(case.id))


@pytest.mark.requirement("consult-reasoner")
@pytest.mark.parametrize(
    ("summary", "question", "said"),
    [
        (" ", QUESTION, "context_summary is empty"),
        ("cuvinte " * 200, QUESTION, "context_summary has about 600 tokens"),
        (SUMMARY, "", "specific_question is empty"),
        (SUMMARY, " \n", "specific_question is empty"),
        (SUMMARY, "Ce lipsește? Și ce urmează?", "specific_question asks 2 questions"),
        (SUMMARY, "x" * 1_001, "specific_question"),
    ],
)
def test_what_cannot_be_asked(case: MemoryCase, summary: str, question: str, said: str) -> None:
    """A sentence that says why, and nobody is asked."""
    result = consult(case, summary, question)

    assert not result.success
    assert said in result.content
    assert case.desk.asked == []


def test_longest_summary(case: MemoryCase) -> None:
    """Exactly as many tokens as may be sent are sent, and one question may end in several marks."""
    summary = "ana " * 500
    assert estimate_tokens(summary) == 500
    assert consult(case, summary, "Chiar așa?!?").success


@pytest.mark.requirement("consult-reasoner")
@pytest.mark.parametrize(
    ("reply", "said", "kind"),
    [
        (Unavailable("xai is down"), "Grok API error: xai is down", "Unavailable"),
        (ToolFailed("said Zăvoianu"), "Grok API error: said {{party0.lastName}}", "ToolFailed"),
        (BadSettings("no key"), "Grok API error: no key", "InvalidInput"),
        (None, "Timeout: the reasoner did not answer within 0.5 s", "Unavailable"),
    ],
)
def test_failures_are_told_in_the_seeds_words(
    case: MemoryCase, reply: BaseException | None, said: str, kind: str
) -> None:
    """With the cause, without personal data."""
    case.desk.reply = reply
    result = consult(case)

    assert result.structured == {"status": "error", "error_message": said}
    assert result.metadata.error_kind == kind
