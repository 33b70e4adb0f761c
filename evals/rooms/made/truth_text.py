"""Writes ``truth.toml`` of a finished room."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .document import Spot
    from .room import Entry, Room


def write_truth(room: Room) -> str:
    """The text of the file: the head, the documents, then what is planted and what only looks so."""
    spots: dict[int, list[Spot]] = {}
    for spot in room.spots():
        spots.setdefault(id(spot.part), []).append(spot)
    company = room.company
    parts = [
        f"company = {_text(company.name)}\ntrade = {_text(company.trade.name)}\nas_of = {company.as_of.isoformat()}\n"
    ]
    parts += [
        f"[[document]]\nfile = {_text(doc.file)}\nkind = {_text(doc.kind)}\n"
        for doc in sorted(room.docs, key=lambda one: one.file)
    ]
    for planted, letter in ((True, "p"), (False, "n")):
        entries = [one for one in room.entries if one.planted is planted]
        parts += [_entry(entry, f"{letter}{at}", spots) for at, entry in enumerate(entries, 1)]
    return "\n".join(parts)


def _entry(entry: Entry, ident: str, spots: dict[int, list[Spot]]) -> str:
    lines = ["[[planted]]" if entry.planted else "[[near]]", f'id = "{ident}"', f"kind = {_text(entry.kind)}"]
    if entry.planted:
        lines.append(f"grave = {'true' if entry.grave else 'false'}")
    lines.append(f"says = {_text(entry.says)}")
    if entry.planted:
        lines.append(f"blame = {_text(entry.blame)}")
    places = [_place(spot) for part in entry.parts for spot in spots[id(part)]]
    lines += ["places = [", *(f"  {one}," for one in dict.fromkeys(places)), "]", ""]
    return "\n".join(lines)


def _place(spot: Spot) -> str:
    where = f", sheet = {_text(spot.sheet)}" if spot.sheet else ""
    where += f", cell = {_text(spot.cell)}" if spot.cell else f", words = {_text(spot.words)}"
    return f"{{ file = {_text(spot.file)}{where} }}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
