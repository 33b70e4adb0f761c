"""The material claims that hold, sorted by what they say: for the deal, against it, or neither.

Of claims about one thing the newest counts, and a CRITICAL one before others: what was so the year before is history.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from casewright.agents.debate.minds.turn_digest import holds
from casewright.domain.claims import Materiality, Polarity, Verdict
from casewright.evidence.metrics import entity_name, is_kind, metric_name
from casewright.evidence.period_names import read_period

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.mind import ClaimView
    from casewright.agents.debate.minds.turn_digest import TurnDigest


def for_the_deal(reading: TurnDigest) -> Sequence[ClaimView]:
    """Claims that speak for the deal: CRITICAL ones, and verified ones of HIGH materiality, the heaviest first."""
    return [view for view in _standing(reading) if view.polarity is Polarity.GOOD]


def against_the_deal(reading: TurnDigest) -> Sequence[ClaimView]:
    """Verified claims that speak against it."""
    return [view for view in _standing(reading) if view.polarity is Polarity.BAD and view.verdict is Verdict.VERIFIED]


def taken_as_given(reading: TurnDigest, *, heaviest: bool) -> Sequence[ClaimView]:
    """Claims that hold and say nothing for or against by themselves, such as the price: CRITICAL ones only, where
    ``heaviest``; else all that are material, since of a trade with names of its own nobody may be able to tell.
    """
    views = [view for view in _standing(reading) if view.polarity not in (Polarity.GOOD, Polarity.BAD)]
    critical = [view for view in views if view.materiality is Materiality.CRITICAL]
    return critical if critical or heaviest else views


def depended_on(reading: TurnDigest) -> Sequence[ClaimView]:
    """CRITICAL claims that do not hold and that no better one contradicts: the deal depends on them all the same."""
    lost = _lost(reading)
    return [view for view in reading.critical if view.id not in lost and not holds(view)]


def _standing(reading: TurnDigest) -> Sequence[ClaimView]:
    """Claims that hold; those of HIGH materiality where they are verified. Of each thing the newest."""
    lost = _lost(reading)
    found: dict[tuple[object, ...], ClaimView] = {}
    for view in reading.holding:
        if view.id in lost or (view.materiality is Materiality.HIGH and view.verdict is not Verdict.VERIFIED):
            continue
        about = _subject(view)
        if about not in found or _news(view) > _news(found[about]):
            found[about] = view
    kept = {view.id for view in found.values()}
    return [view for view in reading.holding if view.id in kept]


def _lost(reading: TurnDigest) -> frozenset[str]:
    """Claims that stand worse than another one about the same thing."""
    return frozenset(view.id for one in reading.disputes for camp in one.camps[1:] for view in camp)


def _subject(view: ClaimView) -> tuple[object, ...]:
    """What a claim is about; flows of a year and of a quarter are two things, states are one whenever they were."""
    if view.metric is None:
        return (view.id,)
    metric, period = metric_name(view.metric), None if view.period is None else read_period(view.period)
    span = None if period is None or is_kind(metric, "level") else period.kind
    return metric, entity_name(view.entity or ""), view.basis, span


def _news(view: ClaimView) -> tuple[bool, date]:
    period = None if view.period is None else read_period(view.period)
    return view.materiality is Materiality.CRITICAL, date.min if period is None else period.end
