"""Which chat models the settings name, how they are loaded, and how they are checked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.domain.model_checks import CheckedModel
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.models.choice import ModelChoice
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.config import Settings
    from casewright.domain.model_checks import CheckResult, ModelRole
    from casewright.tools.tenant_limits import ModelMoney


def load_chat_model(
    settings: Settings, role: ModelRole = "assistant", money: ModelMoney | None = None
) -> ProviderChat | None:
    """The chat model that the settings name for a role, "assistant" or "reasoner"; None where they name none.

    ``money`` is what its answers are paid from; left out: they are not counted. Nothing is sent until it is asked;
    ``choice.consent`` says what a matter's consent has to name before that. Raises ``BadSettings`` saying what to set
    or install. Tracing by LangChain's libraries is off in this process from here on.
    """
    choice = model_choice(settings, role)
    if choice is None:
        return None
    return open_chat_model(settings, choice, role, money)


def open_chat_model(settings: Settings, choice: ModelChoice, role: ModelRole, money: ModelMoney | None) -> ProviderChat:
    """The chosen model. The role's prices are those of the model that is set; what another costs nobody said."""
    from casewright.adapters.models.chat_model import chat_model
    from casewright.adapters.models.purse import Prices, Purse

    purse = None
    if money is not None:
        prices = Prices(*settings.model_prices(role)) if choice == model_choice(settings, role) else None
        purse = Purse(money, prices, settings.model_max_tokens)
    return chat_model(choice, timeout=settings.model_timeout, max_tokens=settings.model_max_tokens, purse=purse)


def model_choice(settings: Settings, role: ModelRole = "assistant") -> ModelChoice | None:
    """Which chat model the settings name for a role, None where they name none. Raises ``BadSettings``."""
    from casewright.adapters.models.choice import choose

    given = settings.chat_model(role)
    if given.spec is None:
        return None
    return choose(given.spec, role=role, key=given.key, base_url=given.base_url, usual_keys=given.usual_keys)


def check_chat_model(settings: Settings, role: ModelRole, tell: Callable[[CheckResult], None]) -> CheckedModel:
    """Put the model of this role through the checks and tell each result as it comes.

    Only invented text that comes with the package is sent. Raises ``BadSettings`` where the settings name no model, and
    what the model raises.
    """
    return asyncio.run(ModelChecks(settings).check(role, tell))


@dataclass(frozen=True, slots=True)
class ModelChecks:
    """Fits ``ModelExaminer``: over the models that the settings name. ``money`` is what their answers are paid from."""

    settings: Settings
    money: ModelMoney | None = None

    def provider(self, role: ModelRole) -> str | None:
        """Who is asked in the role; None where the settings name no model."""
        choice = model_choice(self.settings, role)
        return None if choice is None else f"{choice.name} at {choice.host}"

    async def check(self, role: ModelRole, tell: Callable[[CheckResult], None]) -> CheckedModel:
        """As ``check_chat_model``."""
        from casewright.agents.model_check.examination import examine

        choice = model_choice(self.settings, role)
        if choice is None:
            setting = f"CASEWRIGHT_{role.upper()}"
            raise BadSettings(
                f"No chat model is set for the {role}: set {setting} to provider:model to have one checked"
            )
        results: list[CheckResult] = []
        model = open_chat_model(self.settings, choice, role, self.money)
        try:
            async for result in examine(model, lambda: str(uuid4())):
                results.append(result)
                tell(result)
        finally:
            await model.aclose()
        return CheckedModel(choice.name, choice.host, choice.proxy, tuple(results))
