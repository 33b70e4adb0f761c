"""What went wrong, over HTTP: one table from the error tree and from statuses to a code, and its body (RFC 9457)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from casewright import errors
from casewright.server.remedies import for_requests
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import ToolResult

MEDIA_TYPE = "application/problem+json"
_TYPE = "urn:casewright:problem:"
_FIELD = re.compile(r"(?:[Pp]arameter|[Ff]ield) '([A-Za-z_][\w.\[\]-]*)'")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem: the status, and a code that stays the same."""

    status: HTTPStatus
    code: str

    @property
    def title(self) -> str:
        """The code in words."""
        return self.code.replace("_", " ").capitalize()


INVALID = Kind(HTTPStatus.BAD_REQUEST, "invalid_input")
UNAUTHENTICATED = Kind(HTTPStatus.UNAUTHORIZED, "not_signed_in")
REFUSED = Kind(HTTPStatus.FORBIDDEN, "refused")
MISSING = Kind(HTTPStatus.NOT_FOUND, "not_found")
NO_METHOD = Kind(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed")
TOO_SLOW = Kind(HTTPStatus.REQUEST_TIMEOUT, "too_slow")
BUSY = Kind(HTTPStatus.CONFLICT, "busy")
UNKNOWN_OUTCOME = Kind(HTTPStatus.CONFLICT, "unknown_outcome")
TOO_LARGE = Kind(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large")
MEDIA = Kind(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type")
FAILED = Kind(HTTPStatus.UNPROCESSABLE_ENTITY, "failed")
LIMITED = Kind(HTTPStatus.TOO_MANY_REQUESTS, "limited")
INTERNAL = Kind(HTTPStatus.INTERNAL_SERVER_ERROR, "internal")
UNAVAILABLE = Kind(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable")
TIMED_OUT = Kind(HTTPStatus.GATEWAY_TIMEOUT, "timed_out")
FULL = Kind(HTTPStatus.INSUFFICIENT_STORAGE, "storage_full")

OF_ERROR: Mapping[type[errors.CasewrightError], Kind] = {
    errors.InvalidInput: INVALID,
    errors.NotFound: MISSING,
    errors.Refused: REFUSED,
    errors.Busy: BUSY,
    errors.LimitReached: LIMITED,
    errors.ToolFailed: FAILED,
    errors.Unavailable: UNAVAILABLE,
    errors.StorageFull: FULL,
    errors.IntegrityError: Kind(HTTPStatus.CONFLICT, "does_not_verify"),
}
"""By the branch of the error tree."""

OF_STATUS: Mapping[Status, Kind] = {
    Status.UNKNOWN_TOOL: MISSING,
    Status.INVALID_ARGUMENTS: INVALID,
    Status.DENIED: REFUSED,
    Status.LIMITED: LIMITED,
    Status.REJECTED: Kind(HTTPStatus.FORBIDDEN, "rejected"),
    Status.NO_APPROVER: Kind(HTTPStatus.FORBIDDEN, "no_approver"),
    Status.TIMEOUT: TIMED_OUT,
    Status.ERROR: FAILED,
    Status.UNKNOWN_OUTCOME: UNKNOWN_OUTCOME,
}
"""By how a call ended, but for success and for what waits; an ``error`` that names its kind goes by that instead."""

KINDS: tuple[Kind, ...] = tuple(
    sorted(
        {
            *OF_ERROR.values(),
            *OF_STATUS.values(),
            *(UNAUTHENTICATED, NO_METHOD, TOO_SLOW, TOO_LARGE, MEDIA, INTERNAL),
        },
        key=lambda kind: (kind.status, kind.code),
    )
)
"""Every problem that there is."""


class Problem(Exception):
    """A request that the server itself stops, with what is said about it."""

    def __init__(self, kind: Kind, detail: str, *, field: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.field = field
        self.retry_after = retry_after


def of_error(error: type[errors.CasewrightError]) -> Kind:
    """The kind of an error class: that of its nearest listed ancestor."""
    return next((OF_ERROR[one] for one in error.__mro__ if one in OF_ERROR), INTERNAL)


def of_result(result: ToolResult) -> Kind:
    """The kind of a result that is no success."""
    kind = result.metadata.error_kind
    found = errors.by_name().get(kind) if result.status is Status.ERROR and kind is not None else None
    return OF_STATUS[result.status] if found is None else of_error(found)


def body_of(kind: Kind, detail: str, *, field: str | None = None, **more: object) -> dict[str, object]:
    """The body of a problem; ``field`` is the one that it is about, found in the sentence where none is named."""
    if field is None and kind is INVALID and (named := _FIELD.search(detail)):
        field = named.group(1)
    body: dict[str, object] = {
        "type": f"{_TYPE}{kind.code}",
        "title": kind.title,
        "status": kind.status.value,
        "detail": for_requests(detail),
        "code": kind.code,
    }
    if field is not None:
        body["field"] = field
    return body | {name: value for name, value in more.items() if value is not None}
