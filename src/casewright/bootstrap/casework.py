"""What cases are worked on with: their stores, and the firewall before them. Nothing here opens the vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.storage import agent_locks

if TYPE_CHECKING:
    from casewright.bootstrap.materials import Materials
    from casewright.toolbox.cases.case_documents import CaseDocuments
    from casewright.toolbox.cases.case_firewall import CaseFirewall
    from casewright.toolbox.cases.case_stores import CaseStores
    from casewright.toolbox.cases.remasking import Remasking


def open_case_stores(given: Materials) -> CaseStores:
    """What is kept of cases, over the home's database; it holds nothing of its own."""
    from casewright.adapters.database.cases import SqlCases
    from casewright.adapters.database.parties import SqlParties
    from casewright.toolbox.cases.case_stores import CaseStores

    database = given.database
    return CaseStores(
        matters=given.stores.matters,
        cases=SqlCases(database),
        parties=SqlParties(database),
        transaction=database,
        clock=given.clock,
    )


def case_firewall(given: Materials) -> CaseFirewall:
    """What masks the texts of cases: for calls, for documents, and for what agents send to models."""
    from casewright.toolbox.cases.case_firewall import CaseFirewall

    vault = given.vault
    return CaseFirewall(
        lambda: vault.blind_key,
        index=vault.index,
        persons=vault.numbers,
        vault=vault.sealing,
    )


def case_documents(given: Materials) -> CaseDocuments:
    """What lets documents into cases."""
    from casewright.toolbox.cases.case_documents import CaseDocuments

    return CaseDocuments(given.stores.matters, case_firewall(given), given.vault.sealing, given.database)


def remasking(given: Materials, stores: CaseStores, firewall: CaseFirewall) -> Remasking:
    """What masks names that are declared later in what a case has stored."""
    from casewright.adapters.database.queries import SqlQueries
    from casewright.adapters.database.support_plan_approvals import SqlPlanApprovals
    from casewright.adapters.database.support_tickets import SqlTickets
    from casewright.bootstrap.case_sessions import CheckpointSessions
    from casewright.toolbox.cases.remasking import Remasking
    from casewright.toolbox.documents.preparation import prepare

    documents, scores, words = given.stores.documents, given.scores, given.words
    return Remasking(
        stores,
        documents,
        firewall,
        tickets=SqlTickets(given.database),
        approvals=SqlPlanApprovals(given.database),
        requests=given.stores.approvals,
        queries=SqlQueries(given.database),
        sessions=CheckpointSessions(given.settings),
        locks=agent_locks(given.settings, "case"),
        prepare=lambda document, reading: prepare(documents, scores, words, document, reading),
        scrub=given.database.scrub,
    )
