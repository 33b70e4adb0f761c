"""The agent that works on cases, its reasoner's desk, and the minds that think in both."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from casewright.bootstrap.agent_stores import agent_checkpoints, agent_locks
from casewright.bootstrap.firewall import case_firewall
from casewright.bootstrap.lazy import once
from casewright.bootstrap.models import load_chat_model, model_choice
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.agents.cases.case_agent import LangGraphCaseAgent
    from casewright.agents.cases.mind import Assistant, CaseMinds, Reasoner
    from casewright.agents.cases.reasoner_desk import SessionDesk
    from casewright.bootstrap.materials import Materials
    from casewright.config import Settings
    from casewright.domain.actors import Actor
    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter
    from casewright.domain.model_checks import ModelRole

ROLE = "case_assistant"


class CaseRoom:
    """Fits ``tools.ports.cases.CaseAgent``."""

    def __init__(self, given: Materials) -> None:
        self._given = given
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    async def turn(self, person: Actor, matter: Matter, message: str | None) -> dict[str, Any]:
        """What came of a message."""
        return await (await self._ready()).turn(person, matter, message)

    async def language(self, person: Actor, matter: Matter, message: str | None) -> str:
        """The language that the user is answered in."""
        return await (await self._ready()).language(person, matter, message)

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    async def _ready(self) -> LangGraphCaseAgent:
        """The agent, loaded beside the loop, with the tools that a chat model is to be offered."""

        def load() -> LangGraphCaseAgent:
            if self._given.case_minds is None and self._given.settings.chat_model("assistant").spec is not None:
                governed = self._given.governed
                governed.registry.select(role=ROLE, policy=governed.policy)
            return self._agent

        return await asyncio.to_thread(load)

    @once
    def _agent(self) -> LangGraphCaseAgent:
        from casewright.agents.cases.case_agent import LangGraphCaseAgent, Manner

        given, settings = self._given, self._given.settings
        self._checkpoints = agent_checkpoints(settings)
        self._checkpoints.whole_steps = True
        return LangGraphCaseAgent(
            minds=case_minds(given),
            executor=given.governed.executor,
            keyed=self._changes,
            checkpoints=self._checkpoints,
            records=given.case_stores.cases,
            locks=agent_locks(settings, "case"),
            clock=given.clock,
            new_id=lambda: str(uuid4()),
            manner=Manner(settings.language, settings.platform_name, settings.case_turn_timeout),
        )

    def _changes(self, tool: str) -> bool:
        """Whether a call of this tool may change something."""
        from casewright.tools.calls import SafetyLevel

        found = self._given.governed.registry.get(tool)
        return found is not None and found.safety_level is not SafetyLevel.SAFE


class ReasonerDesk:
    """Fits ``tools.ports.support.ReasonerDesk``."""

    def __init__(self, given: Materials) -> None:
        self._given = given
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    def called(self, case: Case) -> str:
        """Who advises."""
        return self._desk.called(case)

    async def advise(self, case: Case, summary: str, question: str) -> str:
        """The reply."""
        return await (await asyncio.to_thread(lambda: self._desk)).advise(case, summary, question)

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    @once
    def _desk(self) -> SessionDesk:
        from casewright.agents.cases.reasoner_desk import SessionDesk

        firewall = self._given.share(case_firewall)
        minds = case_minds(self._given)

        def masked(tenant: TenantId, case: MatterId, text: str) -> str:
            return firewall.masking(tenant, case)(text).text

        self._checkpoints = agent_checkpoints(self._given.settings)
        return SessionDesk(minds=minds, checkpoints=self._checkpoints, masking=masked)


def open_case_room(given: Materials) -> CaseRoom:
    """The agent's room, let go of with the home."""
    room = CaseRoom(given)
    given.closing.parts.callback(room.close)
    return room


def open_desk(given: Materials) -> ReasonerDesk:
    """The reasoner's desk, let go of with the home."""
    desk = ReasonerDesk(given)
    given.closing.parts.callback(desk.close)
    return desk


def case_minds(given: Materials) -> CaseMinds:
    """The minds that cases are worked on with here. Raises ``BadSettings`` for a model that is not configured."""
    return given.case_minds if given.case_minds is not None else open_case_minds(given)


