"""What several documents state of one thing, side by side: a table with a bar for each, and what they agree on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.evidence.comparison import ROUNDING, is_only_named, window_of
from casewright.evidence.display import show_value
from casewright.evidence.metrics import entity_name, metric_name
from casewright.evidence.reporting.amounts import show_gap, show_short
from casewright.evidence.reporting.parts import Bar, Comparison, Line, Paragraph, Section, Table, figure, joined, ours
from casewright.evidence.sources import evidence_grade
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from decimal import Decimal

    from casewright.domain.claims import Claim
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block

_FULL = 1000
_MOST_BARS = 8
_MOST_AGREEING = 6


@dataclass(frozen=True, slots=True)
class _Statement:
    """One document's figure, with the claims of that document which say it."""

    claims: tuple[Claim, ...]
    amount: Decimal
    strength: str


def comparison_section(at: Lookup) -> tuple[Section, ...]:
    """One section; none where no figure is stated by two documents."""
    differing: list[Comparison] = []
    agreeing: list[tuple[Line, ...]] = []
    for claims in _stated_alike(at.record.claims):
        statements = _statements(at, claims)
        if len({_document(at, one.claims[0]) for one in statements}) < 2:  # noqa: PLR2004 (side by side)
            continue
        if _differ(statements):
            differing.append(_comparison(at, statements))
        else:
            agreeing.append(_agreeing(at, statements))
    blocks: list[Block] = [*differing]
    if agreeing:
        if differing:
            blocks.append(Paragraph((ours("Where they say the same, or the same but for rounding:"),)))
        blocks.append(Table(("What", "Value", "Stated in"), tuple(agreeing), (4, 2, 6)))
    if not blocks:
        return ()
    return (Section("section:side-by-side", "What the sources say, side by side", tuple(blocks)),)


def _stated_alike(claims: Iterable[Claim]) -> list[list[Claim]]:
    """Claims about one thing, period and measure; only what a word of the vocabulary or of a person names."""
    found: dict[Hashable, list[Claim]] = defaultdict(list)
    for claim in claims:
        measured = None if claim.value is None else measure_value(claim.value)
        if claim.metric is None or measured is None or is_only_named(claim) or claim.subjective:
            continue
        metric = metric_name(claim.metric)
        window = None if claim.period is None else window_of(metric, claim.period)
        entity = None if claim.entity is None else entity_name(claim.entity)
        found[metric, entity, window, claim.basis, measured.measure].append(claim)
    return [group for group in found.values() if len(group) > 1]


def _statements(at: Lookup, claims: Sequence[Claim]) -> list[_Statement]:
    """One for each document and amount, the strongest source first, of those as strong the largest amount."""
    found: dict[tuple[str, Decimal], list[Claim]] = defaultdict(list)
    for claim in claims:
        measured = None if claim.value is None else measure_value(claim.value)
        if measured is not None:
            found[_document(at, claim), measured.low].append(claim)
    statements = [_Statement(tuple(same), amount, _strength(at, same[0])) for (_, amount), same in found.items()]
    return sorted(statements, key=lambda one: (one.strength, -one.amount, one.claims[0].id))


def _document(at: Lookup, claim: Claim) -> str:
    item = at.primary(claim)
    return "" if item is None else item.artefact if item.span is None else item.span.document


def _strength(at: Lookup, claim: Claim) -> str:
    item = at.primary(claim)
    return claim.standing.grade.value if item is None else evidence_grade(item).value


def _differ(statements: Sequence[_Statement]) -> bool:
    low, high = min(one.amount for one in statements), max(one.amount for one in statements)
    return high - low > ROUNDING * max(abs(low), abs(high))


def _comparison(at: Lookup, statements: Sequence[_Statement]) -> Comparison:
    first = statements[0].claims[0]
    longest = max(abs(one.amount) for one in statements)
    bars = tuple(
        Bar(
            source=joined(at.cite_claim(claim) for claim in one.claims[:2]) or (ours("no source"),),
            value=_value(one.claims[0]),
            distance=_distance(one, statements[0]),
            thousandths=int(abs(one.amount) * _FULL / longest) if longest else 0,
            grade=one.claims[0].standing.grade,
        )
        for one in statements[:_MOST_BARS]
    )
    return Comparison(at.subject(first), bars)


def _value(claim: Claim) -> Line:
    source = f"claim:{claim.id}"
    return () if claim.value is None else (figure(show_value(claim.value), source, source),)


def _distance(one: _Statement, held: _Statement) -> Line:
    """How far it is from the first statement."""
    mine, theirs = one.claims[0], held.claims[0]
    gap = show_gap(mine.value, theirs.value) if mine.value is not None and theirs.value is not None else None
    if gap is None:
        return ()
    way = " more" if one.amount > held.amount else " less"
    return figure(gap, f"gap:{mine.id}/{theirs.id}"), ours("" if gap.endswith("times") else way)


def _agreeing(at: Lookup, statements: Sequence[_Statement]) -> tuple[Line, ...]:
    first = statements[0].claims[0]
    source = f"claim:{first.id}"
    shown = () if first.value is None else (figure(show_short(first.value), source, source),)
    places = [at.cite_claim(one.claims[0]) for one in statements]
    told = joined(places[:_MOST_AGREEING])
    return at.subject(first), shown, (*told, ours(" and others")) if len(places) > _MOST_AGREEING else told
