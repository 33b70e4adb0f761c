"""The checkpoints of cases, looked through when a name is declared."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from casewright.agents.cases.threads import assistant_thread, reasoner_thread
from casewright.bootstrap.storage import agent_checkpoints

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.config import Settings
    from casewright.domain.cases import Case


class CheckpointSessions:
    """Fits ``tools.ports.cases.CaseSessions``. Checkpoints are opened for as long as it takes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def forget_where(self, case: Case, unfit: Callable[[str], bool]) -> bool:
        """Forget both sessions where either holds a text that is ``unfit``; whether they were forgotten."""
        if self._settings.database_url is None and not self._settings.checkpoint_file.exists():
            return False
        threads = (assistant_thread(case), reasoner_thread(case))
        with closing(agent_checkpoints(self._settings)) as checkpoints:
            found = any(checkpoints.holds(thread, unfit) for thread in threads)
            for thread in threads if found else ():
                checkpoints.forget(thread)
        return found
