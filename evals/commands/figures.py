"""``python -m evals figures``: how well figures are extracted from labelled texts and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from rich.console import Console

    from evals.figures import Figures

_TITLES = {
    "figures_fitted.toml": "Written before the rules, which were then made to fit it",
    "figures_mended.toml": "Written after the first rules, which had 45.0% and 36.0% on it, and used to mend them",
    "figures_unseen.toml": "Written after that; the rules had 100.0% and 57.5% on it, then two slips were mended",
}


def figures(
    context: typer.Context,
    misses: Annotated[bool, typer.Option("--misses", help="List what was missed or is wrong.")] = False,
) -> None:
    """Measure the extraction of figures by rules: precision and recall of place, metric, value and period.

    The texts and tables come with the repository; they are made up, and every figure in them is labelled.
    """
    from casewright.evidence.extraction.extract import extract
    from evals import figures as measured

    state: State = context.obj
    found = []
    for name in measured.SETS:
        outcomes = [measured.judge(one, extract) for one in measured.labelled(name)]
        found.append((name, len(outcomes), measured.figures(outcomes), list(measured.misses(outcomes))))
    state.output.document({"sets": [_as_json(name, size, rows, lines) for name, size, rows, lines in found]})
    if state.output.json:
        return
    console = state.output.console()
    for name, size, rows, lines in found:
        console.rule(name, align="left")
        console.print(f"{_TITLES[name]}; {size} documents", soft_wrap=True)
        _show(console, rows)
        for line in lines if misses else ():
            console.print(f"  {show_line(line)}", soft_wrap=True)


def _show(console: Console, rows: list[Figures]) -> None:
    console.print(f"{'':<14}{'labels':>8}{'proposed':>10}{'right':>7}{'precision':>11}{'recall':>9}")
    for row in rows:
        shares = f"{_share(row.precision):>11}{_share(row.recall):>9}"
        console.print(f"{row.group:<14}{row.labels:>8}{row.proposed:>10}{row.right:>7}{shares}")


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


def _as_json(name: str, size: int, rows: list[Figures], lines: list[str]) -> dict[str, object]:
    shares = [
        {
            "group": row.group,
            "labels": row.labels,
            "proposed": row.proposed,
            "right": row.right,
            "precision": row.precision,
            "recall": row.recall,
        }
        for row in rows
    ]
    return {"set": name, "documents": size, "figures": shares, "misses": lines}
