"""The one answer to a matter id that is none (seed, "Error Handling")."""

from __future__ import annotations

from casewright.domain.ids import MatterId, is_uuid
from casewright.errors import CasewrightError, InvalidInput
from casewright.tools.calls import Failure

INVALID_MATTER_ID = "Invalid matter ID format"


def matter_of(text: str) -> MatterId | Failure:
    """The matter's id in lower case, or the seed's failure object where ``text`` is no UUID."""
    return MatterId(text.lower()) if is_uuid(text) else failure(INVALID_MATTER_ID)


def failure(message: str, kind: type[CasewrightError] = InvalidInput) -> Failure:
    """The seed's failure shape, ``{"error": message}``."""
    return Failure(message, {"error": message}, kind)
