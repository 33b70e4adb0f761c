"""All figures of a room, found by the words that say of what they are."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.evidence.extraction.source import source_of
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.extraction.year_ends import year_end_of
from casewright.evidence.rooms.labelled_figures import table_figures
from casewright.evidence.rooms.labels import stem
from casewright.evidence.rooms.sentence_figures import sentence_figures
from casewright.evidence.rooms.statements import is_contract

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.labelled_figures import Labelled
    from casewright.evidence.rooms.seen import Room

_NAME = re.compile(r"(?<![\w-])[A-ZÀ-ÖØ-ÞĂÂÎȘȚ][\w’'-]{3,}")
_SMALL = re.compile(r"(?<![\w-])[a-zà-öø-þăâîșț][\w’'-]{3,}")
_PARTED = re.compile(
    r"[,;(]\s*(?:more than |less than |about |some |over |nearly |almost )?(?:half|a (?:third|quarter|fifth"
    r"|tenth)|two thirds|most"
    r"|the (?:bulk|rest|remainder|majority)|mainly|mostly|chiefly|largely|up from|down from|against|compared)\b"
)
"""How a sentence goes on that only says where a part of its figure comes from."""
_BESIDE = 70
_TITLE = 200


class RoomFigures:
    """The figures of all tables of a room, and those that its papers, contracts aside, state in sentences."""

    def __init__(self, room: Room) -> None:
        self.year_end = year_end_of(map(source_of, room.documents))
        self.papers: tuple[RoomDocument, ...] = tuple(
            one for one in room.documents if not one.is_index and not is_contract(one)
        )
        self.cells: tuple[Labelled, ...] = tuple(
            one
            for document in room.documents
            if not document.is_index
            for one in table_figures(document, self.year_end)
        )
        self._by_stem: dict[str, list[int]] = {}
        for at, cell in enumerate(self.cells):
            for word in cell.label:
                self._by_stem.setdefault(word, []).append(at)
        self._company = plain(room.company or "")
        self._ordinary = {word for one in room.documents for word in _SMALL.findall(one.text)}
        rows = {(one.document.id, one.block, one.row): one.label for one in self.cells}
        self._counts = Counter(word for label in rows.values() for word in label)
        self._rows = max(1, len(rows))

    def stated(self, document: RoomDocument) -> tuple[Labelled, ...]:
        """The figures of a paper's sentences."""
        return sentence_figures(document, self.year_end)

    def of(self, document: RoomDocument) -> tuple[Labelled, ...]:
        """The figures of a document's tables."""
        return table_figures(document, self.year_end)

    def labelled(self, words: Iterable[str]) -> Iterator[Labelled]:
        """The cells whose labels have any of these stems, in the order of the documents."""
        for at in sorted({at for word in words for at in self._by_stem.get(word, ())}):
            yield self.cells[at]

    def names_another(self, one: Labelled, cell: Labelled) -> bool:
        """Whether the words beside a sentence's figure name something of its own that the cell's words do not: a site,
        a subsidiary, a lender. What the room writes with a small letter too is no name, nor is the company's own.
        """
        at = one.named.find(one.shown)
        start = max(0, at - _BESIDE)
        words = _PARTED.split(one.named[start : at + len(one.shown) + _BESIDE])[0]
        for time in times(words):
            words = f"{words[: time.start]}{' ' * (time.end - time.start)}{words[time.end :]}"
        named = {match[0] for match in _NAME.finditer(words) if start + match.start() > 0}
        title = f"{cell.document.filename} {cell.document.text[:_TITLE]}"
        told = plain(f"{cell.named} {' '.join(cell.around)} {title} {self._company}")
        return any(
            plain(name) not in self._ordinary and plain(name) not in told and stem(plain(name)) not in told
            for name in named
        )

    def weight(self, words: frozenset[str]) -> float:
        """How much words tell: the more, the fewer rows of the room have them."""
        return sum(math.log(1 + self._rows / (1 + self._counts[word])) for word in words)

    def share(self, label: frozenset[str], words: frozenset[str]) -> float:
        """How much of a label words have, by weight, from 0 to 1."""
        whole = self.weight(label)
        return self.weight(label & words) / whole if whole else 0.0


@lru_cache(maxsize=4)
def figures_of(room: Room) -> RoomFigures:
    """The figures of a room, read once."""
    return RoomFigures(room)
