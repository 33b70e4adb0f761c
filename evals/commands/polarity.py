"""``python -m evals polarity``: how often a "yes" or a "no" read off a sentence is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.state import State


def polarity(
    context: typer.Context,
    data: Annotated[list[Path], typer.Option(help="Questions with marked answers: a file of JSON lines.")],
    root: Annotated[list[Path], typer.Option(metavar="FOLDER", help="Where the documents that DATA names lie.")],
    misses: Annotated[bool, typer.Option("--misses", help="List what was decided wrongly.")] = False,
) -> None:
    """Measure yes/no questions: how many are decided by the sentence that answers them, and how many of these rightly.

    Beside each share stands Wilson's interval of 95 %.
    """
    from evals import polarity as measuring

    state: State = context.obj
    for path in data:
        if not path.is_file():
            raise InvalidInput(f"{path} is not there: --data names a file of questions")
    marked = [one for path in data for one in measuring.marked_in(path, root)]
    shares = measuring.figures(marked)
    state.output.document(
        {
            "questions": len(marked),
            "figures": {name: {"hits": one.hits, "of": one.of, "share": one.value} for name, one in shares.items()},
        }
    )
    if state.output.json:
        return
    for name, share in shares.items():
        low, high = share.interval
        told = "none" if share.value is None else f"{share.value:6.1%}  [{low:.1%}, {high:.1%}]"
        state.output.prose(f"{name:45s} {share.hits:4d} of {share.of:4d}  {told}")
    for one in measuring.wrong(marked) if misses else ():
        state.output.prose(show_line(f"{one.question} It says {one.says}: {' '.join(one.sentence.split())}"))
