"""Consent: that the text of a matter may be sent to a provider."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

PROVIDERS: Mapping[str, str] = MappingProxyType(
    {
        "isaacus": "Isaacus, a classifier of legal text (api.isaacus.com)",
        "google_genai": "Google's Gemini, a chat model (generativelanguage.googleapis.com)",
        "xai": "xAI's Grok, a chat model (api.x.ai)",
        "openai": "OpenAI's chat models (api.openai.com)",
        "gleif": "GLEIF, the register of legal entities (api.gleif.org): names of companies are sent",
        "edgar": "SEC EDGAR, filings of companies in the United States (data.sec.gov): their numbers are sent",
        "anthropic": "Anthropic's chat models (api.anthropic.com)",
    }
)
"""The providers that text can be sent to, by the name that consents and tools use."""
_HOST = re.compile(r"(?=[^:]*\.)[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?")


def is_provider(name: str) -> bool:
    """Whether a consent can name it: one of the providers, or a server's host with a dot in it, and its port."""
    return name in PROVIDERS or _HOST.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Consent:
    """Who consented when that the matter's text goes to the provider."""

    tenant: TenantId
    matter: MatterId
    provider: str
    granted_by: ActorId
    granted_at: datetime
