"""A service account under the gates: it is asked for like a person, and stands for none."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.accounts import ApiKey, UserKind
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.domain.people import Participant, ParticipantRole
from casewright.policy.policy import compile_policy
from casewright.tools.active_people import ActivePeople
from casewright.tools.admission import Stop
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.decisions import Approve, Reject
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.approval_desk import FOUR_EYES, Desk
from tests.fakes.fixed_clock import START
from tests.fakes.governed import TENANT
from tests.fakes.memory_accounts import MemoryApiKeys
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
    assert not people.has_other(TENANT, ["ADMIN"], ["os"])
    users.add(TENANT, ActorId("root"), role="ADMIN", at=START)
    with pytest.raises(Stop):
        people.acting(OPERATOR)


class FourEyes:
    """An executor under four eyes, with three ADMINs and service accounts that some of them made or hold keys of."""

    def __init__(self) -> None:
        self.desk, self.keys = Desk(), MemoryApiKeys()
        self.users = MemoryUsers(self.keys)
        for name in ("ann", "bo", "cy"):
            self.users.add(TENANT, ActorId(name), role="ADMIN", at=START)
        roles = '[roles]\npeople = ["ADMIN", "PARTNER"]\nmodels = []'
        self.executor = Executor(
            Registry([self.desk.wipe()]),
            policy=compile_policy({"roles": roles, "tools": FOUR_EYES}),
            audit=self.desk.governed.log,
            clock=self.desk.governed.clock,
            people=ActivePeople(self.users),
            key=b"k" * 32,
            approvals=self.desk.governed.approvals,
            journal=self.desk.governed.journal,
        )

    def program(self, name: str, made_by: str | None, *keys_by: str) -> Actor:
        """A service account, and keys of its that these made."""
        maker = None if made_by is None else ActorId(made_by)
        kind = UserKind.SERVICE_ACCOUNT
        assert self.users.add(TENANT, ActorId(name), role="ADMIN", at=START, kind=kind, made_by=maker)
        for by in keys_by:
            hash_, ends = f"{name} {by}", START + timedelta(hours=1)
            key = ApiKey(TENANT, hash_, ActorId(name), "k", hash_, frozenset("*"), None, ActorId(by), START, ends)
            assert self.keys.add(key)
        return Actor(TENANT, ActorId(name), "ADMIN", ActorKind.SERVICE_ACCOUNT)

    def asked(self, by: Actor) -> str:
        """The request that a call of the program's is filed as."""
        result = asyncio.run(self.executor.execute(ToolCall("1", "wipe", {"path": "a"}), CallContext(by)))
        assert result.status is Status.APPROVAL_REQUIRED, result.content
        return str(result.metadata.approval_id)

    def decided(self, request: str, by: str, decision: Approve | Reject) -> tuple[Status, str]:
        """How the decision ended, and what was said."""
        context = CallContext(Actor(TENANT, ActorId(by), "ADMIN"))
        result = asyncio.run(self.executor.decide(request, decision, context))
        return result.status, result.content


@pytest.mark.requirement("approval-four-eyes", "accounts-programs")
@pytest.mark.parametrize(
    ("made_by", "keys_by", "refused", "approves"),
    [
        ("ann", (), ["ann"], "bo"),
        ("ann", ("bo",), ["ann", "bo"], "cy"),
        (None, ("bo",), ["bo"], "ann"),
    ],
)
def test_whoever_has_a_program_ask_is_no_second_person(
    made_by: str | None, keys_by: tuple[str, ...], refused: list[str], approves: str
) -> None:
    """Who made the account, and who made a key of its, do not approve what it asks for; somebody else does."""
    house = FourEyes()
    request = house.asked(house.program("cron", made_by, *keys_by))
    for name in refused:
        status, told = house.decided(request, name, Approve())
        assert status is Status.DENIED
        assert f"needs four eyes: cron, which asked for it, is a service account that {name} made" in told
        assert "Nobody else" not in told
    assert house.desk.ran == []
    assert house.decided(request, approves, Approve())[0] is Status.SUCCESS
    assert house.desk.ran == ["a"]


@pytest.mark.requirement("approval-four-eyes", "accounts-programs")
def test_program_that_a_program_made_leads_to_its_maker() -> None:
    """However many stand between; and where nobody else is there, the sentence says how somebody comes."""
    house = FourEyes()
    house.program("first", "ann", "bo")
    request = house.asked(house.program("second", "first", "second"))
    for name in ("ann", "bo"):
        assert house.decided(request, name, Approve())[0] is Status.DENIED
    house.users.deactivate(TENANT, ActorId("cy"))
    assert "Nobody else is there to decide yet" in house.decided(request, "ann", Approve())[1]


@pytest.mark.requirement("approval-four-eyes")
def test_maker_may_take_back_what_a_program_asked_for() -> None:
    """To refuse needs no second person, as for a call of one's own."""
    house = FourEyes()
    request = house.asked(house.program("cron", "ann"))
    assert house.decided(request, "ann", Reject("not now"))[0] is Status.REJECTED
