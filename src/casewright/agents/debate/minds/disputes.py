"""Where a deal's claims give different figures for one thing, and whether one of them holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.claims import Materiality, Verdict
from casewright.domain.defects import DefectType
from casewright.evidence.comparison import CONFLICT, window_of
from casewright.evidence.metrics import entity_name, is_kind, metric_name
from casewright.evidence.period_names import read_period
from casewright.evidence.units import measure_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.agents.debate.mind import ClaimView
    from casewright.domain.ids import ClaimId
    from casewright.evidence.units import Measured

CONTRADICTIONS = frozenset((DefectType.INCONSISTENCY, DefectType.ANOMALY_VS_STRONGER_SOURCES))
LABELS = frozenset((DefectType.UNIT_MISMATCH, DefectType.TIME_WINDOW_MISMATCH, DefectType.SCOPE_DRIFT))
"""What makes figures look different, or alike, that are not."""

_WEIGHTS = {weight: number for number, weight in enumerate(reversed(Materiality))}
_BORNE = ("MUTAWATIR", "AHAD_2", "AHAD_1", "NONE")


def heaviest_first(view: ClaimView) -> tuple[int, str, int, int, ClaimId]:
    """Sorts claims: the most material first, of these the best."""
    return _WEIGHTS[view.materiality], *best_first(view)


def best_first(view: ClaimView) -> tuple[str, int, int, ClaimId]:
    """Sorts claims by how well they stand: grade, verdict, corroboration."""
    return (
        view.grade.value,
        0 if view.verdict is Verdict.VERIFIED else 1,
        _BORNE.index(view.corroboration.value),
        view.id,
    )


@dataclass(frozen=True, slots=True)
class Dispute:
    """Claims about one subject whose values lie more than 5 % apart, in camps of about one value, the best first.

    It is settled where one camp holds a verified claim and no other does.
    """

    camps: tuple[tuple[ClaimView, ...], ...]

    @property
    def claims(self) -> tuple[ClaimView, ...]:
        """All of them, camp by camp."""
        return tuple(view for camp in self.camps for view in camp)

    @property
    def heaviest(self) -> Materiality:
        """The materiality of the most material claim in it."""
        return min((view.materiality for view in self.claims), key=_WEIGHTS.__getitem__)

    @property
    def settled(self) -> bool:
        """Whether one figure is verified and no other is."""
        return _verified(self.camps[0]) and not any(_verified(camp) for camp in self.camps[1:])


@dataclass(frozen=True, slots=True)
class Compared:
    """Claims held against each other: the disputes, the most material first, and claims that a verified one bears out
    because it says the same.
    """

    disputes: tuple[Dispute, ...]
    borne_out: frozenset[ClaimId]


def compare(views: Iterable[ClaimView]) -> Compared:
    """Every claim with a figure against the others about the same subject.

    They differ where the register says so: what rounding explains, or stands in one document's two tables, is no
    dispute. A claim whose unit, period or scope is labelled wrongly disputes nothing: what it says is another thing.
    """
    lines: dict[tuple[object, ...], list[tuple[Measured, ClaimView]]] = {}
    for view in views:
        value = measure_value(view.value) if view.value is not None else None
        subject = _subject(view)
        if value is not None and subject is not None and not mislabelled(view):
            lines.setdefault((*subject, value.measure), []).append((value, view))
    in_camps = [_camps(line) for line in lines.values()]
    found = sorted(
        (Dispute(camps) for camps in in_camps if len(camps) > 1 and _is_on_record(camps)),
        key=lambda one: (_WEIGHTS[one.heaviest], one.camps[0][0].id),
    )
    together = (view.id for camps in in_camps for camp in camps if _verified(camp) for view in camp)
    return Compared(tuple(found), frozenset(together))


def _is_on_record(camps: Iterable[Sequence[ClaimView]]) -> bool:
    """Whether the register has an open contradiction on one of the claims."""
    return any(defect.type in CONTRADICTIONS for camp in camps for view in camp for defect in view.defects)


def mislabelled(view: ClaimView) -> bool:
    """Whether an open defect says that the claim's label is wrong, and none that its figure is."""
    kinds = {defect.type for defect in view.defects}
    return bool(kinds & LABELS) and not kinds & CONTRADICTIONS


def _subject(view: ClaimView) -> tuple[object, ...] | None:
    """What the claim is about, as the detectors see it (``comparing.subject_of``); None where that cannot be told."""
    if view.subjective or view.metric is None:
        return None
    metric = metric_name(view.metric)
    period = None if view.period is None else read_period(view.period)
    if period is None and (view.period is not None or is_kind(metric, "flow")):
        return None
    window = None if period is None else window_of(metric, period)
    return metric, entity_name(view.entity or ""), window, view.basis


def _camps(line: Sequence[tuple[Measured, ClaimView]]) -> tuple[tuple[ClaimView, ...], ...]:
    camps: list[tuple[Measured, list[ClaimView]]] = []
    for value, view in sorted(line, key=lambda item: (item[0].low, item[0].high, item[1].id)):
        first = camps[-1][0] if camps else None
        if first is not None and value.low - first.high <= CONFLICT * max(abs(first.high), abs(value.low)):
            camps[-1][1].append(view)
        else:
            camps.append((value, [view]))
    ordered = (tuple(sorted(views, key=best_first)) for _, views in camps)
    return tuple(sorted(ordered, key=lambda camp: best_first(camp[0])))


def _verified(camp: Sequence[ClaimView]) -> bool:
    return any(view.verdict is Verdict.VERIFIED for view in camp)
