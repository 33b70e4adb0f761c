"""Readings made up by hand, beside documents of which everything is known."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

from casewright.domain.documents import Chunk, Furniture, FurnitureKind, Page, Reading, Table, TableCell
from evals.reading.numbering import LETTERS, Rank, level
from evals.reading.truth import Block, KnownDocument, Level, Piece, Role, Style

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "The supplier shall deliver the goods to the warehouse named by the buyer."
TEXT = (
    "1. SUPPLY\n1.1 The supplier shall deliver the goods\nHarrow Field\n"
    "2\nto the warehouse named by the buyer.\nYear Sum\n2021 400\n"
)
ONE = level(Rank(lambda n, _: f"{n}."), 1, None, "SUPPLY")
ONE_ONE = level(Rank(lambda n, above: f"{above}.{n}"), 1, ONE, None)
LETTER = level(LETTERS, 1, ONE_ONE, None)


def path(*levels: Level) -> tuple[Level, ...]:
    """A path of these levels."""
    return levels


def known() -> KnownDocument:
    """A heading, a sentence that goes on over the page, and a table."""
    rows = (("Year", "Sum"), ("2021", "400"))
    blocks = (
        Block("1. SUPPLY", Style.HEADING, (ONE,), clause=True),
        Block(f"1.1 {SENTENCE}", Style.PARAGRAPH, (ONE, ONE_ONE), ((4, 4 + len(SENTENCE)),), clause=True),
        Block("", Style.TABLE, rows=rows),
    )
    pieces = (
        Piece("1. SUPPLY", Role.BODY, 1, 0),
        Piece("1.1 The supplier shall deliver the goods", Role.BODY, 1, 1),
        Piece("Harrow Field", Role.HEADER, 1),
        Piece("2", Role.PAGE_NUMBER, 1),
        Piece("to the warehouse named by the buyer.", Role.BODY, 2, 1),
        *(Piece(cell, Role.BODY, 2, 2, (r, c)) for r, row in enumerate(rows) for c, cell in enumerate(row)),
    )
    return KnownDocument("by hand", "supply.pdf", b"", blocks, pieces, pages=2)


def reading(
    *, marked: bool, chunks: tuple[tuple[int, int], ...], section: tuple[str, ...] = (), text: str = TEXT
) -> Reading:
    """A reading of that text in these chunks; where ``marked``, what is furniture is marked and skipped."""
    start = text.index("Harrow")
    end = text.index("to the warehouse") - 1
    skipped = ((start, end),) if marked else ()
    return Reading(
        media_type="application/pdf",
        text=text,
        chunks=tuple(
            Chunk(n, a, b, "", section, skipped=tuple(s for s in skipped if a <= s[0] and s[1] <= b))
            for n, (a, b) in enumerate(chunks)
        ),
        pages=(Page(1, 0, end + 1), Page(2, end + 1, len(text))),
        furniture=tuple(Furniture(a, b, FurnitureKind.HEADER) for a, b in skipped),
    )


def table(text: str, rows: tuple[tuple[str, ...], ...]) -> Table:
    """A table of cells that stand in the text one after the other."""
    at = text.index(rows[0][0])
    cells, start = [], at
    for row in rows:
        held = []
        for cell in row:
            found = text.index(cell, at)
            at = found + len(cell)
            held.append(TableCell(found, at))
        cells.append(tuple(held))
    return Table(start, at, tuple(cells))


def write_texts(folder: Path) -> Path:
    """A folder of made-up texts, in the shape of the public sets."""
    chance = random.Random(5)
    words = (
        "the supplier delivers goods",
        "and the buyer pays fees",
        "for each order under notice",
        "of loss to carriers",
    )

    def lines(count: int) -> str:
        drawn = ((chance.choice(words) for _ in range(chance.randint(4, 9))) for _ in range(count))
        return "\n".join(
            f"Lead {n}. Each item {chance.random():.5f} is what {' '.join(d)} each." for n, d in enumerate(drawn)
        )

    contracts, acts, agreements = (folder / name for name in ("cuad-train/contracts", "ro-acts", "contractnli"))
    for place in (contracts, acts, agreements):
        place.mkdir(parents=True)
    for n in range(142):  # the unseen half begins with file 140
        (contracts / f"{n:03}.txt").write_text(lines(500) if n < 4 or n > 139 else "", "utf-8")
        if n > 3:
            continue
        told = (f"Prestatorul transmite raportul {n}{k} privind lucrările executate în perioadă." for k in range(9))
        (acts / f"{n}.txt").write_text("\n".join(told), "utf-8")
    (agreements / "dev.json").write_text(json.dumps({"documents": [{"text": lines(400)} for _ in range(2)]}), "utf-8")
    return folder
