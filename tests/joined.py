"""People who join a home that a program holds open."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId

if TYPE_CHECKING:
    from casewright.bootstrap.home import Casewright


def joined(casewright: Casewright, name: str, role: str) -> Actor:
    """A stored user of that name and role. An ADMIN ends the one that the home was opened for."""
    given = {"name": name, "role": role, "key_hash": sha256(name.encode()).hexdigest()}
    result = casewright.call("add_user", given)
    assert result.success, result.content
    return Actor(casewright.actor.tenant, ActorId(name), role)
