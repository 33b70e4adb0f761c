"""What a file itself says of how its text is made up: headings, and the parts of an e-mail.

Offsets are code points of the document's text, half-open, as in ``domain.documents``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PartKind(StrEnum):
    """A part of an e-mail's text."""

    HEADERS = "headers"
    ATTACHMENTS = "attachments"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the text that is such a part; what is in none is the body."""

    start: int
    end: int
    kind: PartKind


@dataclass(frozen=True, slots=True)
class HeadingPlace:
    """A heading that the format marks; ``level`` is 1 for the outermost, 0 for the document's title."""

    start: int
    end: int
    level: int


@dataclass(frozen=True, slots=True)
class Structure:
    """Headings and parts, each in order and without overlap."""

    headings: tuple[HeadingPlace, ...] = ()
    parts: tuple[Part, ...] = ()
