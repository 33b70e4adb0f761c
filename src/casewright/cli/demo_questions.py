"""``casewright demo ask``: three questions to the sample matter in plain words, every quote opened."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import typer

from casewright.cli.ask import put
from casewright.cli.cited_answer import show_answer
from casewright.cli.demo import sample_matter
from casewright.cli.exit_codes import DONE, INTEGRITY
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright

QUESTIONS = (
    "Which contracts have an indemnity without a liability cap?",
    "Find one-sided confidentiality clauses",
    "Find governing law clauses",
)


def demo_ask(context: typer.Context) -> int:
    """Ask the sample matter three questions in plain words, and open every quote of the answers."""
    state: State = context.obj
    with state.open() as casewright, ExitStack() as stack:
        matter, _ = sample_matter(casewright, state, stack)
        thread: str | None = None
        answers: list[dict[str, Any]] = []
        for question in QUESTIONS:
            found = put(casewright, state, matter["matter_id"], question, [], thread)
            thread = found["thread_id"]
            answers.append({"question": question, **found})
            if not state.output.json:
                console = state.output.console()
                console.print()
                console.rule(question, align="left")
                show_answer(console, found)
        opened = _opened(casewright, matter["matter_id"], answers)
    state.output.document({"matter": matter, "answers": answers, "opened": opened})
    if not state.output.json:
        said = f"{opened['quotes']} quotes opened in their documents, {opened['standing']} stand at their place."
        state.output.console().print(said, markup=False)
    return DONE if opened["quotes"] == opened["standing"] else INTEGRITY


def _opened(casewright: Casewright, matter: str, answers: list[dict[str, Any]]) -> dict[str, int]:
    """How many quotes there are, and how many stand at their place in what ``get_document_text`` returns."""
    texts: dict[str, str] = {}
    citations = [citation for one in answers for citation in one["citations"]]
    for document in {citation["document_id"] for citation in citations}:
        arguments = {"matter_id": matter, "document_id": document, "max_length": 10_000_000}
        texts[document] = answer(casewright, "get_document_text", arguments)["text"]
    standing = sum(
        texts[citation["document_id"]][citation["start"] : citation["end"]] == citation["quote"]
        for citation in citations
    )
    return {"quotes": len(citations), "standing": standing}
