"""``casewright doctor``: what is wrong with a home, in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import BUSY, DONE, FAILED, INTEGRITY, INVALID, REFUSED, of_error
from casewright.domain.findings import Verdict
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.cli.state import State
    from casewright.domain.findings import Finding

_WORST = (INTEGRITY, FAILED, REFUSED, INVALID, BUSY)
"""What is wrong, the worst first: what is not as it was, what does not work, what may not, what is set wrongly."""
_STYLE = {Verdict.WELL: None, Verdict.NOTE: "yellow", Verdict.WRONG: "bold red"}


def doctor(
    context: typer.Context,
    every: Annotated[
        bool, typer.Option("--all", help="Read every original and hold it to its hash, in place of 200 of them.")
    ] = False,
) -> int:
    """Examine the home: settings, rights, keys, database, audit, originals, clock. Nothing is changed.

    Ends with 0 where nothing is wrong, else with the exit code of the worst that is.
    """
    from casewright.bootstrap.doctor import examine
    from casewright.config import read_settings

    state: State = context.obj
    found: list[Finding] = []
    for one in examine(read_settings(home=state.home), every_original=every):
        found.append(one)
        state.output.line(f"{one.verdict:<6} {one.check:<10} {show_line(one.text)}", style=_STYLE[one.verdict])
    code = _code(found)
    wrong = sum(one.verdict is Verdict.WRONG for one in found)
    state.output.document(
        {
            "well": code == DONE,
            "findings": [
                {
                    "check": one.check,
                    "verdict": one.verdict.value,
                    "text": one.text,
                    "kind": None if one.kind is None else one.kind.__name__,
                }
                for one in found
            ],
        }
    )
    state.output.line()
    state.output.line("Nothing is wrong." if code == DONE else f"Wrong: {wrong} of {len(found)}.")
    return code


def _code(found: Sequence[Finding]) -> int:
    codes = {of_error(one.kind) for one in found if one.kind is not None}
    return next((code for code in _WORST if code in codes), DONE)
