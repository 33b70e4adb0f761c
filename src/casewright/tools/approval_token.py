"""The token that binds an approval to one exact call, and the seal that binds a decision to the token. No I/O."""

from __future__ import annotations

import hmac
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson

from casewright.canonical import Json, canonical_json
from casewright.domain.actors import Actor
from casewright.domain.approvals import ApprovalRequest, ApprovalState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import ActorId
    from casewright.tools.calls import CallContext

_TOKEN = "casewright.approval.v1"  # noqa: S105 (a domain's name, not a secret)
_SEAL = "casewright.approval.decision.v1"
_CALL = "casewright.call.v1"

UNBOUND = frozenset({"token", "state", "decided_by", "decided_at", "reason", "replaced_by", "seal"})
"""What changes after a request was filed; the token binds every other field, and the seal most of these."""
_BOUND = tuple(field.name for field in fields(ApprovalRequest) if field.name not in UNBOUND)


def argument_text(arguments: Mapping[str, object]) -> str:
    """The arguments as JSON with sorted keys and no white space: equal arguments have equal texts."""
    return orjson.dumps(dict(arguments), option=orjson.OPT_SORT_KEYS).decode()


def argument_hash(text: str) -> str:
    """``sha256:…`` of the arguments' text."""
    return "sha256:" + sha256(text.encode()).hexdigest()


def fingerprint(context: CallContext, tool: str, arguments: Mapping[str, object]) -> str:
    """Which call this is: who asks, for whom, in which role and matter, for which tool, with which arguments."""
    actor = context.actor
    behind = [context.caller.person] if context.caller.person else []
    what: Json = [_CALL, *_values(actor), context.matter, tool, argument_hash(argument_text(arguments)), *behind]
    return sha256(canonical_json(what)).hexdigest()


def token(request: ApprovalRequest, key: bytes) -> str:
    """HMAC-SHA256 over every field that a request is filed with (hex); ``request.token`` itself is not read."""
    bound: dict[str, Json] = {name: _plain(getattr(request, name)) for name in _BOUND}
    if request.behind is None:  # as before there was such a field: what waits since then stays what was filed
        del bound["behind"]
    return _keyed(key, {"domain": _TOKEN, **bound})


def is_bound(request: ApprovalRequest, key: bytes) -> bool:
    """Whether the request is, field for field, the one that was filed."""
    same_arguments = request.argument_hash == argument_hash(request.arguments)
    return same_arguments and hmac.compare_digest(request.token.encode(), token(request, key).encode())


def seal(request: ApprovalRequest, key: bytes, state: ApprovalState, by: ActorId, at: datetime) -> str:
    """HMAC-SHA256 that proves who took which decision on the request, and when (hex)."""
    return _keyed(key, {"domain": _SEAL, "token": request.token, "state": state.value, "by": by, "at": _plain(at)})


def is_sealed(request: ApprovalRequest, key: bytes) -> bool:
    """Whether the decision that the request carries was taken through this executor's key."""
    if request.seal is None or request.decided_by is None or request.decided_at is None:
        return False
    expected = seal(request, key, ApprovalState.GRANTED, request.decided_by, request.decided_at)
    return hmac.compare_digest(request.seal.encode(), expected.encode())


def _keyed(key: bytes, value: Mapping[str, Json]) -> str:
    return hmac.new(key, canonical_json(value), sha256).hexdigest()


def _plain(value: object) -> Json:
    if isinstance(value, Actor):
        return _values(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if value is None or isinstance(value, str | int):
        # What neither JSON nor UTF-8 can hold is bound in its escaped form.
        return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
    raise TypeError(f"an approval cannot bind a {type(value).__name__}")


def _values(actor: Actor) -> list[Json]:
    return [actor.tenant, actor.id, actor.role, actor.kind.value]
