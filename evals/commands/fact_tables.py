"""Two readers of facts side by side on a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evals.facts.beside import SHOWN
from evals.facts.figures import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from evals.facts.beside import Compared
    from evals.report import Figure


def show_beside(console: Console, fields: Sequence[Compared], first: str, second: str) -> None:
    """A line a field: what each reader reaches, and by how much the first is above in F1."""
    console.print(f"\n{first} beside {second}, on the same contracts", style="bold", soft_wrap=True)
    heads = [f"{HEADINGS[name]}: {who}" for name in SHOWN for who in (first, second)]
    console.print(
        f"{'':<36}{'contracts':>10}" + "".join(f"  {head}" for head in heads) + "  F1 above by", soft_wrap=True
    )
    for one in fields:
        values = [side[name].value for name in SHOWN for side in (one.first, one.second)]
        cells = "".join(f"{_plain(value):>{len(head) + 2}}" for value, head in zip(values, heads, strict=True))
        console.print(f"{one.field:<36}{one.contracts:>10}{cells}  {_gap(one.above['f1'])}", soft_wrap=True)


def _plain(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2f}"


def _gap(gap: Figure) -> str:
    if math.isnan(gap.value):
        return "–"
    return f"{gap.value:+.2f}" + ("" if math.isnan(gap.low) else f" ({gap.low:+.2f} to {gap.high:+.2f})")
