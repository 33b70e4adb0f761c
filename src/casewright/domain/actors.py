"""Who acts: a person, a model or a service, in one role, in one tenant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.domain.ids import ActorId

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId

RECOGNITION = ActorId("casewright:recognition")
"""Who describes a document as what its own words say that it is; no user can be called so."""


class ActorKind(StrEnum):
    """Decides the audit's event type: ``person.tool_call``, ``agent.tool_call`` or ``service.tool_call``.

    A SERVICE tells us something from outside and is no user; a SERVICE_ACCOUNT is a program's user, which sees what its
    role and its part in a matter show, and decides nothing that a person has to.
    """

    PERSON = "person"
    MODEL = "model"
    SERVICE = "service"
    SERVICE_ACCOUNT = "service_account"


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose an idempotency key is: the actor's, and of a model that does not say so in its name, its person's."""

    tenant: TenantId
    actor: ActorId
    person: str = ""

    @classmethod
    def of(cls, actor: Actor, behind: Actor | None) -> Caller:
        """The actor, working for the person ``behind`` or for nobody else."""
        person = "" if behind is None or behind.id == actor.person else behind.id
        return cls(actor.tenant, actor.id, person)


@dataclass(frozen=True, slots=True)
class Actor:
    """One who calls tools. The role is a name that the policy knows; an unknown one may do nothing."""

    tenant: TenantId
    id: ActorId
    role: str
    kind: ActorKind = ActorKind.PERSON

    @property
    def person(self) -> str:
        """The person behind the actor: a model that works for somebody is called ``<role>/<person>``."""
        return self.id.partition("/")[2] if self.kind is ActorKind.MODEL else self.id
