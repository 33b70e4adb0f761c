"""Plants the figures' defects and records everything that was planted or only looks like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.rooms.made.relation import SUM, WHOLE
from evals.rooms.made.room import Entry

from .bench import Bench
from .statements import plant_contradiction, plant_period, plant_ratio
from .sums import plant_percent, plant_roll, plant_sum
from .units import plant_currency, plant_scale

if TYPE_CHECKING:
    from collections.abc import Callable

    from evals.rooms.made.document import Sentence
    from evals.rooms.made.figure import Fig, Mark
    from evals.rooms.made.relation import Relation
    from evals.rooms.made.room import Room
    from evals.rooms.made.switch import Choice

MOST_ROUNDINGS = 2
_PLANTERS: dict[str, Callable[[Bench], bool]] = {
    "sum": plant_sum,
    "percent": plant_percent,
    "roll_forward": plant_roll,
    "ratio": plant_ratio,
    "contradiction": plant_contradiction,
    "scale": plant_scale,
    "currency": plant_currency,
    "period": plant_period,
}


def plant(room: Room, kinds: list[str]) -> None:
    """Plant a defect of each kind that the room allows, then note what was built in and what only looks wrong."""
    for choice in room.choices.values():
        room.locked |= {key.format(L=room.company.last) for key in choice.switch.keys}
    bench = Bench(room)
    # Those that need the most of a room come first.
    for kind in sorted(
        kinds, key=lambda one: (one not in ("currency", "scale"), one not in ("percent", "roll_forward", "sum"))
    ):
        _PLANTERS[kind](bench)
    for choice in room.choices.values():
        entry = _built(room, bench, choice)
        if entry is not None:
            room.entries.append(entry)
    room.entries += _roundings(bench)


def _built(room: Room, bench: Bench, choice: Choice) -> Entry | None:
    """The entry of a switch. None where its near-miss was turned into a defect."""
    way = choice.switch
    if way.name == "near.rate" and any(fig.metric == "price_abroad" and fig.altered for fig in bench.figures):
        return None
    tags = [tag.format(C=choice.contract) for tag in way.tags]
    parts: list[Fig | Mark | Sentence] = [spot.part for spot in room.tagged(*tags)]
    for key in way.keys:
        parts += bench.by_fact.get(bench.fact(key.format(L=room.company.last)), [])
    if not parts:
        raise AssertionError(f"{way.name!r} is on in {room.company.name!r} and no document tells it")
    unique = tuple({id(one): one for one in parts}.values())
    blamed = room.tagged(way.blame.format(C=choice.contract)) if way.blame else []
    return Entry(way.kind, way.name, way.says, unique, not way.near, way.grave, blamed[0].file if blamed else "")


def _roundings(bench: Bench) -> list[Entry]:
    """Near-misses that nobody built in: shown lines that miss the shown total by rounding alone."""
    found = []
    for relation in bench.relations:
        known = all(not fig.altered and bench.fact(fig.key) not in bench.taken for fig in relation.figures)
        if (
            relation.kind in (SUM, WHOLE)
            and known
            and id(relation.result) in bench.homes
            and _is_off_by_rounding(relation)
        ):
            says = f"The shown lines miss {relation.result.text} by rounding alone."
            kind = "sum" if relation.kind == SUM else "percent"
            found.append(
                Entry(
                    kind,
                    "near.rounding",
                    says,
                    tuple(fig for fig in relation.figures if id(fig) in bench.homes),
                    planted=False,
                )
            )
    return bench.rng.sample(found, min(len(found), MOST_ROUNDINGS))


def _is_off_by_rounding(relation: Relation) -> bool:
    step = relation.result.form.step
    shown = round(relation.result.value / step)
    return shown != round(
        sum(weight * round(fig.value / fig.form.step) * fig.form.step for weight, fig in relation.inputs) / step
    )
