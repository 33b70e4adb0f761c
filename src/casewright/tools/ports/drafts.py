"""How drafts get onto paper, and which of their sources were invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from casewright.casework.draft_blocks import Block
    from casewright.domain.ids import TenantId


class DraftPrinter(Protocol):
    """Lays drafts out."""

    def printed(self, blocks: Iterable[Block], *, title: str, day: date, invented: bool) -> bytes:
        """The PDF; ``invented`` marks each page. The same arguments give the same bytes.

        Raises ``InvalidInput`` or ``ToolFailed``; neither quotes what was to be printed.
        """
        ...


class InventedSources(Protocol):
    """Knows which acts and decisions of a corpus were written as examples."""

    def any_in(self, tenant: TenantId, doc_ids: Collection[str], text: str) -> bool:
        """Whether one of these documents is an invented one, or the text names one by its id or its title.

        Raises ``ToolFailed`` or ``Unavailable`` where the corpus cannot be asked.
        """
        ...
