"""A data room as its checks see it, and what a check sees in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from casewright.domain.defects import DefectType
    from casewright.evidence.extraction.places import At, RoomDocument


@dataclass(frozen=True, slots=True)
class Room:
    """All documents that could be read, in the order of their names, and the names of all that are there.

    ``as_of`` is the day from which ages are counted. ``company`` is the one that the deal is about, where known.
    """

    documents: tuple[RoomDocument, ...]
    filenames: tuple[str, ...]
    as_of: date
    company: str | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that cannot be so. ``blamed`` are the places that say it, ``against`` what tells otherwise.

    ``says`` is a sentence or two for people, with figures as they are shown and documents by their names; ``check``
    is the check's short name, which with the places makes the key by which it is known again. A place without length is
    its document as a whole.
    """

    type: DefectType
    check: str
    blamed: tuple[At, ...]
    says: str
    against: tuple[At, ...] = ()

    @property
    def key(self) -> str:
        """The same for the same check at the same places."""
        places = ";".join(f"{one.document}:{one.start}-{one.end}" for one in (*self.blamed, *self.against))
        return f"{self.type}:{self.check}:{places}"
