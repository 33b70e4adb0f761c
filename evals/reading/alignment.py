"""Where each known piece stands in the text that the reader gave.

Pieces are looked for on their page without white space and hyphens: long ones first, equal ones in their order, short
ones between their neighbours. What a reader moves, joins or divides is found all the same; what is missing is counted.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evals.reading.truth import Role, squeeze, squeezed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Page, Reading
    from evals.reading.truth import KnownDocument, Piece

LONG = 12
"""From so many letters on, a piece is looked for anywhere on its page."""

SHORTEST_HALF = 8
"""A piece that does not stand in one run is looked for in halves, down to so many letters."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """``places[i]`` has an offset of the reading's text for each letter of piece i, -1 where it was not found.

    ``owner`` has for each offset of the text the piece that stands there, or -1.
    """

    places: list[list[int]]
    owner: list[int]

    def missing(self) -> int:
        """How many letters were not found."""
        return sum(part.count(-1) for part in self.places)


def align(pieces: Sequence[Piece], reading: Reading) -> Alignment:
    """Find every piece in the reading, page by page where both have pages."""
    owner = [-1] * len(reading.text)
    places: list[list[int]] = [[] for _ in pieces]
    pages = {page.number: page for page in reading.pages}
    by_page: dict[int | None, list[int]] = {}
    for index, piece in enumerate(pieces):
        by_page.setdefault(piece.page if piece.page in pages else None, []).append(index)
    for number, indexes in by_page.items():
        page = pages.get(number) if number is not None else None
        _align_page([(i, pieces[i]) for i in indexes], reading.text, page, places, owner)
    return Alignment(places, owner)


def _align_page(
    pieces: Sequence[tuple[int, Piece]], text: str, page: Page | None, places: list[list[int]], owner: list[int]
) -> None:
    start, end = (page.start, page.end) if page is not None else (0, len(text))
    letters, offsets = squeeze(text[start:end])
    window = _Window(letters, text[start:end], offsets)
    wanted = [squeezed(piece.text) for _, piece in pieces]
    found: list[list[int]] = [[-1] * len(one) for one in wanted]
    cursor = 0
    in_order = True
    for order, one in enumerate(wanted):  # most texts stand in order: no search at all
        if one and in_order and window.fits(one, cursor):
            window.claim(cursor, len(one))
            found[order] = list(range(cursor, cursor + len(one)))
            cursor += len(one)
        elif one:
            in_order = False
            break
    open_ones = [order for order, part in enumerate(found) if part and part[0] == -1]
    for order in sorted((o for o in open_ones if len(wanted[o]) >= LONG), key=lambda o: (-len(wanted[o]), o)):
        at = window.find(wanted[order])
        if at >= 0:
            window.claim(at, len(wanted[order]))
            found[order] = list(range(at, at + len(wanted[order])))
    for order in sorted((o for o in open_ones if len(wanted[o]) < LONG), key=lambda o: (-len(wanted[o]), o)):
        _short(order, wanted, found, window)
    for order in open_ones:
        if found[order][0] == -1 and len(wanted[order]) >= LONG:
            _halves(wanted[order], 0, found[order], window)
    for (index, _), part in zip(pieces, found, strict=True):
        places[index] = [offsets[at] + start if at >= 0 else -1 for at in part]
        for at in places[index]:
            if at >= 0:
                owner[at] = index


def _short(order: int, wanted: list[str], found: list[list[int]], window: _Window) -> None:
    """A short piece: after the one before it, before the one after it, or between them, or else where there is room."""
    one = wanted[order]
    before = next((found[i][-1] + 1 for i in range(order - 1, -1, -1) if found[i] and found[i][-1] >= 0), 0)
    after = next((found[i][0] for i in range(order + 1, len(found)) if found[i] and found[i][0] >= 0), None)
    tries = [before]
    if after is not None:
        tries.append(after - len(one))
    at = next((at for at in tries if window.fits(one, at)), -1)
    if at < 0 and after is not None and before < after:
        at = window.find(one, before, after)
    if at < 0:
        at = window.find(one)
    if at >= 0:
        window.claim(at, len(one))
        found[order] = list(range(at, at + len(one)))


def _halves(one: str, shift: int, found: list[int], window: _Window) -> None:
    half = len(one) // 2
    for part, begin in ((one[:half], 0), (one[half:], half)):
        if len(part) < SHORTEST_HALF:
            continue
        at = window.find(part)
        if at >= 0:
            window.claim(at, len(part))
            found[shift + begin : shift + begin + len(part)] = range(at, at + len(part))
        else:
            _halves(part, shift + begin, found, window)


class _Window:
    """A page's letters, and which of them are taken. A figure is found only where no other sign touches it."""

    def __init__(self, letters: str, text: str, offsets: list[int]) -> None:
        self.letters = letters
        self._text = text
        self._offsets = offsets
        self.taken = bytearray(len(letters))
        self._seen: dict[str, int] = {}

    def claim(self, at: int, length: int) -> None:
        self.taken[at : at + length] = b"\x01" * length

    def fits(self, one: str, at: int) -> bool:
        free = at >= 0 and self.letters.startswith(one, at) and not any(self.taken[at : at + len(one)])
        return free and self._apart(one, at)

    def _apart(self, one: str, at: int) -> bool:
        if not one.isdigit():
            return True
        start, end = self._offsets[at], self._offsets[at + len(one) - 1]
        before, after = self._text[max(start - 1, 0) : start], self._text[end + 1 : end + 2]
        return not before.isalnum() and not after.isalnum() and end - start == len(one) - 1

    def find(self, one: str, low: int | None = None, high: int | None = None) -> int:
        """The first free place of it; a whole search for the same words goes on where the last one found them."""
        whole = low is None
        at = self._seen.get(one, 0) if low is None else low
        end = len(self.letters) if high is None else high
        while (at := self.letters.find(one, at, end)) >= 0:
            if not any(self.taken[at : at + len(one)]) and self._apart(one, at):
                if whole:
                    self._seen[one] = at + len(one)
                return at
            at += 1
        return -1


