"""Drafts that are printed as plain text, and of whose sources some are invented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.casework.draft_blocks import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date

    from casewright.casework.draft_blocks import Block
    from casewright.domain.ids import TenantId
    from casewright.errors import CasewrightError


class PlainPrinter:
    """Fits ``tools.ports.drafts.DraftPrinter``: the text, with what else the paper would say before it."""

    def printed(self, blocks: Iterable[Block], *, title: str, day: date, invented: bool) -> bytes:
        return f"{title}|{day}|{invented}\n{plain(blocks)}".encode()


class ListedInventions:
    """Fits ``tools.ports.drafts.InventedSources`` by a list of ids. ``failing`` is raised where it is set."""

    def __init__(self, *doc_ids: str) -> None:
        self._doc_ids = frozenset(doc_ids)
        self.failing: CasewrightError | None = None

    def any_in(self, tenant: TenantId, doc_ids: Collection[str], text: str) -> bool:
        if self.failing is not None:
            raise self.failing
        return any(one in self._doc_ids for one in doc_ids) or any(one in text for one in self._doc_ids)
