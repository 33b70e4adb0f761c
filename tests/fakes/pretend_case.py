"""A case in memory for tests of minds: its file changes by the real rules, its drafts pass the real checks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Act, Ask, Briefing, Made, Stage, Tell
from casewright.agents.cases.minds.assistant import RuleBasedAssistant
from casewright.agents.cases.minds.fact_fit import misfits
from casewright.agents.cases.minds.reasoner import RuleBasedReasoner
from casewright.agents.cases.notes import statements
from casewright.casework.advice import read_advice
from casewright.casework.details import update_details
from casewright.casework.details_schema import empty_details
from casewright.casework.draft_blocks import texts, with_texts
from casewright.casework.draft_kinds import check_draft, kind_of
from casewright.casework.draft_markdown import read_markdown
from casewright.casework.placeholders import Known, check_placeholders, find_placeholders
from casewright.casework.printable import printable
from casewright.casework.read_back import CONFIRMED, READ_BACK, numbered, state_of
from casewright.casework.token_estimate import estimate_tokens
from casewright.domain.parties import FIELDS, PartyKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from casewright.agents.cases.mind import Call, Step

MOST_STEPS = 24
_QUESTION = "agent_interactions.active_info_request_to_user"


@dataclass
class PretendCase:
    """One case. ``drafts`` are the Markdown of each revision; ``rows`` what the corpus has, by table."""

    tier: int
    today: date
    language: str = "ro"
    details: dict[str, Any] = field(default_factory=lambda: empty_details("2026-11-21"))
    parties: list[dict[str, Any]] = field(default_factory=list)
    documents: dict[str, str] = field(default_factory=dict)
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    drafts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    agrees: bool = True
    """Whether the user agrees at once to whatever is read back; ``read`` is that."""
    read: list[str] = field(default_factory=list)

    def attach(self, role: str, kind: str, *has: str) -> None:
        """Give the case a party; without ``has``, one with every detail of its kind."""
        fields = has or FIELDS[PartyKind(kind)]
        alias = f"party{len(self.parties)}"
        self.parties.append({"partyId": alias, "role": role, "called": [], "kind": kind, "has": list(fields)})

    def say(self, message: str | None) -> Ask | Tell:
        """What a turn ends with."""
        if message is not None:
            self.update({"user_statements": [{"text": message}]})
        made: list[Made] = []
        for _ in range(MOST_STEPS):
            step = self.step(message, made)
            if isinstance(step, Ask) and step.about == READ_BACK and self.agrees:
                self.read.append(numbered(self.details, self.language, "*"))
                self.update({"internal_notes": [{"id": CONFIRMED, "state": state_of(self.details)}]})
                continue
            if isinstance(step, Ask):
                self.update({_QUESTION: {"question": step.question, "about": step.about}})
                return step
            if isinstance(step, Tell):
                self.update({_QUESTION: None})
                return step
            assert isinstance(step, Act)
            self.calls.append(step.call)
            made.append(self._made(step.call))
            assert made[-1].success, made[-1].content
        raise AssertionError(f"no end after {MOST_STEPS} steps: {[one.call.name for one in made]}")

    def step(self, said: str | None, made: Sequence[Made] = (), stage: Stage = Stage.PLAN) -> Step:
        """What the assistant says next."""
        return asyncio.run(RuleBasedAssistant().step(stage, self.briefing(said, made)))

    def briefing(self, said: str | None, made: Sequence[Made] = ()) -> Briefing:
        """What the assistant is told."""
        consulted = [one for one in made if one.call.name == "consult_grok"]
        return Briefing(
            case_id="case",
            tier=self.tier,
            language=self.language,
            today=self.today,
            details=self.details,
            parties=self.parties,
            documents=[
                {"document_id": name, "filename": name, "processing_status": "ready"} for name in self.documents
            ],
            said=said,
            made=tuple(made),
            advice=read_advice(consulted[-1].structured["response"]) if consulted else None,
        )

    def update(self, updates: Mapping[str, Any]) -> None:
        """Change the case file. Raises ``InvalidField``."""
        self.details = update_details(self.details, updates)

    def facts(self) -> dict[str, str]:
        """What is known, by id."""
        return {one["id"]: one["fact"].partition(": ")[2] for one in self.details["facts"]}

    def _made(self, call: Call) -> Made:
        given: Mapping[str, Any] = call.arguments
        match call.name:
            case "update_case_details":
                facts = given["updates"].get("facts")
                assert misfits(facts, statements(self.details), self.today) == [], "rules file what fits"
                self.update(given["updates"])
                return Made(call, "success", "", {"status": "success"})
            case "consult_grok":
                summary, question = given["context_summary"], given["specific_question"]
                assert estimate_tokens(summary) <= 500
                assert question.count("?") <= 1
                reply = asyncio.run(RuleBasedReasoner().advise(summary, question, ()))
                return Made(call, "success", reply, {"status": "success", "response": reply})
            case "query_bigquery":
                rows = [dict(row) for row in self.rows.get(given["table_name"], ())]
                return Made(call, "success", "", {"status": "success", "results": rows})
            case "get_document_text":
                text = self.documents[given["document_id"]]
                return Made(call, "success", text, {"text": text})
            case "generate_draft_pdf":
                return self._drafted(call)
        raise AssertionError(f"{call.name} is no tool of a pretended case")

    def _drafted(self, call: Call) -> Made:
        given: Mapping[str, Any] = call.arguments
        blocks = with_texts(read_markdown(given["markdown_content"]), printable)
        known = {one["partyId"]: Known(FIELDS[PartyKind(one["kind"])], frozenset(one["has"])) for one in self.parties}
        check_placeholders(find_placeholders(texts(blocks)), known)
        kind = kind_of(given["draft_name"], blocks)
        missing = () if kind is None else check_draft(kind, blocks).missing
        if missing:
            return Made(call, "invalid_input", f"lacks: {'; '.join(missing)}. Add it and try again", None)
        self.drafts.append(given["markdown_content"])
        assert given["revision"] == len(self.drafts)
        entry = {
            "draft_firestore_id": str(len(self.drafts)),
            "draft_name": given["draft_name"],
            "revision": given["revision"],
            "status": "generated",
        }
        self.update({"draft_status": [entry]})
        return Made(call, "success", "", {"status": "success"})