class Located:
    """Answers about a document's blocks in terms of the reading's offsets."""

    def __init__(self, known: KnownDocument, reading: Reading) -> None:
        self.known = known
        self.reading = reading
        self.alignment = align(known.pieces, reading)
        self.roles = [piece.role for piece in known.pieces]
        self._blocks: dict[int, list[int]] = {}
        self._pages: dict[int, list[int]] = {}
        for piece, places in zip(known.pieces, self.alignment.places, strict=True):
            if piece.block is not None and piece.cell is None:
                self._blocks.setdefault(piece.block, []).extend(places)
                self._pages.setdefault(piece.block, []).extend([piece.page or 0] * len(places))
        self._chunk_starts = [chunk.start for chunk in reading.chunks]

    def places(self, block: int, start: int, end: int) -> list[int]:
        """The offset of each letter of ``text[start:end]`` of the block; empty where the block was not drawn so."""
        text = self.known.blocks[block].text
        first = len(squeezed(text[:start]))
        return self._blocks.get(block, [])[first : first + len(squeezed(text[start:end]))]

    def pages(self, block: int, start: int, end: int) -> set[int]:
        """The pages on which that text was drawn."""
        text = self.known.blocks[block].text
        first = len(squeezed(text[:start]))
        return set(self._pages.get(block, [])[first : first + len(squeezed(text[start:end]))])

    def chunk_at(self, offset: int) -> int | None:
        """The index of the chunk that holds the offset; None where none does."""
        index = bisect_left(self._chunk_starts, offset + 1) - 1
        if index < 0 or offset >= self.reading.chunks[index].end:
            return None
        return index

    def role_at(self, offset: int) -> Role | None:
        """What stands at the offset; None where nothing known does."""
        piece = self.alignment.owner[offset]
        return None if piece < 0 else self.roles[piece]
