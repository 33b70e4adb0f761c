"""Where it is kept which documents amend which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.ids import MatterId, TenantId


class AmendmentStore(Protocol):
    """What people decided of amendments; each pair of documents has one decision, the last."""

    def decide(self, amendment: Amendment) -> None:
        """Keep the decision in place of an earlier one on the same two documents."""
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Amendment]:
        """The decisions on the matter's documents, oldest first. Those on a document that is gone are gone."""
        ...
