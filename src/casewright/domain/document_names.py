"""What documents are called, and which of them words mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from casewright.domain.ids import DocumentId


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """All that a document may be called by.

    ``titles`` as its opening or its facts have them, ``parties`` as they sign, ``aliases`` what it calls them itself
    ("DSS"). ``days`` are those near its top. ``plain`` are words that its opening writes in small letters: by them a
    name is told from an ordinary word.
    """

    document_id: DocumentId
    filename: str
    titles: tuple[str, ...] = ()
    parties: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    days: tuple[date, ...] = ()
    plain: tuple[str, ...] = ()


class NamedBy(StrEnum):
    """What of a document the words are."""

    FILE_NAME = "file name"
    TITLE = "title"
    PARTY = "party"
    DEFINED_NAME = "defined name"


@dataclass(frozen=True, slots=True)
class Named:
    """That ``words`` mean ``documents``. ``certain`` is False where they may mean any one of them.

    ``start`` and ``end`` are the places of the words in what was asked.
    """

    words: str
    start: int
    end: int
    documents: tuple[DocumentId, ...]
    by: NamedBy
    certain: bool


@dataclass(frozen=True, slots=True)
class Resolved:
    """What words name. ``rest`` is the question without the names that only say which document is meant.

    ``documents`` are all that are meant, in the order in which they are named; none where nothing is.
    """

    named: tuple[Named, ...]
    rest: str

    @property
    def documents(self) -> tuple[DocumentId, ...]:
        """All documents that are meant, each once."""
        return tuple(dict.fromkeys(document for one in self.named for document in one.documents))
