"""``python -m evals cascade``: what words first, and the encoder where they leave doubt, loses and saves."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.adapters.scoring.cascade import DOUBTED
from evals.commands.report_page import show_progress
from evals.commands.scorer_options import Cache

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.cli.output import Output
    from casewright.cli.state import State
    from casewright.tools.ports.scoring import Tier
    from evals.cascade import Measured


def cascade(
    context: typer.Context,
    data: Annotated[Path, typer.Option(help="Folder with spans.jsonl and contracts/, or the public CUAD v1 data.")],
    contracts: Annotated[int, typer.Option(help="How many contracts are measured; every fifth.", min=1)] = 80,
    doubted: Annotated[
        float | None,
        typer.Option(
            help="Share of ordinary clauses that leave a statement in doubt; else the product's own.",
            min=0.001,
            max=1,
            show_default=False,
        ),
    ] = None,
    fifth: Annotated[
        int,
        typer.Option(
            help="Which fifth of the contracts is measured; the product's shares were chosen on 1.", min=0, max=4
        ),
    ] = 0,
    cache: Cache = None,
    each: Annotated[bool, typer.Option("--each", help="Show every question, not the means alone.")] = False,
) -> None:
    """Measure the cascade on CUAD: average precision beside the full pass, and the share that the encoder reads.

    Weights on words are fitted without the contracts that are measured; needs the training extra.
    """
    from casewright.bootstrap.scoring import load_reader
    from evals.cascade import measure_cascade
    from evals.kept import Kept

    state: State = context.obj
    reader = load_reader(ocr_seconds=0)
    shares = dict(DOUBTED) if doubted is None else dict.fromkeys(DOUBTED, doubted)
    try:
        with show_progress(state) as told:
            found = measure_cascade(
                data,
                reader=reader,
                kept=Kept(cache),
                contracts=contracts,
                doubted=shares,
                fifth=fifth,
                progress=told,
            )
    finally:
        reader.close()
    _show(state.output, found, shares, each=each)


def _show(output: Output, found: tuple[Measured, ...], doubted: Mapping[Tier, float], *, each: bool) -> None:
    output.document(
        {
            "doubted": {str(tier): share for tier, share in doubted.items()},
            "sections": [
                {
                    "title": one.title,
                    "full": one.mean("full"),
                    "cascade": one.mean("cascade"),
                    "words": one.mean("words"),
                    "lost": one.lost,
                    "encoded": one.mean("encoded"),
                    "rows": [asdict(row) for row in one.rows],
                }
                for one in found
            ],
        }
    )
    told = ", ".join(f"{tier} {share:.0%}" for tier, share in doubted.items())
    output.line(f"In doubt by words, as the highest part of ordinary clauses: {told}. Average precision, macro.")
    output.line(f"{'':<44}{'asked':>6}{'full':>8}{'cascade':>9}{'lost':>8}{'words':>8}{'encoded':>9}")
    for one in found:
        output.line(_line(one.title, len(one.rows), one))
        for tier in ("head", "routed", "free"):
            part = type(one)(tier, tuple(row for row in one.rows if row.tier == tier))
            if part.rows and len(part.rows) < len(one.rows):
                output.line(_line(f"  of these {tier}", len(part.rows), part))
        if each:
            for row in one.rows:
                output.line(
                    f"    {row.name[:56]:<58}{row.full:.3f} {row.cascade:.3f} {row.words:.3f} {row.encoded:.1%}"
                )


def _line(title: str, count: int, one: Measured) -> str:
    return (
        f"{title:<44}{count:>6}{one.mean('full'):>8.4f}{one.mean('cascade'):>9.4f}{one.lost:>8.2%}"
        f"{one.mean('words'):>8.4f}{one.mean('encoded'):>9.1%}"
    )
