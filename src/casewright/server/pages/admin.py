"""For ADMIN: who there is, what waits, what was cut off, what the plan and the policy say."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from casewright.server.pages.live import begin
from casewright.server.pages.page import Page
from casewright.server.pages.visit import flaw_of
from casewright.server.problems import MISSING, Problem
from casewright.tools.credentials import JOIN_PATH, Credential, CredentialKind

if TYPE_CHECKING:
    from fastapi import Response

    from casewright.server.pages.visit import Flaw, Visit

PATH = "/admin"
_ACTS = {
    "role": ("set_role", "user", ("role",)),
    "end-sessions": ("end_sessions", "user", ()),
    "deactivate": ("deactivate_user", "name", ()),
}


def admin_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", PATH, show_admin),
        Page("POST", f"{PATH}/users", _invite),
        Page("POST", f"{PATH}/service-accounts", _add_service_account),
        Page("POST", f"{PATH}/invitations/{{invitation_id}}/revoke", _revoke_invitation),
        Page("POST", f"{PATH}/users/{{user}}/{{act}}", _change),
        Page("POST", f"{PATH}/plan", _set_plan),
        Page("POST", f"{PATH}/models/{{role}}/check", _check_model),
        Page("POST", f"{PATH}/calls/{{call}}", _resolve),
        Page("GET", f"{PATH}/policy", _show_policy),
    )


async def show_admin(visit: Visit, flaw: Flaw | None = None, link: str | None = None) -> Response:
    """The page; ``link`` is an invitation that was just made, told this once."""
    assert visit.caller is not None
    users = await visit.read("list_users")
    policy = visit.serving.parts.executor.policy
    settings = visit.serving.parts.materials.settings
    is_admin = visit.caller.actor.role == "ADMIN"
    return visit.show(
        "admin.html",
        HTTPStatus.OK if flaw is None else flaw.status,
        users=users["users"],
        roles=sorted(policy.people),
        plans=await visit.read("show_plans") if is_admin else None,
        usage=await visit.read("show_usage") if is_admin else None,
        invitations=(await visit.read("list_invitations"))["invitations"] if is_admin else [],
        unresolved=(await visit.read("list_unresolved_calls"))["calls"] if is_admin else [],
        jobs=(await visit.read("list_jobs"))["jobs"],
        models={"assistant": settings.assistant, "reasoner": settings.reasoner},
        scorer=settings.scorer,
        flaw=flaw,
        link=link,
    )


async def _invite(visit: Visit) -> Response:
    assert visit.caller is not None
    secret = Credential.make(CredentialKind.INVITATION, visit.caller.actor.tenant)
    arguments = {**visit.form.arguments("name", "role"), "invitation_hash": secret.hash}
    result = await visit.call("invite_user", arguments)
    if not result.success:
        return await show_admin(visit, flaw_of(result))
    if result.metadata.replayed:
        return visit.go(PATH)
    return await show_admin(visit, link=visit.serving.url + JOIN_PATH + secret.text)


async def _add_service_account(visit: Visit) -> Response:
    result = await visit.call("add_service_account", visit.form.arguments("name", "role"))
    return await show_admin(visit, flaw_of(result)) if not result.success else visit.go(PATH, "saved")


async def _revoke_invitation(visit: Visit) -> Response:
    result = await visit.call("revoke_invitation", {"invitation_id": visit.path("invitation_id")})
    return await show_admin(visit, flaw_of(result)) if not result.success else visit.go(PATH, "saved")


async def _change(visit: Visit) -> Response:
    if visit.path("act") not in _ACTS:
        raise Problem(MISSING, f"Nothing here is called {visit.path('act')!r}: send the form from its page")
    tool, named, fields = _ACTS[visit.path("act")]
    result = await visit.call(tool, {named: visit.path("user"), **visit.form.arguments(*fields)})
    if waits := visit.waits(result):
        return waits
    return await show_admin(visit, flaw_of(result)) if not result.success else visit.go(PATH, "saved")


async def _set_plan(visit: Visit) -> Response:
    result = await visit.call("set_plan", visit.form.arguments("plan"))
    return await show_admin(visit, flaw_of(result)) if not result.success else visit.go(PATH, "saved")


async def _check_model(visit: Visit) -> Response:
    """Questions to the model: a job, which has a page of its own."""
    job = await begin(visit, "check_model", {"role": visit.path("role")})
    return visit.go(f"/jobs/{job}?{urlencode({'back': PATH})}")


async def _resolve(visit: Visit) -> Response:
    arguments = {"call": visit.path("call"), **visit.form.arguments("outcome", "note")}
    result = await visit.call("resolve_call", arguments)
    return await show_admin(visit, flaw_of(result)) if not result.success else visit.go(PATH, "saved")


async def _show_policy(visit: Visit) -> Response:
    """Who may call what, as it was compiled: nobody changes it here."""
    policy = visit.serving.parts.executor.policy
    tools = visit.serving.parts.registry.tools
    rows = [
        {"tool": name, "level": tools[name].safety_level.value if name in tools else "", "roles": rule.roles}
        for name, rule in sorted(policy.rules.items())
    ]
    people, models = sorted(policy.people), sorted(policy.models)
    return visit.show("policy.html", rows=rows, people=people, models=models, policy_hash=policy.hash)
