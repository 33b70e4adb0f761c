"""The requests that wait for a person: filed, decided once, used once (spec, "Approval"). Sync, over the store."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from casewright.domain.actors import ActorKind
from casewright.domain.approvals import ApprovalId, ApprovalRequest, ApprovalState
from casewright.tools.active_people import ADMINISTRATOR
from casewright.tools.approval_scope import matters_of
from casewright.tools.approval_token import (
    argument_hash,
    argument_text,
    fingerprint,
    is_bound,
    is_sealed,
    seal,
    token,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.ids import ActorId, TenantId
    from casewright.policy.policy import ApprovalRule, Policy
    from casewright.tools.active_people import ActivePeople
    from casewright.tools.admission import Admitted
    from casewright.tools.definition import Tool
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.clock import Clock

_log = logging.getLogger("casewright.executor")
_PREVIEW_LIMIT = 100_000
_KEYLESS = "approval:"
_CUT = "\n[... {left} more characters cut ...]"


def key_of_request(request: str) -> str:
    """The key of a call that was filed without one: the same call under it hears what came of the request."""
    return f"{_KEYLESS}{request}"


class Approvals:
    """Files requests and moves them on. ``key`` binds them; ``new_id`` makes their ids and nonces."""

    def __init__(
        self,
        store: ApprovalStore,
        *,
        policy: Policy,
        clock: Clock,
        key: bytes,
        new_id: Callable[[], str],
        people: ActivePeople | None = None,
    ) -> None:
        self._store = store
        self._people = people
        self._policy = policy
        self._clock = clock
        self._key = key
        self._new_id = new_id

    def get(self, tenant: TenantId, request: str) -> ApprovalRequest | None:
        """The request, None where the tenant has none of that id."""
        return self._store.get(tenant, ApprovalId(request))

    def standing(self, admitted: Admitted) -> ApprovalRequest | None:
        """The request that stands for this call already: filed under its key, or pending where it has none.

        A pending one without a key that nobody can decide any more is closed, and stands for nothing.
        """
        context = admitted.context
        key, known = context.idempotency_key, fingerprint(context, admitted.tool.name, admitted.call.arguments)
        found = self._store.standing(context.caller, key, known, self._clock.latest())
        if found is None or key is not None:
            return found
        why = self.unfit(found, admitted.tool)
        if why is None:
            return found
        self.expire(found, why)
        return self.standing(admitted)

    def file(self, admitted: Admitted, rule: ApprovalRule) -> tuple[ApprovalRequest, bool]:
        """The request that stands for this call, and whether it is new: the same call is filed once."""
        context, arguments = admitted.context, admitted.call.arguments
        request = ApprovalId(self._new_id())
        made = self._bound(
            admitted,
            rule,
            request,
            call_key=context.idempotency_key or key_of_request(request),
            fingerprint_=fingerprint(context, admitted.tool.name, arguments),
        )
        stored = self._store.file(made, same=context.idempotency_key is None)
        return stored, stored.id == request

    def edited(self, old: ApprovalRequest, admitted: Admitted, rule: ApprovalRule, by: Actor) -> ApprovalRequest | None:
        """The request with other arguments that takes the place of ``old``; None where that was decided meanwhile."""
        request = ApprovalId(self._new_id())
        new = self._bound(
            admitted, rule, request, call_key=old.call_key, fingerprint_=old.fingerprint, replaces=old, edited_by=by.id
        )
        if self.decide(old, ApprovalState.EDITED, by, replaced_by=request) is None:
            return None
        return self._store.file(new)

    def decide(
        self,
        request: ApprovalRequest,
        state: ApprovalState,
        by: Actor,
        *,
        reason: str | None = None,
        replaced_by: ApprovalId | None = None,
    ) -> ApprovalRequest | None:
        """The pending request with its decision; None where another decision came first."""
        at = self._clock.now()
        decided = replace(
            request,
            state=state,
            decided_by=by.id,
            decided_at=at,
            reason=reason,
            replaced_by=replaced_by,
            seal=seal(request, self._key, state, by.id, at),
        )
        return decided if self._store.advance(ApprovalState.PENDING, decided) else None

    def consume(self, granted: ApprovalRequest) -> bool:
        """Use the grant up; False where it was used before."""
        return self._store.advance(ApprovalState.GRANTED, replace(granted, state=ApprovalState.CONSUMED))

    def give_back(self, used: ApprovalRequest) -> bool:
        """Make a grant usable again whose call did not begin; False where it was not used up."""
        stored = self._store.get(used.tenant, used.id)
        granted = None if stored is None else replace(stored, state=ApprovalState.GRANTED)
        return granted is not None and self._store.advance(ApprovalState.CONSUMED, granted)

    def expire(self, request: ApprovalRequest, reason: str) -> None:
        """Close a request that nobody can decide any more, or a grant that cannot be used."""
        self._store.advance(request.state, replace(request, state=ApprovalState.EXPIRED, reason=reason))

    def unfit(self, request: ApprovalRequest, tool: Tool | None) -> str | None:
        """Why the stored call may not run any more, as the end of a sentence; None where nothing has changed."""
        if not is_bound(request, self._key):
            return "is not what was filed: a stored field was changed"
        if request.expires_at <= self._clock.latest():
            return f"expired at {moment(request.expires_at)}"
        if request.policy_hash != self._policy.hash:
            return "was filed under another policy: ask for the call anew"
        if tool is None:
            return f"is for the tool {request.tool!r}, which is not there any more"
        if request.tool_version != tool.version:
            return f"was filed for version {request.tool_version!r} of the tool, and it is now {tool.version!r}"
        return self._gone("was asked for by", request, request.person)

    def _gone(self, what: str, request: ApprovalRequest, person: str) -> str | None:
        """That a person is no active user any more; None where they may act."""
        if self._people is None or self._people.may_act(request.requester.tenant, person):
            return None
        return f"{what} {person}, who is no active user any more"

    def lapsed(self, request: ApprovalRequest) -> bool:
        """Whether a pending request is past its time."""
        return request.state is ApprovalState.PENDING and request.expires_at <= self._clock.latest()

    def unused(self, request: ApprovalRequest, tool: Tool | None) -> str | None:
        """Why a stored grant may not be used, None where it may."""
        if not is_sealed(request, self._key):
            return "says it was granted, and nobody granted it"
        return self._gone("was granted by", request, request.decided_by or "") or self.unfit(request, tool)

    def how_to_decide(self, request: ApprovalRequest, rule: ApprovalRule | None) -> str:
        """Where nobody is there who may decide on the request: how a second person is added. Empty where one is."""
        if self._people is None or rule is None or not rule.roles:
            return ""
        asked = {request.person, *self._makers(request)} if rule.four_eyes else set()
        if self._people.has_other(request.requester.tenant, rule.roles, asked):
            return ""
        role = min(rule.roles, key=lambda one: (one == ADMINISTRATOR, one))
        shared = [f"'casewright matter share {one} NAME --role counsel'" for one in matters_of(request)]
        steps = [f"'casewright users add NAME --role {role}' adds a second person and writes their key into a file"]
        steps += [f"{' and '.join(shared)} lets them see the matter"] if shared else []
        steps.append(f"they decide with 'casewright --as KEYFILE approvals approve {request.id}'")
        return f". Nobody else is there to decide yet: {'; '.join(steps)}"

    def no_approver(self, request: ApprovalRequest, actor: Actor, *, rejects: bool) -> str | None:
        """Why this actor may not decide on the request, as the end of a sentence; None where they may.

        Four eyes are for what will run: whoever asked may still take it back. Whoever made a service account, or a key
        of its, is no second person to it.
        """
        found = self._policy.rules.get(request.tool)
        rule = None if found is None else found.approval
        roles = frozenset() if rule is None else rule.roles
        if actor.kind is not ActorKind.PERSON or actor.role not in self._policy.people:
            return f"can be decided by a person only, and {actor.id} is {actor.role}"
        if actor.role not in roles:
            return f"can be decided by {' or '.join(sorted(roles)) or 'nobody'}, and {actor.id} is {actor.role}"
        if rule is None or not rule.four_eyes or rejects:
            return None
        told = None
        if actor.id in (request.person, request.edited_by):
            told = f"needs four eyes: {actor.id} asked for it, so someone else has to decide"
        elif actor.id in self._makers(request):
            told = (
                f"needs four eyes: {request.person}, which asked for it, is a service account that {actor.id} made or "
                "holds a key of, so someone else has to decide"
            )
        return None if told is None else told + self.how_to_decide(request, rule)

    def _makers(self, request: ApprovalRequest) -> frozenset[str]:
        """Who stands behind the service account that asked."""
        if self._people is None:
            return frozenset()
        return self._people.standing_behind(request.requester.tenant, request.person)

    def _bound(
        self,
        admitted: Admitted,
        rule: ApprovalRule,
        request: ApprovalId,
        *,
        call_key: str,
        fingerprint_: str,
        replaces: ApprovalRequest | None = None,
        edited_by: ActorId | None = None,
    ) -> ApprovalRequest:
        context, now = admitted.context, self._clock.now()
        text = argument_text(admitted.call.arguments)
        unbound = ApprovalRequest(
            id=request,
            requester=context.actor,
            matter=context.matter,
            run=context.run,
            round=context.round,
            debate=context.debate,
            call_id=admitted.call.id,
            call_key=call_key,
            fingerprint=fingerprint_,
            tool=admitted.tool.name,
            tool_version=admitted.tool.version,
            arguments=text,
            argument_hash=argument_hash(text),
            policy_hash=self._policy.hash,
            preview=_preview(admitted),
            why=(context.why or "") if replaces is None else replaces.why,
            nonce=self._new_id(),
            created_at=now,
            expires_at=self._clock.latest() + timedelta(hours=rule.expires_hours),
            replaces=None if replaces is None else replaces.id,
            edited_by=edited_by,
            token="",
            behind=context.on_behalf_of if context.caller.person else None,
        )
        return replace(unbound, token=token(unbound, self._key))


def moment(at: datetime) -> str:
    """A time as sentences show it."""
    return at.strftime("%Y-%m-%d %H:%M UTC")


def _preview(admitted: Admitted) -> str:
    """What the tool says the call would do; a preview that fails says so and stops nothing."""
    if admitted.tool.preview is None:
        return ""
    try:
        text = admitted.tool.preview(admitted.arguments, admitted.context)
    except Exception as error:  # noqa: BLE001 (a tool's own code; the person decides without it)
        _log.debug("the preview of %s failed", admitted.tool.name, exc_info=error)
        return f"There is no preview: {type(error).__name__} inside the tool."
    return text if len(text) <= _PREVIEW_LIMIT else text[:_PREVIEW_LIMIT] + _CUT.format(left=len(text) - _PREVIEW_LIMIT)
