"""Templates of one's own in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.domain.templates import OwnTemplate


class MemoryTemplates:
    """Fits ``TemplateStore``."""

    def __init__(self) -> None:
        self._kept: dict[tuple[TenantId, str], OwnTemplate] = {}

    def all(self, tenant: TenantId) -> Sequence[OwnTemplate]:
        return [template for (owner, _), template in sorted(self._kept.items()) if owner == tenant]

    def get(self, tenant: TenantId, name: str) -> OwnTemplate | None:
        return self._kept.get((tenant, name))

    def put(self, template: OwnTemplate) -> None:
        self._kept[template.tenant, template.name] = template

    def remove(self, tenant: TenantId, name: str) -> bool:
        return self._kept.pop((tenant, name), None) is not None
