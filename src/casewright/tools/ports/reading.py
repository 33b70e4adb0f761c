"""How bytes become text in chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.domain.documents import Reading


class DocumentReader(Protocol):
    """Reads files of the formats it knows."""

    def media_type(self, filename: str) -> str:
        """The media type that the name claims, ``application/octet-stream`` where it claims none we know."""
        ...

    def extensions(self) -> tuple[str, ...]:
        """The extensions of the names that are read, lower case, with their dots."""
        ...

    def read(self, data: bytes, filename: str) -> Reading:
        """The file's text and chunks. Raises ``UnreadableDocument`` with a sentence that says what to do."""
        ...
