"""``casewright deal source`` and ``deal sources``: what kind of source each document of a deal is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.assessment import show_assessment
from casewright.cli.output import counted
from casewright.cli.references import Deal, OneDocument
from casewright.cli.state import State, answer
from casewright.domain.evidence import SourceType
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from casewright.toolbox.evidence.confirm_sources import ConfirmSourcesOutput
    from casewright.toolbox.evidence.list_sources import ListedSource


def source(
    context: typer.Context,
    deal: Deal,
    document: OneDocument = None,
    type_: Annotated[
        SourceType | None, typer.Option("--type", help="What kind of source it is.", show_default=False)
    ] = None,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="It is what its content says, as 'casewright deal sources' shows it.")
    ] = False,
    dated: Annotated[
        str | None, typer.Option("--date", help="The date that it bears, such as 2026-01-31.", show_default=False)
    ] = None,
    origin: Annotated[
        str | None, typer.Option(help="What its figures were taken from, where that is known.", show_default=False)
    ] = None,
    system: Annotated[str | None, typer.Option(help="Where it was got from.", show_default=False)] = None,
) -> None:
    """Say what kind of source a document is, or confirm what its content says; its claims are graded at once."""
    state: State = context.obj
    if confirm == (type_ is not None):
        raise InvalidInput("Say what the document is with --type, or that it is what its content says with --confirm")
    if confirm:
        if (dated, origin, system) != (None, None, None):
            raise InvalidInput("--date, --origin and --system go with --type: --confirm takes what the content says")
        _confirm(state, deal, document)
        return
    if document is None or type_ is None:
        raise InvalidInput("Name the document that is described: only --confirm takes all of them")
    arguments = {
        "deal_id": deal,
        "document": document,
        "source_type": type_.value,
        "source_date": dated,
        "upstream_origin": origin,
        "source_system": system,
    }
    _describe(state, deal, arguments)


def sources(context: typer.Context, deal: Deal) -> None:
    """List every document with the kind of source that its content says it is, why, and who said so."""
    from casewright.toolbox.evidence.list_sources import ListSourcesOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListSourcesOutput, "list_sources", {"deal_id": deal})
    output = state.output
    output.document(found.data)
    if not found.output.sources:
        output.prose("There are no documents yet.")
    for one in found.output.sources:
        _show(output, one)
    if any(one.said_by is None and one.recognised is not SourceType.UNKNOWN for one in found.output.sources):
        output.line(f"To say that they are what they say: casewright deal source {deal} [DOCUMENT] --confirm")


def _describe(state: State, deal: str, arguments: dict[str, str | None]) -> None:
    from casewright.toolbox.evidence.describe_source import DescribeSourceOutput

    with state.open() as casewright:
        found = answer(casewright, DescribeSourceOutput, "describe_source", arguments)
    output, described = state.output, found.output
    output.document(found.data)
    best = f"{_words(described.source_type)}, grade {described.source_grade} at best"
    output.line(f"{show_line(described.filename)}: {best}; {described.evidence} places")
    show_assessment(output, described.assessment, deal)


def _confirm(state: State, deal: str, document: str | None) -> None:
    from casewright.toolbox.evidence.confirm_sources import ConfirmSourcesOutput

    with state.open() as casewright:
        found = answer(casewright, ConfirmSourcesOutput, "confirm_sources", {"deal_id": deal, "document": document})
    state.output.document(found.data)
    _show_confirmed(state.output, found.output, deal)


def _show_confirmed(output: Output, found: ConfirmSourcesOutput, deal: str) -> None:
    for one in found.confirmed:
        _show(output, one)
    output.prose(f"{counted(len(found.confirmed), 'document')} confirmed.")
    if found.said_before:
        said = "One stays" if found.said_before == 1 else f"{found.said_before} stay"
        output.prose(f"{said} as a person said before; --type says otherwise.")
    for one in found.unknown:
        output.line(f"not known: {show_line(one.filename)}: {show_line(one.why)}; say it with --type")
    if found.assessment is not None:
        show_assessment(output, found.assessment, deal)


def _show(output: Output, one: ListedSource) -> None:
    by = "not confirmed" if one.said_by is None else f"said by {show_line(one.said_by)}"
    output.line(f"{show_line(one.filename)}: {_words(one.source_type)}, grade {one.source_grade} at best; {by}")
    other = "" if one.recognised is one.source_type else f"its content says {_words(one.recognised)}: "
    dated = f", {one.recognised_date}" if one.recognised_date else ""
    output.line(f"  {other}{show_line(one.why)}{dated}", style="dim")


def _words(kind: SourceType) -> str:
    return kind.value.replace("_", " ")
