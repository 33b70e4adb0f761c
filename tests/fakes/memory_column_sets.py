"""Named sets of columns in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.column_sets import ColumnSet
    from casewright.domain.ids import MatterId, TenantId


class MemoryColumnSets:
    """Fits ``ColumnSetStore``."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], ColumnSet] = {}

    def put(self, columns: ColumnSet, *, replace: bool, most: int) -> bool | None:
        key = (columns.tenant, columns.matter, columns.name)
        others = [one for one in self.of_matter(columns.tenant, columns.matter) if one.name != columns.name]
        if len(others) >= most:
            return None
        if key in self._kept and not replace:
            return False
        self._kept[key] = columns
        return True

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[ColumnSet]:
        found = [one for (of, within, _), one in self._kept.items() if (of, within) == (tenant, matter)]
        return sorted(found, key=lambda one: one.name)

    def remove(self, tenant: TenantId, matter: MatterId, name: str) -> bool:
        return self._kept.pop((tenant, matter, name), None) is not None
