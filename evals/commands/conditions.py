"""``python -m evals conditions``: what becomes of conditions in questions, and which documents are said to be so."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line
from evals.commands.answers import roots_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def conditions(
    context: typer.Context,
    questions: Annotated[Path, typer.Option(help="Questions with their conditions: a TOML file.")],
    root: Annotated[
        list[str], typer.Option(metavar="NAME=FOLDER", help="Where the files of a matter that QUESTIONS names lie.")
    ],
    misses: Annotated[
        bool, typer.Option("--misses", help="List what was dropped, and documents named wrongly.")
    ] = False,
) -> None:
    """Measure conditions of questions: asked of facts, named as left out, or dropped in silence.

    Beside each share stands Wilson's interval of 95 %.
    """
    from evals import conditions as judging

    state: State = context.obj
    asked = judging.questions_of(questions.read_text("utf-8"))
    documents = {name: _facts(folder) for name, folder in roots_of(root)}
    missing = {one.matter for one in asked} - set(documents)
    if missing:
        raise InvalidInput(f"no folder is given for {', '.join(sorted(missing))}: say --root NAME=FOLDER")
    judged = [judging.judge(one, documents[one.matter]) for one in asked]
    shares = judging.figures(judged)
    state.output.document(
        {
            "questions": len(judged),
            "figures": {name: {"hits": one.hits, "of": one.of, "share": one.value} for name, one in shares.items()},
        }
    )
    if state.output.json:
        return
    for name, share in shares.items():
        low, high = share.interval
        told = "none" if share.value is None else f"{share.value:6.1%}  [{low:.1%}, {high:.1%}]"
        state.output.prose(f"{name:45s} {share.hits:4d} of {share.of:4d}  {told}")
    for one in judged if misses else ():
        wrong = sorted(one.said - one.asked.right - one.asked.uncertain) if one.typed else []
        missed = sorted(one.asked.right - one.said) if one.typed else []
        if one.dropped or wrong or missed:
            state.output.prose(
                show_line(f"{one.asked.id}: {one.asked.ask} dropped {one.dropped}, wrong {wrong}, missed {missed}")
            )


def _facts(folder: Path) -> Sequence[dict[str, Any]]:
    from casewright.bootstrap.home import Casewright
    from casewright.toolbox.facts.fact_view import ContractFactsOutput
    from evals.answer_homes import put_in

    with TemporaryDirectory(prefix="casewright-") as home, Casewright.open(home) as casewright:
        paths = sorted(one for one in folder.iterdir() if one.is_file() and not one.name.startswith("."))
        there = put_in(casewright, paths)
        matter = next(iter(there.values())).matter
        told = answer(casewright, ContractFactsOutput, "contract_facts", {"matter_id": matter}).output
        return list(told.model_dump(mode="json")["documents"])
