"""Tests of casewright.tools.sign_in."""

from __future__ import annotations

import orjson
import pytest

from casewright.audit.chain import verify_log
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import Refused, StorageFull
from casewright.tools.sign_in import SignIn
from casewright.tools.user_keys import hash_key, write_key
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.memory_people import MemoryUsers

ACME = TenantId("acme")
KEY, ENDED, FOREIGN, NOBODYS = (bytes([number]) * 32 for number in range(4))


class Door:
    """A sign-in with an active user, one who is not, and one of another tenant."""

    def __init__(self) -> None:
        self.users, self.log = MemoryUsers(), MemoryAuditLog()
        for tenant, name, key in ((ACME, "ada", KEY), (ACME, "eva", ENDED), (TenantId("rival"), "rex", FOREIGN)):
            self.users.add(tenant, ActorId(name), role="PARTNER", key_hash=hash_key(key), at=START)
        self.users.deactivate(ACME, ActorId("eva"))
        self.sign_in = SignIn(users=self.users, audit=self.log, clock=FixedClock(), policy_hash="sha256:ab")


@pytest.mark.requirement("people-keys")
def test_key_makes_the_user_in_the_stored_role() -> None:
    """Whoever holds the key is the user, in the role that is stored; nothing is recorded but what they then do."""
    door = Door()
    assert door.sign_in.actor(ACME, write_key(KEY) + "\n") == Actor(ACME, ActorId("ada"), "PARTNER")
    assert list(door.log.records(ACME)) == []


REFUSED = {
    "no key": ("password", "unknown", "does not hold a key"),
    "empty": ("", "unknown", "does not hold a key"),
    "nobody's": (write_key(NOBODYS), "unknown", "not that of a user"),
    "another tenant's": (write_key(FOREIGN), "unknown", "not that of a user"),
    "deactivated": (write_key(ENDED), "eva", "'eva' is deactivated"),
}


@pytest.mark.requirement("people-keys-refused")
@pytest.mark.parametrize("case", REFUSED)
def test_refused_key_is_recorded(case: str) -> None:
    """A key that is none, nobody's, foreign or of a deactivated user is refused; the event holds who, not the key."""
    text, who, message = REFUSED[case]
    door = Door()
    with pytest.raises(Refused, match=message):
        door.sign_in.actor(ACME, text)
    (record,) = door.log.records(ACME)
    event = orjson.loads(record.body)
    assert (event["event_type"], event["agent_id"], event["phase"]) == ("auth.refused", who, "stopped")
    assert (event["tool_name"], event["result_status"], event["policy_hash"]) == ("sign_in", "DENIED", "sha256:ab")
    assert message in event["reason"]
    assert not text or text.encode() not in record.body
    assert verify_log(door.log, ACME)[1] is None


class FullLog(MemoryAuditLog):
    """An audit without room."""

    def submit(self, event: object) -> int:
        raise StorageFull("There is no room left")


def test_refusal_stands_without_a_record() -> None:
    """Where the refusal cannot be recorded the key is refused all the same."""
    sign_in = SignIn(users=MemoryUsers(), audit=FullLog(), clock=FixedClock(), policy_hash="")
    with pytest.raises(Refused):
        sign_in.actor(ACME, write_key(KEY))
