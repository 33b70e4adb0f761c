"""Tests of casewright.evidence.reporting.debate_sections: a debate in the report, retold, every number traced."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.drafting.report_html import report_html
from casewright.domain.values import Monetary
from casewright.evidence.display import show_value
from casewright.evidence.reporting.amounts import show_short
from casewright.evidence.reporting.debate_sections import debate_in_report
from casewright.evidence.reporting.parts import Listed
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import find_unsourced, find_unsourced_in_page, parts_of
from tests.deal_reports import golden_reports

if TYPE_CHECKING:
    from casewright.evidence.reporting.report import EvidenceReport

REPORT = golden_reports("small")[0]
SUBJECT = next(
    claim
    for claim in REPORT.record.claims
    if isinstance(claim.value, Monetary) and show_short(claim.value) != show_value(claim.value)
)
CLAIM, VALUE = SUBJECT.id, SUBJECT.value
DEBATE = "2e55e114-2752-5303-9dfe-ac6f97b8f83b"


def turn(content: str | None, **changed: Any) -> dict[str, Any]:
    """One turn of a result."""
    return {
        "role": "advocate",
        "stage": "advocate_opening",
        "message_id": "m-1",
        "content": content,
        "position": {"stance": "PROCEED", "confidence": 0.84, "verdicts": {}},
        "refused": None,
        "rejections": [],
        **changed,
    }


def came_to(text: str, **changed: Any) -> dict[str, Any]:
    """A result in which everything that somebody says is ``text``."""
    ruling = {"agent_id": "risk_officer", "challenge_id": "c-1", "outcome": "UPHELD", "reason": text}
    return {
        "stop_reason": "STABLE_DISSENT",
        "stopped_because": text,
        "rounds": 2,
        "recommendation": {"stance": "CONDITIONAL", "confidence": 0.75, "rationale": text},
        "baseline": {"vote": "PROCEED"},
        "outcome": {
            "stance": "CONDITIONAL",
            "changed": True,
            "changed_minds": [{"role": "risk_officer", "before": "PROCEED", "after": "DECLINE"}],
        },
        "audit": {"from": 49, "to": 197},
        "dissent": [{"dissent_id": "d-1", "agent_id": "advocate", "position": "PROCEED", "grade": "B", "reason": text}],
        "open_questions": [text],
        "opening": [turn(text)],
        "argument": [{"round": 1, "turns": [turn(None, rejections=[[]], position=None)], "rulings": [ruling]}],
        **changed,
    }


def with_debate(result: dict[str, Any]) -> EvidenceReport:
    told = debate_in_report(DEBATE, result, REPORT)
    return replace(REPORT, advice=told.advice, front=told.sections, words=told.words)


def words_of(report: EvidenceReport) -> str:
    """The text of what a debate puts into the report."""
    memo = sections(report)[0]
    return "".join(part.text for part in parts_of((memo, *report.front)))


@pytest.mark.requirement("debate-report", "report-for-people")
def test_debate_cites_what_it_rests_on_by_short_labels() -> None:
    """The reference becomes a place that leads to the words, the amount is rounded, names of programs are words."""
    assert VALUE is not None
    said = f"ARR was {show_value(VALUE)} [claim:{CLAIM}], VERIFIED, with an open CHRONO_IMPOSSIBLE."
    report = with_debate(came_to(said))

    assert find_unsourced(report) == []
    page = report_html(report)
    assert find_unsourced_in_page(page, report) == []
    text = words_of(report)
    assert "[claim" not in text
    assert show_short(VALUE) in text
    assert show_value(VALUE) not in text
    assert "verified, with an open impossible date" in text
    assert {f"claim:{CLAIM}", f"evidence:{SUBJECT.sanad.evidence[0]}"} <= {one.link for one in parts_of(report.front)}
    for told in ("Go ahead only on conditions", "75 %", "197", "Blind vote: go ahead", "changed the outcome"):
        assert told in page


@pytest.mark.requirement("debate-report", "report-for-people")
def test_what_was_said_is_not_said_again() -> None:
    """A later round says what is new; the same words of another role, of a dissent and of a ruling are left out."""
    rounds = [
        {"round": 1, "turns": [turn("Old words stand.\nNew words come.", message_id="m-2")], "rulings": []},
        {"round": 2, "turns": [turn("Old words stand.\nNew words come.", message_id="m-3")], "rulings": []},
        {"round": 3, "turns": [turn("Other words end it.", role="arbiter", message_id="m-4")], "rulings": []},
    ]
    text = words_of(with_debate(came_to("Old words stand.", argument=rounds)))
    assert [text.count(words) for words in ("New words come.", "Other words end it.")] == [1, 1]
    assert len(re.findall(r"Old words stand\.", text)) == 2  # why it stopped, and the recommendation's ground
    assert "the reasons stand above" in text


@pytest.mark.requirement("report-for-people")
def test_the_memo_tells_what_speaks_for_and_against() -> None:
    """Each with the line that leads it; grounds first; what a later round only repeats stands as it did."""
    rationale = (
        "Recommendation: CONDITIONAL, on what is named below.\nA paper is missing.\n"
        "These verified claims speak for the deal.\nCash is high; grade A, VERIFIED.\nDebt is low; grade B, VERIFIED.\n"
        "These verified claims speak against the deal.\nChurn rises; grade A, VERIFIED."
    )
    held = {"stance": "CONDITIONAL", "confidence": 0.75, "rationale": rationale}
    again = {"round": 1, "turns": [turn("So it is.\nCash is high; grade A, VERIFIED.")], "rulings": []}
    report = with_debate(came_to("No more.", recommendation=held, opening=[], argument=[again]))
    (listed,) = [block for block in report.advice if isinstance(block, Listed)]
    assert ["".join(part.text for part in line) for line in listed.items] == [
        "A paper is missing.",
        "These verified claims speak for the deal: Cash is high; Debt is low.",
        "These verified claims speak against the deal: Churn rises.",
    ]
    assert "So it is. Its claims stand as they did." in words_of(report)
    assert find_unsourced(report) == []


@pytest.mark.requirement("debate-report")
@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=200))
def test_whatever_is_said_is_traced(text: str) -> None:
    """Numbers, markup and signs that no page can show: what is quoted stands in its source, in text and on the page."""
    report = with_debate(came_to(f"{text} [claim:{CLAIM}] [claim:{DEBATE}] {text}"))

    assert find_unsourced(report) == []
    assert find_unsourced_in_page(report_html(report), report) == []


@given(
    st.lists(st.sampled_from(["Cash is short.", "Debt is high; grade B, VERIFIED.", "", "Recommendation: DECLINE."]))
)
def test_prose_has_every_sentence_once(lines: list[str]) -> None:
    """However often it was said."""
    text = words_of(with_debate(came_to("Nothing.", opening=[turn("\n".join(lines) or None)])))
    for words in ("Cash is short.", "Debt is high"):
        assert text.count(words) == (words in "\n".join(lines))
