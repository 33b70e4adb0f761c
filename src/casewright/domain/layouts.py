"""What a document holds beside its text: tracked changes, comments, and notes with their marks.

All offsets are code points of the document's text, half-open, as in ``domain.documents``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import datetime

LAYOUT_LIMIT: Final = 20_000
"""Most changes, comments (replies among them) and notes that are kept of a document, of each."""

WORDS_LIMIT: Final = 5_000_000
"""Most characters of what was deleted, and of what comments say, that are kept of a document, of each."""


class ChangeKind(StrEnum):
    """What a tracked change does to the text."""

    INSERTION = "insertion"
    DELETION = "deletion"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Change:
    """A tracked change, accepted.

    What was inserted, or came here by a move, is ``text[start:end]``; both are the end of the line before where all
    that was inserted is the mark that ends a paragraph. What was deleted is ``deleted``, and ``start == end`` is where
    it stood. ``origin`` is where what was moved stood before. ``author`` and ``at`` are what the file says; None where
    it does not.
    """

    kind: ChangeKind
    author: str | None
    at: datetime | None
    start: int
    end: int
    deleted: str = ""
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a comment."""

    author: str | None
    at: datetime | None
    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on ``text[start:end]``; a place (``start == end``) where it is on none, or on what was deleted.

    ``resolved`` is None where the file does not say.
    """

    author: str | None
    at: datetime | None
    start: int
    end: int
    text: str
    resolved: bool | None = None
    replies: tuple[Reply, ...] = ()


class NoteKind(StrEnum):
    """Where a note is printed."""

    FOOTNOTE = "footnote"
    ENDNOTE = "endnote"


@dataclass(frozen=True, slots=True)
class Note:
    """A note: its mark is ``text[mark_start:mark_end]``, what it says ``text[start:end]``, its own mark included."""

    kind: NoteKind
    mark_start: int
    mark_end: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What a format that has them holds of changes, comments and notes: each in the order of the text.

    ``left_out`` counts those beyond ``LAYOUT_LIMIT`` and ``WORDS_LIMIT``, which are not kept.
    """

    changes: tuple[Change, ...] = ()
    comments: tuple[Comment, ...] = ()
    notes: tuple[Note, ...] = ()
    left_out: int = 0
