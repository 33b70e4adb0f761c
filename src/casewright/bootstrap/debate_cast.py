"""The five roles of a debate, each with the mind that was asked for: rules, or a chat model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.errors import BadSettings, InvalidInput, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.agents.debate.mind import Mind
    from casewright.agents.debate.node import AgentNode, ModelClass
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
        return {role: kind(self._mind(tenant, deal, kind, minds[role])) for role, kind in _kinds().items()}

    async def disconnect(self) -> None:
        """Close the connections to models' providers."""
        for model in self._models.values():
            await model.aclose()

    def _mind(self, tenant: TenantId, deal: MatterId, kind: type[AgentNode], name: str) -> Mind:
        if name == RULES:
            from casewright.agents.debate.minds.rules import RULES as BY_RULES

            return BY_RULES[kind.role]
        if name in self._given:
            return self._given[name][kind.role]
        if name != MODEL and ":" not in name:
            raise InvalidInput(
                f"There is no mind {name!r} for {kind.role}: name {RULES}, {MODEL} (the one that is set) or "
                "provider:model"
            )
        model = self._model(tenant, deal, kind.model_class, name)
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
    from casewright.agents.debate.node import ModelClass

    return "reasoner" if model_class is ModelClass.REASONING else "assistant"


def _kinds() -> Mapping[AgentRole, type[AgentNode]]:
    from casewright.agents.debate.roles.advocate import Advocate
    from casewright.agents.debate.roles.arbiter import Arbiter
    from casewright.agents.debate.roles.contradiction_finder import ContradictionFinder
    from casewright.agents.debate.roles.risk_officer import RiskOfficer
    from casewright.agents.debate.roles.sanad_breaker import SanadBreaker

    return {kind.role: kind for kind in (Advocate, SanadBreaker, ContradictionFinder, RiskOfficer, Arbiter)}
