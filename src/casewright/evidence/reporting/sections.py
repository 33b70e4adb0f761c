"""The report's sections: the memo, then what is behind it; every number in them comes with its source."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.evidence.reporting.asks import ask_lines
from casewright.evidence.reporting.claim_sections import claim_sections
from casewright.evidence.reporting.comparison_section import compare_sources
from casewright.evidence.reporting.counts import count, counts
from casewright.evidence.reporting.defect_groups import group_defects
from casewright.evidence.reporting.findings import findings_sections
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.memo import asks_in_memo, memo_sections, told_in_memo, without_links
from casewright.evidence.reporting.other_entries import calculations_section, documents_section, gates_section
from casewright.evidence.reporting.parts import Drawing, Line, Listed, Paragraph, Section, ours
from casewright.evidence.reporting.retelling import Retelling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.evidence.reporting.asks import AskLine
    from casewright.evidence.reporting.report import EvidenceReport


def sections(report: EvidenceReport) -> tuple[Section, ...]:
    """The whole report, in order; of a memo its own."""
    at, counted = Lookup(report), counts(report)
    retelling = Retelling(at)
    groups = group_defects(at)
    chosen = told_in_memo(groups)
    asked = ask_lines(at, groups, retelling)
    memo = memo_sections(at, retelling, groups, asked, counted)
    if report.is_memo:
        return tuple(without_links(section) for section in memo)
    compared = compare_sources(at)
    in_memo = asks_in_memo(chosen, asked)
    told = {group.reference for group in (*chosen, *(one.because for one in in_memo if one.because is not None))}
    behind = (
        *findings_sections(groups, told, at, retelling),
        *compared.sections,
        *report.front,
        *gates_section(at, retelling),
        *_more_to_ask([one for one in asked if one not in in_memo and one.because is None]),
        *claim_sections(at, retelling, compared.claims),
        *calculations_section(at),
        documents_section(at, counted),
        Section("section:reading", "How to read this", _READING),
        *_graph(counted),
    )
    return (*memo, replace(behind[0], begins_report=True), *behind[1:])


def _more_to_ask(asked: Sequence[AskLine]) -> tuple[Section, ...]:
    """What the memo has no room for."""
    if not asked:
        return ()
    return (Section("section:more-asks", "More to ask for", (Listed(tuple(one.line for one in asked)),)),)


def _graph(counted: Mapping[str, int]) -> tuple[Section, ...]:
    if not counted["claims"]:
        return ()
    told: Line = (
        ours("The weightiest claims ("),
        count(counted, "claims.drawn"),
        ours(" of "),
        count(counted, "claims"),
        ours(") with all that they rest on."),
    )
    return (Section("section:graph", "What rests on what", (Paragraph(told), Drawing())),)


_READING = (
    Listed(
        (
            (
                ours(
                    "Grades tell how much a source can be relied on: A audited accounts, filings, bank statements and "
                    "signed contracts; B models, reports and decks of the company and its founders’ e-mails; C the "
                    "press, estimates and what is unknown; D what is broken."
                ),
            ),
            (ours("A fatal defect makes a claim’s grade D, each major one takes a step off, a minor one only marks."),),
            (
                ours(
                    "Amounts in sentences are rounded, those in tables are exact. Each leads to the claim that says "
                    "it, each claim to its words in the document. The report was held to that before it was written."
                ),
            ),
            (ours("A calculation is repeated from its inputs and its formula; the hash is the same wherever it is."),),
        )
    ),
)
