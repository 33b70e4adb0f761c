"""Amounts a thousand off, and amounts in the wrong currency."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from evals.rooms.made.document import Doc
    from evals.rooms.made.figure import Fig, Format, Mark

    from .bench import Bench

RARE = 0.2
# What is written instead of a unit's word, by the word.
_OTHER = {
    " million": " thousand",
    "m": "k",
    " mn": " thousand",
    " mln": " bln",
    "k": "m",
    " thousand": " million",
    " milioane": " mii",
    " mil.": " mld.",
    " mii": " milioane",
}
_HEADS = (
    ("'000", " million"),
    ("in thousands of ", "in millions of "),
    (" k", " m"),
    ("thousand ", "million "),
    ("x 1,000", "x 1,000,000"),
    (" million", " '000"),
    (" m", " k"),
    ("mn ", "thousand "),
    ("millions of ", "thousands of "),
)


def plant_scale(bench: Bench) -> bool:
    """A wrong word for thousands or millions in prose or a table's head, or a cell a thousand times too large."""
    return any(way(bench) for way in _ordered(bench, [_scale_in_prose, _scale_in_cell], _scale_in_head))


def _ordered(
    bench: Bench, ways: list[Callable[[Bench], bool]], head: Callable[[Bench], bool]
) -> list[Callable[[Bench], bool]]:
    """The ways in any order, that by the head seldom first: it takes so many facts that little is left for others."""
    found = bench.rng.sample(ways, len(ways))
    return [head, *found] if bench.rng.random() < RARE else [*found, head]


def _amounts(bench: Bench) -> list[Fig]:
    """Amounts of prose that another document has too."""
    currency = bench.company.currency
    found = [fig for fig in bench.figures if currency in fig.form.before + fig.form.after and fig.form.scale > 1]
    bench.rng.shuffle(found)
    return [fig for fig in found if bench.told_elsewhere(fig) and bench.is_free(fig)]


def _scale_in_prose(bench: Bench) -> bool:
    currency = bench.company.currency
    for fig in _amounts(bench):
        word, tail = (
            (fig.form.after.removesuffix(f" {currency}"), f" {currency}")
            if fig.form.after.endswith(currency)
            else (fig.form.after, "")
        )
        if word not in _OTHER:
            continue
        before = fig.text
        fig.form = replace(fig.form, after=_OTHER[word] + tail)
        bench.plant("scale", "prose", f"{bench.describe(fig)}: {fig.text} should be {before}.", [fig])
        return True
    return False


def _headed(bench: Bench) -> list[tuple[Doc, Mark, list[Fig]]]:
    """Small tables with a unit in their head that other documents tell in part and no other defect is about."""
    found = [one for one in bench.room.units if 3 <= len(one[2]) <= 40 and one[0].type != "accounts"]
    bench.rng.shuffle(found)
    return [
        (doc, mark, figs)
        for doc, mark, figs in found
        if all(bench.is_free(fig) for fig in figs) and sum(bench.told_elsewhere(fig) for fig in figs) >= 2
    ]


def _scale_in_head(bench: Bench) -> bool:
    for _, mark, figs in _headed(bench):
        for old, new in _HEADS:
            if old in mark.text:
                before, mark.text = mark.text, mark.text.replace(old, new)
                _plant_head(bench, "scale", mark, figs, before)
                return True
    return False


def _plant_head(bench: Bench, kind: str, mark: Mark, figs: list[Fig], before: str) -> None:
    bench.plant(
        kind, "head", f"The table's figures are said to be {mark.text!r}; they are {before!r}.", figs, alone=True
    )
    entry = bench.room.entries[-1]
    bench.room.entries[-1] = replace(entry, parts=(mark, *entry.parts))


def _scale_in_cell(bench: Bench) -> bool:
    """One amount of a list written out where the others are in thousands, or the other way round."""
    units = [one for one in bench.room.units if one[0].type in ("customers", "pipeline", "loans", "headcount")]
    for _, _, figs in bench.rng.sample(units, len(units)):
        for fig in bench.rng.sample(figs, len(figs)):
            if (
                not bench.is_free(fig)
                or fig.form.scale not in (1, 1000)
                or fig.value < 20_000
                or not bench.told_elsewhere(fig)
            ):
                continue
            if any(fig is relation.result for relation in bench.feeds.get(id(fig), [])):
                continue
            before = fig.text
            # In whole units the cell is written in thousands, in thousands it is written out.
            fig.form = replace(fig.form, scale=1000 if fig.form.scale == 1 else 1)
            bench.plant("scale", "cell", f"{bench.describe(fig)}: {fig.text} stands where {before} should.", [fig])
            return True
    return False


def plant_currency(bench: Bench) -> bool:
    """Another currency on the same digits in prose or a head, or a conversion at no rate or that changes no digit."""
    return any(
        way(bench) for way in _ordered(bench, [_currency_in_prose, _conversion, _same_digits], _currency_in_head)
    )


def _foreign(bench: Bench) -> str:
    return bench.rng.choice(
        [bench.company.country.words["other"], "USD" if bench.company.country.words["other"] != "USD" else "GBP"]
    )


def _currency_in_prose(bench: Bench) -> bool:
    currency = bench.company.currency
    for fig in _amounts(bench):
        before, other = fig.text, _foreign(bench)
        fig.form = replace(
            fig.form, before=fig.form.before.replace(currency, other), after=fig.form.after.replace(currency, other)
        )
        bench.plant("currency", "prose", f"{bench.describe(fig)}: {fig.text} should be {before}.", [fig])
        return True
    return False


def _currency_in_head(bench: Bench) -> bool:
    for _, mark, figs in _headed(bench):
        before = mark.text
        mark.text = mark.text.replace(bench.company.currency, _foreign(bench))
        _plant_head(bench, "currency", mark, figs, before)
        return True
    return False


def _converted(bench: Bench) -> Fig | None:
    return next((fig for fig in bench.figures if fig.metric == "price_abroad" and bench.is_free(fig)), None)


def _conversion(bench: Bench) -> bool:
    """The amount was multiplied where it should be divided, or the rate is not the one that is given."""
    fig, company = _converted(bench), bench.company
    if fig is None:
        return False
    wrong = company.facts["price|group|now"] * (
        company.country.rate * bench.rng.choice([0.86, 1.13]) if bench.rng.random() < 0.5 else 1 / company.country.rate
    )
    return _plant_conversion(bench, fig, wrong, "rate", fig.form)


def _same_digits(bench: Bench) -> bool:
    fig = _converted(bench)
    return fig is not None and _plant_conversion(bench, fig, bench.company.facts["price|group|now"], "digits", fig.form)


def _plant_conversion(bench: Bench, fig: Fig, value: float, way: str, form: Format) -> bool:
    if abs(value / fig.value - 1) < 0.04:
        return False
    before, fig.value, fig.form = fig.text, value, form
    here = tuple(one for one in bench.figures if one.metric == "price" and bench.homes[id(one)] is bench.homes[id(fig)])
    bench.plant("currency", way, f"The price abroad is given as {fig.text}; at the rate it is {before}.", [fig], here)
    return True
