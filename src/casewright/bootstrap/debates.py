"""What holds debates, put together when the first one is held, and the five roles with their minds."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.agent_stores import agent_checkpoints, agent_locks
from casewright.bootstrap.lazy import once
from casewright.bootstrap.models import open_chat_model
from casewright.errors import BadSettings, InvalidInput, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.agents.debate.mind import Mind
    from casewright.agents.debate.node import AgentNode
    from casewright.agents.debate.orchestrator import Debates
    from casewright.agents.debate.roles import ModelClass, RoleCard
    from casewright.audit.events import Event
    from casewright.bootstrap.materials import Governed, Materials, Minds
    from casewright.config import Settings
    from casewright.domain.actors import Actor
    from casewright.domain.debates import AgentRole
    from casewright.domain.held_debates import Debate, DebateSettings
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter
    from casewright.domain.model_checks import ModelRole
    from casewright.tools.ports.consents import ConsentStore, Ways
    from casewright.tools.tenant_limits import ModelMoney

RULES, MODEL = "rules", "model"


class DebateRoom:
    """Fits ``tools.ports.debates.DebateHolder``."""

    def __init__(self, given: Materials, cast: DebateCast) -> None:
        self._given = given
        self._cast = cast
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    async def hold(self, person: Actor, deal: Matter, settings: DebateSettings) -> Debate:
        """A new debate."""
        return await (await self._ready()).hold(person, deal, settings)

    async def resume(self, person: Actor, deal: Matter, debate: Debate) -> Debate:
        """A debate, gone on with."""
        return await (await self._ready()).resume(person, deal, debate)

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    async def _ready(self) -> Debates:
        """The orchestrator and the roles' tools, loaded beside the loop."""

        def load() -> Debates:
            from casewright.agents.debate.roles import ROLES

            governed = self._given.governed
            for card in ROLES:
                governed.registry.select(role=card.role.value, policy=governed.policy)
            return self._room

        return await asyncio.to_thread(load)

    @once
    def _room(self) -> Debates:
        from casewright.adapters.database.effects import SqlEffects
        from casewright.agents.debate.orchestrator import Debates

        given = self._given
        self._checkpoints = agent_checkpoints(given.settings)
        return Debates(
            locks=agent_locks(given.settings, "debate"),
            cast=self._cast,
            executor=given.governed.executor,
            checkpoints=self._checkpoints,
            debates=given.stores.debates,
            deals=given.deal_stores,
            gates=given.deal_stores.gates,
            clock=given.clock,
            submit=self._submit,
            together=SqlEffects(given.database, given.proofs.log, now=given.clock.now).together,
            policy_hash=given.governed.policy.hash,
            patience=given.settings.debate_turn_timeout,
        )

    async def _submit(self, event: Event) -> int:
        """Have the event in its chain; its number there."""
        receipt = self._given.proofs.log.submit(event)
        return await asyncio.wrap_future(receipt) if isinstance(receipt, Future) else receipt


class DebateCast:
    """Fits ``agents.debate.orchestrator.Cast``. A chat model is opened once, whatever roles it thinks in."""

    def __init__(
        self,
        settings: Settings,
        consents: ConsentStore,
        ways: Ways,
        minds: Minds,
        governed: Governed,
        money: ModelMoney | None = None,
    ) -> None:
        """``minds`` were handed in, by name; ``governed`` says which tools a role may call.

        ``money`` is what models are paid from; left out: no money is counted.
        """
        self._money = money
        self._governed = governed
        self._given = minds
        self._settings = settings
        self._consents = consents
        self._ways = ways
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
        from casewright.adapters.models.choice import choose
        from casewright.tools.gates.consent import unconsented

        settings, role = self._settings, _set_for(model_class)
        given = settings.chat_model(role)
        spec = given.spec if name == MODEL else name
        if spec is None:
            raise BadSettings(f"No chat model is set: set CASEWRIGHT_{role.upper()}, or name one as provider:model")
        choice = choose(spec, role=role, key=given.key, base_url=given.base_url, usual_keys=given.usual_keys)
        if choice.consent is not None:
            missing = unconsented(tenant, deal, [choice.consent], self._consents, self._ways)
            if missing is not None:
                raise Refused(missing.reason)
        key = (role, choice.name)
        if key not in self._models:
            self._models[key] = open_chat_model(settings, choice, role, self._money)
        return self._models[key]


def _set_for(model_class: ModelClass) -> ModelRole:
    """The setting that names the model of this class."""
    from casewright.agents.debate.roles import ModelClass

    return "reasoner" if model_class is ModelClass.REASONING else "assistant"


def open_debate_room(given: Materials) -> DebateRoom:
    """The room that debates are held in, let go of with the home."""
    cast = DebateCast(given.settings, given.stores.consents, given.ways, given.minds, given.governed, given.model_money)
    room = DebateRoom(given, cast)
    given.closing.parts.callback(room.close)
    given.closing.awaited.push_async_callback(cast.disconnect)
    return room
