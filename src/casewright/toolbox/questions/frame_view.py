"""A question's frame as results carry it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from casewright.evidence.facts.values.as_json import as_json
from casewright.evidence.facts.values.showing import shown
from casewright.questions.conditions import Days, Kind, Operator
from casewright.questions.frame import Asked, Use
from casewright.questions.wants import Wants
from casewright.toolbox.document_naming import NamedView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.questions.conditions import Condition
    from casewright.questions.frame import QuestionFrame


class SubjectView(BaseModel):
    """What is asked for: a field of facts, or a statement of IQL, and what is wanted of it."""

    name: str
    start: int
    end: int
    field: str | None
    statement: str | None
    wants: Wants


class ConditionView(BaseModel):
    """What narrows the answer. ``left_out`` reads as a condition and nothing here can hold a document to it.

    ``negated``: what ``operator`` and ``value`` say must not be so. Of days ``value`` has the first and the last.
    """

    words: str
    start: int
    end: int
    kind: Kind
    field: str | None
    operator: Operator
    value: dict[str, Any] | None = Field(description="Its type, its parts and how it is shown; null of a clause")
    statement: str | None
    negated: bool


class WordView(BaseModel):
    """A word, what became of it, and the ``role`` that it was used in."""

    text: str
    start: int
    end: int
    use: Use
    role: str


class FrameQuestionOutput(BaseModel):
    """How a question is understood. Offsets are code points of ``question``, which is the one given, tidied.

    ``form`` is ``table`` where the answer has a row for each document. ``not_asked`` is what of the question nothing
    here took in, in its own words: an answer must ask it otherwise or say that it leaves it out.
    """

    question: str
    asked: Asked
    form: Literal["one", "table"]
    subjects: list[SubjectView]
    documents: list[NamedView]
    conditions: list[ConditionView]
    words: list[WordView]
    not_asked: list[str]


def frame_view(frame: QuestionFrame, named: Sequence[NamedView]) -> FrameQuestionOutput:
    """The frame as results carry it; ``named`` are the documents that its words name."""
    return FrameQuestionOutput(
        question=frame.question,
        asked=frame.asked,
        form="table" if frame.asked in ("documents", "table", "comparison") else "one",
        subjects=[
            SubjectView(
                name=one.name, start=one.start, end=one.end, field=one.field, statement=one.statement, wants=one.wants
            )
            for one in frame.subjects
        ],
        documents=list(named),
        conditions=[_condition(one) for one in frame.conditions],
        words=[
            WordView(text=one.text, start=one.start, end=one.end, use=one.use, role=one.role) for one in frame.words
        ],
        not_asked=list(frame.not_asked),
    )


def _condition(one: Condition) -> ConditionView:
    return ConditionView(
        words=one.words,
        start=one.start,
        end=one.end,
        kind=one.kind,
        field=one.field,
        operator=one.operator,
        value=_value(one),
        statement=one.statement,
        negated=one.negated,
    )


def _value(one: Condition) -> dict[str, Any] | None:
    match one.value:
        case None:
            return None
        case Days(first=first, last=last):
            return {"type": "days", "first": first.isoformat(), "last": last.isoformat()}
        case value:
            return {**as_json(value), "shown": shown(value)}
