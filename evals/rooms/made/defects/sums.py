"""Totals, shares and balances that no longer follow from their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.rooms.made.relation import ROLL, SAME, SUM, WHOLE

from .bench import transposed

if TYPE_CHECKING:
    from evals.rooms.made.figure import Fig
    from evals.rooms.made.relation import Relation

    from .bench import Bench

_LEAST = 0.015


def plant_sum(bench: Bench) -> bool:
    """A total that misses a line, counts one twice, has digits swapped, or stands from another period."""
    for relation in _shuffled(bench, (SUM,)):
        result = relation.result
        if len(relation.inputs) < 2 or not bench.is_free(result) or not result.value:
            continue
        for way in bench.rng.sample(["missed", "twice", "transposed", "stale"], 4):
            value = _wrong_total(bench, relation, way)
            if value is None or not _LEAST < abs(value / result.value - 1) < 0.6:
                continue
            before = result.text
            if result.form.text(value) == before:
                continue
            result.value = value
            words = {
                "missed": "a line is left out",
                "twice": "a line is counted twice",
                "transposed": "two digits are swapped",
                "stale": "it is another period's",
            }
            bench.plant(
                "sum",
                way,
                f"{bench.describe(result)}: the total {result.text} should be {before}; {words[way]}.",
                [result],
            )
            return True
    return False


def _wrong_total(bench: Bench, relation: Relation, way: str) -> float | None:
    result = relation.result
    weight, fig = bench.rng.choice(relation.inputs)
    match way:
        case "missed":
            return result.value - weight * fig.value
        case "twice":
            return result.value + weight * fig.value
        case "transposed":
            return transposed(result.value, result.form.step)
    others = [
        f"{result.metric}|{result.entity}|{period}"
        for period in bench.company.calendar.years
        if period != result.period
    ]
    known = [bench.company.facts[key] for key in others if key in bench.company.facts]
    return result.sign * bench.rng.choice(known) if known and result.period.startswith("FY") else None


def plant_percent(bench: Bench) -> bool:
    """Shares that make more or less than all, or two that are swapped against their amounts."""
    rng = bench.rng
    for relation in _shuffled(bench, (WHOLE,)):
        figs = [fig for _, fig in relation.inputs if bench.is_free(fig)]
        if len(figs) < 3 or relation.result.altered:
            continue
        way = rng.choice(["more", "less", "swapped"])
        fig = rng.choice(figs)
        before = fig.text
        partners = [one for one in figs if abs(one.value - fig.value) > 0.02]
        if way == "swapped" and partners and bench.homes[id(fig)].sheets:
            other = rng.choice(partners)
            fig.value, other.value = other.value, fig.value
            bench.plant(
                "percent",
                way,
                f"{bench.describe(fig)}: {fig.text} and {other.text} of {bench.describe(other)} are swapped.",
                [fig, other],
                _visible(bench, relation),
            )
            return True
        moved = rng.choice([0.02, 0.03, 0.04, 0.05, 0.06])
        if way == "less" and fig.value > 0.1:
            moved = -moved
        fig.value += moved
        bench.plant(
            "percent",
            "more" if moved > 0 else "less",
            f"{bench.describe(fig)}: the share {fig.text} should be {before}; the shares do not make the whole.",
            [fig],
            _visible(bench, relation),
        )
        return True
    return False


def _visible(bench: Bench, relation: Relation) -> tuple[Fig, ...]:
    return tuple(fig for fig in relation.figures if id(fig) in bench.homes)


def plant_roll(bench: Bench) -> bool:
    """A closing, an opening or a movement that breaks a roll-forward."""
    ways = bench.rng.sample(["closing", "opening", "movement"], 3)
    for way in ways:
        for relation in _shuffled(bench, (SAME,) if way == "opening" else (ROLL,)):
            moves = [fig for _, fig in relation.inputs[1:]]
            fig = relation.result if way != "movement" else bench.rng.choice(moves)
            if not bench.is_free(fig) or abs(fig.value) < 12 * fig.form.step:
                continue
            value = (
                transposed(fig.value, fig.form.step)
                or round(fig.value * bench.rng.choice([0.93, 1.06, 1.11]) / fig.form.step) * fig.form.step
            )
            least = 0.1 if way == "movement" else 0.02
            if not least < abs(value / fig.value - 1) < 0.7:
                continue
            before, fig.value = fig.text, value
            bench.plant(
                "roll_forward",
                way,
                f"{bench.describe(fig)}: the {way} {fig.text} should be {before}; it does not roll forward.",
                [fig],
                tuple(
                    one for one in relation.figures if way != "movement" and one is not fig and id(one) in bench.homes
                ),
            )
            return True
    return False


def _shuffled(bench: Bench, kinds: tuple[str, ...]) -> list[Relation]:
    """The relations of the kinds, documents taken in turns so that big workbooks do not take all."""
    by_doc: dict[str, list[Relation]] = {}
    for doc in bench.room.docs:
        found = [one for one in doc.relations if one.kind in kinds]
        if found:
            bench.rng.shuffle(found)
            by_doc[doc.file] = found
    files = list(by_doc)
    bench.rng.shuffle(files)
    longest = max((len(one) for one in by_doc.values()), default=0)
    return [by_doc[file][at] for at in range(longest) for file in files if at < len(by_doc[file])]
