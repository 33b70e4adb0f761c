"""Tests of casewright.evidence.reporting.debate_sections: a debate in front of the report, every number traced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.drafting.report_html import report_html
from casewright.evidence.reporting.debate_sections import debate_in_report
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import find_unsourced, find_unsourced_in_page, parts_of
from tests.deal_reports import golden_reports

REPORT = golden_reports("small")[0]
CLAIM = REPORT.record.claims[0].id
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


def came_to(text: str) -> dict[str, Any]:
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
    }


@pytest.mark.requirement("debate-report")
def test_debate_stands_in_front_and_links_to_what_it_rests_on() -> None:
    """Recommendation, confidence, stop, vote against outcome, dissent, argument, audit range; references are links."""
    told = debate_in_report(DEBATE, came_to(f"ARR was EUR 12.5m [claim:{CLAIM}]."), REPORT.record)
    report = replace(REPORT, front=told.sections, words=told.words)

    assert [one.reference for one in sections(report)[:4]] == [
        "section:debate", "section:dissent", "section:questions", "section:argument",
    ]  # fmt: skip
    assert find_unsourced(report) == []
    page = report_html(report)
    assert find_unsourced_in_page(page, report) == []
    links = [part.link for part in parts_of(told.sections) if part.link]
    assert links == [f"claim:{CLAIM}"] * 6
    for said in ("conditional, confidence", "75 %", "went from proceed to decline", "197", "proceed before"):
        assert said in page


@pytest.mark.requirement("debate-report")
@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=200))
def test_whatever_is_said_is_traced(text: str) -> None:
    """Numbers, markup and signs that no page can show: what is quoted stands in its source, in text and on the page."""
    told = debate_in_report(DEBATE, came_to(f"{text} [claim:{CLAIM}] [claim:{DEBATE}] {text}"), REPORT.record)
    report = replace(REPORT, front=told.sections, words=told.words)

    assert find_unsourced(report) == []
    assert find_unsourced_in_page(report_html(report), report) == []
