"""A case with everything in memory, and the tools over it; personal data in a vault that encrypts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.adapters.search.word_shares import WordShares
from casewright.casework.blind_hashes import BlindKey
from casewright.toolbox.cases.case_documents import CaseDocuments
from casewright.toolbox.cases.case_firewall import CaseFirewall
from casewright.toolbox.cases.case_stores import CaseStores
from casewright.toolbox.cases.close_case import close_case
from casewright.toolbox.cases.create_case import create_case
from casewright.toolbox.cases.get_case_details import get_case_details
from casewright.toolbox.cases.remasking import Remasking
from casewright.toolbox.cases.show_case import list_cases, show_case
from casewright.toolbox.cases.update_case_details import update_case_details
from casewright.toolbox.documents.add_document import add_document
from casewright.toolbox.documents.originals import Originals
from casewright.toolbox.drafts.list_drafts import list_drafts
from casewright.toolbox.matters.create_matter import create_matter
from casewright.toolbox.matters.set_matter_status import set_matter_status
from casewright.toolbox.parties.add_party import add_party
from casewright.toolbox.parties.attach_party import attach_party
from casewright.toolbox.parties.change_party import change_party
from casewright.toolbox.parties.delete_party import delete_party
from casewright.toolbox.parties.detach_party import detach_party
from casewright.toolbox.parties.get_party_id_by_name import get_party_id_by_name
from casewright.toolbox.parties.list_parties import list_parties
from casewright.toolbox.parties.party_files import PartyFiles
from casewright.toolbox.parties.party_view import PartySight
from casewright.toolbox.parties.reveal_text import reveal_text
from casewright.toolbox.parties.show_party import show_party
from casewright.toolbox.support.consult_grok import consult_grok
from casewright.toolbox.support.create_support_ticket import create_support_ticket
from casewright.toolbox.support.list_tickets import list_tickets
from casewright.toolbox.support.paused_statuses import PausedStatuses
from casewright.toolbox.support.resume_case import resume_case
from casewright.tools.visibility import Visibility
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import Governed
from tests.fakes.keyword_scores import KeywordScores
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_billing import MemoryPayments
from tests.fakes.memory_blobs import MemoryBlobs
from tests.fakes.memory_casework import MemoryCases, MemoryParties
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_facts import MemoryFacts
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_locks import MemoryLocks
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_originals import MemoryRemovals
from tests.fakes.memory_people import MemoryParticipants
from tests.fakes.memory_queries import MemoryQueries
from tests.fakes.memory_sessions import MemorySessions
from tests.fakes.memory_support import MemoryPlanApprovals, MemoryTickets
from tests.fakes.memory_vault import MemoryBlindIndex, MemoryPersonNumbers, MemoryVault
from tests.fakes.memory_words import MemoryWords
from tests.fakes.one_at_a_time import OneAtATime
from tests.fakes.plain_reader import PlainReader
from tests.fakes.scripted_desk import ScriptedDesk

if TYPE_CHECKING:
    from casewright.domain.documents import Document, Reading
    from casewright.domain.ids import BlobId, DocumentId, TenantId
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.decisions import ApprovalHandler

ANA = {"firstName": "Ștefania", "lastName": "Zăvoianu", "cnp": "2850612226101", "phone": "0744 918 273"}
FIRM = {"organizationName": "Quorvimex Imobiliare SRL", "cui": "RO14399840"}


class MemoryCase:
    """One case of tenant ``acme``, owned by ``ada``; ``approver`` decides on what is dangerous."""

    def __init__(self, approver: ApprovalHandler | None = None) -> None:
        self.matters, self.cases, self.parties = MemoryMatters(), MemoryCases(), MemoryParties()
        self.documents, self.blobs, self.clock = MemoryDocuments(self.matters), MemoryBlobs(), FixedClock()
        self.vault, self.index, key = MemoryVault(), MemoryBlindIndex(self.parties), BlindKey(b"k" * 32)
        self.participants = MemoryParticipants()
        self.desk = ScriptedDesk()
        self.tickets, self.approvals = MemoryTickets(), MemoryPlanApprovals()
        self.requests, self.queries, self.payments = MemoryApprovals(), MemoryQueries(), MemoryPayments()
        stores = CaseStores(self.matters, self.cases, self.parties, OneAtATime(), self.clock)
        self.firewall = CaseFirewall(lambda: key, index=self.index, persons=MemoryPersonNumbers(), vault=self.vault)
        files = PartyFiles(stores, self.vault, self.vault, self.index, lambda: key)
        sight = PartySight(self.parties, Visibility(self.matters, self.participants))
        self.prepared: list[DocumentId] = []
        self.sessions, self.locks = MemorySessions(), MemoryLocks()
        remask = Remasking(
            stores,
            self.documents,
            self.firewall,
            tickets=self.tickets,
            approvals=self.approvals,
            requests=self.requests,
            queries=self.queries,
            facts=MemoryFacts(),
            sessions=self.sessions,
            locks=self.locks,
            prepare=self._prepare,
            scrub=lambda: None,
        )
        scores = KeywordScores({})
        entrance = CaseDocuments(self.matters, self.firewall, self.vault)
        self.governed = Governed(
            create_case(stores=stores, firewall=self.firewall),
            list_cases(stores=stores, visibility=Visibility(self.matters, self.participants)),
            show_case(stores=stores),
            get_case_details(stores=stores),
            update_case_details(stores=stores),
            get_party_id_by_name(stores=stores, firewall=self.firewall),
            list_drafts(stores=stores),
            consult_grok(stores=stores, approvals=self.approvals, firewall=self.firewall, desk=self.desk, patience=0.5),
            create_support_ticket(stores=stores, tickets=self.tickets),
            list_tickets(stores=stores, tickets=self.tickets, visibility=Visibility(self.matters, self.participants)),
            resume_case(stores=stores, tickets=self.tickets),
            close_case(stores=stores, tickets=self.tickets, payments=self.payments),
            add_party(files=files, sight=sight),
            change_party(files=files, sight=sight, firewall=self.firewall, remask=remask),
            attach_party(stores=stores, sight=sight, firewall=self.firewall, files=files, remask=remask),
            detach_party(stores=stores),
            list_parties(stores=stores, sight=sight),
            show_party(files=files, sight=sight),
            reveal_text(files=files),
            delete_party(files=files, sight=sight),
            create_matter(matters=self.matters, clock=self.clock),
            set_matter_status(matters=self.matters, clock=self.clock),
            add_document(
                documents=self.documents,
                originals=Originals(self.blobs, MemoryRemovals(self.documents, self.matters), self.clock),
                transaction=OneAtATime(),
                reader=PlainReader(),
                scores=scores,
                words=WordShares(MemoryWords()),
                clock=self.clock,
                firewall=entrance,
            ),
            matters=self.matters,
            cases=PausedStatuses(self.cases, self.tickets),
            participants=self.participants,
            journal=MemoryJournal(),
            approver=approver,
            firewall=self.firewall,
            rules='[tools.list_tickets]\nroles = ["ADMIN", "PARTNER"]\n'
            '[tools.show_case]\nroles = ["ADMIN", "PARTNER", "CLIENT"]\n'
            '[tools.show_party]\nroles = ["ADMIN", "PARTNER"]\n'
            '[tools.get_case_details]\nroles = ["ADMIN", "document_agent"]',
        )
        made = self.call("create_case", title="Evacuare")
        assert isinstance(made.structured, dict), made
        self.id: str = made.structured["case_id"]

    def call(self, name: str, context: CallContext | None = None, **arguments: object) -> ToolResult:
        """Run one call to its end."""
        return self.governed.call(name, arguments, context)

    def ok(self, name: str, **arguments: object) -> dict[str, Any]:
        """The structured result of a call that must succeed."""
        return self.ok_for(None, name, **arguments)

    def ok_for(self, context: CallContext | None, name: str, **arguments: object) -> dict[str, Any]:
        """As ``ok``, for somebody else."""
        result = self.governed.call(name, arguments, context)
        assert result.success, result
        assert isinstance(result.structured, dict)
        return result.structured

    def party(self, kind: str = "individual", **details: str) -> str:
        """Add a party; its id."""
        found: str = self.ok("add_party", kind=kind, **details)["party_id"]
        return found

    def attached(self, role: str = "reclamant", kind: str = "individual", **details: str) -> str:
        """Add a party and attach it; its alias."""
        party = self.party(kind, **details)
        found: str = self.ok("attach_party", case_id=self.id, party_id=party, role=role)["partyId"]
        return found

    def details(self) -> dict[str, Any]:
        """The case file."""
        found: dict[str, Any] = self.ok("get_case_details", case_id=self.id)["case_details"]
        return found

    def _prepare(self, document: Document, _reading: Reading) -> None:
        self.prepared.append(document.id)


def blob(case: MemoryCase, tenant: TenantId, text: str) -> BlobId:
    """Bytes to add as a document."""
    return case.blobs.put(tenant, text.encode())
