"""Reads a written room back from its files and reckons it anew, as a suspicious analyst would: ``audit``."""

from __future__ import annotations

import csv
import io
import re
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

from evals.rooms.truth import read_room
from evals.rooms.written import sheets

from .check import plain, violations
from .company import GROWTH
from .day_audit import wrong_days
from .defects.bench import Bench
from .figure import Fig
from .switch import switches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evals.rooms.truth import Truth

    from .document import Spot
    from .room import Room

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def audit(folder: Path, room: Room) -> list[str]:
    """What the written room says that is neither right nor in its ``truth.toml``.

    Raises ``InvalidInput`` where it cannot be read.
    """
    truth = read_room(folder)
    spots = [spot for spot in room.spots() if isinstance(spot.part, Fig)]
    read = {id(spot.part): _read(truth, spot) for spot in spots}
    bench = Bench(room)
    return [
        *violations(room),
        *_unrecorded(room),
        *_misread(spots, read),
        *_unreckoned(room, read),
        *_disagreements(bench, read),
        *_wrong_ratios(bench, read),
        *_contradicted_claims(room),
        *_wrong_registers(room),
        *wrong_days(room),
        *_missing_files(room, truth),
    ]


def _unrecorded(room: Room) -> Iterator[str]:
    """Figures that were altered and are a place of nothing planted."""
    told = {id(part) for entry in room.entries if entry.planted for part in entry.parts}
    for doc in room.docs:
        for fig in doc.figures():
            if fig.altered and id(fig) not in told:
                yield f"{doc.file}: {fig.key} was altered to {fig.text!r} and is not recorded"


def _read(truth: Truth, spot: Spot) -> float:
    """The figure at the place in the file, in the units of its value."""
    fig, source = spot.part, truth.sources[spot.file]
    if not isinstance(fig, Fig):
        raise TypeError(f"{fig!r} is no figure")
    if spot.file.endswith(".csv"):
        row, column = int(spot.cell.lstrip("ABCDEFGHIJ")) - 1, ord(spot.cell[0]) - ord("A")
        text = list(csv.reader(io.StringIO(source)))[row][column]
        return float(text.removesuffix("%")) * fig.form.scale
    if spot.cell:
        value = next(sheet for sheet in sheets(source) if sheet.name == spot.sheet).at(spot.cell)
        if isinstance(value, int | float):
            return value if fig.form.after == "%" else value * fig.form.scale
    text = fig.text if spot.words in source and fig.text in (spot.words or str(value)) else ""
    match = re.search(r"\d[\d,.]*", text.replace(fig.form.before, "", 1))
    if match is None:
        raise AssertionError(f"{spot!r} does not stand in its file")
    return (
        (-1 if text.startswith(("(", "-")) or "-" in text.split(match.group())[0] else 1)
        * float(plain(match.group(), comma=fig.form.comma))
        * fig.form.scale
    )


def _misread(spots: list[Spot], read: dict[int, float]) -> Iterator[str]:
    for spot in spots:
        if (
            isinstance(spot.part, Fig)
            and not spot.part.altered
            and abs(read[id(spot.part)] - spot.part.value) > 0.5001 * spot.part.form.step
        ):
            yield f"{spot.file} {spot.cell}: reads {read[id(spot.part)]!r}, written as {spot.part.value!r}"


def _unreckoned(room: Room, read: dict[int, float]) -> Iterator[str]:
    """Totals, balances and shares that the figures as read do not give."""
    for doc in room.docs:
        for relation in doc.relations:
            known = [(weight, fig) for weight, fig in relation.inputs if id(fig) in read]
            if (
                id(relation.result) not in read
                or len(known) != len(relation.inputs)
                or any(fig.altered for fig in relation.figures)
            ):
                continue
            gap = read[id(relation.result)] - sum(weight * read[id(fig)] for weight, fig in known)
            if abs(gap) > sum(fig.form.step / 2 for fig in relation.figures) + 1e-6:
                yield f"{doc.file}: {relation.result.key} misses its lines by {gap!r}"


def _disagreements(bench: Bench, read: dict[int, float]) -> Iterator[str]:
    """Figures that tell one fact in two ways, other than by rounding."""
    for fact, figs in bench.by_fact.items():
        sound = [fig for fig in figs if not fig.altered]
        for one, other in pairwise(sound):
            if abs(one.sign * read[id(one)] - other.sign * read[id(other)]) > 0.5001 * (
                one.form.step + other.form.step
            ):
                places = [f"{read[id(fig)]!r} in {bench.homes[id(fig)].file}" for fig in (one, other)]
                yield f"{fact} is {' and '.join(places)}"


def _wrong_ratios(bench: Bench, read: dict[int, float]) -> Iterator[str]:
    """Growth rates, margins and shares that the most exact figures of the room do not give."""
    exact = {
        fact: min((fig for fig in figs if not fig.altered), key=lambda fig: fig.form.step, default=None)
        for fact, figs in bench.by_fact.items()
    }
    for fig in bench.figures:
        if fig.altered or fig.key not in bench.company.ratios:
            continue
        form, above, below = bench.company.ratios[fig.key]
        top, bottom = exact.get(bench.fact(above)), exact.get(bench.fact(below))
        if top is None or bottom is None:
            continue
        first, second = top.sign * read[id(top)], bottom.sign * read[id(bottom)]
        value = first / second - (form == GROWTH)
        slack = 0.5001 * fig.form.step + 0.51 * (top.form.step + bottom.form.step * abs(first / second)) / abs(second)
        if abs(value - read[id(fig)]) > slack:
            yield f"{bench.homes[id(fig)].file}: {fig.key} is {read[id(fig)]!r}; the figures give {value!r}"


def _contradicted_claims(room: Room) -> Iterator[str]:
    """Claims that a document contradicts without being planted."""
    for way in switches():
        if way.kind != "assertion" or way.name in room.choices or len(way.tags) < 2:
            continue
        tags = [tag for tag in way.tags if "{C}" not in tag]
        if len(tags) == len(way.tags) and all(room.tagged(tag) for tag in tags):
            yield f"{way.name} is told and not planted"
    company = room.company
    if room.tagged("claims.concentration") and "assertion.concentration" not in room.choices:
        top = company.facts[f"customer_share|c0|{company.last}"]
        if top > company.facts["limit|group|now"]:
            yield f"a customer has {top!r} of revenue, over the limit that is claimed"


def _wrong_registers(room: Room) -> Iterator[str]:
    """Days of a register's row that run backwards or are over on the deal's day, and are not planted or explained."""
    excused = {id(part) for entry in room.entries for part in entry.parts}
    for doc in room.docs:
        for row in (row for sheet in doc.sheets for row in sheet.rows if doc.type in ("permits", "contracts")):
            if any(id(part) in excused for one in row for part in one.parts):
                continue
            days = sorted(date.fromisoformat(one.text) for one in row if _DAY.fullmatch(one.text))
            if days and days[-1] < room.company.as_of:
                yield f"{doc.file}: {' | '.join(one.text for one in row)} is over"


def _missing_files(room: Room, truth: Truth) -> Iterator[str]:
    if sorted(truth.sources) != sorted(doc.file for doc in room.docs):
        yield "the folder holds other documents than the room"
    index = next(doc for doc in room.docs if doc.type == "index").render()
    for doc in room.docs:
        if doc.type != "index" and doc.file.rpartition(".")[0].replace(",", "") not in index.replace(",", ""):
            yield f"the index lacks {doc.file!r}"
