"""One's own account: the password, and keys by which programs act as oneself."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError
from casewright.server.pages.page import Page
from casewright.server.pages.visit import Flaw, flaw_of
from casewright.tools.credentials import Credential, CredentialKind

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Visit

PATH = "/account"


def account_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", PATH, show_account),
        Page("POST", f"{PATH}/password", _change_password),
        Page("POST", f"{PATH}/keys", _add_key),
        Page("POST", f"{PATH}/keys/{{key_id}}/revoke", _revoke_key),
    )


async def show_account(visit: Visit, flaw: Flaw | None = None, secret: str | None = None) -> Response:
    """The page; ``secret`` is a key that was just made, told this once."""
    assert visit.caller is not None
    has_keys = visit.may("list_api_keys")
    found = await visit.read("list_api_keys") if has_keys else {"keys": []}
    mine = [one for one in _listed(found) if one["user"] == visit.caller.actor.id]
    status = HTTPStatus.OK if flaw is None else flaw.status
    return visit.show("account.html", status, has_keys=has_keys, keys=mine, flaw=flaw, secret=secret)


def _listed(found: dict[str, object]) -> list[dict[str, object]]:
    keys = found["keys"]
    assert isinstance(keys, list)
    return keys


async def _change_password(visit: Visit) -> Response:
    assert visit.caller is not None
    form, actor = visit.form, visit.caller.actor
    if form.raw("new_password") != form.raw("password_again"):
        return await show_account(visit, Flaw("The two passwords differ: type it again", "password_again"))
    accounts = visit.serving.parts.accounts
    try:
        signed_in = await asyncio.to_thread(
            accounts.change_password, actor, form.raw("old_password") or None, form.raw("new_password")
        )
    except CasewrightError as error:
        field = "old_password" if "wrong" in str(error) else "new_password"
        return await show_account(visit, Flaw(str(error), field))
    return visit.with_session(visit.go(PATH, "password-changed"), signed_in)


async def _add_key(visit: Visit) -> Response:
    assert visit.caller is not None
    secret = Credential.make(CredentialKind.API_KEY, visit.caller.actor.tenant)
    tools = visit.form.text("tools").replace(",", " ").split()
    arguments: dict[str, object] = {
        **visit.form.arguments("name", "matter_id"),
        "tools": tools or "*",
        "key_hash": secret.hash,
    }
    days = visit.form.number("expires_days")
    if days is not None:
        arguments["expires_days"] = days
    result = await visit.call("add_api_key", arguments)
    if not result.success:
        return await show_account(visit, flaw_of(result))
    if result.metadata.replayed:
        return await show_account(visit, Flaw("The key was made already, and is told once: make another"))
    return await show_account(visit, secret=secret.text)


async def _revoke_key(visit: Visit) -> Response:
    result = await visit.call("revoke_api_key", {"key_id": visit.path("key_id")})
    if not result.success:
        return await show_account(visit, flaw_of(result))
    return visit.go(PATH, "key-revoked")
