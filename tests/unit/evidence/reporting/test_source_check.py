"""Tests of casewright.evidence.reporting.source_check: nothing with a number passes without its source."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.claims import ClaimType
from casewright.domain.evidence import Sanad
from casewright.domain.values import Count
from casewright.evidence.record import DealRecord
from casewright.evidence.reporting.claim_entries import NO_PLACE
from casewright.evidence.reporting.graph_svg import graph_svg
from casewright.evidence.reporting.parts import (
    Listed,
    Paragraph,
    Part,
    Section,
    Table,
    figure,
    has_number,
    ours,
    quote_part,
)
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import find_unsourced, find_unsourced_in_page, parts_of
from tests.deal_reports import golden_reports, report_on
from tests.example_claims import calculation, claim, defect, gate, item

if TYPE_CHECKING:
    from casewright.evidence.reporting.report import EvidenceReport

REPORT = golden_reports("small")[0]
SUBJECT = REPORT.record.claims[0]
SOURCE = f"claim:{SUBJECT.id}"


def with_front(*parts: Part) -> EvidenceReport:
    return replace(REPORT, front=(Section("section:front", "In front", (Paragraph(parts),)),))


@pytest.mark.requirement("report-traced")
@pytest.mark.parametrize("suite", ["small", "adversarial"])
def test_every_number_of_every_golden_deal_is_traced(suite: str) -> None:
    """Sound deals and broken ones alike: each part with a number leads to its source, in text and in the drawing."""
    for report in golden_reports(suite):
        assert find_unsourced(report) == []
        assert find_unsourced_in_page(graph_svg(report), report) == []


def test_every_field_filled_is_traced() -> None:
    """A deal with a calculation, a settled defect, a gate and signs that no page can show."""
    record = DealRecord(
        claims=(claim("c1"), claim("c2")),
        evidence={item().id: item()},
        as_of=SUBJECT.made_at.date(),
        defects=(defect(),),
        calculations=(calculation(),),
        documents={item().span.document: "deck 2026.pdf"},  # type: ignore[union-attr]
    )
    report = replace(REPORT, record=record, gates=(gate(),), contexts={}, digests={})
    assert find_unsourced(report) == []
    assert find_unsourced_in_page(graph_svg(report), report) == []


@pytest.mark.requirement("report-traced")
@pytest.mark.parametrize(
    ("part", "said"),
    [
        (ours("It grew by 40 per cent"), "has a number and no source"),
        (ours("²"), "has a number and no source"),
        (figure("EUR 99", SOURCE), "is not what claim:"),
        (figure("17", "count:claims"), "is not what count:claims says"),
        (figure("1", "claim:unknown"), "which is not there"),
        (quote_part("twice as much as 2024", SOURCE), "does not stand in"),
        (figure("0", "count:nothing", "section:nowhere"), "which is not in the report"),
    ],
)
def test_a_part_that_is_not_traced_is_told(part: Part, said: str) -> None:
    """One such part is enough, wherever it stands."""
    problems = find_unsourced(with_front(part))
    assert len(problems) == 1
    assert said in problems[0]


@pytest.mark.requirement("report-traced")
@given(st.integers(min_value=0), st.data())
def test_a_figure_that_is_changed_is_told(other: int, data: st.DataObject) -> None:
    """Any figure of the report, with another number in its place, is not what its source says."""
    figures = [part for part in parts_of(sections(REPORT)) if part.figure and has_number(part.text)]
    chosen = data.draw(st.sampled_from(figures))
    changed = replace(chosen, text=f"{chosen.text}{other}")
    assert any("is not what" in problem for problem in find_unsourced(with_front(changed)))


def test_sections_in_front_bring_the_words_of_their_sources() -> None:
    """What a debate says is traced to its messages; without them it is not."""
    section = Section("section:debate", "The debate", (Paragraph((quote_part("at 0.85", "message:m1"),)),))
    report = replace(REPORT, front=(section,), words={"message:m1": ("We are sure at 0.85 or so.",)})
    assert find_unsourced(report) == []
    assert find_unsourced(replace(report, words={})) != []


@pytest.mark.parametrize(
    "section",
    [
        Section("section:x", "The 3 risks", ()),
        Section("section:x", "Risks", (Table(("2025",), ()),)),
        Section("section:x", "Risks", (Listed(((ours("at least 7"),),)),)),
    ],
)
def test_numbers_in_titles_and_names_are_told(section: Section) -> None:
    """A heading cannot carry a source, so it carries no number."""
    assert find_unsourced(replace(REPORT, front=(section,)))


@pytest.mark.requirement("report-traced")
@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("<p>Revenue was 9,640.</p>", "without a source"),
        (f'<p data-source="{SOURCE}">Revenue was 1 cent</p>', "does not say it"),
        (f'<p><b data-source="{SOURCE}">word</b> and 5 more</p>', "without a source"),
        (f'<p data-source="{SOURCE}"><br/></p>then 12', "without a source"),
        ("<svg><text>12</text></svg>", "without a source"),
    ],
)
def test_a_number_on_the_page_without_its_source_is_told(page: str, said: str) -> None:
    """The rendered page is read again: what a template adds is caught, too."""
    problems = find_unsourced_in_page(page, REPORT)
    assert len(problems) == 1
    assert said in problems[0]


def test_what_is_no_text_of_the_page_is_not_read() -> None:
    """Style sheets and attributes hold sizes, not claims."""
    assert find_unsourced_in_page('<style>p { margin: 3px }</style><p style="top: 2px">fine</p>', REPORT) == []


def test_a_claim_without_a_place_says_so() -> None:
    """Its number leads to the claim and no further, and the report tells it."""
    bare = replace(
        SUBJECT,
        sanad=Sanad((), ()),
        derived_from=(),
        source_calc=None,
        claim_type=ClaimType.PRIMARY,
        value=Count(Decimal(42), "customers"),
    )
    report = report_on(replace(REPORT.record, claims=(bare,), defects=(), calculations=()))
    assert find_unsourced(report) == []
    assert NO_PLACE in [part.text for part in parts_of(sections(report))]
