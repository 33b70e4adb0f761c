"""The tool ``isaacus_extract``: the answer to one question, as it stands in a document.

Facts answer first, then clauses, then search; each is the fallback of the one before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field, field_validator

from casewright.questions.judgement import asks_judgement
from casewright.questions.subjects import main_subject
from casewright.toolbox.asked_documents import NOTHING_READY, asked_documents, asked_in_words
from casewright.toolbox.document_naming import NamedView
from casewright.toolbox.documents.answering.bands import band, measured, share
from casewright.toolbox.documents.answering.by_search import Searching
from casewright.toolbox.documents.answering.looking import Looking, Parts
from casewright.toolbox.documents.citation_view import shown
from casewright.toolbox.documents.isaacus_search import LONGEST_QUESTION
from casewright.toolbox.matter_id import failure, matter_of
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.toolbox.documents.answering.candidates import Candidate
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.ports.answers import StatedFacts
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import AnswerReader, SpanReader, WordSearch

NOT_FOUND = "Not found in the documents"
_LISTED = 8
"""How many documents are named; the rest is counted."""


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


class LookedIn(BaseModel):
    """Where the answer was looked for, and by what; ``not_read`` says of documents why their facts were not read."""

    documents: list[str] = Field(description="The file names of the first few documents that were looked in")
    number: int = Field(description="In how many documents it was looked for")
    by: list[str] = Field(description="What it was looked for by, in this order: facts, clauses, search")
    not_read: list[str] = Field(default_factory=list)


class MeasuredOver(BaseModel):
    """Such answers as this one, on questions never seen: found by the same path, of the same kind, as likely.

    ``answers`` is how many there were, ``right`` how many of them were; 0 where such answers were never measured.
    """

    path: str
    kind: str
    level: float
    answers: int
    right: int


class OtherAnswer(BaseModel):
    """What another document answers."""

    document_id: str
    filename: str
    answer: str
    value: dict[str, Any] | None
    citation: dict[str, Any]
    how: Literal["facts", "clauses", "search"]
    confidence: float
    band: Literal["high", "medium", "perhaps"]


class IsaacusExtractOutput(BaseModel):
    """Output schema for the isaacus_extract tool. ``answer`` is the exact words of ``primary_citation``'s quote.

    ``confidence`` is the share of such answers that were right on questions never seen: by path and kind.
    """

    answer: str = Field(description="The answer as it stands in a document, or 'Not found in the documents'")
    confidence: float = Field(description="How many of such answers were right, from 0 to 1; 0 where nothing was found")
    citations: list[dict[str, Any]] = Field(description="The passages that were read and bear the answer out, verified")
    found: bool = Field(description="Whether the documents answer the question")
    primary_citation: dict[str, Any] | None = Field(
        default=None, description="Where the answer stands, to the character"
    )
    named: list[NamedView] = Field(
        default_factory=list, description="The documents that words of the question name; only these were read"
    )
    which: str | None = Field(default=None, description="Asked back, where a name may mean several documents")
    looked_for: str = Field(default="", description="What was looked for, in plain words")
    looked_in: LookedIn | None = None
    how: Literal["facts", "clauses", "search", "judgement"] | None = Field(
        default=None,
        description="What the answer comes from; judgement: the question asks for an opinion; null: nothing was found",
    )
    band: Literal["high", "medium", "perhaps"] | None = Field(
        default=None, description="high: at least 0.9 of such answers were right, medium: 0.7; null: no answer"
    )
    measured: MeasuredOver | None = Field(default=None, description="What the confidence was measured over")
    value: dict[str, Any] | None = Field(default=None, description="The value, typed, as contract_facts has it")
    values: list[dict[str, Any]] = Field(
        default_factory=list, description="All values, where several facts answer: every party"
    )
    nearest: list[dict[str, Any]] = Field(
        default_factory=list, description="The passages nearest to what was asked, where it was not found"
    )
    others: list[OtherAnswer] = Field(default_factory=list, description="What other documents answer")


def isaacus_extract(
    *,
    documents: DocumentStore,
    search: PassageSearch,
    words: WordSearch,
    spans: SpanReader,
    reader: AnswerReader,
    naming: DocumentNaming,
    facts: StatedFacts,
    scores: ClauseScores,
) -> Tool:
    """The tool over these parts."""
    parts = Parts(documents, search, Searching(search, words, spans, documents), reader, facts, scores)

    def run(arguments: IsaacusExtractInput, context: CallContext) -> IsaacusExtractOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        asked = asked_documents(documents, context.tenant, matter, arguments.document_ids)
        if asked.nothing:
            return failure(NOTHING_READY)
        inside = asked_in_words(naming if arguments.read_names else None, context.tenant, asked, arguments.question)
        question = inside.meant.rest
        subject = main_subject(question)
        looking = Looking(parts, context.tenant, matter, inside.asked, question, subject)
        judged = asks_judgement(arguments.question)
        answers = [] if judged else looking.answers()
        told: dict[str, Any] = {
            "named": inside.meant.named,
            "which": inside.meant.which,
            "looked_for": subject.name if subject is not None else question,
        }
        if not answers:
            nearest = [shown(one) for one in looking.nearest()]
            told |= {"looked_in": _looked_in(looking), "how": "judgement" if judged else None, "nearest": nearest}
            return IsaacusExtractOutput(answer=NOT_FOUND, confidence=0.0, citations=[], found=False, **told)
        return _answered(answers, looking, told)

    return Tool(
        name="isaacus_extract",
        description=(
            "Answer one specific question from the documents of a matter: the answer is an exact quote with its place, "
            "or 'Not found in the documents' with what was looked for and the nearest passages."
        ),
        arguments=IsaacusExtractInput,
        output=IsaacusExtractOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        timeout=300.0,
        idempotent=True,
        reads=("the matter's documents", "what people said to their facts"),
    )


def _answered(answers: Sequence[Candidate], looking: Looking, told: dict[str, Any]) -> IsaacusExtractOutput:
    best, sure = answers[0], share(answers[0])
    return IsaacusExtractOutput(
        answer=best.citation.quote,
        confidence=sure,
        citations=[shown(one) for one in best.read],
        found=True,
        primary_citation=shown(best.citation),
        looked_in=_looked_in(looking),
        how=best.how,
        band=band(sure),
        measured=_measured(best),
        value=_value(best),
        values=list(map(dict, best.values)) if len(best.values) > 1 else [],
        others=[_other(one) for one in answers[1:]],
        **told,
    )


def _measured(one: Candidate) -> MeasuredOver:
    row = measured(one)
    return MeasuredOver(path=row.path, kind=row.kind, level=row.level, answers=row.answers, right=row.right)


def _value(one: Candidate) -> dict[str, Any] | None:
    return dict(one.values[0]) if one.values else None


def _other(one: Candidate) -> OtherAnswer:
    sure = share(one)
    return OtherAnswer(
        document_id=one.citation.document_id,
        filename=one.citation.filename,
        answer=one.citation.quote,
        value=_value(one),
        citation=shown(one.citation),
        how=one.how,
        confidence=sure,
        band=band(sure),
    )


def _looked_in(looking: Looking) -> LookedIn:
    names = [one.filename for one in looking.asked.ready]
    return LookedIn(documents=names[:_LISTED], number=len(names), by=looking.tried, not_read=looking.unread[:_LISTED])
