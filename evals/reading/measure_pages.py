"""Furniture, chunks and sentences over pages: what the reader marked against what was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.reading.truth import Role

if TYPE_CHECKING:
    from evals.reading.alignment import Located
    from evals.reading.results import Tally

LONGEST = 1200
"""No sentence that is longer than a chunk can stand in one."""


def measure_furniture(found: Located, tally: Tally) -> None:
    """Letters of furniture that are marked, and letters of text that are."""
    reading, alignment = found.reading, found.alignment
    marked = bytearray(len(reading.text))
    for one in reading.furniture:
        marked[one.start : one.end] = b"\x01" * (one.end - one.start)
    drawn = sum(len(places) for places in alignment.places)
    tally.count("aligned", drawn - alignment.missing(), drawn)
    for piece, places in zip(found.known.pieces, alignment.places, strict=True):
        told = [marked[place] for place in places if place >= 0]
        if piece.role.furniture:
            for key in ("furniture", piece.role.value):
                tally.count(key, sum(told), len(told))
            if sum(told) < len(told):
                tally.fault(
                    "furniture missed", found.known.filename, f"{piece.role}, page {piece.page}: {piece.text!r}"
                )
        elif piece.role is Role.BODY:
            tally.count("taken", sum(told), len(told))
            if any(told):
                tally.fault("text taken for furniture", found.known.filename, f"page {piece.page}: {piece.text!r}")


def measure_chunks(found: Located, tally: Tally) -> None:
    """Chunks that hold nothing but furniture, and furniture in chunks that is not skipped."""
    text = found.reading.text
    for chunk in found.reading.chunks:
        skipped = _covered(chunk.skipped)
        furniture = other = loud = 0
        for place in range(chunk.start, chunk.end):
            if text[place].isspace():
                continue
            role = found.role_at(place)
            if role is not None and role.furniture:
                furniture += 1
                loud += place not in skipped
            else:
                other += 1
        tally.count("furniture chunks", furniture > 0 and other == 0)
        tally.count("furniture in units", loud, max(furniture + other - len(skipped), loud, 1))
        if furniture and not other:
            tally.fault("chunk of furniture", found.known.filename, repr(text[chunk.start : chunk.end][:80]))


def measure_sentences(found: Located, tally: Tally) -> None:
    """Sentences that go on over a page, or around furniture: each in one chunk, with the furniture skipped."""
    text = found.reading.text
    for index, block in enumerate(found.known.blocks):
        if block.note:
            continue  # where a note at the foot of the page belongs is open
        for start, end in block.sentences:
            places = found.places(index, start, end)
            if not places or -1 in places:
                continue
            tally.count("scattered", places != sorted(places))
            if places != sorted(places):
                tally.fault("scattered", found.known.filename, repr(block.text[start:end][:160]))
            if end - start > LONGEST or places != sorted(places):
                continue
            between = [
                place
                for place in range(places[0], places[-1])
                if (role := found.role_at(place)) is not None and role.furniture
            ]
            if not between and len(found.pages(index, start, end)) < 2:
                continue
            chunk = found.chunk_at(places[0])
            whole = chunk is not None and found.chunk_at(places[-1]) == chunk
            skipped = _covered(found.reading.chunks[chunk].skipped) if chunk is not None else frozenset()
            silent = all(place in skipped for place in between)
            tally.count("cut", not (whole and silent))
            if not (whole and silent):
                said = "in two chunks" if not whole else "with furniture that is not skipped"
                shown = text[places[0] : places[-1] + 1]
                tally.fault("sentence cut", found.known.filename, f"{said}: {shown[:300]!r}")


def _covered(stretches: tuple[tuple[int, int], ...]) -> frozenset[int]:
    return frozenset(place for start, end in stretches for place in range(start, end))
