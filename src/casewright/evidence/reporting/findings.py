"""What is wrong with a deal's claims in a sentence each: who says what, against whom, by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.defects import CureProtocol, DefectStatus, DefectType
from casewright.domain.evidence import SourceType
from casewright.evidence.reporting.amounts import show_gap, show_short
from casewright.evidence.reporting.endings import ending
from casewright.evidence.reporting.parts import Entry, Paragraph, Part, Section, Table, figure, joined, ours
from casewright.evidence.reporting.words import capital, word_for
from casewright.evidence.sources import evidence_grade
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set
    from decimal import Decimal

    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.evidence.reporting.defect_groups import DefectGroup
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block, Line
    from casewright.evidence.reporting.retelling import Retelling

_SAID_TO_WIN = (SourceType.BOARD_DECK, SourceType.FOUNDER_EMAIL, SourceType.PRESS_RELEASE)
_CITED = 3
"""How many places are cited of those that say one amount."""
_NO_SOURCE = "E"
"""Sorts after every grade."""


def finding_line(group: DefectGroup, at: Lookup, retelling: Retelling) -> Line:
    """The group in a sentence or two: of figures in its own words, else as the register has it."""
    told = _figures_line(group, at) if group.of_figures else _units_line(group, at)
    return told or retelling.line(group.first.description, f"defect:{group.first.id}", group.claims)


def _figures_line(group: DefectGroup, at: Lookup) -> Line:
    """``The deck overstates ARR, 31 Mar 2026 by 23 %: EUR 12.1 m (deck, p. 1) against EUR 9.87 m (model, ARR!D5).``"""
    camps = _camps(group.claims)
    if len(camps) < 2:
        return ()
    is_outranked = group.first.type is DefectType.ANOMALY_VS_STRONGER_SOURCES or any(
        one.type is DefectType.ANOMALY_VS_STRONGER_SOURCES for one in group.defects
    )
    strengths = {amount: min(_strength(at, claim) for claim in claims) for amount, claims in camps.items()}
    if is_outranked:
        ordered = sorted(camps, key=lambda amount: (strengths[amount], -len(camps[amount]), amount))
        held, *others = ordered
        others.sort(key=lambda amount: (-abs(amount - held), amount))
    else:
        *others, held = sorted(camps, reverse=True)
    camps[others[0]].sort(key=lambda claim: not _speaks_for_itself(at, claim))
    blamed, against = camps[others[0]][0], camps[held][0]
    gap = _gap(blamed, against)
    if gap is None:
        return ()
    higher = others[0] > held
    who = _source(at, blamed)
    subject = at.subject(blamed)
    if is_outranked:
        said: Line = (*who, ours(" overstates " if higher else " understates "), *subject, ours(" by "), gap)
        end = ours(", the stronger source.")
    else:
        side: Line = (ours(" states "), *subject, ours(" "), gap, ours(" above " if higher else " below "))
        said, end = (*who, *side, *_source(at, against, begins=False)), ours("; neither is the stronger source.")
    told = joined((_amount(at, camps[amount]) for amount in others), " and ")
    return (*said, ours(": "), *told, ours(" against "), *_amount(at, camps[held]), end)


def _units_line(group: DefectGroup, at: Lookup) -> Line:
    """``The deck and the model have the same numbers in different units: cash, EUR 4.3 bn against EUR 4.3 m; debt.``"""
    if group.first.type is not DefectType.UNIT_MISMATCH:
        return ()
    pairs = {name: one for one in group.defects for name in (at.claims[one.claim].metric,) if one.claim in at.claims}
    sides = [claim for claim in group.claims if claim.metric == group.claims[0].metric]
    if len(pairs) < 2 or len(sides) < 2 or any(claim.value is None for claim in sides[:2]):
        return ()
    one, other = sides[:2]
    head: Line = (*_source(at, one), ours(" and "), *_source(at, other, begins=False))
    said = ours(" have the same numbers in different units: ")
    amounts: Line = (*at.subject(one), ours(", "), *_amount(at, (one,)), ours(" against "), *_amount(at, (other,)))
    more = at.names_of(claim.id for claim in group.claims if claim.metric != one.metric)
    return (*head, said, *amounts, *((ours("; also "), *more) if more else ()), ours("."))


def _camps(claims: Sequence[Claim]) -> Mapping[Decimal, list[Claim]]:
    """The claims by what they say."""
    found: dict[Decimal, list[Claim]] = {}
    for claim in claims:
        measured = None if claim.value is None else measure_value(claim.value)
        if measured is not None:
            found.setdefault(measured.low, []).append(claim)
    return found


def _speaks_for_itself(at: Lookup, claim: Claim) -> bool:
    """Whether the company says it to win somebody over."""
    item = at.primary(claim)
    return item is not None and item.source_type in _SAID_TO_WIN


def _strength(at: Lookup, claim: Claim) -> str:
    item = at.primary(claim)
    return _NO_SOURCE if item is None else evidence_grade(item).value


def _gap(one: Claim, other: Claim) -> Part | None:
    gap = show_gap(one.value, other.value) if one.value is not None and other.value is not None else None
    return None if gap is None else figure(gap, f"gap:{one.id}/{other.id}")


def _source(at: Lookup, claim: Claim, *, begins: bool = True) -> Line:
    """Who says it: the document, or that it was worked out."""
    item = at.primary(claim)
    if item is None or item.span is None or item.span.document not in at.labels:
        return (ours("One source" if begins else "another"),)
    line = at.cite_document(item.span.document)
    return (ours(capital(line[0].text)), *line[1:]) if begins and len(line) > 1 else line


def _amount(at: Lookup, claims: Sequence[Claim]) -> Line:
    """An amount with the places that say it."""
    first = claims[0]
    amount = (
        ours("") if first.value is None else figure(show_short(first.value), f"claim:{first.id}", f"claim:{first.id}")
    )
    places: dict[str, Line] = {}
    for claim in claims:
        line = at.cite_claim(claim)
        if line:
            places.setdefault("".join(part.text for part in line), line)
    told = joined(list(places.values())[:_CITED])
    if not told:
        return (amount,)
    return (amount, ours(" ("), *told, ours(" and others)" if len(places) > _CITED else ")"))


def memo_line(group: DefectGroup, at: Lookup, retelling: Retelling) -> Line:
    """The finding with its kind, how grave it is, and where both sides stand; links to its defects lead here."""
    first, *others = (Part("", here=f"defect:{one.id}") for one in group.defects)
    grave = capital(word_for("severity", group.first.severity.value))
    kind = grave if group.of_figures else f"{grave}, {word_for('defect', group.first.type.value)}"
    told = finding_line(group, at, retelling)
    seen = _seen(group, at, told)
    end: Line = (ours(" ("), *seen, ours(")")) if seen else ()
    return (first, *others, Part(f"{kind}: ", strong=True), *told, *end)


def findings_sections(
    groups: Sequence[DefectGroup], told: Set[str], at: Lookup, retelling: Retelling
) -> tuple[Section, ...]:
    """The groups that the memo has not ``told``: open ones as entries, settled ones in a table; none without any."""
    blocks: list[Block] = [
        _entry(group, at, retelling) for group in groups if group.is_open and group.reference not in told
    ]
    if blocks:
        blocks.insert(0, Paragraph((ours("Where nothing else is said, a person decides which side holds."),)))
    rows = tuple(_settled(one, retelling) for group in groups if not group.is_open for one in group.defects)
    if rows:
        blocks.append(Table(("Settled", "How it ended"), rows, (3, 2)))
    return (Section("section:defects", "What else is wrong, and what mends it", tuple(blocks)),) if blocks else ()


def _entry(group: DefectGroup, at: Lookup, retelling: Retelling) -> Entry:
    first = group.first
    heading = f"{capital(word_for('defect', first.type.value))}, {word_for('severity', first.severity.value)}"
    others = tuple(Part("", here=f"defect:{one.id}") for one in group.defects[1:])
    told = finding_line(group, at, retelling)
    seen = _seen(group, at, told)
    cure: Line = (
        () if first.cure is CureProtocol.HUMAN_ARBITRATION else (ours(f"{word_for('cure', first.cure.value)}."),)
    )
    mends = joined((cure, (ours("Seen in "), *seen, ours(".")) if seen else ()), " ")
    blocks = [Paragraph((*others, *told))]
    if mends:
        blocks.append(Paragraph(mends, small=True))
    return Entry(group.reference, (ours(heading),), tuple(blocks))


def _seen(group: DefectGroup, at: Lookup, told: Line) -> Line:
    """Where it is seen, as far as the sentence that was told does not say so."""
    if group.of_figures or group.first.type is DefectType.UNIT_MISMATCH:
        return ()
    words = "".join(part.text for part in told)
    references = (reference for one in group.defects for reference in (f"claim:{one.claim}", *one.evidence))
    lines = [line for line in at.cited(references) if "".join(part.text for part in line) not in words]
    return joined(lines[:_CITED])


def _settled(defect: Defect, retelling: Retelling) -> tuple[Line, ...]:
    source = f"defect:{defect.id}"
    why = None if defect.status is DefectStatus.OPEN else defect.reason
    ended = ending(source, defect.resolved_by, defect.resolved_at, why)
    told = retelling.line(defect.description, source)
    return (Part("", here=source), *told), (ours(capital(word_for("status", defect.status.value))), *ended)
