"""Which chat models the settings name, and how they are loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.models.choice import ModelChoice
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.config import ModelRole, Settings


def load_chat_model(settings: Settings, role: ModelRole = "assistant") -> ProviderChat | None:
    """The chat model that the settings name for a role, "assistant" or "reasoner"; None where they name none.

    Nothing is sent until it is asked; ``choice.consent`` says what a matter's consent has to name before that. Raises
    ``BadSettings`` saying what to set or install. Tracing by LangChain's libraries is off in this process from here on.
    """
    from casewright.adapters.models.chat_model import chat_model

    choice = model_choice(settings, role)
    if choice is None:
        return None
    return chat_model(choice, timeout=settings.model_timeout, max_tokens=settings.model_max_tokens)


def model_choice(settings: Settings, role: ModelRole = "assistant") -> ModelChoice | None:
    """Which chat model the settings name for a role, None where they name none. Raises ``BadSettings``."""
    from casewright.adapters.models.choice import choose

    given = settings.chat_model(role)
    if given.spec is None:
        return None
    return choose(given.spec, role=role, key=given.key, base_url=given.base_url, usual_keys=given.usual_keys)
