"""The tool ``isaacus_extract``: the answer to one question, as it stands in a document."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, field_validator

from casewright.domain.skipping import quote_text, span_of_unit, within
from casewright.errors import IntegrityError
from casewright.toolbox.document_naming import NamedView
from casewright.toolbox.documents.asked_documents import NOTHING_READY, asked_documents, asked_in_words
from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.documents.isaacus_search import LONGEST_QUESTION
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.tools.ports.search import Read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.citations import Citation
    from casewright.domain.ids import TenantId
    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.toolbox.documents.passages import Passage, PassageSearch
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import Answer, AnswerReader

NOT_FOUND = "Not found in the documents"
SEARCHED, RERANKED, READ = 10, 5, 3
"""How many passages are found by search, kept after reranking, and read."""
_THRESHOLD = 0.05
_WEIGHT = 0.7


class IsaacusExtractInput(Arguments):
    """Input schema for the isaacus_extract tool."""

    matter_id: str = Field(description="UUID of the matter containing the documents")
    question: str = Field(
        description="One question, such as 'What is the notice period?'", min_length=1, max_length=LONGEST_QUESTION
    )
    document_ids: list[str] | None = Field(
        default=None, description="Optional list of specific document IDs to read; all of the matter where left out"
    )

    read_names: bool = Field(
        default=True, description="False: no words of the question are read as the name of a document"
    )

    @field_validator("question")
    @classmethod
    def _not_blank(cls, question: str) -> str:
        if not any(character.isalnum() for character in question):
            raise ValueError("a question needs a word: say what you want to know")
        return question


class IsaacusExtractOutput(BaseModel):
    """Output schema for the isaacus_extract tool. ``answer`` is the exact words of ``primary_citation``'s quote."""

    answer: str = Field(description="The answer as it stands in a document, or 'Not found in the documents'")
    confidence: float = Field(description="How sure the answer is, from 0 to 1; 0 where nothing was found")
    citations: list[dict[str, Any]] = Field(description="The passages that were read and bear the answer out, verified")
    found: bool = Field(description="Whether the documents answer the question")
    primary_citation: dict[str, Any] | None = Field(
        default=None, description="Where the answer stands, to the character"
    )
    named: list[NamedView] = Field(
        default_factory=list, description="The documents that words of the question name; only these were read"
    )
    which: str | None = Field(default=None, description="Asked back, where a name may mean several documents")


def isaacus_extract(
    *, documents: DocumentStore, search: PassageSearch, reader: AnswerReader, naming: DocumentNaming
) -> Tool:
    """The tool over these parts."""

    def run(arguments: IsaacusExtractInput, context: CallContext) -> IsaacusExtractOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        asked = asked_documents(documents, context.tenant, matter, arguments.document_ids)
        if asked.nothing:
            return failure(NOTHING_READY)
        inside = asked_in_words(naming if arguments.read_names else None, context.tenant, asked, arguments.question)
        question, told = inside.meant.rest, {"named": inside.meant.named, "which": inside.meant.which}
        found = search.find(
            context.tenant,
            inside.asked,
            question,
            count=SEARCHED,
            threshold=_THRESHOLD,
            weight=_WEIGHT,
            candidates=SEARCHED,
        )
        read = _chosen(reader, question, found.passages)
        answers = reader.read(question, [Read(one.text, one.heading) for one in read])
        if not answers:
            return IsaacusExtractOutput(answer=NOT_FOUND, confidence=0.0, citations=[], found=False, **told)
        best = _cited(documents, context.tenant, read[answers[0].passage], answers[0])
        cited = dict.fromkeys([answers[0].passage, *(answer.passage for answer in answers[1:])])
        return IsaacusExtractOutput(
            answer=best.quote,
            confidence=min(1.0, answers[0].confidence),
            citations=[shown(read[number].citation) for number in cited],
            found=True,
            primary_citation=shown(best),
            **told,
        )

    return Tool(
        name="isaacus_extract",
        description=(
            "Answer one specific question from the documents of a matter: the answer is an exact quote with its place, "
            "or 'Not found in the documents'."
        ),
        arguments=IsaacusExtractInput,
        output=IsaacusExtractOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=300.0,
        idempotent=True,
        reads=("the matter's documents",),
    )


def _chosen(reader: AnswerReader, question: str, passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages to read: the best ranked, of them first those that have what could answer."""
    promised = reader.promise(question, [Read(one.text, one.heading) for one in passages])
    order = sorted(range(len(passages)), key=lambda at: (-promised[at], at))[:RERANKED]
    return [passages[at] for at in order][:READ]


def _cited(documents: DocumentStore, tenant: TenantId, passage: Passage, answer: Answer) -> Citation:
    """The answer as a citation of its own. Raises ``IntegrityError`` where it does not stand in the passage."""
    whole = passage.citation
    if not 0 <= answer.start < answer.end <= len(passage.text):
        raise IntegrityError(f"the answer lies outside the passage of {whole.filename!r} that it was read from")
    part = (answer.start, answer.end)
    text = documents.text(tenant, whole.document_id) if whole.skipped else ""
    start, end = (
        span_of_unit(text, whole.start, whole.end, whole.skipped, part)
        if whole.skipped
        else (whole.start + answer.start, whole.start + answer.end)
    )
    skipped = within(start, end, whole.skipped)
    return replace(
        whole,
        start=start,
        end=end,
        quote=quote_text(text, start, end, skipped) if skipped else passage.text[answer.start : answer.end],
        skipped=skipped,
    )
