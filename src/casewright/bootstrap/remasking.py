"""What masks names that are declared later in what a case has stored."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from casewright.bootstrap.agent_stores import agent_checkpoints, agent_locks
from casewright.bootstrap.facts import fact_reading
from casewright.bootstrap.firewall import case_firewall

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.bootstrap.materials import Materials
    from casewright.config import Settings
    from casewright.domain.cases import Case
    from casewright.toolbox.cases.remasking import Remasking


def remasking(given: Materials) -> Remasking:
    """What masks names that are declared later in what a case has stored."""
    from casewright.toolbox.cases.remasking import Remasking
    from casewright.toolbox.documents.preparation import prepare

    documents, scores, words = given.stores.documents, given.scores, given.words
    facts = given.share(fact_reading)
    return Remasking(
        given.case_stores,
        documents,
        given.share(case_firewall),
        tickets=given.stores.tickets,
        approvals=given.stores.plan_approvals,
        requests=given.stores.approvals,
        queries=given.stores.queries,
        facts=given.stores.facts,
        sessions=CheckpointSessions(given.settings),
        locks=agent_locks(given.settings, "case"),
        prepare=lambda document, reading: prepare(documents, scores, words, document, reading, facts.read_new),
        scrub=lambda: given.database.scrub(),
    )


class CheckpointSessions:
    """Fits ``tools.ports.cases.CaseSessions``. Checkpoints are opened for as long as it takes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def forget_where(self, case: Case, unfit: Callable[[str], bool]) -> bool:
        """Forget both sessions where either holds a text that is ``unfit``; whether they were forgotten."""
        if self._settings.database_url is None and not self._settings.checkpoint_file.exists():
            return False
        from casewright.agents.cases.threads import assistant_thread, reasoner_thread

        threads = (assistant_thread(case), reasoner_thread(case))
        with closing(agent_checkpoints(self._settings)) as checkpoints:
            found = any(checkpoints.holds(thread, unfit) for thread in threads)
            for thread in threads if found else ():
                checkpoints.forget(thread)
        return found
