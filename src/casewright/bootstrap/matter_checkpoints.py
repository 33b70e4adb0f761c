"""The checkpoints of everything that agents did in a matter."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from casewright.bootstrap.agent_stores import agent_checkpoints

if TYPE_CHECKING:
    from casewright.bootstrap.stores import Stores
    from casewright.config import Settings
    from casewright.domain.ids import MatterId, TenantId
    from casewright.tools.ports.removal import Remains


class SettledCheckpoints:
    """Fits ``tools.ports.removal.MatterCheckpoints``. Checkpoints are opened for as long as it takes."""

    def __init__(self, settings: Settings, stores: Stores) -> None:
        self._settings = settings
        self._stores = stores

    def forget(self, tenant: TenantId, matter: MatterId, remains: Remains) -> int:
        """Forget all of it; how many threads there were to forget."""
        from casewright.agents.cases.threads import assistant_thread, reasoner_thread
        from casewright.agents.debate.threads import debate_thread
        from casewright.agents.document.keys import document_thread

        threads = [document_thread(tenant, one) for one in remains.threads]
        threads += [debate_thread(tenant, one) for one in remains.debates]
        case = self._stores.cases.get(tenant, matter)
        threads += [] if case is None else [assistant_thread(case), reasoner_thread(case)]
        if not threads or (self._settings.database_url is None and not self._settings.checkpoint_file.exists()):
            return 0
        with closing(agent_checkpoints(self._settings)) as checkpoints:
            for thread in threads:
                checkpoints.forget(thread)
        return len(threads)
