"""A service account under the gates: it is asked for like a person, and stands for none."""

from __future__ import annotations

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.accounts import UserKind
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.domain.people import Participant, ParticipantRole
from casewright.policy.policy import compile_policy
from casewright.tools.active_people import ActivePeople
from casewright.tools.admission import Stop
from casewright.tools.calls import CallContext
from tests.fakes.fixed_clock import START
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter
from tests.fakes.memory_people import MemoryUsers

POLICY = compile_policy(shipped_policy())
CRON = Actor(TENANT, ActorId("cron"), "ANALYST", ActorKind.SERVICE_ACCOUNT)
OPERATOR = Actor(TENANT, ActorId("os"), "ADMIN")


@pytest.mark.requirement("accounts-programs")
def test_program_works_where_it_takes_part_and_consents_to_nothing() -> None:
    """What it does not take part in is missing; a consent is a person's; its calls are recorded as a service's."""
    matter = MemoryMatter(policy=POLICY)
    asked, context = {"matter_id": matter.id}, CallContext(CRON)
    assert matter.governed.call("list_matter_documents", asked, context).metadata.error_kind == "NotFound"
    matter.users.add(TENANT, CRON.id, role="ANALYST", at=START, kind=UserKind.SERVICE_ACCOUNT)
    matter.participants.put(Participant(TENANT, MatterId(matter.id), CRON.id, ParticipantRole.COUNSEL))
    assert matter.governed.call("list_matter_documents", asked, context).success
    assert matter.governed.events()[-1]["event_type"] == "service.tool_call"
    consent = {**asked, "provider": "isaacus"}
    assert not matter.governed.call("grant_provider_consent", consent, context).success
    person = CallContext(Actor(TENANT, CRON.id, "ANALYST"))
    assert matter.governed.call("grant_provider_consent", consent, person).success


@pytest.mark.requirement("accounts-programs", "people-revoked")
def test_program_acts_as_it_is_stored() -> None:
    """In its newest role; deactivated, not at all."""
    users = MemoryUsers()
    users.add(TENANT, CRON.id, role="CLIENT", at=START, kind=UserKind.SERVICE_ACCOUNT)
    people = ActivePeople(users)
    assert people.acting(CRON) == Actor(TENANT, CRON.id, "CLIENT", ActorKind.SERVICE_ACCOUNT)
    users.deactivate(TENANT, CRON.id)
    with pytest.raises(Stop, match="deactivated"):
        people.acting(CRON)


@pytest.mark.requirement("accounts-programs")
def test_program_in_the_role_ends_nobodys_standing() -> None:
    """The built-in ADMIN of a home acts until a person has the role, and a program is nobody's second pair of eyes."""
    users = MemoryUsers()
    people = ActivePeople(users, [OPERATOR])
    users.add(TENANT, CRON.id, role="ADMIN", at=START, kind=UserKind.SERVICE_ACCOUNT)
    assert people.acting(OPERATOR) == OPERATOR
    assert not people.has_other(TENANT, ["ADMIN"], "os")
    users.add(TENANT, ActorId("root"), role="ADMIN", at=START)
    with pytest.raises(Stop):
        people.acting(OPERATOR)
