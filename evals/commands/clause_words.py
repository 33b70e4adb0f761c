"""``python -m evals clause_words``: what the wordings of clauses take in labelled contracts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput


def clause_words(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")],
    half: Annotated[str, typer.Option(help="Which contracts, as fact_rules halves them: fitted or unseen.")],
) -> None:
    """Measure the wordings of clauses: how many sentences that they take touch a mark, how many marks are touched."""
    from casewright.bootstrap.scoring import load_reader
    from evals import fact_rules
    from evals.clause_words import measure

    state: State = context.obj
    if half not in fact_rules.HALVES:
        raise InvalidInput(f"There is no half {half!r}: it is fitted or unseen.")
    reader = load_reader(ocr_seconds=0)
    try:
        texts = list(fact_rules.marked_texts(data, half, reader))
    finally:
        reader.close()
    tallies = measure(texts)
    state.output.document({
        "half": half,
        "contracts": len(texts),
        "kinds": [
            {
                "kind": name,
                "taken": tally.taken,
                "right": tally.right,
                "precision": tally.precision,
                "marks": tally.marks,
                "touched": tally.touched,
                "recall": tally.recall,
            }
            for name, tally in tallies.items()
        ],
    })  # fmt: skip
    if state.output.json:
        return
    console = state.output.console()
    console.rule(f"{half}: {len(texts)} contracts", align="left")
    console.print(f"{'':<36}" + "".join(f"{head:>10}" for head in ("taken", "right", "marks", "touched")))
    for name, tally in tallies.items():
        shares = (str(tally.taken), _share(tally.precision), str(tally.marks), _share(tally.recall))
        console.print(f"{name:<36}" + "".join(f"{one:>10}" for one in shares), soft_wrap=True)


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
