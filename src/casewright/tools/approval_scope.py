"""Whether an approval request is a person's to see: only where every matter that it is about is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from casewright.domain.ids import MatterId, is_uuid
from casewright.tools.matter_names import named_matters

if TYPE_CHECKING:
    from casewright.domain.approvals import ApprovalRequest
    from casewright.tools.calls import CallContext
    from casewright.tools.visibility import Visibility


def sees_request(visibility: Visibility | None, context: CallContext, request: ApprovalRequest) -> bool:
    """Whether the caller sees every matter that the stored call names or was made within.

    A request whose arguments cannot be read any more is shown: the decision on it is refused and says so.
    """
    if visibility is None:
        return True
    try:
        about = matters_of(request)
    except orjson.JSONDecodeError:
        return True
    return all(visibility.standing(context, matter) is not None for matter in about)


def is_about(request: ApprovalRequest, matter: MatterId) -> bool:
    """Whether the stored call names the matter or was made within it."""
    try:
        return matter in matters_of(request)
    except orjson.JSONDecodeError:
        return matter == request.matter


def matters_of(request: ApprovalRequest) -> list[MatterId]:
    """The matters that the stored call names or was made within. Raises ``JSONDecodeError``."""
    arguments = orjson.loads(request.arguments)
    named = named_matters(arguments) if isinstance(arguments, dict) else []
    about = [*named, *([request.matter] if request.matter is not None else [])]
    return [MatterId(matter.lower()) for matter in about if is_uuid(matter)]
