"""Which matters a role sees, and what it may do in them (spec, "who sees what"). No I/O.

Two things must agree before somebody acts in a matter: the policy permits the tool to the role in the tenant, and
the part in the matter gives the right that the tool needs. This module is the second of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.actors import ActorKind
from casewright.domain.people import RIGHTS, MatterRight

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.actors import Actor
    from casewright.domain.people import ParticipantRole


class Sight(StrEnum):
    """Which matters of the tenant a role of people can see at all."""

    ALL = "every matter of the tenant"
    OWN_AND_SHARED = "those they own or take part in"
    NONE = "none"


SIGHT: Mapping[str, Sight] = MappingProxyType(
    {
        "ADMIN": Sight.ALL,
        "PARTNER": Sight.OWN_AND_SHARED,
        "ANALYST": Sight.OWN_AND_SHARED,
        "CLIENT": Sight.OWN_AND_SHARED,
        "AUDITOR": Sight.NONE,
    }
)
"""By role. A role of a policy of one's own that is not listed sees what it owns or takes part in."""
OWN_PARTIES_ALONE = frozenset({"CLIENT"})
"""Roles that see the parties they added, and no others, whatever case these are attached to."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody is in one matter, in a word, and the highest right that gives."""

    title: str
    right: MatterRight


def sight_of(role: str) -> Sight:
    """Which matters a role of people can see."""
    return SIGHT.get(role, Sight.OWN_AND_SHARED)


def standing(actor: Actor, *, owns: bool, part: ParticipantRole | None, chosen: bool) -> Standing | None:
    """What the actor is in a matter; None where they may not know that it exists.

    ``owns`` and ``part`` say what is stored about them, ``chosen`` whether the call's context is this very matter. A
    model, or a service, sees the matter that it was set to work in and no other; what it may do there is the policy's
    alone, but it never manages who takes part. A service account sees what a person of its role and part does.
    """
    if actor.kind in (ActorKind.MODEL, ActorKind.SERVICE):
        return Standing(actor.role, MatterRight.WORK) if chosen else None
    sight = sight_of(actor.role)
    if sight is Sight.ALL:
        return Standing(actor.role, MatterRight.MANAGE)
    if sight is Sight.OWN_AND_SHARED and owns:
        return Standing("owner", MatterRight.MANAGE)
    if sight is Sight.NONE or part is None:
        return None
    return Standing(part.value, RIGHTS[part])
