"""The reasoner's desk, put together when it is first asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from casewright.bootstrap.case_minds import case_minds
from casewright.bootstrap.casework import case_firewall
from casewright.bootstrap.storage import agent_checkpoints

if TYPE_CHECKING:
    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.agents.cases.reasoner_desk import SessionDesk
    from casewright.bootstrap.materials import Materials
    from casewright.domain.cases import Case
    from casewright.domain.ids import MatterId, TenantId


class LazyDesk:
    """Fits ``tools.ports.support.ReasonerDesk``."""

    def __init__(self, given: Materials) -> None:
        self._given = given
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    def called(self, case: Case) -> str:
        """Who advises."""
        return self._desk.called(case)

    async def advise(self, case: Case, summary: str, question: str) -> str:
        """The reply."""
        return await self._desk.advise(case, summary, question)

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    @cached_property
    def _desk(self) -> SessionDesk:
        from casewright.agents.cases.reasoner_desk import SessionDesk

        firewall = case_firewall(self._given)
        minds = case_minds(self._given)

        def masked(tenant: TenantId, case: MatterId, text: str) -> str:
            return firewall.masking(tenant, case)(text).text

        self._checkpoints = agent_checkpoints(self._given.settings)
        return SessionDesk(minds=minds, checkpoints=self._checkpoints, masking=masked)
