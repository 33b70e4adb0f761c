"""Consent: that the text of a matter may be sent to a provider."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

PROVIDERS: Mapping[str, str] = MappingProxyType({"isaacus": "Isaacus, a classifier of legal text (api.isaacus.com)"})
"""The providers that text can be sent to, by the name that consents and tools use."""


@dataclass(frozen=True, slots=True)
class Consent:
    """Who consented when that the matter's text goes to the provider."""

    tenant: TenantId
    matter: MatterId
    provider: str
    granted_by: ActorId
    granted_at: datetime