def case_providers(given: Materials, *roles: ModelRole) -> tuple[str, ...]:
    """The providers that the models of these roles send text to; none for embedded minds and for those handed in."""
    if given.case_minds is not None:
        return ()
    found = []
    for role in roles:
        try:
            choice = model_choice(given.settings, role)
        except BadSettings:
            continue  # such a model sends nothing: the first call says what is wrong with the setting
        if choice is not None and choice.consent is not None:
            found.append(choice.consent)
    return tuple(dict.fromkeys(found))


def open_case_minds(given: Materials) -> CaseMinds:
    """The minds that the settings name: chat models, or the embedded ones where none is set."""
    minds = SetMinds(given)
    given.closing.awaited.push_async_callback(minds.disconnect)
    return minds


class SetMinds:
    """Fits ``agents.cases.mind.CaseMinds``. A chat model is opened once a role, when a case first asks for it."""

    def __init__(self, given: Materials) -> None:
        self._given = given
        self._models: dict[ModelRole, ProviderChat] = {}

    def assistant(self, tenant: TenantId, case: MatterId) -> Assistant:
        """Who talks with this case's user."""
        model = self._model("assistant")
        if model is None:
            from casewright.agents.cases.minds.assistant import RuleBasedAssistant
            from casewright.agents.cases.minds.heard import HeardAssistant

            return HeardAssistant(RuleBasedAssistant())
        from casewright.agents.cases.minds.language_model import LanguageModelAssistant

        return LanguageModelAssistant(
            model,
            called=model.choice.name,
            mask=self._mask(tenant, case),
            refuse=self._refuse(tenant, case, ROLE),
            tools=self._tools(),
            platform=self._given.settings.platform_name,
            dataset=_dataset(self._given.settings),
        )

    def reasoner(self, tenant: TenantId, case: MatterId) -> Reasoner:
        """Who advises on this case."""
        model = self._model("reasoner")
        if model is None:
            from casewright.agents.cases.minds.heard import HeardReasoner
            from casewright.agents.cases.minds.reasoner import RuleBasedReasoner

            return HeardReasoner(RuleBasedReasoner())
        from casewright.agents.cases.minds.language_model import LanguageModelReasoner

        return LanguageModelReasoner(
            model,
            called=model.choice.name,
            mask=self._mask(tenant, case),
            refuse=self._refuse(tenant, case, "reasoner"),
            platform=self._given.settings.platform_name,
        )

    async def disconnect(self) -> None:
        """Close the connections to models' providers."""
        for model in self._models.values():
            await model.aclose()

    def _model(self, role: ModelRole) -> ProviderChat | None:
        if role not in self._models:
            model = load_chat_model(self._given.settings, role, self._given.model_money)
            if model is None:
                return None
            self._models[role] = model
        return self._models[role]

    def _mask(self, tenant: TenantId, case: MatterId) -> Callable[[str], str]:
        """The case's firewall: whatever goes to a model passes it, and what comes back.

        A turn's steps are told much of the same: each text passes once a turn.
        """
        masked = self._given.share(case_firewall).masking(tenant, case)
        return cache(lambda text: masked(text).text)

    def _refuse(self, tenant: TenantId, case: MatterId, role: str) -> Callable[[int], Awaitable[str | None]]:
        """Refuses an answer of this role's model that asks for more calls than the policy allows."""
        from casewright.domain.actors import Actor, ActorKind
        from casewright.domain.ids import ActorId
        from casewright.tools.calls import CallContext

        context = CallContext(Actor(tenant, ActorId(role), role, ActorKind.MODEL), case)
        return lambda calls: self._given.governed.executor.refuse_answer(calls, context)

    def _tools(self) -> list[dict[str, Any]]:
        """The assistant's tools, as chat models are offered them."""
        from casewright.tools.schemas import export

        governed = self._given.governed
        return [export(tool, "openai") for tool in governed.registry.select(role=ROLE, policy=governed.policy)]


def _dataset(settings: Settings) -> str:
    """What stands before a table's name in queries."""
    from casewright.casework.research_sql import SEED_DATASET

    return settings.corpus.partition(":")[2] or ".".join(SEED_DATASET)
