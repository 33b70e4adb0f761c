"""The report's sections, first what matters most; every number in them comes with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.claims import Verdict
from casewright.domain.defects import DefectSeverity, DefectStatus
from casewright.domain.evidence import Grade
from casewright.domain.human_gates import GateStatus
from casewright.evidence.display import show_day
from casewright.evidence.reporting.claim_entries import claim_entry, evidence_entry, value_part
from casewright.evidence.reporting.counts import count, counts
from casewright.evidence.reporting.coverage_section import coverage_sections
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.memo import memo_sections
from casewright.evidence.reporting.other_entries import (
    calculation_entry,
    defect_entry,
    document_entry,
    gate_entry,
)
from casewright.evidence.reporting.parts import (
    Block,
    Drawing,
    Entry,
    Facts,
    Line,
    Listed,
    Paragraph,
    Part,
    Section,
    Table,
    figure,
    in_words,
    ours,
    quote_part,
)
from casewright.evidence.reporting.report import AskKind, EvidenceReport, to_look_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.claims import Claim
    from casewright.evidence.reporting.report import Ask

_ASKED = {
    AskKind.SOURCE: "a newer source, or one whose origin is known, for",
    AskKind.CHAIN: "the papers by which the figure was made, step by step, for",
    AskKind.SETTLING: "a document that settles which figure holds, for",
    AskKind.SUPPORT: "a stronger source, or the word of a person who checked it, for",
}


def sections(report: EvidenceReport) -> tuple[Section, ...]:
    """The whole report, in order; of a memo its own."""
    at, counted = Lookup(report), counts(report)
    if report.is_memo:
        return memo_sections(report, [_ask(ask, at) for ask in report.asks], counted)
    record = report.record
    borne = [item for item in record.evidence.values() if item.id in at.borne]
    in_order = sorted(record.documents, key=lambda document: (record.documents[document], document))
    return (
        *coverage_sections(report, counted),
        *report.front,
        _summary(report, counted),
        _first(report),
        _asks(report, at),
        _gates(report, at),
        Section("section:claims", "Claims", (_overview(report, counted),)),
        _graph(counted),
        Section("section:each-claim", "Each claim", tuple(claim_entry(at, claim) for claim in report.claims)),
        _defects(at, counted),
        _calculations(at),
        Section("section:evidence", "Evidence", _or_said(tuple(evidence_entry(at, item) for item in borne), _NONE)),
        Section("section:documents", "Documents", _or_said(tuple(document_entry(at, one) for one in in_order), _NONE)),
        Section("section:reading", "How to read this", _READING),
    )


def _summary(report: EvidenceReport, counted: Mapping[str, int]) -> Section:
    grades: list[Part] = []
    for grade in Grade:
        grades += [ours(", " if grades else ""), count(counted, f"claims.grade.{grade.value}")]
        grades.append(ours(f" of grade {grade.value}"))
    verdicts: list[Part] = []
    for verdict in Verdict:
        if counted.get(f"claims.verdict.{verdict.value}"):
            verdicts += [ours(", " if verdicts else ""), count(counted, f"claims.verdict.{verdict.value}")]
            verdicts.append(ours(f" {in_words(verdict.value)}"))
    severities: list[Part] = []
    for severity in DefectSeverity:
        severities += [ours(", " if severities else ""), count(counted, f"defects.open.{severity.value}")]
        severities.append(ours(f" {in_words(severity.value)}"))
    rows: tuple[tuple[str, Line], ...] = (
        (
            "Deal",
            (quote_part(report.title, "deal:title"), ours(" ("), quote_part(report.number, "deal:number"), ours(")")),
        ),
        ("As of", (figure(show_day(report.record.as_of), "deal:as_of"), ours(", the day from which ages count"))),
        ("Claims", (count(counted, "claims", "section:claims"), ours(": "), *grades)),
        ("Verdicts", tuple(verdicts)),
        ("Open defects", (count(counted, "defects.open", "section:defects"), ours(": "), *severities)),
        ("Open gates", (count(counted, "gates.open", "section:gates"),)),
        *_unfiled(report, counted),
        (
            "Sources",
            (
                count(counted, "evidence", "section:evidence"),
                ours(" places in "),
                count(counted, "documents", "section:documents"),
                ours(" documents; named by the index and not there: "),
                count(counted, "documents.absent", "section:asks"),
            ),
        ),
    )
    return Section("section:summary", "Summary", (Facts(rows),))


def _unfiled(report: EvidenceReport, counted: Mapping[str, int]) -> tuple[tuple[str, Line], ...]:
    if not report.unfiled:
        return ()
    told: Line = (count(counted, "unfiled"), ours(" findings are not filed and not counted here: assess the deal"))
    return (("Not filed", told),)


def _first(report: EvidenceReport) -> Section:
    found = to_look_at(report)
    if not found:
        nothing = "No claim of high or critical materiality stands badly."
        return Section("section:first", "What to look at first", (Paragraph((ours(nothing),)),))
    rows = tuple(_row(claim) for claim in found)
    return Section("section:first", "What to look at first", (Table(_HEAD, rows),))


_HEAD = ("Claim", "Value", "Weight", "Grade", "Verdict", "Do")


def _row(claim: Claim) -> tuple[Line, ...]:
    standing = claim.standing
    return (
        (quote_part(claim.text, f"claim:{claim.id}", f"claim:{claim.id}"),),
        (value_part(claim, f"claim:{claim.id}"),),
        (ours(in_words(claim.materiality.value)),),
        (ours(standing.grade.value),),
        (ours(in_words(standing.verdict.value)),),
        (ours(in_words(standing.action.value)),),
    )


def _overview(report: EvidenceReport, counted: Mapping[str, int]) -> Table | Paragraph:
    if not counted["claims"]:
        return Paragraph((ours("This deal has no claims."),))
    return Table(_HEAD, tuple(_row(claim) for claim in report.claims))


def _graph(counted: Mapping[str, int]) -> Section:
    if not counted["claims"]:
        return Section("section:graph", "What rests on what", (Paragraph((ours(_NONE),)),))
    told: Line = (count(counted, "claims.drawn"), ours(" of "), count(counted, "claims"), ours(" claims are drawn."))
    return Section("section:graph", "What rests on what", (Paragraph(told), Drawing()))


def _asks(report: EvidenceReport, at: Lookup) -> Section:
    items = tuple(_ask(ask, at) for ask in report.asks)
    blocks = (Listed(items),) if items else (Paragraph((ours("Nothing has to be asked for."),)),)
    return Section("section:asks", "Documents to ask for", blocks)


def _ask(ask: Ask, at: Lookup) -> Line:
    if ask.kind is AskKind.ABSENT and ask.name is not None:
        return (quote_part(ask.name, ask.because), ours(": the data room’s index names it, and it is not there"))
    told: Line = (ours(f"Ask for {_ASKED.get(ask.kind, 'a source for')} “"),)
    if ask.claim is not None:
        told = (*told, *at.claims_in_words((ask.claim,)))
    return (*told, ours("”"))


def _gates(report: EvidenceReport, at: Lookup) -> Section:
    waiting_first = sorted(report.gates, key=lambda gate: gate.status is not GateStatus.OPEN)
    entries = tuple(gate_entry(at, gate) for gate in waiting_first)
    return Section("section:gates", "Gates for a person", _or_said(entries, "No gate was opened."))


def _defects(at: Lookup, counted: Mapping[str, int]) -> Section:
    order = list(DefectSeverity)
    found = sorted(at.record.defects, key=lambda one: (one.status is not DefectStatus.OPEN, order.index(one.severity)))
    intro = Paragraph((count(counted, "defects.open"), ours(" open of "), count(counted, "defects"), ours(" filed.")))
    return Section("section:defects", "Defects and what cures them", (intro, *(defect_entry(at, one) for one in found)))


def _calculations(at: Lookup) -> Section:
    entries = tuple(calculation_entry(at, one) for one in at.record.calculations)
    return Section("section:calculations", "Calculations", _or_said(entries, "None was made."))


def _or_said(entries: tuple[Entry, ...], nothing: str) -> tuple[Block, ...]:
    return entries or (Paragraph((ours(nothing),)),)


_NONE = "There is none."
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
                    "Each number leads to the claim that says it, each claim to its evidence, each item of evidence to "
                    "its words in the document. The report was held to that before it was written."
                ),
            ),
            (ours("A calculation is repeated from its inputs and its formula; the hash is the same wherever it is."),),
        )
    ),
)
