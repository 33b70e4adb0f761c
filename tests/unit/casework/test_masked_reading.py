"""A masked reading: whatever was replaced, text, chunks, pages and tables fit one another."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.fact_dates import earliest_fact
from casewright.casework.firewall import Masked
from casewright.casework.masked_reading import mask_reading
from casewright.domain.documents import Chunk, Furniture, FurnitureKind, OffsetMap, Page, Reading, Table, TableCell
from casewright.domain.scored_units import units_of
from casewright.domain.skipping import spans_of, unit_text, within
from tests.shelf import reading as plain_reading

if TYPE_CHECKING:
    from datetime import date

_SECRET = re.compile("X(?:\n?X)*")


def mask(text: str) -> Masked:
    """A firewall that knows one thing: runs of X, over line ends too."""
    hits = list(_SECRET.finditer(text))
    originals = tuple((f"{{{{p{number}}}}}", hit[0]) for number, hit in enumerate(hits))
    pieces, at = [], 0
    for hit, (placeholder, _) in zip(hits, originals, strict=True):
        pieces += [text[at : hit.start()], placeholder]
        at = hit.end()
    pieces.append(text[at:])
    replaced = {"x": len(hits)} if hits else {}
    return Masked("".join(pieces), replaced, originals, (), tuple(hit.span() for hit in hits))


PARAGRAPHS = st.lists(st.text("abX șX", min_size=1, max_size=8), min_size=1, max_size=6)


@given(PARAGRAPHS)
def test_masked_reading_keeps_the_promises_of_readings(paragraphs: list[str]) -> None:
    """Nothing of what was replaced is left; chunks are in order, apart, hashed, and hold what they held."""
    before = plain_reading(*paragraphs)

    after, found = mask_reading(before, mask)

    assert after.text == found.text
    assert "X" not in after.text
    end = 0
    for index, chunk in enumerate(after.chunks):
        assert chunk.index == index
        assert end <= chunk.start < chunk.end <= len(after.text)
        part = after.text[chunk.start : chunk.end]
        assert chunk.sha256 == sha256(part.encode()).hexdigest()
        end = chunk.end
    kept = "".join(after.text[chunk.start : chunk.end] for chunk in after.chunks)
    letters = "".join(character for text in paragraphs for character in text if character in "abș")
    assert "".join(character for character in kept if character in "abș") == letters
    assert [page.number for page in after.pages] == [page.number for page in before.pages]


def test_cells_pages_and_names_follow() -> None:
    """A cell shows its placeholder, the sheet's name is masked, and places lead back to the original."""
    text = "nume\tXXXX\nchirie\t400"
    cells = (
        (TableCell(0, 4, "XX!A1"), TableCell(5, 9, "XX!B1")),
        (TableCell(10, 16, "XX!A2"), TableCell(17, 20, "XX!B2")),
    )
    chunks = (Chunk(0, 0, 9, "", ("XX",), "XX"), Chunk(1, 10, 20, ""))
    given_ = Reading("text/csv", text, chunks, (Page(1, 0, 20),), OffsetMap(), (Table(0, 20, cells, "XX"),))

    after, _ = mask_reading(given_, mask)

    table = after.tables[0]
    shown = [[after.text[cell.start : cell.end] for cell in row] for row in table.rows]
    assert shown == [["nume", "{{p0}}"], ["chirie", "400"]]
    assert table.name == "{{p0}}"
    assert table.rows[1][1].address == "{{p0}}!B2"
    assert (after.chunks[0].section, after.chunks[0].heading) == (("{{p0}}",), "{{p0}}")
    assert after.pages == (Page(1, 0, len(after.text)),)
    assert after.offsets.raw(after.text.index("400")) == text.index("400")


@given(PARAGRAPHS, st.data())
def test_furniture_and_what_is_skipped_follow(paragraphs: list[str], data: st.DataObject) -> None:
    """What a chunk skips and what leads to it hold what they held but for what was replaced; units are hashed anew."""
    plain = plain_reading(*paragraphs)
    length = len(plain.text)
    low = data.draw(st.integers(0, length))
    high = data.draw(st.integers(low, length))
    furniture = (Furniture(low, high, FurnitureKind.STAMP),) if low < high else ()
    chunks = []
    for chunk in plain.chunks:
        skipped = within(chunk.start, chunk.end, spans_of(furniture))
        if unit_text(plain.text, chunk.start, chunk.end, skipped).strip():
            lead_in = data.draw(st.none() | st.just((0, chunk.start - 1))) if chunk.start > 1 else None
            chunks.append(replace(chunk, skipped=skipped, heading="Xab", lead_in=lead_in))
    before = replace(plain, chunks=tuple(chunks), furniture=furniture)

    after, _ = mask_reading(before, mask)

    assert _letters(after.text, spans_of(after.furniture)) == _letters(plain.text, spans_of(furniture))
    for chunk, unit in zip(after.chunks, units_of(after), strict=True):
        assert unit_text(after.text, chunk.start, chunk.end, chunk.skipped).strip()
        assert "X" not in unit
        assert (chunk.unit_sha256 or chunk.sha256) == sha256(unit.encode()).hexdigest()
    led = [_letters(before.text, (chunk.lead_in,)) for chunk in before.chunks if chunk.lead_in]
    assert {"".join(one) for one in led} >= {
        "".join(_letters(after.text, (chunk.lead_in,))) for chunk in after.chunks if chunk.lead_in
    }


def _letters(text: str, spans: tuple[tuple[int, int], ...]) -> list[str]:
    return [character for start, end in spans for character in text[start:end] if character in "abș"]


def test_facts_begin_with_the_earliest_that_has_a_day() -> None:
    """Facts without a day, or with one that is none, do not count."""
    facts = [{"fact": "a", "timestamp": "2025-03-01T10:00:00"}, {"fact": "b", "timestamp": "2024-12-31"}]
    days: list[date | None] = [
        earliest_fact({"facts": [*facts, {"fact": "c"}, {"fact": "d", "timestamp": "marți"}]}),
        earliest_fact({"facts": [{"fact": "c", "timestamp": None}]}),
        earliest_fact({}),
    ]

    assert [None if day is None else day.isoformat() for day in days] == ["2024-12-31", None, None]
