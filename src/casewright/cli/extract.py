"""``casewright deal extract``: the figures of a deal's documents become claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from casewright.cli.assessment import show_assessment
from casewright.cli.deal import Deal
from casewright.cli.output import counted, one_line
from casewright.cli.state import State, answer

if TYPE_CHECKING:
    from rich.console import Console


def extract(
    context: typer.Context,
    deal: Deal,
    document: Annotated[
        list[str] | None,
        typer.Option(help="Filename or id of a document; may repeat. Default: all of them.", show_default=False),
    ] = None,
    model: Annotated[
        bool,
        typer.Option("--model", help="Ask the chat model that is set for more; its provider needs the deal's consent."),
    ] = False,
) -> None:
    """Find the figures in a deal's documents and enter them as claims, each with its place."""
    state: State = context.obj
    with state.open() as casewright:
        arguments = {"deal_id": deal, "document_ids": document, "use_model": model}
        found = answer(casewright, "extract_claims", arguments)
    state.output.document(found)
    if not state.output.json:
        console = state.output.console()
        for one in found["documents"]:
            _show(console, one)
        console.print(f"{counted(found['extracted'], 'claim')} entered.", markup=False)
        if found["assessment"] is not None:
            show_assessment(console, found["assessment"], deal)


def _show(console: Console, one: dict[str, Any]) -> None:
    kind = one["source_type"].replace("_", " ")
    dated = f", {one['source_date']}" if one["source_date"] else ""
    console.print(f"{one_line(one['filename'])}: {kind}{dated}", markup=False, soft_wrap=True)
    if one["recognised"]:
        console.print(f"  {one_line(one['recognised'])}", style="dim", markup=False, soft_wrap=True)
    if one["skipped"]:
        console.print(f"  nothing was looked for: {one_line(one['skipped'])}", markup=False, soft_wrap=True)
        return
    known = f", {one['known']:,} known already" if one["known"] else ""
    by_model = f", {one['by_model']:,} proposed by the model" if one["by_model"] else ""
    console.print(f"  {one['entered']:,} entered{known}{by_model}", markup=False)
    for reason in one["refused"]:
        console.print(f"  refused: {one_line(reason)}", markup=False, soft_wrap=True)
