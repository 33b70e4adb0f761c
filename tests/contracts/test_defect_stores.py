"""What every store of defects and of human gates keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.defects import SqlDefects
from casewright.adapters.database.gates import SqlGates
from casewright.domain.defects import DefectStatus, DefectType
from casewright.domain.human_gates import GatePriority, GateStatus
from casewright.domain.ids import ActorId, ClaimId, DefectId
from tests.databases import EVERYWHERE
from tests.example_claims import DEAL, OTHER_DEAL, defect, gate
from tests.fakes.fixed_clock import START
from tests.fakes.memory_evidence import MemoryDefects, MemoryGates
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.defects import Defect
    from casewright.domain.human_gates import HumanGate
    from casewright.tools.ports.defects import DefectStore
    from casewright.tools.ports.gates import GateStore

LATER = START + timedelta(days=1)


@pytest.fixture(params=EVERYWHERE)
def defects(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> DefectStore:
    """An empty store of each kind in turn."""
    return MemoryDefects() if request.param == "memory" else SqlDefects(new_database(request.param))


@pytest.fixture(params=EVERYWHERE)
def gates(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> GateStore:
    """An empty store of each kind in turn."""
    return MemoryGates() if request.param == "memory" else SqlGates(new_database(request.param))


def cured(one: Defect, by: str = "bo") -> Defect:
    return replace(one, status=DefectStatus.CURED, resolved_by=ActorId(by), reason="audited", resolved_at=LATER)


def approved(one: HumanGate, by: str = "pat") -> HumanGate:
    return replace(one, status=GateStatus.APPROVED, decided_by=ActorId(by), decision="hidden", decided_at=LATER)


def test_filed_defects_come_back_equal(defects: DefectStore) -> None:
    """What was filed comes back as it was, every field, oldest first."""
    one, two = defect("z"), replace(cured(defect("a")), evidence=())

    assert list(defects.file([one, two])) == [one, two]
    assert list(defects.of_deal(OURS, DEAL)) == [one, two]
    assert defects.get(OURS, two.id) == two
    assert list(defects.file([])) == []


def test_a_finding_is_filed_once(defects: DefectStore) -> None:
    """A key that the deal has, or that stands twice, brings back the first defect, whatever became of it."""
    long = "key " * 2_000
    first = defect("d1", key=long)
    defects.file([first])
    assert defects.resolve(cured(first))
    new = defect("d3", key="new")

    filed = defects.file([defect("d2", key=long), new, defect("d4", key="new")])

    assert list(filed) == [cured(first), new, new]
    assert list(defects.of_deal(OURS, DEAL)) == [cured(first), new]
    assert list(defects.file([defect("d5", key=long, deal=OTHER_DEAL)])) == [defect("d5", key=long, deal=OTHER_DEAL)]


def test_a_defect_is_resolved_once(defects: DefectStore) -> None:
    """Of many who resolve an open defect one does; the others, and who comes later, change nothing."""
    one = defect()
    defects.file([one])
    many = [cured(one, f"p{number}") for number in range(6)]

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(defects.resolve, many))

    assert sum(done) == 1
    assert defects.get(OURS, one.id) == many[done.index(True)]
    assert not defects.resolve(replace(one, status=DefectStatus.WAIVED))
    assert not defects.resolve(cured(defect("none")))


def test_defects_are_found_by_their_claims_and_types(defects: DefectStore) -> None:
    """Those of some claims of a deal, oldest first; and whether one of a type was ever filed there."""
    one, two = defect("z"), replace(cured(defect("a")), claim=ClaimId("c2"))
    defects.file([one, two, defect("elsewhere", deal=OTHER_DEAL)])

    assert list(defects.of_claims(OURS, DEAL, [ClaimId("c2"), one.claim])) == [one, two]
    assert list(defects.of_claims(OURS, DEAL, [ClaimId("c2")])) == [two]
    assert list(defects.of_claims(THEIRS, DEAL, [one.claim])) == []
    assert defects.has(OURS, DEAL, two.type)
    assert not defects.has(OURS, DEAL, next(kind for kind in DefectType if kind is not one.type))
    assert not defects.has(THEIRS, DEAL, one.type)


def test_an_end_can_free_the_key(defects: DefectStore, gates: GateStore) -> None:
    """What ended under a key of its own leaves its old one to the next of the same finding; the order stays."""
    one, two, again = defect("d1", key="k"), defect("d2", key="other"), defect("d3", key="k")
    defects.file([one, two])
    ended = replace(cured(one), key="withdrawn:d1:k")

    assert defects.resolve(ended)
    assert list(defects.file([again])) == [again]
    assert list(defects.of_deal(OURS, DEAL)) == [ended, two, again]
    first, second = gate("g1", key="k"), gate("g2", key="k")
    gates.file(first)
    closed = replace(approved(first), key="withdrawn:g1:k")
    assert gates.decide(closed)
    assert gates.file(second) == second
    assert list(gates.of_deal(OURS, DEAL)) == [closed, second]


@pytest.mark.requirement("storage-tenants")
def test_defects_belong_to_their_tenant(defects: DefectStore) -> None:
    """Another tenant neither sees nor resolves a defect."""
    defects.file([defect()])

    assert defects.get(THEIRS, DefectId("d1")) is None
    assert not defects.resolve(cured(defect(tenant=THEIRS)))
    assert list(defects.of_deal(THEIRS, DEAL)) == []
    assert list(defects.file([defect(tenant=THEIRS)])) == [defect(tenant=THEIRS)]
    assert list(defects.of_deal(OURS, DEAL)) == [defect()]


def test_filed_gate_comes_back_equal(gates: GateStore) -> None:
    """What was filed comes back as it was, every field, oldest first; a key is filed once in a deal."""
    one, two = gate("z"), replace(gate("a"), candidate=None)

    assert [gates.file(one), gates.file(two)] == [one, two]
    assert gates.file(gate("other", key=one.key)) == one
    assert gates.file(gate("there", key=one.key, deal=OTHER_DEAL)).id == "there"
    assert list(gates.of_deal(OURS, DEAL)) == [one, two]
    assert gates.get(OURS, two.id) == two


def test_a_gate_is_decided_once(gates: GateStore) -> None:
    """Of many who decide an open gate one does; the others, and who comes later, change nothing."""
    one = gates.file(gate())
    many = [approved(one, f"p{number}") for number in range(6)]

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(gates.decide, many))

    assert sum(done) == 1
    assert gates.get(OURS, one.id) == many[done.index(True)]
    assert not gates.decide(replace(one, status=GateStatus.REJECTED))
    assert gates.file(gate("again", key=one.key)) == many[done.index(True)]


def test_an_open_gate_is_widened(gates: GateStore) -> None:
    """An open gate takes on claims, reason and priority, and nothing else; a decided one stays as it was."""
    one = gates.file(gate())
    wider = replace(one, claims=(*one.claims, ClaimId("c9")), reason="two cite it", priority=GatePriority.CRITICAL)

    assert gates.change(replace(wider, required_role="ADMIN", status=GateStatus.REJECTED))
    assert gates.get(OURS, one.id) == wider
    assert gates.file(gate("again", key=one.key)) == wider
    assert gates.decide(approved(wider))
    assert not gates.change(one)
    assert gates.get(OURS, one.id) == approved(wider)
    assert not gates.change(gate("none"))


@pytest.mark.requirement("storage-tenants")
def test_gates_belong_to_their_tenant(gates: GateStore) -> None:
    """Another tenant neither sees nor decides a gate."""
    gates.file(gate())

    assert gates.get(THEIRS, gate().id) is None
    assert not gates.decide(approved(gate(tenant=THEIRS)))
    assert not gates.change(gate(tenant=THEIRS))
    assert list(gates.of_deal(THEIRS, DEAL)) == []
    assert list(gates.of_deal(OURS, DEAL)) == [gate()]
