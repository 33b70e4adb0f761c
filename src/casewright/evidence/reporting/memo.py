"""The memo: what a reader has to know before the report, on two pages at most, whatever the size of the deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality
from casewright.domain.defects import DefectSeverity, DefectStatus
from casewright.evidence.reporting.coverage_section import coverage_memo
from casewright.evidence.reporting.parts import Facts, Line, Listed, Paragraph, Part, Section, ours, quote_part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.defects import Defect
    from casewright.evidence.reporting.parts import Block
    from casewright.evidence.reporting.report import EvidenceReport

FINDINGS = 5
"""How many findings it tells, those that matter most."""
ASKS = 8
"""How many things to ask for it names."""
REASONS = 3
_LONGEST = 420
_REFERENCES = (" [claim]", " [calc]")
_SEVERITIES = list(DefectSeverity)
_WEIGHTS = list(reversed(Materiality))


def memo_sections(report: EvidenceReport, asked: Sequence[Line], counted: Mapping[str, int]) -> tuple[Section, ...]:
    """Recommendation, findings, what to ask for and what was not read; ``asked`` are all that there is to ask for."""
    found = (_recommendation(report), _findings(report), _asked(asked), *coverage_memo(report, counted))
    return tuple(_without_links(section) for section in found)


def _recommendation(report: EvidenceReport) -> Section:
    title = "Recommendation"
    if not report.front:
        nobody = "No debate was held about this deal: nothing is recommended."
        return Section("section:memo", title, (Paragraph((ours(nobody),)),))
    blocks = report.front[0].blocks
    facts = [Facts(block.rows[:1]) for block in blocks if isinstance(block, Facts)]
    reasons = [Listed(block.items[1 : 1 + REASONS]) for block in blocks if isinstance(block, Listed)]
    return Section("section:memo", title, (*facts[:1], *(one for one in reasons[:1] if one.items)))


def _findings(report: EvidenceReport) -> Section:
    weights = {claim.id: _WEIGHTS.index(claim.materiality) for claim in report.record.claims}
    waiting = [one for one in report.record.defects if one.status is DefectStatus.OPEN]
    ordered = sorted(
        waiting, key=lambda one: (_SEVERITIES.index(one.severity), weights.get(one.claim, len(_WEIGHTS)), one.key)
    )
    told: dict[object, Defect] = {}
    for one in ordered:
        told.setdefault(_matter(one), one)
    chosen = list(told.values())[:FINDINGS]
    if not chosen:
        return Section("section:memo-findings", "What matters most", (Paragraph((ours("No defect is open."),)),))
    items = tuple((quote_part(_short(one.description), f"defect:{one.id}"),) for one in chosen)
    return Section("section:memo-findings", "What matters most", (Listed(items),))


def _matter(defect: Defect) -> object:
    """The same for both sides of one disagreement."""
    claims = {one for one in defect.evidence if one.startswith("claim:")} | {f"claim:{defect.claim}"}
    return (defect.type, frozenset(claims)) if len(claims) > 1 else (defect.type, defect.description)


def _short(description: str) -> str:
    """Whole sentences of a description as far as they fit; a long one as it is."""
    if len(description) <= _LONGEST:
        return description
    cut = description.rfind(". ", 0, _LONGEST)
    return description[: cut + 1] if cut > 0 else description


def _asked(asked: Sequence[Line]) -> Section:
    if not asked:
        return Section("section:memo-asks", "To ask for", (Paragraph((ours("Nothing has to be asked for."),)),))
    return Section("section:memo-asks", "To ask for", (Listed(tuple(asked[:ASKS])),))


def _without_links(section: Section) -> Section:
    """A memo has nothing but itself: what its words come from is in the report."""
    return replace(section, blocks=tuple(_bare(block) for block in section.blocks))


def _bare(block: Block) -> Block:
    match block:
        case Paragraph(line):
            return Paragraph(_line(line))
        case Listed(items):
            return Listed(tuple(_line(item) for item in items))
        case Facts(rows):
            return Facts(tuple((name, _line(line)) for name, line in rows))
        case _:
            return block


def _line(line: Line) -> Line:
    return tuple(Part(part.text, part.source, None, part.figure) for part in line if part.text not in _REFERENCES)
