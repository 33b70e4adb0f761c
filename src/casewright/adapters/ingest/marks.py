"""What a paragraph says about structure, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.ingest.labels import Label


@dataclass(frozen=True, slots=True)
class Mark:
    """What one paragraph says about structure; nothing, mostly.

    ``title`` is its heading, without the number; ``level`` says that the format itself marks it as one;
    ``possible_title`` is text that is a heading only after a number that stands alone (``is_bare``).
    ``ends_sections`` is set where what follows belongs to no clause: signatures, a table of contents.
    """

    label: Label | None = None
    title: str | None = None
    possible_title: str | None = None
    level: int | None = None
    is_bare: bool = False
    ends_sections: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a paragraph stands: the path of clause numbers and headings to it, and the nearest heading.

    ``opens`` is set where it begins the last section of that path itself.
    """

    section: tuple[str, ...] = ()
    heading: str | None = None
    opens: bool = False
