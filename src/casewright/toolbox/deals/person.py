"""What only a person may decide, whatever a policy says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.actors import ActorKind
from casewright.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from casewright.tools.calls import CallContext


def require_person(context: CallContext, what: str) -> None:
    """Raises ``Refused`` where a model asks."""
    if context.actor.kind is not ActorKind.PERSON:
        raise Refused(f"Only a person can {what}")


def given_reason(reason: str) -> str:
    """The reason without white space around it. Raises ``InvalidInput`` where there is none."""
    if not reason.strip():
        raise InvalidInput("A reason is needed: say in a sentence why")
    return reason.strip()
