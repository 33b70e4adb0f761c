"""How drafts get onto paper, where they are kept, and which of their sources were invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from casewright.casework.markdown_blocks import Block
    from casewright.domain.ids import TenantId


class DraftPrinter(Protocol):
    """Lays drafts out."""

    def printed(self, blocks: Iterable[Block], *, title: str, day: date, invented: bool) -> bytes:
        """The PDF; ``invented`` marks each page. The same arguments give the same bytes.

        Raises ``InvalidInput`` or ``ToolFailed``; neither quotes what was to be printed.
        """
        ...


class DraftFiles(Protocol):
    """Keeps files for good: what was written once is never overwritten."""

    def keep(self, place: str, data: bytes) -> str:
        """Store the bytes under the relative path, whole or not at all, and return their address.

        Nothing happens where the same bytes are there already. Raises ``Refused`` where others are, ``StorageFull`` or
        ``Unavailable``.
        """
        ...

    def read(self, place: str) -> bytes | None:
        """The bytes kept under that path, None where there are none. Raises ``Unavailable``."""
        ...


class InventedSources(Protocol):
    """Knows which acts and decisions of a corpus were written as examples."""

    def any_in(self, tenant: TenantId, doc_ids: Collection[str], text: str) -> bool:
        """Whether one of these documents is an invented one, or the text names one by its id or its title.

        Raises ``ToolFailed`` or ``Unavailable`` where the corpus cannot be asked.
        """
        ...
