"""What every store of approval requests keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.approvals import SqlApprovals
from casewright.domain.actors import Actor, ActorKind, Caller
from casewright.domain.approvals import ApprovalId, ApprovalRequest, ApprovalState
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.errors import IntegrityError
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_approvals import MemoryApprovals
from tests.unit.adapters.database.children import start

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.approvals import ApprovalStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ANN = ActorId("ann")
CALLER = Caller(OURS, ANN)


@pytest.fixture(params=EVERYWHERE)
def store(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> ApprovalStore:
    """An empty store of each kind in turn."""
    return MemoryApprovals() if request.param == "memory" else SqlApprovals(new_database(request.param))


def request(name: str = "1", *, tenant: TenantId = OURS, key: str | None = None) -> ApprovalRequest:
    """A request with every field that it is filed with filled."""
    return ApprovalRequest(
        id=ApprovalId(name),
        requester=Actor(tenant, ANN, "ADMIN", ActorKind.MODEL),
        matter=MatterId("m"),
        run="run",
        round=2,
        debate="debate",
        call_id="call",
        call_key=key or f"approval:{name}",
        fingerprint="f",
        tool="wipe",
        tool_version="1",
        arguments='{"path":"\u0219 \x00"}',
        argument_hash="sha256:ab",
        policy_hash="sha256:cd",
        preview="- old\n+ new",
        why="because",
        nonce="n",
        created_at=START,
        expires_at=START + timedelta(hours=1),
        replaces=ApprovalId("0"),
        edited_by=ActorId("bo"),
        token="t",
    )


def decided(one: ApprovalRequest, state: ApprovalState, by: str = "pat") -> ApprovalRequest:
    return replace(one, state=state, decided_by=ActorId(by), decided_at=START, reason="so", seal="s")


@pytest.mark.parametrize("behind", [None, Actor(OURS, ActorId("cy"), "PARTNER", ActorKind.SERVICE_ACCOUNT)])
def test_filed_request_comes_back_equal(behind: Actor | None, store: ApprovalStore) -> None:
    """What ``get`` and ``all`` tell is what was filed, every field."""
    filed = store.file(replace(request(), behind=behind))

    assert filed == replace(request(), behind=behind)
    assert store.get(OURS, filed.id) == filed
    assert list(store.all(OURS)) == [filed]


@pytest.mark.requirement("approval-once")
def test_same_call_is_filed_once_by_all_who_file_at_once(store: ApprovalStore) -> None:
    """Without a key of its own a call is known by what it is, while it waits; with one it is another."""
    with ThreadPoolExecutor(8) as threads:
        filed = list(threads.map(lambda number: store.file(request(str(number)), same=True), range(16)))
    assert len({one.id for one in filed}) == 1
    assert store.standing(CALLER, None, "f", START) == filed[0]
    assert store.standing(CALLER, None, "another", START) is None
    assert store.standing(CALLER, None, "f", filed[0].expires_at) is None
    assert store.file(request("keyed", key="k")).id == "keyed"
    assert store.standing(CALLER, "k", "f", START) == request("keyed", key="k")
    assert store.standing(replace(CALLER, actor=ActorId("bo")), "k", "f", START) is None
    assert store.advance(ApprovalState.PENDING, decided(filed[0], ApprovalState.REJECTED))
    assert store.standing(replace(CALLER, tenant=THEIRS), None, "f", START) is None


@pytest.mark.requirement("storage-tenants")
def test_tenants_see_and_decide_only_their_own(store: ApprovalStore) -> None:
    """Another tenant's request is like one that does not exist, and cannot be moved."""
    store.file(request())
    foreign = decided(request(tenant=THEIRS), ApprovalState.GRANTED)

    assert store.get(THEIRS, ApprovalId("1")) is None
    assert list(store.all(THEIRS)) == []
    assert not store.advance(ApprovalState.PENDING, foreign)


def test_requests_are_listed_by_state_oldest_first(store: ApprovalStore) -> None:
    """All or those of one state, in the order of their times."""
    store.file(replace(request("b"), created_at=START + timedelta(seconds=1)))
    store.file(request("a"))
    store.advance(ApprovalState.PENDING, decided(request("a"), ApprovalState.REJECTED))

    assert [one.id for one in store.all(OURS)] == ["a", "b"]
    assert [one.id for one in store.all(OURS, ApprovalState.PENDING)] == ["b"]


def test_request_moves_once_from_each_state(store: ApprovalStore) -> None:
    """A move from a state that the request is not in any more does nothing; the first decision stands."""
    one = store.file(request())
    granted = decided(one, ApprovalState.GRANTED)

    assert store.advance(ApprovalState.PENDING, granted)
    assert not store.advance(ApprovalState.PENDING, decided(one, ApprovalState.REJECTED, "eve"))
    assert store.get(OURS, one.id) == granted
    used = replace(granted, state=ApprovalState.CONSUMED)
    assert [store.advance(ApprovalState.GRANTED, used) for _ in range(2)] == [True, False]


