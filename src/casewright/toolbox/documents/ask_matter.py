"""The tool ``ask_matter``: a person asks a matter's documents in plain words, an agent answers with places."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from casewright.domain.matters import MatterKind, MatterStatus
from casewright.domain.people import MatterRight
from casewright.domain.questions import LONGEST, Question
from casewright.errors import InvalidInput, NotFound, Refused
from casewright.toolbox.documents.list_threads import own_thread
from casewright.toolbox.matter_id import matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.matter_names import matter_not_found

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId
    from casewright.domain.matters import Matter
    from casewright.tools.ports.documents import Assistant, DocumentStore, ThreadStore
    from casewright.tools.ports.matters import MatterStore

TIMEOUT = 900.0
_HALF = re.compile("[\ud800-\udfff]")


class AskMatterInput(Arguments):
    """Input of the ``ask_matter`` tool. Without ``question`` the thread goes on where it stopped."""

    matter_id: str = Field(description="UUID of the matter")
    question: str | None = Field(default=None, description=f"The question, at most {LONGEST:,} characters")
    document_id: str | None = Field(default=None, description="UUID of the document that is open, where one is")
    document_ids: list[str] | None = Field(default=None, description="UUIDs of the documents chosen, where some are")
    thread_id: str | None = Field(default=None, description="The thread to go on in; left out, a new one begins")


class PendingApproval(BaseModel):
    """A call that waits for a person's approval."""

    approval_id: str | None
    tool: str


class AskMatterOutput(BaseModel):
    """The answer, with what holds it up.

    ``citations`` were found at their offsets; ``unverified`` are a model's sentences whose citation was not, and, with
    an empty ``link``, those that name no place at all, say that something is not there though no tool looked for it,
    or quote what no opened passage says; the answer has ``[unverified]`` there. ``ledger``
    lists every passage that the model was shown in this turn. ``stopped`` says why there is no answer yet:
    ``approval``, ``steps``, ``calls`` or ``budget``.
    """

    thread_id: str
    matter_id: str
    document_id: str | None
    answer: str
    citations: list[dict[str, Any]]
    unverified: list[dict[str, str]]
    tool_calls: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    usage: dict[str, Any]
    stopped: str | None
    approvals: list[PendingApproval]
    assistant: str


def ask_matter(
    *,
    assistant: Assistant,
    matters: MatterStore,
    documents: DocumentStore,
    threads: ThreadStore,
    providers: tuple[str, ...] = (),
) -> Tool:
    """The tool over this assistant; ``providers`` are those that its model sends text to."""
    question = _MatterQuestion(assistant, matters, documents, threads)
    return Tool(
        name="ask_matter",
        description="Ask the documents of a matter in plain words; an agent answers with quotes that can be opened.",
        arguments=AskMatterInput,
        output=AskMatterOutput,
        handler=question.run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("documents",),
        timeout=TIMEOUT,
        reads=("the matter's documents",),
        writes=("the thread",),
        providers=providers,
        sends=tuple(f"the question and passages of documents to {provider}" for provider in providers),
        needs=MatterRight.VIEW,
    )


@dataclass(frozen=True, slots=True)
class _MatterQuestion:
    """Puts a question to the assistant."""

    assistant: Assistant
    matters: MatterStore
    documents: DocumentStore
    threads: ThreadStore

    async def run(self, arguments: AskMatterInput, context: CallContext) -> dict[str, Any] | Failure:
        matter_id = matter_of(arguments.matter_id)
        if isinstance(matter_id, Failure):
            return matter_id
        text = _question(arguments)
        question = await asyncio.to_thread(self._gather, arguments, context, matter_id, text)
        return await self.assistant.ask(question)

    def _gather(
        self, arguments: AskMatterInput, context: CallContext, matter_id: MatterId, text: str | None
    ) -> Question:
        matter = self.matters.get(context.tenant, matter_id)
        if matter is None:
            raise NotFound(matter_not_found(matter_id))
        _require_active(matter)
        if matter.kind is MatterKind.CASE:
            raise Refused(f"{matter.number} is a case, and this assistant keeps what it is asked: search it instead")
        chosen = tuple(one.lower() for one in arguments.document_ids or ())
        opened = None if arguments.document_id is None else arguments.document_id.lower()
        return Question(
            person=context.actor,
            matter=matter,
            text=text,
            thread=own_thread(self.threads, context, matter_id, arguments.thread_id)
            if arguments.thread_id is not None
            else None,
            open_document=opened,
            chosen=chosen,
            documents=tuple(self.documents.of_matter(context.tenant, matter_id)) if opened or chosen else (),
        )


def _question(arguments: AskMatterInput) -> str | None:
    text = arguments.question
    if text is None:
        if arguments.thread_id is None:
            raise InvalidInput("There is no question: ask one, or name a thread to go on in")
        return None
    if not text.strip():
        raise InvalidInput("The question is empty: ask something about the matter's documents")
    if len(text) > LONGEST:
        raise InvalidInput(f"The question has {len(text):,} characters: at most {LONGEST:,} can be asked at once")
    if not text.isascii() and _HALF.search(text):
        raise InvalidInput("The question holds bytes that are no text in UTF-8: type it again")
    return text.strip()


def _require_active(matter: Matter) -> None:
    if matter.status is not MatterStatus.ACTIVE:
        raise Refused(f"Matter {matter.number} is {matter.status.value}: nothing can be asked in it until it is active")
