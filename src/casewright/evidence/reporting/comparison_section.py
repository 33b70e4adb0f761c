"""What several documents state of one thing, side by side: a table with a bar for each, and what they agree on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality
from casewright.domain.defects import DefectType
from casewright.evidence.comparison import ROUNDING, is_only_named, window_of
from casewright.evidence.display import show_value
from casewright.evidence.metrics import entity_name, metric_name
from casewright.evidence.reporting.amounts import show_gap, show_short
from casewright.evidence.reporting.parts import Bar, Comparison, Line, Paragraph, Section, Table, figure, joined, ours
from casewright.evidence.sources import evidence_grade
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block

_FULL = 1000
_UNITS = Decimal("0.9")
_WEIGHTS = list(Materiality)
_MOST_BARS = 8
_MOST_AGREEING = 6
_PLACES = 2


@dataclass(frozen=True, slots=True)
class _Statement:
    """One document's figure, with the claims of that document which say it."""

    claims: tuple[Claim, ...]
    amount: Decimal
    strength: str


@dataclass(frozen=True, slots=True)
class Compared:
    """The section about it, none where no figure is stated by two documents; and the claims that stand in it."""

    sections: tuple[Section, ...]
    claims: frozenset[ClaimId]


def compare_sources(at: Lookup) -> Compared:
    """What several documents state, what differs first."""
    differing: list[tuple[int, Decimal, Comparison]] = []
    agreeing: list[tuple[Line, ...]] = []
    shown: set[ClaimId] = set()
    for claims in _stated_alike(at.record.claims):
        statements = _statements(at, claims)
        documents = {_document(at, one.claims[0]) for one in statements}
        is_dated = claims[0].period is not None
        if len(documents) < 2 or (not is_dated and len(documents) < len(statements)):
            continue  # without a period one document's two amounts are of two times
        if _is_of_units(at, claims, statements):
            continue
        if _differ(statements):
            weight = max(_WEIGHTS.index(claim.materiality) for one in statements for claim in one.claims)
            differing.append((weight, _spread(statements), _comparison(at, statements)))
            shown |= {claim.id for one in statements[:_MOST_BARS] for claim in one.claims}
        elif not is_only_named(claims[0]):
            agreeing.append(_agreeing(at, statements))
            shown |= {claim.id for claim in claims}
    differing.sort(key=lambda one: one[:2], reverse=True)
    blocks: list[Block] = [comparison for _, _, comparison in differing]
    if agreeing:
        if differing:
            blocks.append(Paragraph((ours("Where they say the same, or the same but for rounding:"),)))
        blocks.append(Table(("What", "Value", "Stated in"), tuple(agreeing), (4, 2, 6)))
    section = Section("section:side-by-side", "What the sources say, side by side", tuple(blocks))
    return Compared((section,) if blocks else (), frozenset(shown))


def _stated_alike(claims: Iterable[Claim]) -> list[list[Claim]]:
    """Claims about one thing, period and measure; of those that only their labels name what the register compared."""
    found: dict[Hashable, list[Claim]] = defaultdict(list)
    for claim in claims:
        measured = None if claim.value is None else measure_value(claim.value)
        if claim.metric is None or measured is None or claim.subjective or (is_only_named(claim) and not claim.notes):
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
    return _spread(statements) > ROUNDING


def _is_of_units(at: Lookup, claims: Sequence[Claim], statements: Sequence[_Statement]) -> bool:
    """Whether they differ by their units, which a finding tells of all figures of the two documents at once."""
    is_told = any(one.type is DefectType.UNIT_MISMATCH for claim in claims for one in at.open_defects(claim))
    return is_told and _spread(statements) > _UNITS


def _spread(statements: Sequence[_Statement]) -> Decimal:
    """How far the least is from the most, as a share of the larger of the two."""
    low, high = min(one.amount for one in statements), max(one.amount for one in statements)
    largest = max(abs(low), abs(high))
    return (high - low) / largest if largest else Decimal(0)


def _comparison(at: Lookup, statements: Sequence[_Statement]) -> Comparison:
    first = statements[0].claims[0]
    longest = max(abs(one.amount) for one in statements)
    bars = tuple(
        Bar(
            source=_cited(at, one),
            value=_value(one.claims[0]),
            distance=_distance(one, statements[0]),
            thousandths=int(abs(one.amount) * _FULL / longest) if longest else 0,
            grade=one.claims[0].standing.grade,
        )
        for one in statements[:_MOST_BARS]
    )
    return Comparison(at.subject(first, begins=True), bars)


def _cited(at: Lookup, one: _Statement) -> Line:
    """Where it stands, each place once."""
    places: dict[str, Line] = {}
    for claim in one.claims:
        line = at.cite_claim(claim)
        places.setdefault("".join(part.text for part in line), line)
    return joined(list(places.values())[:_PLACES]) or (ours("no source"),)


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
    return figure(gap, f"gap:{mine.id}/{theirs.id}"), ours(way)


def _agreeing(at: Lookup, statements: Sequence[_Statement]) -> tuple[Line, ...]:
    first = statements[0].claims[0]
    source = f"claim:{first.id}"
    shown = () if first.value is None else (figure(show_short(first.value), source, source),)
    places = [at.cite_claim(one.claims[0]) for one in statements]
    told = joined(places[:_MOST_AGREEING])
    return at.subject(first, begins=True), shown, (*told, ours(" and others")) if len(places) > _MOST_AGREEING else told
