"""What a caller is in which matter, asked of the stores: the one place that decides who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from casewright.domain.ids import MatterId
from casewright.policy.visibility import Sight, Standing, sight_of, standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.domain.matters import Matter
    from casewright.domain.people import ParticipantRole
    from casewright.tools.calls import CallContext
    from casewright.tools.ports.people import ParticipantStore


class Matters(Protocol):
    """What is asked of the store of matters."""

    def get(self, tenant: TenantId, matter: MatterId) -> Matter | None:
        """The matter, None where the tenant has none of that id."""
        ...

    def all(self, tenant: TenantId) -> Sequence[Matter]:
        """Every matter of the tenant, newest first."""
        ...


class Visibility:
    """Over these stores. Without ``participants`` nobody takes part in anything: owners and ADMIN see matters."""

    def __init__(self, matters: Matters, participants: ParticipantStore | None = None) -> None:
        self._matters = matters
        self._participants = participants

    def for_one_call(self) -> Visibility:
        """The same for the gates of one call: each matter is looked up once."""
        return Visibility(_LookedUpOnce(self._matters), self._participants)

    def standing(self, context: CallContext, matter: MatterId) -> Standing | None:
        """What the caller is in the matter; None where it is missing and where it is not theirs to see."""
        found = self._matters.get(context.tenant, matter)
        if found is None:
            return None
        return _standing(context, found, self._part_in(context, matter))

    def stored(self, context: CallContext, matter: MatterId) -> Matter | None:
        """The matter, whoever asks; None where the tenant has no such matter."""
        return self._matters.get(context.tenant, matter)

    def matters(self, context: CallContext) -> Sequence[Matter]:
        """The matters that the caller may see, newest first; in the context of a matter, that one alone."""
        if context.matter is not None:
            found = self._matters.get(context.tenant, MatterId(context.matter.lower()))
            return [] if found is None or self.standing(context, found.id) is None else [found]
        parts = {} if self._participants is None else self._participants.of_user(context.tenant, context.actor.id)
        all_there = self._matters.all(context.tenant)
        return [matter for matter in all_there if _standing(context, matter, parts.get(matter.id)) is not None]

    def _part_in(self, context: CallContext, matter: MatterId) -> ParticipantRole | None:
        if self._participants is None or sight_of(context.actor.role) is Sight.ALL:
            return None
        return self._participants.role_in(context.tenant, matter, context.actor.id)


class _LookedUpOnce:
    """Fits ``Matters``."""

    def __init__(self, matters: Matters) -> None:
        self._matters = matters
        self._found: dict[tuple[TenantId, MatterId], Matter | None] = {}

    def get(self, tenant: TenantId, matter: MatterId) -> Matter | None:
        """The matter as it was when it was first asked for."""
        if (tenant, matter) not in self._found:
            self._found[tenant, matter] = self._matters.get(tenant, matter)
        return self._found[tenant, matter]

    def all(self, tenant: TenantId) -> Sequence[Matter]:
        """Every matter of the tenant."""
        return self._matters.all(tenant)


def _standing(context: CallContext, matter: Matter, part: ParticipantRole | None) -> Standing | None:
    return standing(
        context.actor,
        owns=matter.created_by == context.actor.id,
        part=part,
        chosen=context.matter is not None and context.matter.lower() == matter.id,
    )
