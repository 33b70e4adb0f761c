"""Cuts the text of sheets into chunks of whole rows, the first of a sheet with its name and its first rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.ingest.chunker import CAP, cuts, sha256_of, with_unit
from casewright.domain.documents import Chunk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.documents import Table


def row_chunks(text: str, tables: Sequence[Table]) -> tuple[Chunk, ...]:
    """The chunks in order, without overlap; every character but white space is in exactly one.

    Each holds as many rows as fit into ``CAP`` characters; a row that is longer is cut. Section and heading are
    the sheet's name, which therefore begins the unit of every one.
    """
    chunks: list[Chunk] = []
    before = 0
    for number, table in enumerate(tables, start=1):
        end = table.end if number < len(tables) else len(text)
        place = (table.name,) if table.name is not None else ()
        for first, last in _groups(table, before, end):
            for start, stop in cuts(text, first, last):
                chunk = Chunk(len(chunks), start, stop, sha256_of(text[start:stop]), place, table.name)
                chunks.append(with_unit(text, chunk))
        before = end
    return tuple(chunks)


def _groups(table: Table, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Spans of whole rows that together leave nothing out between ``start`` and ``end``."""
    for row in table.rows[1:]:
        if row[-1].end - start > CAP:
            yield start, row[0].start
            start = row[0].start
    yield start, end
