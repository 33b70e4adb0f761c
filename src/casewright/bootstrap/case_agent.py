"""The agent that works on cases, put together when the first message comes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from casewright.bootstrap.case_minds import case_minds
from casewright.bootstrap.casework import open_case_stores
from casewright.bootstrap.storage import agent_checkpoints, agent_locks

if TYPE_CHECKING:
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.agents.cases.case_agent import LangGraphCaseAgent
    from casewright.bootstrap.materials import Materials
    from casewright.domain.actors import Actor
    from casewright.domain.matters import Matter


class CaseRoom:
    """Fits ``tools.ports.cases.CaseAgent``."""

    def __init__(self, given: Materials) -> None:
        self._given = given
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    async def turn(self, person: Actor, matter: Matter, message: str | None) -> dict[str, Any]:
        """What came of a message."""
        return await self._agent.turn(person, matter, message)

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    @cached_property
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
            records=open_case_stores(given).cases,
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
