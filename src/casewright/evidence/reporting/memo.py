"""The memo that leads a report: what has to be known first, on two pages at most, whatever the size of the deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.evidence.reporting.counts import count
from casewright.evidence.reporting.coverage_section import coverage_section
from casewright.evidence.reporting.findings import memo_line
from casewright.evidence.reporting.parts import Line, Listed, Paragraph, Part, Section, ours

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.evidence.reporting.asks import AskLine
    from casewright.evidence.reporting.defect_groups import DefectGroup
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block
    from casewright.evidence.reporting.retelling import Retelling

FINDINGS = 5
"""How many findings it tells, those that matter most."""
ASKS = 8
"""How many things to ask for it names."""
_LETTERS = 420
"""How long a finding, a ground or a thing to ask for may be."""


def memo_sections(
    at: Lookup,
    retelling: Retelling,
    groups: Sequence[DefectGroup],
    asked: Sequence[AskLine],
    counted: Mapping[str, int],
) -> tuple[Section, ...]:
    """Recommendation, findings, what to ask for and what was not read."""
    chosen = told_in_memo(groups)
    return (
        Section("section:memo", "Recommendation", _recommendation(at, counted)),
        Section("section:findings", "What matters most", _findings(at, retelling, chosen)),
        Section("section:asks", "To ask for", _asked(asks_in_memo(chosen, asked))),
        *(_short_section(section) for section in coverage_section(at, counted)),
    )


def _short_section(section: Section) -> Section:
    blocks = (_short_block(block) if isinstance(block, Paragraph) else block for block in section.blocks)
    return replace(section, blocks=tuple(blocks))


def told_in_memo(groups: Sequence[DefectGroup]) -> tuple[DefectGroup, ...]:
    """The open groups that the memo tells of, those that matter most."""
    chosen: dict[object, DefectGroup] = {}
    for group in groups:
        if group.is_open:
            chosen.setdefault(_told_by(group), group)
    return tuple(chosen.values())[:FINDINGS]


def _told_by(group: DefectGroup) -> object:
    """The same for findings of which the memo tells one: against one thing, or of one kind in one document."""
    others = frozenset(claim.id for claim in group.claims[1:])
    if others:
        return others
    documents = frozenset(claim.span.document for claim in group.claims if claim.span is not None)
    return (group.first.type, documents) if documents else group.reference


def asks_in_memo(chosen: Sequence[DefectGroup], asked: Sequence[AskLine]) -> tuple[AskLine, ...]:
    """What the memo asks for beyond what its findings say already."""
    return tuple(one for one in asked if one.because is None or one.because not in chosen)[:ASKS]


def without_links(section: Section) -> Section:
    """A memo alone has nothing but itself: what its words come from is in the report."""
    return replace(section, blocks=tuple(_bare(block) for block in section.blocks))


def _recommendation(at: Lookup, counted: Mapping[str, int]) -> tuple[Block, ...]:
    standing = _standing(counted)
    if not at.report.advice:
        nobody = "No debate was held about this deal: nothing is recommended."
        return (Paragraph((ours(nobody),)), standing)
    return (*(_short_block(block) for block in at.report.advice), standing)


def _short_block(block: Paragraph | Listed) -> Paragraph | Listed:
    """What others said, as far as there is room for it."""
    if isinstance(block, Paragraph):
        return replace(block, line=_shortened(block.line))
    return Listed(tuple(_shortened(item) for item in block.items))


def _standing(counted: Mapping[str, int]) -> Paragraph:
    """How the claims stand, in one sentence."""
    parts: list[Part] = [ours("Of "), count(counted, "claims"), ours(" claims ")]
    parts += [count(counted, "claims.verdict.VERIFIED"), ours(" are verified; of the weighty ones ")]
    parts += [count(counted, "claims.weighty.VERIFIED"), ours(" of "), count(counted, "claims.weighty")]
    parts += [ours(". Open defects: "), count(counted, "defects.open.FATAL"), ours(" fatal, ")]
    parts += [count(counted, "defects.open.MAJOR"), ours(" major, "), count(counted, "defects.open.MINOR")]
    parts += [ours(" minor. Decisions that wait for a person: "), count(counted, "gates.open"), ours(".")]
    if counted.get("unfiled"):
        parts += [
            ours(" Not filed yet, and not counted: "),
            count(counted, "unfiled"),
            ours(" findings; assess the deal."),
        ]
    return Paragraph(tuple(parts))


def _findings(at: Lookup, retelling: Retelling, chosen: Sequence[DefectGroup]) -> tuple[Block, ...]:
    if not chosen:
        return (Paragraph((ours("No defect is open."),)),)
    return (Listed(tuple(_shortened(memo_line(group, at, retelling)) for group in chosen)),)


def _asked(asked: Sequence[AskLine]) -> tuple[Block, ...]:
    if not asked:
        return (Paragraph((ours("Nothing has to be asked for."),)),)
    return (Listed(tuple((*_anchors(one.because), *_shortened(one.line)) for one in asked)),)


def _anchors(group: DefectGroup | None) -> Line:
    """Where links to the group's defects lead, if an ask is what tells of it."""
    return () if group is None else tuple(Part("", here=f"defect:{one.id}") for one in group.defects)


def _shortened(line: Line) -> Line:
    """A line cut at the end of a word where it is too long, with dots that say so."""
    left, found = _LETTERS, []
    for part in line:
        if len(part.text) <= left:
            found.append(part)
            left -= len(part.text)
            continue
        if not part.figure:
            at = part.text.rfind(" ", 0, left)
            found.append(replace(part, text=part.text[: max(at, 0)]))
        while found and not found[-1].text.strip(" (;,"):
            found.pop()  # nothing follows what it would begin
        return (*found, ours(" …"))
    return tuple(found)


def _bare(block: Block) -> Block:
    match block:
        case Paragraph(line, small):
            return Paragraph(_line(line), small)
        case Listed(items):
            return Listed(tuple(_line(item) for item in items))
        case _:
            return block


def _line(line: Line) -> Line:
    return tuple(replace(part, link=None) for part in line)
