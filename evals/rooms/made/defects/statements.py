"""Figures that are told wrongly: ratios, contradictions, and another period's figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.rooms.made.company import GROWTH

from .bench import transposed

if TYPE_CHECKING:
    from evals.rooms.made.figure import Fig

    from .bench import Bench

_RATIOS = {
    "growth",
    "ebitda_growth",
    "gross_margin",
    "ebitda_margin",
    "churn",
    "multiple",
    "use",
    "customer_share",
    "line_share",
    "flow_growth",
}
_UNSUITED = {"limit", "score", "hundred", "price_abroad", "cover", "rate", "variance", "oneoff"}


def _prose(bench: Bench) -> list[Fig]:
    """Figures of prose, in any order, that no other defect is about."""
    found = [fig for fig in bench.figures if bench.is_prose(fig) and fig.metric not in _UNSUITED]
    bench.rng.shuffle(found)
    return [fig for fig in found if bench.is_free(fig)]


def plant_ratio(bench: Bench) -> bool:
    """A margin, growth or multiple that is reckoned on the wrong base, is another year's, or is off by a slip."""
    summed = {id(fig) for relation in bench.relations if relation.kind == "whole" for fig in relation.figures}
    for fig in _prose(bench):
        if (
            fig.metric not in _RATIOS
            or fig.key not in bench.company.ratios
            or id(fig) in summed
            or not bench.is_reckonable(fig)
        ):
            continue
        for way in bench.rng.sample(["base", "period", "slip"], 3):
            value = _wrong_ratio(bench, fig, way)
            least = 0.35 if fig.metric == "multiple" else max(0.015, 0.1 * abs(fig.value))
            if value is None or abs(value - fig.value) < least or not bench.is_free(fig):
                continue
            before, fig.value = fig.text, value
            words = {
                "base": "it is reckoned on the wrong base",
                "period": "it is another year's",
                "slip": "it does not follow from the figures",
            }
            bench.plant("ratio", way, f"{bench.describe(fig)}: {fig.text} should be {before}; {words[way]}.", [fig])
            return True
    return False


def _wrong_ratio(bench: Bench, fig: Fig, way: str) -> float | None:
    company = bench.company
    form, above, below = company.ratios[fig.key]
    top, bottom = company.facts[above], company.facts[below]
    if way == "base":
        if fig.metric == "multiple":
            adjusted = company.facts[f"ebitda|adjusted|{company.last}"]
            return top / adjusted
        value = (top - bottom) / top if form == GROWTH else top / (bottom - top) if bottom > 1.4 * top else None
        return value if value is not None and value < 1 else None
    if way == "period":
        others = [period for period in company.calendar.years if period != fig.period]
        known = [
            company.facts[key]
            for key in (f"{fig.metric}|{fig.entity}|{period}" for period in others)
            if key in company.facts
        ]
        return bench.rng.choice(known) if known else None
    moved = (
        bench.rng.choice([0.7, 0.9, 1.1])
        if fig.metric == "multiple"
        else bench.rng.choice([-0.045, -0.032, 0.028, 0.037, 0.052])
    )
    return fig.value + moved if abs(fig.value + moved) < 1 or fig.metric == "multiple" else None


def plant_contradiction(bench: Bench) -> bool:
    """A figure that another document has otherwise: an older one, one with swapped digits, or a rounded guess."""
    for fig in _prose(bench):
        if (
            fig.key in bench.company.ratios
            or not bench.told_elsewhere(fig)
            or fig.entity.startswith(("plan", "before", "flash"))
        ):
            continue
        for way in bench.rng.sample(["older", "transposed", "guess"], 3):
            value = _other_value(bench, fig, way)
            if value is None or not 0.06 < abs(value / fig.value - 1) < 0.45:
                continue
            before, fig.value = fig.text, value
            if _is_known(bench, fig):
                fig.value = bench.company.facts[fig.key]
                continue
            bench.plant("contradiction", way, f"{bench.describe(fig)}: {fig.text} here, {before} elsewhere.", [fig])
            return True
    return False


def _other_value(bench: Bench, fig: Fig, way: str) -> float | None:
    step = fig.form.step
    if way == "transposed":
        return transposed(fig.value, step)
    factor = bench.rng.choice([0.84, 0.88, 0.91, 1.08, 1.1, 1.13, 1.17])
    value = round(fig.value * factor / step) * step
    if way == "guess":
        step *= 10 if abs(value) > 100 * step else 1
        value = round(value / step) * step
    return value


def _is_known(bench: Bench, fig: Fig) -> bool:
    """True where the altered figure reads as the same metric of another period, which is another kind of defect."""
    facts = bench.company.facts
    return any(
        fig.form.text(value) == fig.text
        for key, value in facts.items()
        if key.startswith(f"{fig.metric}|{fig.entity}|")
    )


def plant_period(bench: Bench) -> bool:
    """A figure of the year before, of the last twelve months or the calendar year, or of last year's months."""
    company = bench.company
    for fig in _prose(bench):
        if (
            fig.key in company.ratios
            or not bench.told_elsewhere(fig)
            or fig.entity.startswith(("plan", "before", "flash"))
        ):
            continue
        years = company.calendar.years
        others = [period for period in years if period != fig.period] if fig.period in years else []
        ways = [("year", period) for period in others[-1:]]
        if fig.period == company.last:
            ways += [("twelve months", "LTM"), ("calendar", "CY")]
        if fig.period == "YTD":
            ways += [("year ago", "PYTD"), ("year", company.last)]
        bench.rng.shuffle(ways)
        for way, period in ways:
            key = f"{fig.metric}|{fig.entity}|{period}"
            value = company.facts.get(key)
            if value is None or abs(value / fig.value - 1) < 0.045 or fig.form.text(value) == fig.text:
                continue
            right = bench.by_fact.get(bench.fact(key), [])
            if any(one.altered for one in right):
                continue
            before, fig.value = fig.text, value
            bench.plant(
                "period",
                way,
                f"{bench.describe(fig)}: {fig.text} is the figure of {period}; it should be {before}.",
                [fig],
                tuple(right),
            )
            return True
    return False
