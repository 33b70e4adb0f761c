"""Tracked changes as the walk through a Word document comes upon them: who, when, and what is gone.

Source: ECMA-376 part 1, 17.13.5 (revisions). What is read is the document with every change accepted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from docx.oxml.ns import qn

from casewright.domain.layouts import Change, ChangeKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from casewright.adapters.ingest.worker.blocks import Key

INSERTED: Final = frozenset({qn("w:ins"), qn("w:moveTo")})
GONE: Final = frozenset({qn("w:del"), qn("w:moveFrom")})
_MOVES: Final = frozenset({qn("w:moveFrom"), qn("w:moveTo")})
_IN_UTC: Final = "{http://schemas.microsoft.com/office/word/2023/wordml/word16du}dateUtc"
_AUTHOR, _DATE = qn("w:author"), qn("w:date")
_LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Revision:
    """Whose change something stands in. ``move`` is the name of the move that it is a side of, else empty."""

    is_gone: bool
    author: str | None
    at: datetime | None
    move: str = ""


def revision_of(element: _Element, move: str = "") -> Revision:
    """The change that the element marks; ``move`` is the name of the move around it, where there is one."""
    is_move = element.tag in _MOVES
    return Revision(element.tag in GONE, author_of(element), instant_of(element), move if is_move else "")


def author_of(element: _Element) -> str | None:
    """Who made a change or a comment, as the file says."""
    return (element.get(_AUTHOR) or "").strip()[:_LONGEST_NAME] or None


def instant_of(element: _Element) -> datetime | None:
    """When a change or a comment was made; None where the file does not say, or says no time.

    Word writes its computer's own time and calls it UTC, unless the time in UTC stands beside it.
    """
    written = element.get(_IN_UTC) or element.get(_DATE) or ""
    try:
        instant = datetime.fromisoformat(written) if len(written) <= 40 else None
        return None if instant is None else (instant.astimezone(UTC) if instant.tzinfo else instant.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


@dataclass(slots=True)
class _Entry:
    revision: Revision
    lost: list[str] = field(default_factory=list)


class Changes:
    """Every change so far. What one revision marks piece by piece, with nothing else between, is one change."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._last: tuple[Revision, int] | None = None
        self._moves: dict[tuple[bool, str], int] = {}

    def interrupt(self) -> None:
        """Something that is no change came."""
        self._last = None

    def key(self, revision: Revision) -> Key:
        """What a piece of the revision is a stretch of."""
        side = (revision.is_gone, revision.move)
        if revision.move and side in self._moves:
            number = self._moves[side]
        elif self._last is not None and self._last[0] == revision:
            number = self._last[1]
        else:
            number = len(self._entries)
            self._entries.append(_Entry(revision))
        if revision.move:
            self._moves[side] = number
        self._last = revision, number
        return ("change", number)

    def lose(self, revision: Revision, text: str) -> Key:
        """Take note of text that is gone."""
        key = self.key(revision)
        self._entries[int(key[1])].lost.append(text)
        return key

    def found(self, places: Mapping[Key, tuple[int, int]]) -> list[Change]:
        """The changes that have a place, in the order of the text; both sides of a move are one."""
        changes = []
        for number, entry in enumerate(self._entries):
            place = places.get(("change", number))
            revision = entry.revision
            other = self._moves.get((not revision.is_gone, revision.move)) if revision.move else None
            there = places.get(("change", other)) if other is not None else None
            if place is None or (there is not None and revision.is_gone):
                continue
            if revision.is_gone:
                kind, end, lost = ChangeKind.DELETION, place[0], "".join(entry.lost)
            else:
                kind, end, lost = (ChangeKind.MOVE if there is not None else ChangeKind.INSERTION), place[1], ""
            origin = there[0] if there is not None else None
            changes.append(Change(kind, revision.author, revision.at, place[0], end, lost, origin))
        return sorted(changes, key=lambda change: (change.start, change.end))
