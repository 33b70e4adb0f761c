"""``python -m evals fact_rules``: what the rules that read facts find in labelled contracts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections import Counter

    from rich.console import Console

    from evals.fact_rules import FieldTally


def fact_rules(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")],
    half: Annotated[str, typer.Option(help="Which contracts: fitted (the rules were written on them) or unseen.")],
    errors: Annotated[int, typer.Option(min=0, help="List so many faults of each field.")] = 0,
    by_rule: Annotated[bool, typer.Option("--by-rule", help="Print the share of right finds of each rule.")] = False,
) -> None:
    """Measure the rules that read facts: precision and recall of places, and what is found first.

    A find is right where its words and a mark's are the same by half (intersection over union), one find to one mark.
    """
    from casewright.bootstrap.scoring import load_reader
    from casewright.evidence.facts.rules.reader import RuleReader
    from evals import fact_rules as measured

    state: State = context.obj
    if half not in measured.HALVES:
        raise InvalidInput(f"There is no half {half!r}: it is fitted or unseen.")
    if half == "unseen" and (errors or by_rule):
        raise InvalidInput("Faults and rules are not listed of the unseen half: nothing is mended by what it shows.")
    reader = load_reader(ocr_seconds=0)
    try:
        texts = list(measured.marked_texts(data, half, reader))
    finally:
        reader.close()
    tallies = measured.measure(texts, RuleReader())
    rules = measured.precision_by_rule(texts) if by_rule else {}
    state.output.document({
        "half": half,
        "contracts": len(texts),
        "fields": [_as_json(name, tally, errors) for name, tally in tallies.items()],
        "rules": [
            {"field": name, "rule": rule, "finds": count["finds"], "right": count["right"], "says": sureness(count)}
            for (name, rule), count in sorted(rules.items())
        ],
    })  # fmt: skip
    if state.output.json:
        return
    console = state.output.console()
    console.rule(f"{half}: {len(texts)} contracts", align="left")
    _show(console, tallies, errors)
    for (name, rule), count in sorted(rules.items()):
        console.print(f'    ("{name}", "{rule}"): {sureness(count):.2f},  # of {count["finds"]}', soft_wrap=True)


def sureness(count: Counter[str]) -> float:
    """What a rule with so many right finds is to say of the next one: Laplace's rule of succession."""
    return (count["right"] + 1) / (count["finds"] + 2)


def _as_json(name: str, tally: FieldTally, errors: int) -> dict[str, object]:
    return {
        "field": name,
        "marks": tally.marks,
        "finds": tally.finds,
        "right": tally.right,
        "precision": tally.precision,
        "recall": tally.recall,
        "f1": tally.f1,
        "contracts_with_a_mark": tally.having,
        "first_touches": tally.first,
        "contracts_without": tally.lacking,
        "found_though_without": tally.found_though_lacking,
        "faults": tally.faults[:errors],
    }


def _show(console: Console, tallies: dict[str, FieldTally], errors: int) -> None:
    heads = ("marks", "finds", "precision", "recall", "F1", "contracts", "first touches", "found without")
    console.print(f"{'':<36}" + "".join(f"{head:>14}" for head in heads), soft_wrap=True)
    for name, tally in tallies.items():
        if not tally.finds and not tally.marks:
            continue
        judged = tally.marks > 0
        shares = (
            tally.precision if judged else None,
            tally.recall,
            tally.f1,
        )
        row = f"{name:<36}{tally.marks:>14,}{tally.finds:>14,}" + "".join(f"{_share(one):>14}" for one in shares)
        row += f"{tally.having:>14}{_share(_part(tally.first, tally.having)):>14}"
        row += f"{_share(_part(tally.found_though_lacking, tally.lacking) if judged else None):>14}"
        console.print(row, soft_wrap=True)
        for line in tally.faults[:errors]:
            console.print(f"  {show_line(line)}", soft_wrap=True)


def _part(some: int, whole: int) -> float | None:
    return some / whole if whole else None


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
