"""Where it is kept what people say to cells of review grids, and which columns they keep together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.column_sets import ColumnSet
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.reviews import CellReview


class ReviewStore(Protocol):
    """Reviews of all tenants; every question names the tenant and sees only its own.

    Nothing is ever changed of what people said. It goes with its document, and is said of a newer reading of the file.
    """

    def add(self, review: CellReview) -> CellReview:
        """Keep the review after all others of its document; it comes back with its number.

        Raises ``NotFound`` where the document is gone.
        """
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId, document: DocumentId | None = None) -> Sequence[CellReview]:
        """What was said to the cells of the matter, or of one document of it: by document, oldest first."""
        ...


class ColumnSetStore(Protocol):
    """Named sets of columns, of all tenants; every question names tenant and matter and sees only theirs."""

    def put(self, columns: ColumnSet, *, replace: bool, most: int) -> bool | None:
        """Keep the set; whether it is kept.

        Where the matter has a set of this name, it is replaced if ``replace`` is set, else nothing is kept and False
        comes back; None, and nothing kept, where the matter has ``most`` sets of other names.
        """
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[ColumnSet]:
        """The matter's sets, by name."""
        ...

    def remove(self, tenant: TenantId, matter: MatterId, name: str) -> bool:
        """Remove the set of this name; whether there was one."""
        ...
