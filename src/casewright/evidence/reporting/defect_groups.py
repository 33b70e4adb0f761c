"""Defects that tell of one thing, put together so that it is told once, with all its sides."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality
from casewright.domain.defects import DefectSeverity, DefectStatus, DefectType
from casewright.domain.ids import ClaimId
from casewright.evidence.comparison import CONFLICT
from casewright.evidence.metrics import entity_name, metric_name
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.domain.ids import DefectId
    from casewright.evidence.reporting.lookup import Lookup

_BETWEEN_FIGURES = (DefectType.INCONSISTENCY, DefectType.ANOMALY_VS_STRONGER_SOURCES)
_OF_ONE_CLAIM = (DefectType.CHRONO_IMPOSSIBLE, DefectType.UNKNOWN_SOURCE, DefectType.STALENESS)
_SEVERITIES = list(DefectSeverity)
_GRAVITY = {DefectSeverity.FATAL: 4, DefectSeverity.MAJOR: 2, DefectSeverity.MINOR: 0}
_WEIGHT = {Materiality.CRITICAL: 4, Materiality.HIGH: 3, Materiality.MEDIUM: 1, Materiality.LOW: 0}


@dataclass(frozen=True, slots=True)
class DefectGroup:
    """Defects of one thing. ``claims`` are all that they blame or cite; ``of_figures`` is whether these state one
    figure differently.
    """

    defects: tuple[Defect, ...]
    claims: tuple[Claim, ...]
    of_figures: bool

    @property
    def first(self) -> Defect:
        """The gravest of them."""
        return self.defects[0]

    @property
    def is_open(self) -> bool:
        """Whether any of them is open."""
        return any(one.status is DefectStatus.OPEN for one in self.defects)

    @property
    def reference(self) -> str:
        """What links to the group name."""
        return f"defect:{self.first.id}"

    @property
    def weight(self) -> int:
        """How much its weightiest claim weighs."""
        return max((_WEIGHT[claim.materiality] for claim in self.claims), default=0)

    @property
    def importance(self) -> int:
        """How much it matters: how grave it is, how much its weightiest claim weighs, whether figures can be set side
        by side, whether two documents contradict each other, and whether one of them is the stronger.
        """
        documents = {claim.span.document for claim in self.claims if claim.span is not None}
        against = (len(documents) > 1) + (self.first.type is DefectType.ANOMALY_VS_STRONGER_SOURCES)
        return _GRAVITY[self.first.severity] + self.weight + self.of_figures + against


def group_defects(at: Lookup) -> tuple[DefectGroup, ...]:
    """The groups of all defects: open ones first, those that matter most first."""
    together: dict[Hashable, list[Defect]] = defaultdict(list)
    claims_of = {one.id: _claims(at, one) for one in at.record.defects}
    figures = [one for one in at.record.defects if _is_of_figures(one, claims_of[one.id])]
    root = _connected([[claim.id for claim in claims_of[one.id]] for one in figures])
    of_figures = {one.id for one in figures}
    for one in at.record.defects:
        if one.id in of_figures:
            together["figures", one.status is DefectStatus.OPEN, root[claims_of[one.id][0].id]].append(one)
        else:
            together[_alike(at, one, claims_of[one.id])].append(one)
    groups = [_group(defects, claims_of, defects[0].id in of_figures) for defects in together.values()]
    return tuple(sorted(groups, key=_order))


def _order(group: DefectGroup) -> tuple[bool, int, int, int, int, str]:
    """What matters most first; of things that matter alike what its document says first."""
    spans = [claim.span for claim in group.claims[:1] if claim.span is not None]
    start = spans[0].start if spans else 0
    severity = _SEVERITIES.index(group.first.severity)
    return not group.is_open, -group.importance, -group.weight, severity, start, group.first.description


def _group(defects: list[Defect], claims_of: Mapping[DefectId, Sequence[Claim]], of_figures: bool) -> DefectGroup:
    ordered = sorted(defects, key=lambda one: (_SEVERITIES.index(one.severity), one.key))
    claims = {claim.id: claim for one in ordered for claim in claims_of[one.id]}
    return DefectGroup(tuple(ordered), tuple(claims.values()), of_figures)


def _claims(at: Lookup, defect: Defect) -> tuple[Claim, ...]:
    """The claim that has the defect, then those that it cites."""
    cited = [ClaimId(one.removeprefix("claim:")) for one in defect.evidence if one.startswith("claim:")]
    return tuple(at.claims[name] for name in dict.fromkeys((defect.claim, *cited)) if name in at.claims)


def _is_of_figures(defect: Defect, claims: Sequence[Claim]) -> bool:
    """Whether it says that claims state one figure differently."""
    if defect.type not in _BETWEEN_FIGURES or len(claims) < 2:
        return False
    measured = [measure_value(claim.value) for claim in claims if claim.value is not None]
    known = [one for one in measured if one is not None]
    subjects = {
        (metric_name(claim.metric or ""), entity_name(claim.entity or ""), claim.basis, str(claim.period))
        for claim in claims
    }
    if len(known) < len(claims) or len({one.measure for one in known}) > 1 or len(subjects) > 1:
        return False
    low, high = min(one.low for one in known), max(one.low for one in known)
    return claims[0].metric is not None and high - low > CONFLICT * max(abs(low), abs(high))


def _alike(at: Lookup, defect: Defect, claims: Sequence[Claim]) -> Hashable:
    """The same for defects that tell of one thing: two documents' units, one claim's date, both sides, one sentence."""
    if defect.type is DefectType.UNIT_MISMATCH and len(claims) > 1:
        return defect.type, defect.status, frozenset(_document(at, claim) for claim in claims)
    if len(claims) > 1:
        return defect.type, defect.status, frozenset(claim.id for claim in claims)
    if defect.type in _OF_ONE_CLAIM and claims:
        first = claims[0]
        of_what = (metric_name(first.metric), first.entity, str(first.period)) if first.metric else first.id
        return defect.type, defect.status, _document(at, first), of_what
    return defect.type, defect.status, defect.description


def _document(at: Lookup, claim: Claim) -> str:
    item = at.primary(claim)
    return claim.id if item is None else item.artefact if item.span is None else item.span.document


def _connected(lists: Iterable[Sequence[ClaimId]]) -> Mapping[ClaimId, ClaimId]:
    """For each claim the least of those that it hangs together with by standing in one list."""
    parent: dict[ClaimId, ClaimId] = {}

    def root(name: ClaimId) -> ClaimId:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for names in lists:
        for name in names[1:]:
            first, second = sorted((root(names[0]), root(name)))
            parent[second] = first
    return {name: root(name) for names in lists for name in names}
