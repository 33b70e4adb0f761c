"""``casewright demo ask``: three questions to the sample matter in plain words, every quote opened."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import typer

from casewright.cli.ask import put
from casewright.cli.cited_answer import show_answer
from casewright.cli.demo import sample_matter
from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.state import State, answer
from casewright.domain.skipping import stands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.state import Answer
    from casewright.toolbox.documents.ask_matter import AskMatterOutput

QUESTIONS = (
    "Which contracts have an indemnity without a liability cap?",
    "Find one-sided confidentiality clauses",
    "Which contracts are governed by Delaware law?",
)


def demo_ask(context: typer.Context) -> int:
    """Ask the sample matter three questions in plain words, and open every quote of the answers."""
    state: State = context.obj
    with state.open() as casewright, ExitStack() as stack:
        made, _ = sample_matter(casewright, state, stack)
        matter = made.output.matter_id
        output = state.output
        thread: str | None = None
        answers: list[Answer[AskMatterOutput]] = []
        for question in QUESTIONS:
            found = put(casewright, state, matter, question, [], thread)
            thread = found.output.thread_id
            answers.append(found)
            output.heading(question)
            show_answer(output, found.output)
        opened = _opened(casewright, matter, answers)
    told = [{"question": question, **one.data} for question, one in zip(QUESTIONS, answers, strict=True)]
    output.document({"matter": made.data, "answers": told, "opened": opened})
    quotes, standing = opened["quotes"], opened["standing"]
    output.prose(f"{quotes} quotes opened in their documents, {standing} stand at their place.")
    return DONE if quotes == standing else INTEGRITY


def _opened(casewright: Casewright, matter: str, answers: Sequence[Answer[AskMatterOutput]]) -> dict[str, int]:
    """How many quotes there are, and how many stand at their place in what ``get_document_text`` returns."""
    from casewright.toolbox.documents.answering.answer_view import QuoteView
    from casewright.toolbox.documents.get_document_text import GetDocumentTextOutput

    read: dict[str, GetDocumentTextOutput] = {}
    citations = [QuoteView.model_validate(citation) for one in answers for citation in one.output.citations]
    for document in {citation.document_id for citation in citations}:
        arguments = {"matter_id": matter, "document_id": document, "max_length": 10_000_000}
        read[document] = answer(casewright, GetDocumentTextOutput, "get_document_text", arguments).output
    standing = 0
    for citation in citations:
        opened = read[citation.document_id]
        skipped = [(start, end) for start, end, _kind in opened.furniture]
        standing += stands(opened.text, citation.start, citation.end, citation.quote, skipped)
    return {"quotes": len(citations), "standing": standing}
