"""``casewright tenants``: the tenants of a server, for whoever runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from casewright.domain.tenant_limits import bytes_shown, dollars
from casewright.errors import InvalidInput, Refused
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright
    from casewright.cli.state import State
    from casewright.tools.accounts import Accounts

app = typer.Typer(no_args_is_help=True)
_MOST = 1_000_000


@app.command()
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What the tenant is called in secrets: a-z, 0-9 and dash.")],
    title: Annotated[str, typer.Option(help="What people call it. Default: its name.", show_default=False)] = "",
) -> None:
    """Make a tenant, and print the path of the link, once, by which its first user becomes ADMIN."""
    from casewright.domain.ids import TenantId
    from casewright.tools.credentials import JOIN_PATH

    state: State = context.obj
    with state.open() as casewright:
        made = _accounts(casewright).add_tenant(TenantId(name), title, casewright.actor)
        path = JOIN_PATH + _accounts(casewright).set_up_link(made.id)
    output = state.output
    output.document({"tenant": made.id, "title": made.title, "created_at": made.created_at.isoformat(), "path": path})
    output.line(f"The tenant {made.id} is there.")
    _show(state, path)


@app.command("set-up")
def set_up(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The tenant's name; the home's own is called local.")],
) -> None:
    """Print the path of another such link, for a tenant that has no user yet; those before it work no more."""
    from casewright.domain.ids import TenantId
    from casewright.tools.credentials import JOIN_PATH

    state: State = context.obj
    with state.open() as casewright:
        path = JOIN_PATH + _accounts(casewright).set_up_link(TenantId(name))
    state.output.document({"tenant": name, "path": path})
    _show(state, path)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the tenants by name, beside the home's own, which is called local."""
    state: State = context.obj
    with state.open() as casewright:
        tenants = _accounts(casewright).tenants()
    output = state.output
    told = [{"tenant": one.id, "title": one.title, "created_at": one.created_at.isoformat()} for one in tenants]
    output.document({"tenants": told, "total_count": len(told)})
    if not told:
        output.prose("There is no tenant but the home's own. Add one: casewright tenants add NAME")
    for one in tenants:
        output.line(f"{one.id:<20} {one.created_at.date().isoformat()}  {one.title}")


@app.command()
def limits(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The tenant's name; the home's own is called local.")],
    storage_gb: Annotated[
        str,
        typer.Option(help="Gigabytes of originals and drafts, or default.", show_default=False),
    ] = "",
    model_money: Annotated[
        str, typer.Option(help="US dollars a month for models, or default.", show_default=False)
    ] = "",
) -> None:
    """Say what a tenant may keep and spend; without options, show it.

    The word default gives it what the settings say, as for tenants without limits of their own.
    """
    from casewright.bootstrap.accounts import limit_desk
    from casewright.domain.ids import TenantId
    from casewright.domain.tenant_limits import GIGABYTE, MICROS, TenantLimits

    state: State = context.obj
    tenant = TenantId(name)
    with state.open() as casewright:
        _accounts(casewright)
        materials = casewright.parts.materials
        desk = materials.share(limit_desk)
        own = desk.own(tenant)
        wanted = TenantLimits(
            _limit("--storage-gb", storage_gb, GIGABYTE, own.storage_bytes),
            _limit("--model-money", model_money, MICROS, own.model_micros),
        )
        if wanted != own:
            desk.set(tenant, wanted, casewright.actor)
        with acting_in(tenant):
            holds, stored, spent = desk.of(tenant), materials.storage.used(tenant), materials.model_money.spent(tenant)
        month = materials.model_money.month()
    output = state.output
    told = {"storage_bytes": holds.storage_bytes, "storage_used_bytes": stored}
    told |= {"model_micros": holds.model_micros, "model_used_micros": spent}
    output.document({"tenant": name, "month": month, **told})
    most = "no limit" if holds.storage_bytes is None else bytes_shown(holds.storage_bytes)
    output.line(f"storage      {bytes_shown(stored):>14} of {most}")
    most = "no limit" if holds.model_micros is None else dollars(holds.model_micros)
    output.line(f"model money  {dollars(spent):>14} of {most} in {month}")


def _limit(option: str, text: str, unit: int, before: int | None) -> int | None:
    """What an option says: a number, ``default``, or nothing, which leaves what was. Raises ``InvalidInput``."""
    if not text:
        return before
    if text == "default":
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= _MOST:
        raise InvalidInput(f"{option} {text!r} is no limit: give a number from 0 to {_MOST:,}, or 'default'")
    return round(number * unit)


def _show(state: State, path: str) -> None:
    state.output.line("Whoever follows this link, once and within 72 hours, is its ADMIN:")
    state.output.line(path)
    state.output.prose("Put the server's address before it and hand it over in private; nobody can show it again.")


def _accounts(casewright: Casewright) -> Accounts:
    """The accounts of all tenants. Raises ``Refused`` for a user of one of them."""
    if casewright.settings.user_key is not None:
        raise Refused("Tenants are the operator's: leave --as and CASEWRIGHT_USER_KEY out, on the server's own machine")
    return casewright.parts.accounts
