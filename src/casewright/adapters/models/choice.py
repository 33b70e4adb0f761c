"""Which model is asked, where it answers, and which settings say so."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from casewright.domain.addresses import is_own_machine
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO_KEY = "none"
"""What the libraries get in place of a key where none is needed; they insist on one."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A company or program that serves models: where, and what has to be installed to ask it."""

    name: str
    extra: str
    base_url: str
    key_name: str | None
    """The environment's usual name for its key; None where it needs none."""
    usual_model: str | None = None
    """The model that is meant where a setting names the provider alone; None where it has to name one."""


PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        one.name: one
        for one in (
            Provider(
                "google_genai",
                "google",
                "https://generativelanguage.googleapis.com",
                "GOOGLE_API_KEY",
                usual_model="gemini-2.5-flash",
            ),
            Provider("xai", "xai", "https://api.x.ai/v1", "XAI_API_KEY", usual_model="grok-3-mini"),
            Provider("openai", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
            Provider("anthropic", "anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY"),
            Provider("ollama", "ollama", "http://localhost:11434/v1", None),
        )
    }
)
ROLES: Mapping[str, str] = MappingProxyType({"assistant": "google_genai", "reasoner": "xai"})
"""The roles that a model can have, and the provider that is meant where a role's setting names none."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model in a role. The key is never shown."""

    role: str
    provider: Provider
    model: str
    base_url: str
    key: str = field(repr=False)

    @property
    def name(self) -> str:
        """How sentences name it."""
        return f"{self.provider.name}:{self.model}"

    @property
    def setting(self) -> str:
        """The setting that names the model."""
        return f"CASEWRIGHT_{self.role.upper()}"

    @property
    def host(self) -> str:
        """Where it answers: name, and port where one is given."""
        return urlsplit(self.base_url).netloc.lower()

    @property
    def proxy(self) -> str | None:
        """The host of the proxy on the way there; None where there is none."""
        from casewright.adapters.proxies import proxy_host

        return proxy_host(self.base_url)

    @property
    def at_home(self) -> bool:
        """Whether it answers at its provider's own address."""
        return self.base_url == self.provider.base_url

    @property
    def leaves_the_machine(self) -> bool:
        """Whether what is sent goes to another machine."""
        return not is_own_machine(self.base_url)

    @property
    def consent(self) -> str | None:
        """What a matter's consent has to name before its text is sent; None where nothing leaves this machine.

        The provider's name at the provider's own address, the host anywhere else: a consent to one is none to another.
        """
        if not self.leaves_the_machine:
            return None
        return self.provider.name if self.at_home else self.host


def choose(
    spec: str,
    *,
    role: str,
    key: str | None = None,
    base_url: str | None = None,
    usual_keys: Mapping[str, str] = MappingProxyType({}),
) -> ModelChoice:
    """The model that ``provider:model`` names, or ``model`` alone with the role's usual provider.

    ``provider`` alone means its usual model, for the two that the case agent's contract names (case-agent seed, 2).
    ``usual_keys`` are by provider; one of them goes to its provider's own address only. Raises ``BadSettings`` with
    what to set.
    """
    setting = f"CASEWRIGHT_{role.upper()}"
    before, colon, after = spec.strip().partition(":")
    name, model = (before, after.strip()) if colon else (ROLES[role], before)
    if not colon and before in PROVIDERS:
        name, model = before, PROVIDERS[before].usual_model or ""
    provider = PROVIDERS.get(name)
    if provider is None:
        raise BadSettings(f"{setting} is {spec!r}: there is no provider {name!r}; use {', '.join(PROVIDERS)}")
    if not model:
        raise BadSettings(f"{setting} is {spec!r}, which names no model: write it as {provider.name}:MODEL")
    address = _address(provider, base_url, setting)
    given = key or (usual_keys.get(provider.name) if address == provider.base_url else None)
    if given is None and provider.key_name and address == provider.base_url:
        raise BadSettings(f"{provider.name}:{model} needs a key: set {setting}_API_KEY or {provider.key_name}")
    return ModelChoice(role, provider, model, address, given or _NO_KEY)


def _address(provider: Provider, base_url: str | None, setting: str) -> str:
    if base_url is None:
        return provider.base_url
    parts = urlsplit(base_url)
    encrypted = parts.scheme == "https" or (parts.scheme == "http" and is_own_machine(base_url))
    if not parts.hostname or not encrypted or "@" in parts.netloc:
        raise BadSettings(
            f"{setting}_BASE_URL cannot be used: give an https address, or an http one on this machine, without a "
            "password in it: texts and the key travel there"
        )
    address = base_url.rstrip("/")
    return f"{address}/v1" if provider.name == "ollama" and not parts.path.strip("/") else address
