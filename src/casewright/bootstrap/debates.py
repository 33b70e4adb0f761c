"""What holds debates, put together when the first one is held."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from functools import cached_property
from typing import TYPE_CHECKING

from casewright.bootstrap.storage import agent_checkpoints, agent_locks

if TYPE_CHECKING:
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.agents.debate.orchestrator import Debates
    from casewright.audit.events import Event
    from casewright.bootstrap.debate_cast import DebateCast
    from casewright.bootstrap.materials import Materials
    from casewright.domain.actors import Actor
    from casewright.domain.held_debates import Debate, DebateSettings
    from casewright.domain.matters import Matter
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.ports.debates import DebateStore


class DebateRoom:
    """Fits ``tools.ports.debates.DebateHolder``."""

    def __init__(self, given: Materials, stores: DealStores, debates: DebateStore, cast: DebateCast) -> None:
        self._given = given
        self._stores = stores
        self._debates = debates
        self._cast = cast
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    async def hold(self, person: Actor, deal: Matter, settings: DebateSettings) -> Debate:
        """A new debate."""
        return await self._room.hold(person, deal, settings)

    async def resume(self, person: Actor, deal: Matter, debate: Debate) -> Debate:
        """A debate, gone on with."""
        return await self._room.resume(person, deal, debate)

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    @cached_property
    def _room(self) -> Debates:
        from casewright.agents.debate.orchestrator import Debates

        given = self._given
        self._checkpoints = agent_checkpoints(given.settings)
        return Debates(
            locks=agent_locks(given.settings, "debate"),
            cast=self._cast,
            executor=given.governed.executor,
            checkpoints=self._checkpoints,
            debates=self._debates,
            deals=self._stores,
            gates=self._stores.gates,
            clock=given.clock,
            submit=self._submit,
            policy_hash=given.governed.policy.hash,
            patience=given.settings.debate_turn_timeout,
        )

    async def _submit(self, event: Event) -> int:
        """Have the event in its chain; its number there."""
        receipt = self._given.proofs.log.submit(event)
        return await asyncio.wrap_future(receipt) if isinstance(receipt, Future) else receipt
