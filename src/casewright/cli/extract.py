"""``casewright deal extract``: the figures of a deal's documents and the clauses of its contracts become claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.assessment import show_assessment
from casewright.cli.output import counted
from casewright.cli.references import DOCUMENT, Deal
from casewright.cli.state import State, answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.claims.extract_claims import ExtractedClauses, ExtractedDocument


def extract(
    context: typer.Context,
    deal: Deal,
    document: Annotated[
        list[str] | None, typer.Option(help=f"{DOCUMENT} May repeat. Default: all of them.", show_default=False)
    ] = None,
    model: Annotated[
        bool,
        typer.Option("--model", help="Ask the chat model that is set for more; its provider needs the deal's consent."),
    ] = False,
) -> None:
    """Find the figures in a deal's documents and the clauses of its contracts, and enter them as claims."""
    from casewright.toolbox.claims.extract_claims import ExtractClaimsOutput

    state: State = context.obj
    with state.open() as casewright:
        arguments = {"deal_id": deal, "document_ids": document, "use_model": model}
        found = answer(casewright, ExtractClaimsOutput, "extract_claims", arguments)
    output = state.output
    output.document(found.data)
    for one in found.output.documents:
        _show(output, one)
    output.prose(f"{counted(found.output.extracted, 'claim')} entered.")
    if found.output.assessment is not None:
        show_assessment(output, found.output.assessment, deal)


def _show(output: Output, one: ExtractedDocument) -> None:
    kind = one.source_type.replace("_", " ")
    dated = f", {one.source_date}" if one.source_date else ""
    output.line(f"{show_line(one.filename)}: {kind}{dated}")
    if one.recognised:
        output.line(f"  {show_line(one.recognised)}", style="dim")
    if one.skipped:
        output.line(f"  nothing was looked for: {show_line(one.skipped)}")
        return
    known = f", {one.known:,} known already" if one.known else ""
    by_model = f", {one.by_model:,} proposed by the model" if one.by_model else ""
    output.prose(f"  {one.entered:,} entered{known}{by_model}")
    if one.clauses is not None:
        _show_clauses(output, one.clauses)
    for reason in one.refused:
        output.line(f"  refused: {show_line(reason)}")


def _show_clauses(output: Output, clauses: ExtractedClauses) -> None:
    """Which clauses a contract has and for whose good they are, and which were looked for in vain."""
    from casewright.evidence.clauses.kinds import show_kind

    with_whom = f"contract with {show_line(clauses.other_party)}: " if clauses.other_party else "contract: "
    found = "; ".join(f"{show_kind(name)} ({', '.join(clauses.polarities[name])})" for name in clauses.found)
    told = f": {found}" if found else ", none was found"
    output.prose(f"  {with_whom}{counted(clauses.entered, 'clause')} entered{told}")
    if clauses.not_found:
        output.prose(f"  looked for and not found: {', '.join(map(show_kind, clauses.not_found))}", style="dim")
    if clauses.not_read is not None:
        output.line(f"  its facts were not read, only its wording: {show_line(clauses.not_read)}")
