"""A printer of drafts that starts typst with the first draft."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from casewright.casework.markdown_blocks import Block
    from casewright.tools.ports.drafts import DraftPrinter


class LazyDraftPrinter:
    """Fits ``tools.ports.drafts.DraftPrinter``; ``make`` is called once, when a draft is printed."""

    def __init__(self, make: Callable[[], DraftPrinter]) -> None:
        self._make = make

    def printed(self, blocks: Iterable[Block], *, title: str, day: date, invented: bool) -> bytes:
        """As the printer that is made."""
        return self._printer.printed(blocks, title=title, day=day, invented=invented)

    @cached_property
    def _printer(self) -> DraftPrinter:
        return self._make()


def draft_printer() -> DraftPrinter:
    """The printer of drafts, with typst and its fonts."""
    from casewright.adapters.drafting.markdown_pdf import DraftPdf

    return DraftPdf()
