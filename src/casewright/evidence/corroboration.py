"""How many independent sources say the same, and how likely they only repeat each other (spec, "Independence")."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

from casewright.domain.evidence import Corroboration, NodeKind, VerificationStatus
from casewright.domain.ids import EvidenceId

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import NodeId

MANY = 3
"""So many independent sources are MUTAWATIR, unless they collude."""
MOST_COLLUSION = Fraction(30, 100)
"""Sources above it count as two."""
_SYSTEM, _TIME, _STEPS = Fraction(40, 100), Fraction(30, 100), Fraction(30, 100)
_CLUSTERING = (
    (timedelta(minutes=5), Fraction(7, 10)),
    (timedelta(hours=1), Fraction(4, 10)),
    (timedelta(days=1), Fraction(2, 10)),
)
_APART = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Corroborated:
    """What was counted: independent sources and, where there are several, how far they may collude (0 to 1)."""

    level: Corroboration
    sources: int
    collusion: Fraction


def corroborate(claims: Sequence[Claim], evidence: Mapping[EvidenceId, Evidence]) -> Corroborated:
    """How well ``claims``, which agree with each other, are corroborated by the evidence of all of them.

    Evidence that a person rejected, and ids that ``evidence`` lacks, do not count. No order changes anything.
    """
    items = [
        item
        for name in {name for claim in claims for name in claim.sanad.evidence}
        if (item := evidence.get(name)) is not None and item.status is not VerificationStatus.REJECTED
    ]
    if len(items) < 2:
        return _COUNTED[len(items)]
    sources = independent_sources(items)
    if len(sources) < 2:
        return _COUNTED[1]
    degree = collusion(sources, _pairs_with_common_step(claims, sources))
    return Corroborated(level(len(sources), degree), len(sources), degree)


def level(sources: int, collusion: Fraction) -> Corroboration:
    """0 sources NONE, 1 AHAD_1, 2 or colluding ones AHAD_2, 3 or more MUTAWATIR."""
    if sources == 0:
        return Corroboration.NONE
    if sources == 1:
        return Corroboration.AHAD_1
    return Corroboration.MUTAWATIR if sources >= MANY and collusion <= MOST_COLLUSION else Corroboration.AHAD_2


def independent_sources(items: Sequence[Evidence]) -> tuple[tuple[Evidence, ...], ...]:
    """``items`` put together where they are one source.

    Items of one upstream origin are one source, and so is what the origin's own document says; others are apart where
    they differ in source system or artefact. Case and space at the ends of names say nothing.
    """
    origins: dict[str, set[str]] = {}
    for item in items:
        if item.upstream_origin:
            origins.setdefault(_folded(item.artefact), set()).add(_folded(item.upstream_origin))
    named = set().union(*origins.values())
    sources: dict[tuple[str, ...], list[Evidence]] = {}
    for item in items:
        artefact = _folded(item.artefact)
        key: tuple[str, ...]
        if item.upstream_origin:
            key = (_first_origin(_folded(item.upstream_origin), origins),)
        elif artefact in named:
            key = (_first_origin(artefact, origins),)
        else:
            key = (_folded(item.source_system), artefact)
        sources.setdefault(key, []).append(item)
    return tuple(tuple(group) for group in sources.values())


def collusion(sources: Sequence[Sequence[Evidence]], pairs_with_common_step: int) -> Fraction:
    """0.40 × largest share of one system + 0.30 × clustering in time + 0.30 × share of pairs with a common step."""
    if len(sources) < 2:
        return Fraction(0)
    systems: dict[str, int] = {}
    for source in sources:
        for system in {_folded(item.source_system) for item in source}:
            systems[system] = systems.get(system, 0) + 1
    return _degree(len(sources), max(systems.values()), time_clustering(sources), pairs_with_common_step)


def time_clustering(sources: Sequence[Sequence[Evidence]]) -> Fraction:
    """1 where two sources bear the same time, less the further apart the nearest two are; 0.1 where that is unknown."""
    dated = sorted(
        (_aware(item.source_date), place)
        for place, source in enumerate(sources)
        for item in source
        if item.source_date is not None
    )
    gaps = [later - earlier for (earlier, one), (later, other) in pairwise(dated) if one != other]
    if not gaps:
        return _APART
    nearest = min(gaps)
    if not nearest:
        return Fraction(1)
    return next((share for below, share in _CLUSTERING if nearest < below), _APART)


@lru_cache(maxsize=4096)
def _degree(sources: int, in_one_system: int, clustering: Fraction, pairs: int) -> Fraction:
    of = sources * (sources - 1) // 2
    return _SYSTEM * Fraction(in_one_system, sources) + _TIME * clustering + _STEPS * Fraction(pairs, of)


def _pairs_with_common_step(claims: Sequence[Claim], sources: Sequence[Sequence[Evidence]]) -> int:
    """How many pairs of sources came through one step on their ways.

    Within one chain every source meets the others in its last steps, so there only a step that put out both counts;
    between the chains of two claims any step that stands in both does. Bringing a file in (INGEST) is our own doing and
    never counts.
    """
    source_of = {item.id: place for place, source in enumerate(sources) for item in source}
    through: dict[NodeId, list[set[int]]] = {}
    pairs: set[tuple[int, int]] = set()
    for claim in claims:
        places = {source_of[name] for name in claim.sanad.evidence if name in source_of}
        for node in claim.sanad.nodes:
            if node.kind is NodeKind.INGEST:
                continue
            through.setdefault(node.id, []).append(places)
            put_out = {source_of[name] for name in _evidence(node.outputs) if name in source_of}
            pairs.update(combinations(sorted(put_out), 2))
    for chains in through.values():
        for ours, theirs in combinations(chains, 2):
            pairs.update((min(pair), max(pair)) for pair in product(ours, theirs) if pair[0] != pair[1])
    return len(pairs)


def _first_origin(name: str, origins: Mapping[str, set[str]]) -> str:
    """Where ``name`` goes back to, as far as that is known and one."""
    seen = {name}
    while len(before := origins.get(name, set())) == 1:
        (name,) = before
        if name in seen:
            return min(seen)
        seen.add(name)
    return name


def _evidence(references: Sequence[str]) -> Iterator[EvidenceId]:
    return (EvidenceId(name[len("evidence:") :]) for name in references if name.startswith("evidence:"))


def _folded(name: str) -> str:
    return name.strip().casefold()


def _aware(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)


_COUNTED = {
    0: Corroborated(Corroboration.NONE, 0, Fraction(0)),
    1: Corroborated(Corroboration.AHAD_1, 1, Fraction(0)),
}
