"""Decisions on amendments in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.ids import MatterId, TenantId


class MemoryAmendments:
    """Fits ``AmendmentStore``; it does not know which documents are gone."""

    def __init__(self) -> None:
        self._decided: dict[tuple[str, str, str], Amendment] = {}

    def decide(self, amendment: Amendment) -> None:
        key = (amendment.tenant, amendment.document, amendment.amended)
        self._decided.pop(key, None)
        self._decided[key] = amendment

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Amendment]:
        return [one for one in self._decided.values() if (one.tenant, one.matter) == (tenant, matter)]
