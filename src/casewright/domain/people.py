"""People: the users of a tenant, who takes part in a matter, and what each part gives a right to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.accounts import UserKind
from casewright.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

USER_NAME = r"^[a-z0-9][a-z0-9._-]{0,62}$"
"""What a user may be called: also a safe file name, the same on systems that fold the case of letters."""
_USER_NAME = re.compile(USER_NAME.removesuffix("$") + r"\Z")


@dataclass(frozen=True, slots=True)
class User:
    """A person or a service account. Its secrets are kept nowhere; whoever holds one is the user."""

    tenant: TenantId
    id: ActorId
    role: str
    active: bool
    created_at: datetime
    kind: UserKind = UserKind.PERSON


class ParticipantRole(StrEnum):
    """The part that somebody other than the owner has in a matter."""

    COUNSEL = "counsel"
    CLIENT = "client"
    OBSERVER = "observer"


@dataclass(frozen=True, slots=True)
class Participant:
    """One who takes part in a matter."""

    tenant: TenantId
    matter: MatterId
    user: ActorId
    role: ParticipantRole


class MatterRight(IntEnum):
    """What may be done in a matter, each right with all below it (spec/document-tools.md, "Participants").

    VIEW reads; UPLOAD adds documents; WORK is everything in it; MANAGE says who takes part.
    """

    VIEW = 1
    UPLOAD = 2
    WORK = 3
    MANAGE = 4


RIGHTS: Mapping[ParticipantRole, MatterRight] = MappingProxyType(
    {
        ParticipantRole.COUNSEL: MatterRight.WORK,
        ParticipantRole.CLIENT: MatterRight.UPLOAD,
        ParticipantRole.OBSERVER: MatterRight.VIEW,
    }
)
"""The highest right that each part gives."""


def is_user_name(text: str) -> bool:
    """Whether a new user may be called that: 1 to 63 of a-z, 0-9, dot, dash and underscore, not a mark first."""
    return _USER_NAME.match(text) is not None


def require_user_name(text: str) -> None:
    """Raise ``InvalidInput`` where a new user may not be called that."""
    if not is_user_name(text):
        raise InvalidInput(f"{text!r} is no user's name: use 1 to 63 of a-z, 0-9, dot, dash and underscore")


def last_one(user: ActorId, role: str) -> Refused:
    """The refusal where the role's last active person would go."""
    return Refused(f"{user!r} is the last active {role}: make somebody else {role} first")
