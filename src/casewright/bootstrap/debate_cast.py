"""The five roles of a debate, each with the mind that was asked for: rules, or a chat model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.errors import BadSettings, InvalidInput, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.agents.debate.mind import Mind
    from casewright.agents.debate.node import AgentNode
    from casewright.agents.debate.roles import ModelClass, RoleCard
    from casewright.bootstrap.governed import Governed
    from casewright.bootstrap.materials import Minds
    from casewright.config import ModelRole, Settings
    from casewright.domain.debates import AgentRole
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.consents import ConsentStore

RULES, MODEL = "rules", "model"


class DebateCast:
    """Fits ``agents.debate.orchestrator.Cast``. A chat model is opened once, whatever roles it thinks in."""

    def __init__(self, settings: Settings, consents: ConsentStore, minds: Minds, governed: Governed) -> None:
        """``minds`` were handed in, by name; ``governed`` says which tools a role may call."""
        self._governed = governed
        self._given = minds
        self._settings = settings
        self._consents = consents
        self._models: dict[tuple[str, str], ProviderChat] = {}

    def roles(self, tenant: TenantId, deal: MatterId, minds: Mapping[AgentRole, str]) -> Mapping[AgentRole, AgentNode]:
        """The five roles with these minds. Nothing is sent yet."""
        from casewright.agents.debate.node import AgentNode
        from casewright.agents.debate.roles import ROLES

        may_call = self._governed.policy.tools_of
        return {
            card.role: AgentNode(card, self._mind(tenant, deal, card, minds[card.role]), may_call(card.role.value))
            for card in ROLES
        }

    async def disconnect(self) -> None:
        """Close the connections to models' providers."""
        for model in self._models.values():
            await model.aclose()

    def _mind(self, tenant: TenantId, deal: MatterId, card: RoleCard, name: str) -> Mind:
        if name == RULES:
            from casewright.agents.debate.minds.rules import RULES as BY_RULES

            return BY_RULES[card.role]
        if name in self._given:
            return self._given[name][card.role]
        if name != MODEL and ":" not in name:
            raise InvalidInput(
                f"There is no mind {name!r} for {card.role}: name {RULES}, {MODEL} (the one that is set) or "
                "provider:model"
            )
        model = self._model(tenant, deal, card.model_class, name)
        from casewright.agents.debate.minds.language_model import LanguageModelMind

        return LanguageModelMind(model, self._offered)

    def _offered(self, role: AgentRole) -> list[dict[str, Any]]:
        """The tools of a role, as chat models are offered them."""
        from casewright.tools.schemas import export

        tools = self._governed.registry.select(role=role.value, policy=self._governed.policy)
        return [export(tool, "openai") for tool in tools]

    def _model(self, tenant: TenantId, deal: MatterId, model_class: ModelClass, name: str) -> ProviderChat:
        from casewright.adapters.models.chat_model import chat_model
        from casewright.adapters.models.choice import choose
        from casewright.tools.gates.consent import unconsented

        settings, role = self._settings, _set_for(model_class)
        given = settings.chat_model(role)
        spec = given.spec if name == MODEL else name
        if spec is None:
            raise BadSettings(f"No chat model is set: set CASEWRIGHT_{role.upper()}, or name one as provider:model")
        choice = choose(spec, role=role, key=given.key, base_url=given.base_url, usual_keys=given.usual_keys)
        if choice.consent is not None:
            missing = unconsented(tenant, deal, [choice.consent], self._consents)
            if missing is not None:
                raise Refused(missing.reason)
        key = (role, choice.name)
        if key not in self._models:
            self._models[key] = chat_model(choice, timeout=settings.model_timeout, max_tokens=settings.model_max_tokens)
        return self._models[key]


def _set_for(model_class: ModelClass) -> ModelRole:
    """The setting that names the model of this class."""
    from casewright.agents.debate.roles import ModelClass

    return "reasoner" if model_class is ModelClass.REASONING else "assistant"
