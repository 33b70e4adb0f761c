"""``casewright matter``: create and list matters, close them, and say who takes part in them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.output import counted
from casewright.cli.references import Matter
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

app = typer.Typer(no_args_is_help=True)


class Kind(StrEnum):
    """The kinds of matter that are opened here; a case is opened with ``casewright case create``."""

    MATTER = "matter"
    DEAL = "deal"


class MatterState(StrEnum):
    """Whether work on a matter goes on."""

    ACTIVE = "active"
    CLOSED = "closed"
    ARCHIVED = "archived"


class Part(StrEnum):
    """The parts that somebody can have in a matter."""

    COUNSEL = "counsel"
    CLIENT = "client"
    OBSERVER = "observer"


_User = Annotated[str, typer.Argument(help="Name of the user, as 'casewright users list' shows it.")]


@app.command()
def create(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="What the matter is called.")],
    kind: Annotated[Kind, typer.Option(help="matter, or deal (with claims and debates).")] = Kind.MATTER,
    description: Annotated[str, typer.Option(help="What it is about.")] = "",
    jurisdiction: Annotated[str | None, typer.Option(help="Such as 'England and Wales'.", show_default=False)] = None,
) -> None:
    """Open a new matter and print its id."""
    from casewright.toolbox.matters.create_matter import MatterView

    state: State = context.obj
    arguments = {"title": title, "kind": kind.value, "description": description, "jurisdiction": jurisdiction}
    with state.open() as casewright:
        made = answer(casewright, MatterView, "create_matter", arguments)
    output, matter = state.output, made.output
    output.document(made.data)
    output.prose(f"{matter.number}  {show_line(matter.title)}")
    output.line(f"id {matter.matter_id}")
    output.line(f"Next: casewright ingest {matter.matter_id} PATH…")


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the matters, newest first."""
    from casewright.toolbox.matters.list_matters import ListMattersOutput

    state: State = context.obj
    with state.open() as casewright:
        found = answer(casewright, ListMattersOutput, "list_matters")
    output = state.output
    output.document(found.data)
    if not found.output.matters:
        output.prose("There are no matters yet. Create one: casewright matter create TITLE")
        return
    for matter in found.output.matters:
        line = f"{matter.number:<12} {matter.kind:<7} {matter.status:<9} {matter.matter_id}  "
        output.line(line + show_line(matter.title))


@app.command()
def status(
    context: typer.Context,
    matter_id: Matter,
    state_: Annotated[MatterState, typer.Argument(metavar="STATUS", help="active, closed or archived.")],
) -> None:
    """Close a matter, archive it, or take it up again. Unless active it can be read, not changed."""
    from casewright.toolbox.matters.create_matter import MatterView

    state: State = context.obj
    with state.open() as casewright:
        changed = answer(casewright, MatterView, "set_matter_status", {"matter_id": matter_id, "status": state_.value})
    matter = changed.output
    state.output.document(changed.data)
    state.output.line(f"{matter.number} is {matter.status}: {show_line(matter.title)}")


@app.command()
def delete(
    context: typer.Context,
    matter_id: Matter,
    why: Annotated[str | None, typer.Option(help="Shown to whoever has to approve it.", show_default=False)] = None,
) -> None:
    """Ask that a matter be deleted for good, with everything in it; somebody else approves. The audit stays."""
    from casewright.toolbox.matters.delete_matter import DeleteMatterOutput

    state: State = context.obj
    with state.open() as casewright:
        gone = answer(casewright, DeleteMatterOutput, "delete_matter", {"matter_id": matter_id}, why=why)
    state.output.document(gone.data)
    state.output.line(f"{gone.output.number} is deleted, with {counted(gone.output.documents, 'document')}")


@app.command()
def share(
    context: typer.Context,
    matter_id: Matter,
    user: _User,
    role: Annotated[Part, typer.Option(help="counsel: everything in it; client: view and upload; observer: view.")],
) -> None:
    """Let a user take part in a matter. Only its owner and ADMIN can; a new part replaces the old one."""
    _participants(context.obj, "share_matter", {"matter_id": matter_id, "user": user, "role": role.value})


@app.command()
def unshare(context: typer.Context, matter_id: Matter, user: _User) -> None:
    """End a user's part in a matter: it is out of their sight at once."""
    _participants(context.obj, "unshare_matter", {"matter_id": matter_id, "user": user})


@app.command()
def participants(context: typer.Context, matter_id: Matter) -> None:
    """List who owns a matter and who takes part in it."""
    _participants(context.obj, "list_participants", {"matter_id": matter_id})


@app.command()
def consent(
    context: typer.Context,
    matter_id: Matter,
    provider: Annotated[
        str | None,
        typer.Argument(help="The provider, such as isaacus; left out, the consents are listed.", show_default=False),
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the consent back.")] = False,
) -> None:
    """Consent that a matter's text is sent to a provider, once for the matter; or take that back."""
    from casewright.toolbox.consents.list_provider_consents import ConsentsView

    state: State = context.obj
    if revoke and provider is None:
        raise InvalidInput("Which consent is to be taken back? Name the provider")
    arguments = {"matter_id": matter_id} if provider is None else {"matter_id": matter_id, "provider": provider}
    tool = "list_provider_consents"
    if provider is not None:
        tool = "revoke_provider_consent" if revoke else "grant_provider_consent"
    with state.open() as casewright:
        found = answer(casewright, ConsentsView, tool, arguments)
    output = state.output
    output.document(found.data)
    if not found.output.consents:
        output.prose("The text of this matter is sent to nobody.")
    for one in found.output.consents:
        when = one.granted_at[:16].replace("T", " ")
        way = "" if one.proxy is None else f" through the proxy {one.proxy}"
        line = f"Text of this matter may be sent to {one.provider}{way}: {one.granted_by}, {when}"
        output.line(line)


def _participants(state: State, tool: str, arguments: Mapping[str, object]) -> None:
    from casewright.toolbox.people.list_participants import ParticipantsView

    with state.open() as casewright:
        found = answer(casewright, ParticipantsView, tool, arguments)
    output = state.output
    output.document(found.data)
    output.prose(f"{'owner':<9} {found.output.owner}")
    for one in found.output.participants:
        output.prose(f"{one.role:<9} {one.user}")
