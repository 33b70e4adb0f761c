"""The tool ``frame_question``: what a question asks, under which conditions, and which of its words nothing took in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.questions.frame import LONGEST, frame_of
from casewright.toolbox.asked_documents import asked_documents, asked_in_words
from casewright.toolbox.matter_id import matter_of
from casewright.toolbox.questions.frame_view import FrameQuestionOutput, frame_view
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.tools.ports.documents import DocumentStore


class FrameQuestionInput(Arguments):
    """Input of the ``frame_question`` tool."""

    matter_id: str = Field(description="UUID of the matter that the question is about")
    question: str = Field(min_length=1, max_length=LONGEST, description="The question in the person's own words, whole")


def frame_question(*, documents: DocumentStore, naming: DocumentNaming) -> Tool:
    """The tool over this store."""

    def run(arguments: FrameQuestionInput, context: CallContext) -> FrameQuestionOutput | Failure:
        matter = matter_of(arguments.matter_id)
        if isinstance(matter, Failure):
            return matter
        asked = asked_documents(documents, context.tenant, matter, None)
        named = asked_in_words(naming, context.tenant, asked, arguments.question).meant.named
        return frame_view(frame_of(arguments.question, [one.words for one in named]), named)

    return Tool(
        name="frame_question",
        description="Say how a question is understood: what is asked, of which documents, under which conditions as "
        "typed filters, and which of its words nothing took in. It answers nothing.",
        arguments=FrameQuestionInput,
        output=FrameQuestionOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("documents",),
        reads=("the names and parties of the matter's documents",),
    )
