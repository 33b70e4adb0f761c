"""A case that is talked in: the real graph and executor, scripted minds, and tools whose answers a test decides."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.case_agent import LangGraphCaseAgent, Manner
from casewright.agents.cases.events import TurnEvent
from casewright.agents.cases.messages import refusal
from casewright.agents.streaming import hear
from casewright.casework.blind_hashes import BlindKey
from casewright.casework.details import update_details
from casewright.casework.read_back import CONFIRMED, state_of
from casewright.domain.cases import CaseStatus
from casewright.domain.ids import MatterId
from casewright.errors import Refused, ToolFailed, Unavailable
from casewright.policy.policy import compile_policy
from casewright.toolbox.cases.case_firewall import CaseFirewall
from casewright.toolbox.cases.case_stores import CaseStores
from casewright.toolbox.cases.close_case import close_case
from casewright.toolbox.cases.create_case import create_case
from casewright.toolbox.cases.get_case_details import get_case_details
from casewright.toolbox.cases.message_case import LONGEST, message_case
from casewright.toolbox.cases.show_case import show_case
from casewright.toolbox.cases.update_case_details import update_case_details
from casewright.toolbox.document_naming import DocumentNaming
from casewright.toolbox.documents.list_matter_documents import list_matter_documents
from casewright.toolbox.parties.get_party_id_by_name import get_party_id_by_name
from casewright.toolbox.support.create_support_ticket import create_support_ticket
from casewright.toolbox.support.list_tickets import list_tickets
from casewright.toolbox.support.resume_case import resume_case
from casewright.tools.calls import CallContext, SafetyLevel, ToolCall
from casewright.tools.definition import tool
from casewright.tools.visibility import Visibility
from tests.fakes.governed import ADMIN, TENANT, Governed
from tests.fakes.memory_billing import MemoryPayments
from tests.fakes.memory_casework import MemoryCases, MemoryParties
from tests.fakes.memory_checkpoints import MemoryCheckpoints
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_locks import MemoryLocks
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_people import MemoryParticipants
from tests.fakes.memory_support import MemoryTickets
from tests.fakes.memory_vault import MemoryBlindIndex, MemoryPersonNumbers, MemoryVault
from tests.fakes.one_at_a_time import OneAtATime
from tests.fakes.scripted_case_minds import ScriptedAssistant, ScriptedMinds, ScriptedReasoner
from tests.providers.stopped_time import StoppedTime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.calls import ToolResult
    from casewright.tools.definition import Tool

_PEOPLES = ("message_case", "create_case", "resume_case", "close_case", "list_tickets")
"""Tools that only people call."""
HIT = {"doc_id": "og-2-2001", "title": "OG 2/2001", "summary": "Contravenții.", "in_force": True, "synthetic": True}


class Talk:
    """One case of ``ada``. What its tools answer follows from the attributes; ``failing`` names tools that fail, and
    how often.
    """

    def __init__(
        self,
        assistant: ScriptedAssistant | None = None,
        reasoner: ScriptedReasoner | None = None,
        *,
        manner: Manner | None = None,
        status: CaseStatus = CaseStatus.TIER_PENDING,
    ) -> None:
        self.assistant = assistant or ScriptedAssistant()
        self.reasoner = reasoner or ScriptedReasoner()
        self.covered, self.paid, self.for_sale = True, False, True
        self.failing: dict[str, int] = {}
        self.ran: list[tuple[str, dict[str, Any]]] = []
        self.replied: list[str] = []
        self.matters, self.cases, self.parties = MemoryMatters(), MemoryCases(), MemoryParties()
        self.tickets = MemoryTickets()
        self.heard: list[TurnEvent] = []
        self.checkpoints, self.journal, self.locks = MemoryCheckpoints(), MemoryJournal(), MemoryLocks()
        tools = self._tools()
        roles = '[roles]\npeople = ["ADMIN"]\nmodels = ["case_assistant"]\n'
        rules = [_rule(one.name, one.name not in _PEOPLES) for one in tools]
        self.governed = Governed(
            *tools,
            matters=self.matters,
            participants=MemoryParticipants(),
            policy=compile_policy({"all": roles + "\n".join(rules)}),
            journal=self.journal,
            firewall=self.firewall,
        )
        self.manner = manner or Manner()
        self.agent = self.new_agent()
        made = self.governed.call("create_case", {"title": "Amendă"})
        assert isinstance(made.structured, dict), made
        self.id = MatterId(made.structured["case_id"])
        if status is not CaseStatus.TIER_PENDING:
            self.move(status, tier=1)
            self.agree()

    def new_agent(self) -> LangGraphCaseAgent:
        """As another process would have it: over the same checkpoints."""
        registry = self.governed.registry
        return LangGraphCaseAgent(
            minds=ScriptedMinds(self.assistant, self.reasoner),
            executor=self.governed.executor,
            keyed=lambda name: (one := registry.get(name)) is not None and one.safety_level is not SafetyLevel.SAFE,
            checkpoints=self.checkpoints,
            records=self.cases,
            locks=self.locks,
            clock=self.governed.clock,
            new_id=_numbered(),
            manner=self.manner,
        )

    def call(self, message: str | None = None) -> ToolResult:
        """How a message ends."""
        return asyncio.run(self._heard(message))

    def say_in_stopped_time(self, message: str) -> dict[str, Any]:
        """What came of a message during which no time passes but what a mind lets pass (``StoppedTime``)."""
        with asyncio.Runner(loop_factory=StoppedTime) as runner:
            result = runner.run(self._heard(message))
        assert isinstance(result.structured, dict), result
        return result.structured

    def say(self, message: str | None = None) -> dict[str, Any]:
        """What came of a message."""
        result = self.call(message)
        assert result.success, result
        assert isinstance(result.structured, dict)
        return result.structured

    async def _heard(self, message: str | None) -> ToolResult:
        self.heard.clear()
        given: dict[str, Any] = {"case_id": self.id}
        if message is not None:
            given["message"] = message
        with hear(TurnEvent, self.heard.append):
            return await self.governed.executor.execute(ToolCall("1", "message_case", given), CallContext(ADMIN))

    @property
    def states(self) -> list[str]:
        """The states of the last turn, in order."""
        return [one.who for one in self.heard if one.kind == "state"]

    @property
    def called(self) -> list[str]:
        """The tools that were called in the last turn, in order."""
        return [one.who for one in self.heard if one.kind == "call"]

    def move(self, status: CaseStatus, tier: int | None = None) -> None:
        """Have the case in this status."""
        case = self.cases.get(TENANT, self.id)
        assert case is not None
        after = replace(case, status=status, tier=tier or case.tier, version=case.version + 1)
        assert self.cases.replace(case.version, after)

    def agree(self) -> None:
        """Have the user agree to the facts as they stand."""
        case = self.cases.get(TENANT, self.id)
        assert case is not None
        note = {"id": CONFIRMED, "state": state_of(case.details)}
        details = update_details(case.details, {"internal_notes": [note]})
        assert self.cases.replace(case.version, replace(case, details=details, version=case.version + 1))

    def status(self) -> CaseStatus:
        """Where the case stands."""
        case = self.cases.get(TENANT, self.id)
        assert case is not None
        return case.status

    def details(self) -> dict[str, Any]:
        """The case file."""
        case = self.cases.get(TENANT, self.id)
        assert case is not None
        return dict(case.details)

    def log(self) -> list[tuple[str, str]]:
        """Who did what, by the log of the case file."""
        return [(one["who"], one["event"]) for one in self.details()["agent_interactions"]["log"]]

    def times(self, name: str) -> int:
        """How often a tool ran."""
        return sum(ran == name for ran, _ in self.ran)

    def waiting(self) -> list[str]:
        """What was said to a turn that was cut short, and is not taken down yet."""
        saved = next(iter(self.checkpoints.saver.list(None)), None)  # the newest
        inbox = [] if saved is None else saved.checkpoint["channel_values"].get("inbox", [])
        return [one["message"] for one in inbox if one["message"] is not None]

    def _ran(self, name: str, **arguments: Any) -> None:
        """Note the run; fail where the test has the tool fail."""
        self.ran.append((name, arguments))
        left = self.failing.get(name, 0)
        if left:
            self.failing[name] = left - 1
            raise Unavailable("the service does not answer") if name == "consult_grok" else ToolFailed("it broke")

    def _tools(self) -> Sequence[Tool]:
        index, key = MemoryBlindIndex(self.parties), BlindKey(b"k" * 32)
        vault, documents = MemoryVault(), MemoryDocuments(self.matters)
        self.firewall = CaseFirewall(lambda: key, index=index, persons=MemoryPersonNumbers(), vault=vault)
        clock = Governed().clock
        stores = CaseStores(self.matters, self.cases, self.parties, OneAtATime(), clock)
        visibility = Visibility(self.matters, MemoryParticipants())
        return [
            create_case(stores=stores, firewall=self.firewall),
            show_case(stores=stores),
            get_case_details(stores=stores),
            update_case_details(stores=stores),
            get_party_id_by_name(stores=stores, firewall=self.firewall),
            list_matter_documents(documents=documents, naming=DocumentNaming(documents)),
            create_support_ticket(stores=stores, tickets=self.tickets),
            list_tickets(stores=stores, tickets=self.tickets, visibility=visibility),
            resume_case(stores=stores, tickets=self.tickets),
            close_case(stores=stores, tickets=self.tickets, payments=MemoryPayments()),
            message_case(
                agent=_Later(self),
                matters=self.matters,
                timeout=300.0,
                refusal=lambda name, language: refusal(name, language, LONGEST),
            ),
            *self._billing(),
            *self._working(),
        ]

    def _billing(self) -> Sequence[Tool]:
        @tool(safety_level="safe", description="Quota")
        def check_quota(user_id: str, organization_id: str | None, tier: int) -> dict[str, object]:
            self._ran("check_quota", tier=tier)
            return {"status": "success", "available_credits": int(self.covered), "requires_payment": not self.covered}

        @tool(safety_level="cautious", description="Tier")
        def set_case_tier(case_id: str, tier: int, justification: str) -> dict[str, object]:
            self._ran("set_case_tier", tier=tier, justification=justification)
            if self.status() is not CaseStatus.TIER_PENDING:
                raise Refused("The case has its tier already")
            if tier < self.lowest:
                raise Refused("The tier is lower than what was said clearly has")
            self.move(CaseStatus.TIER_PENDING, tier)
            return {"status": "success", "case_tier": tier}

        @tool(safety_level="cautious", description="Activate")
        def activate_case(case_id: str) -> dict[str, object]:
            self._ran("activate_case")
            if self.status() in (CaseStatus.TIER_PENDING, CaseStatus.PAYMENT_PENDING):
                active = self.covered or self.paid
                self.move(CaseStatus.ACTIVE if active else CaseStatus.PAYMENT_PENDING)
            active = self.status() is CaseStatus.ACTIVE
            price = {"cents": 900, "currency": "EUR"} if self.for_sale and not active else None
            covered = ("payment" if self.paid else "unit") if active else None
            reason = "plan" if active else "no unit is left"
            return {
                "status": "success",
                "case_status": self.status().value,
                "covered_by": covered,
                "left": 0,
                "price": price,
                "reason": reason,
            }

        @tool(safety_level="cautious", description="Ask for the payment", idempotent=True)
        def request_payment(case_id: str) -> dict[str, object]:
            self._ran("request_payment")
            return {
                "status": "success",
                "payment_id": "p1",
                "cents": 900,
                "currency": "EUR",
                "adapter": "invoice",
                "reference": "CW-1",
                "url": None,
            }

        @tool(safety_level="cautious", description="Look whether it was paid")
        def check_payment(case_id: str) -> dict[str, object]:
            self._ran("check_payment")
            if self.paid and self.status() is CaseStatus.PAYMENT_PENDING:
                self.move(CaseStatus.ACTIVE)
            return {"status": "success", "payment_status": "paid" if self.paid else "open"}

        return [check_quota, set_case_tier, activate_case, request_payment, check_payment]

    lowest = 1
    """The lowest tier that may be set."""

    def _working(self) -> Sequence[Tool]:
        @tool(safety_level="safe", description="Research")
        def query_bigquery(query_string: str, table_name: str) -> dict[str, object]:
            self._ran("query_bigquery", table_name=table_name)
            return {"status": "success", "results": [HIT], "backend": "embedded", "facts_date": "2026-01-05"}

        @tool(safety_level="cautious", description="Advice")
        async def consult_grok(case_id: str, context_summary: str, specific_question: str) -> dict[str, object]:
            self._ran("consult_grok", question=specific_question)
            reply = await self.reasoner.advise(context_summary, specific_question, ())
            self.replied.append(reply)
            return {"status": "success", "response": reply}

        @tool(safety_level="cautious", description="Draft", idempotent=True)
        def generate_draft_pdf(
            case_id: str, markdown_content: str, draft_name: str, revision: int
        ) -> dict[str, object]:
            self._ran("generate_draft_pdf", draft_name=draft_name, revision=revision)
            path = f"cases/{case_id}/drafts/{draft_name}_v{revision}.pdf"
            return {
                "status": "success",
                "pdf_gcs_path": path,
                "draft_firestore_id": "d1",
                "kind": None,
                "notices": [],
                "synthetic": False,
            }

        return [query_bigquery, consult_grok, generate_draft_pdf]


class _Later:
    """Fits ``CaseAgent``: the talk's, once it is there."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    async def turn(self, person: Any, matter: Any, message: str | None) -> dict[str, Any]:
        return await self._talk.agent.turn(person, matter, message)

    async def language(self, person: Any, matter: Any, message: str | None) -> str:
        return await self._talk.agent.language(person, matter, message)


def _rule(name: str, for_models: bool) -> str:
    roles = '["ADMIN", "case_assistant"]' if for_models else '["ADMIN"]'
    return f"[tools.{name}]\nroles = {roles}"


_count = iter(range(1, 1_000_000))


def _numbered() -> Any:
    return lambda: f"turn-{next(_count)}"
