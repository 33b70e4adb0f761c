"""The chat model that a setting names, with its provider's library loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from casewright.errors import BadSettings

if TYPE_CHECKING:
    from casewright.adapters.models.choice import ModelChoice
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.adapters.models.purse import Purse
    from casewright.adapters.models.retries import Tries

_MODULES = {
    "google_genai": "google_library",
    "xai": "openai_library",
    "openai": "openai_library",
    "anthropic": "anthropic_library",
    "ollama": "openai_library",
}
_TIMEOUT = 120.0


def chat_model(
    choice: ModelChoice,
    *,
    timeout: float = _TIMEOUT,
    max_tokens: int | None = None,
    tries: Tries | None = None,
    purse: Purse | None = None,
) -> ProviderChat:
    """The chosen model, ready to be asked; nothing is sent yet.

    ``max_tokens`` is the most that one answer may have; left out, the provider decides. ``purse`` is what its
    answers are paid from. Raises ``BadSettings`` naming
    the extra to install where the provider's library is not there.
    """
    try:
        from casewright.adapters.models.tracing import forbid_tracing

        module = import_module(f"casewright.adapters.models.{_MODULES[choice.provider.name]}")
    except ModuleNotFoundError as error:
        extra = choice.provider.extra
        raise BadSettings(
            f"{choice.setting} is {choice.name!r}, and what asks this provider is not installed ({error.name}): "
            f"pip install 'casewright[{extra}]'"
        ) from error
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.adapters.models.retries import Tries

    forbid_tracing()
    library = module.library(choice, timeout=timeout, max_tokens=max_tokens)
    return ProviderChat(choice=choice, library=library, timeout=timeout, tries=tries or Tries(), purse=purse)
