"""What every paper starts with: the document, the hand that writes it, and the layout that it draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evals.rooms.made.document import Doc, Sentence, sentence
from evals.rooms.made.figure import Mark
from evals.rooms.made.scribe import Scribe, data

if TYPE_CHECKING:
    from evals.rooms.made.document import Content
    from evals.rooms.made.room import Room

BLANK = "____________________"


def open_paper(room: Room, type_: str, kind: str, layouts: str = "") -> tuple[Scribe, dict[str, Any]]:
    """A new document of the room with its hand and layout. ``layouts`` names the layouts where the type does not."""
    doc = Doc(room.files[type_], type_, kind)
    room.docs.append(doc)
    choices: list[dict[str, Any]] = data("layouts")[room.pool][layouts or type_]
    return Scribe(room, doc), room.rng.choice(choices)


def sign(scribe: Scribe, style: str, sides: list[tuple[str, str, str, str, bool]]) -> None:
    """A signature block. A side is the party, who signs, the day, its tag, and whether it did sign."""
    doc = scribe.doc
    if style == "table":
        doc.row(*(party for party, *_ in sides))
        doc.row(*(Mark(f"Signed: {who}" if done else f"Signature: {BLANK}", tag) for _, who, _, tag, done in sides))
        doc.row(*(f"Date: {day}" if done else "Date:" for _, _, day, _, done in sides))
        doc.gap()
        return
    for party, who, day, tag, done in sides:
        for text in _side(style, party, who, day, done, tag, scribe.company.seat):
            doc.line(text)
        doc.gap()


def _side(style: str, party: str, who: str, day: str, done: bool, tag: str, seat: str) -> list[Content]:
    match style:
        case "slashes":
            return [
                f"For {party}:",
                Mark(f"/s/ {who}" if done else f"By: {BLANK}", tag),
                f"{who}, {day}" if done else "Name and date:",
            ]
        case "place":
            place = f"{seat}, {day}" if done else "Place, date:"
            return [place, Mark(f"{who} (signed) for {party}" if done else f"{BLANK} for {party}", tag)]
    return [
        party,
        Mark(f"Signature: {who} [signed]" if done else f"Signature: {BLANK}", tag),
        f"Name: {who}" if done else "Name:",
        f"Date: {day}" if done else "Date:",
    ]


def paragraphs(scribe: Scribe, contents: list[Sentence], size: int = 3) -> None:
    """The sentences in paragraphs of about ``size``."""
    while contents:
        count = min(len(contents), scribe.rng.randint(max(1, size - 1), size + 1))
        scribe.doc.text(*contents[:count])
        contents = contents[count:]


def cells(sheet_row: dict[str, Content], columns: list[str]) -> list[Content]:
    """The row's contents in the order of the columns."""
    return [sentence(sheet_row.get(one)) for one in columns]
