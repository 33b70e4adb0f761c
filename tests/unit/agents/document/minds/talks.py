"""A talk with the rule-based assistant, whose tools answer what a test says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from casewright.agents.context import compose_context
from casewright.agents.document.minds.assistant import RuleBasedAssistant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.messages import BaseMessage

MATTER = str(UUID(int=1))
LEASE, NDA, MSA = (str(UUID(int=number)) for number in (11, 12, 13))
FILES = {LEASE: "commercial-lease.txt", NDA: "non-disclosure-agreement.docx", MSA: "master-services-agreement.pdf"}
TEXT = "1. Law. This lease is governed by the laws of England.\n2. Rent. The Tenant shall pay EUR 1,000 a month."


def listing(**status: str) -> dict[str, Any]:
    """What list_matter_documents answers; ``status`` by the first letters of a filename, ready where none is given."""
    documents = [
        {
            "document_id": id_,
            "filename": name,
            "file_size": 10,
            "processing_status": next((said for key, said in status.items() if name.startswith(key)), "ready"),
        }
        for id_, name in FILES.items()
    ]
    return {"documents": documents, "total_count": 3, "summary": {"ready_for_search": 3}}


def citing(quote: str, document: str = LEASE) -> dict[str, Any]:
    """A citation of words of ``TEXT``."""
    start = TEXT.index(quote)
    return {
        "document_id": document,
        "filename": FILES[document],
        "start": start,
        "end": start + len(quote),
        "quote": quote,
        "section": "1",
    }


def matches(query: str, *quotes: str, **more: Any) -> dict[str, Any]:
    """What isaacus_iql answers where the lease has these clauses."""
    found = [{"text": one, "score": 0.9, "citation": citing(one)} for one in quotes]
    lease = {
        "document_id": LEASE,
        "filename": FILES[LEASE],
        "score": 0.9 if quotes else 0.1,
        "matches": found,
        "match_count": len(found),
        "error": None,
    }
    return {
        "query": query,
        "document_results": [lease],
        "total_matches": len(found),
        "average_score": 0.9,
        "scope": "chunk",
        "threshold": 0.5,
        "tiers": {},
        **more,
    }


class Talk:
    """A conversation, by default in a matter with nothing open. ``answers`` are results by tool, errors as text."""

    def __init__(
        self, answers: Mapping[str, Any] | None = None, *, context: str | None = "", tools: Any = None
    ) -> None:
        self.answers = {"list_matter_documents": listing(), **(answers or {})}
        self.messages: list[BaseMessage] = [SystemMessage("You answer questions. [CONTEXT] messages say where.")]
        if context is not None:
            self.messages.append(HumanMessage(context or compose_context(MATTER, "Alpha")))
        self.model = RuleBasedAssistant() if tools is None else RuleBasedAssistant().bind_tools(tools)

    def open(self, document: str) -> None:
        """The person opens a document."""
        name = FILES.get(document, "unknown.pdf")
        context = compose_context(MATTER, "Alpha", document_id=document, document_name=name)
        self.messages.append(HumanMessage(context))

    def step(self) -> AIMessage:
        """What the assistant says next."""
        said = self.model.invoke(self.messages)
        assert isinstance(said, AIMessage)
        self.messages.append(said)
        return said

    def ask(self, question: str) -> tuple[list[tuple[str, dict[str, Any]]], str]:
        """The calls that the question leads to, and the answer."""
        self.messages.append(HumanMessage(question))
        made: list[tuple[str, dict[str, Any]]] = []
        for _ in range(10):
            said = self.step()
            if not said.tool_calls:
                return made, str(said.text)
            made += [(call["name"], call["args"]) for call in said.tool_calls]
            self.messages += [self._result(call) for call in said.tool_calls]
        raise AssertionError("the assistant never came to an end")

    def _result(self, call: Any) -> ToolMessage:
        answer = self.answers.get(call["name"], {})
        if isinstance(answer, str):
            return ToolMessage(answer, tool_call_id=call["id"], name=call["name"], status="error")
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        return ToolMessage(content.decode(), tool_call_id=call["id"], name=call["name"])


def bound(*names: str) -> Sequence[dict[str, Any]]:
    """Tools of these names in OpenAI's envelope, without parameters that anybody knows."""
    return [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in names]