def test_move_leaves_what_was_filed(store: ApprovalStore) -> None:
    """A decision cannot change the call that it is about."""
    one = store.file(request())

    store.advance(ApprovalState.PENDING, replace(decided(one, ApprovalState.GRANTED), arguments="{}", tool="other"))

    stored = store.get(OURS, one.id)
    assert stored is not None
    assert (stored.arguments, stored.tool) == (one.arguments, one.tool)


@pytest.mark.requirement("case-canaries")
def test_reason_and_preview_are_said_in_other_words(store: ApprovalStore) -> None:
    """Both are replaced in the tenant's own request, decided or not; everything else stays, the token included."""
    one, other = store.file(request("1")), store.file(request("2"))
    store.file(request("1", tenant=THEIRS))
    granted = decided(one, ApprovalState.GRANTED)
    store.advance(ApprovalState.PENDING, granted)

    assert store.reword(OURS, one.id, why="so", preview="- \u0219")
    assert not store.reword(OURS, ApprovalId("3"), why="", preview="")

    assert store.get(OURS, one.id) == replace(granted, why="so", preview="- \u0219")
    assert store.get(OURS, other.id) == other
    assert store.get(THEIRS, one.id) == request("1", tenant=THEIRS)


@pytest.mark.requirement("idempotency-pending")
@pytest.mark.parametrize("state", ApprovalState)
def test_one_request_stands_for_a_key(state: ApprovalState, store: ApprovalStore) -> None:
    """A second request for the key gives the first, unless that was edited or has expired."""
    first = store.file(request("1", key="k"))
    if state is not ApprovalState.PENDING:
        store.advance(ApprovalState.PENDING, decided(first, state))

    second = store.file(request("2", key="k"))

    gone = state in (ApprovalState.EDITED, ApprovalState.EXPIRED)
    assert second.id == ("2" if gone else "1")
    assert len(store.all(OURS)) == (2 if gone else 1)


def test_lapsed_request_does_not_stand_for_its_key(store: ApprovalStore) -> None:
    """A pending request beyond its time makes room for the next."""
    first = store.file(request("1", key="k"))

    assert store.file(replace(request("2", key="k"), created_at=first.expires_at)).id == "2"


@pytest.mark.requirement("idempotency-caller")
def test_same_key_of_another_caller_is_another(store: ApprovalStore) -> None:
    """Whether another asks, or the same for somebody else."""
    bo = Actor(OURS, ActorId("bo"), "ADMIN", ActorKind.MODEL)
    filed = [
        request("1", key="k"),
        replace(request("2", key="k"), requester=bo),
        *(replace(request(who, key="k"), behind=replace(bo, id=ActorId(who))) for who in ("cy", "dan")),
    ]
    for one in (*filed, *(replace(one, id=ApprovalId("later")) for one in filed)):
        store.file(one)

    assert list(store.all(OURS)) == filed
    assert [store.standing(one.caller, "k", "f", START) for one in filed] == filed


def test_same_key_of_another_tenant_is_another(store: ApprovalStore) -> None:
    """Keys of two tenants have nothing to do with each other."""
    store.file(request("1", key="k"))

    assert store.file(request("2", tenant=THEIRS, key="k")).id == "2"


@pytest.mark.requirement("idempotency-pending")
def test_those_who_file_at_once_get_the_same(database: Database) -> None:
    """Several threads over two handles that file for one key all get one request."""
    stores = [SqlApprovals(database), SqlApprovals(database)]

    with ThreadPoolExecutor(4) as pool:
        filed = list(pool.map(lambda place: stores[place % 2].file(request(str(place), key="k")).id, range(12)))

    assert len(set(filed)) == 1


@pytest.mark.requirement("approval-one-winner")
def test_of_two_processes_that_decide_exactly_one_wins(opened: Callable[..., Database], database_address: str) -> None:
    """Two processes grant and use the same requests at the same time: each request is decided by exactly one."""
    store = SqlApprovals(opened(database_address))
    names = [str(place) for place in range(20)]
    for name in names:
        store.file(request(name))

    children = [start("decide", database_address, by, *names) for by in ("pat", "max")]
    outputs = [child.communicate(timeout=120) for child in children]

    assert [child.returncode for child in children] == [0, 0], outputs
    won = [out.split() for out, _ in outputs]
    assert sorted(won[0] + won[1], key=int) == names
    for by, theirs in zip(("pat", "max"), won, strict=True):
        assert {one.decided_by for one in store.all(OURS) if one.id in theirs} <= {by}
    assert {one.state for one in store.all(OURS)} == {ApprovalState.CONSUMED}


def test_state_that_is_none_is_told(database: Database) -> None:
    """A state that somebody wrote by hand and that there is not is an integrity error."""
    store = SqlApprovals(database)
    store.file(request())
    with acting_in(OURS), database.write() as connection:
        connection.exec_driver_sql("UPDATE approvals SET state = 'sealed'")

    with pytest.raises(IntegrityError, match="was changed"):
        store.get(OURS, ApprovalId("1"))
