"""Tables: each true cell in its row and column, and tables where there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.reading.truth import Style, squeezed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.reading.alignment import Located
    from evals.reading.results import Tally


def measure_tables(found: Located, tally: Tally) -> None:
    """Compare the tables drawn with those that the reader found at their place."""
    places: dict[int, list[int]] = {}
    for piece, where in zip(found.known.pieces, found.alignment.places, strict=True):
        if piece.cell is not None and piece.block is not None:
            places.setdefault(piece.block, []).extend(place for place in where if place >= 0)
    taken = set()
    for index, block in enumerate(found.known.blocks):
        if block.style is not Style.TABLE or not found.known.filename.endswith((".pdf", ".docx")):
            continue
        inside = set(places.get(index, ()))
        best, most = None, 0
        for number, table in enumerate(found.reading.tables):
            held = sum(table.start <= place < table.end for place in inside)
            if held > most:
                best, most = number, held
        true = [[squeezed(cell) for cell in row] for row in block.rows]
        total = sum(bool(cell) for row in true for cell in row)
        right = 0
        if best is not None:
            taken.add(best)
            table = found.reading.tables[best]
            shown = [[squeezed(found.reading.text[cell.start : cell.end]) for cell in row] for row in table.rows]
            right = cells_right(true, shown)
        tally.count("cells", right, total)
        if right < total:
            said = "no table" if best is None else f"{right} of {total} cells"
            tally.fault("table", found.known.filename, f"{said}: {block.rows[0]}")
    false = [
        table
        for number, table in enumerate(found.reading.tables)
        if number not in taken and not any(_touches(table.start, table.end, where) for where in places.values())
    ]
    tally.count("false tables", len(false))
    for table in false:
        shown_text = found.reading.text[table.start : table.end][:120]
        tally.fault("false table", found.known.filename, repr(shown_text))


def cells_right(true: Sequence[Sequence[str]], shown: Sequence[Sequence[str]]) -> int:
    """How many true cells stand in their column, rows being matched in order so that most do."""
    best = [[0] * (len(shown) + 1) for _ in range(len(true) + 1)]
    for r, row in enumerate(true):
        for s, other in enumerate(shown):
            same = sum(bool(cell) and c < len(other) and other[c] == cell for c, cell in enumerate(row))
            best[r + 1][s + 1] = max(best[r][s] + same, best[r][s + 1], best[r + 1][s])
    return best[-1][-1]


def _touches(start: int, end: int, places: Sequence[int]) -> bool:
    return any(start <= place < end for place in places)
