"""What every store of cases, and every store of parties, keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.cases import SqlCases
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.parties import SqlParties
from casewright.domain.cases import Case, CaseStatus, ProcessingState
from casewright.domain.ids import MatterId, PartyId, TenantId
from casewright.domain.matters import MatterKind
from casewright.domain.parties import Attachment, Party, PartyKind
from casewright.errors import InvalidInput, Refused
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_casework import MemoryCases, MemoryParties
from tests.fakes.memory_matters import MemoryMatters
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.cases import CaseStore
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.parties import PartyStore

LATER = START + timedelta(hours=1)


@dataclass(frozen=True)
class Stores:
    """A store of each, over the same database."""

    matters: MatterStore
    cases: CaseStore
    parties: PartyStore

    def matter(self, tenant: TenantId = OURS) -> MatterId:
        return self.matters.create(
            tenant, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START
        ).id


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Stores:
    """Empty stores of each kind in turn."""
    if request.param == "memory":
        return Stores(MemoryMatters(), MemoryCases(), MemoryParties())
    database = new_database(request.param)
    return Stores(SqlMatters(database), SqlCases(database), SqlParties(database))


def case(matter: MatterId, tenant: TenantId = OURS) -> Case:
    return Case(
        id=matter,
        tenant=tenant,
        status=CaseStatus.TIER_PENDING,
        tier=None,
        details={"summary": {"current": "Ș ț \x00 \ud800", "history": []}, "facts": [{"fact": "1", "n": 2.5}]},
        processing=ProcessingState(None, None, None),
        sessions=("a", "r"),
        version=1,
        made_by=ANN,
        made_at=START,
        updated_at=START,
    )


def party(name: str, tenant: TenantId = OURS) -> Party:
    return Party(PartyId(name), tenant, PartyKind.INDIVIDUAL, ("firstName", "lastName"), 1, ANN, START)


def part(matter: MatterId, name: str, alias: str = "", *, tenant: TenantId = OURS) -> Attachment:
    return Attachment(tenant, matter, PartyId(name), alias, "reclamant", ("chiriașul",), START)


def test_stored_case_comes_back_equal(stores: Stores) -> None:
    """Every field comes back as it was, newest case first, and nothing of another tenant's."""
    first, second = case(stores.matter()), case(stores.matter())
    stores.cases.add(first)
    stores.cases.add(second)

    assert stores.cases.get(OURS, first.id) == first
    assert list(stores.cases.all(OURS)) == [second, first]
    assert stores.cases.get(THEIRS, first.id) is None
    assert list(stores.cases.all(THEIRS)) == []


def test_case_is_replaced_where_its_version_still_holds(stores: Stores) -> None:
    """A change that knows the stored version is stored, every field; one that does not changes nothing."""
    before = case(stores.matter())
    stores.cases.add(before)
    after = replace(
        before,
        status=CaseStatus.ACTIVE,
        tier=2,
        details={"facts": []},
        processing=ProcessingState("tier", "pay", LATER),
        version=2,
        updated_at=LATER,
    )

    assert stores.cases.replace(1, after)
    assert not stores.cases.replace(1, replace(after, tier=3))
    assert not stores.cases.replace(2, replace(after, tenant=THEIRS))
    assert stores.cases.get(OURS, before.id) == after


def test_of_any_number_who_replace_one_succeeds(database: Database) -> None:
    """Threads with two handles of one database: one change of a version is stored."""
    stores = Stores(SqlMatters(database), SqlCases(database), SqlParties(database))
    before = case(stores.matter())
    stores.cases.add(before)
    handles = [SqlCases(database), SqlCases(database)]

    with ThreadPoolExecutor(4) as pool:
        tries = range(12)
        stored = list(pool.map(lambda n: handles[n % 2].replace(1, replace(before, tier=n % 3, version=2)), tries))

    assert stored.count(True) == 1


def test_stored_parties_come_back_equal(stores: Stores) -> None:
    """Parties come back as they were, oldest first, and nothing of another tenant's."""
    stores.parties.add(party("z"))
    stores.parties.add(replace(party("a"), kind=PartyKind.ORGANISATION, has=("organizationName",)))
    stores.parties.add(party("z", THEIRS))

    assert [one.id for one in stores.parties.all(OURS)] == ["z", "a"]
    assert stores.parties.get(OURS, PartyId("z")) == party("z")
    assert stores.parties.get(THEIRS, PartyId("a")) is None


def test_party_changes_where_its_version_still_holds(stores: Stores) -> None:
    """A change that knows the stored version is stored; one that does not changes nothing."""
    stores.parties.add(party("a"))
    after = replace(party("a"), has=("firstName", "lastName", "cnp"), version=2)

    assert stores.parties.change(1, after)
    assert not stores.parties.change(1, replace(after, has=()))
    assert stores.parties.get(OURS, PartyId("a")) == after


@pytest.mark.requirement("case-aliases")
def test_alias_is_given_once_and_never_again(stores: Stores) -> None:
    """Aliases count up from party0 in every case; a detached party's is not given again, to it or to another."""
    matter, other = stores.matter(), stores.matter()
    for name in ("a", "b", "c"):
        stores.parties.add(party(name))

    given = [stores.parties.attach(part(matter, "a")), stores.parties.attach(part(matter, "b"))]
    assert stores.parties.detach(OURS, matter, PartyId("b"))
    given += [stores.parties.attach(part(matter, "c")), stores.parties.attach(part(matter, "b"))]

    assert [one.alias for one in given] == ["party0", "party1", "party2", "party3"]
    assert list(stores.parties.of_case(OURS, matter)) == [given[0], given[2], given[3]]
    assert stores.parties.attach(part(other, "c")).alias == "party0"


def test_party_attached_twice_keeps_its_alias(stores: Stores) -> None:
    """Attached again, a party has its new part under the alias that it had."""
    matter = stores.matter()
    stores.parties.add(party("a"))
    stores.parties.attach(part(matter, "a"))

    again = stores.parties.attach(replace(part(matter, "a"), role="pârât", called=(), attached_at=LATER))

    assert (again.alias, again.role) == ("party0", "pârât")
    assert list(stores.parties.of_case(OURS, matter)) == [again]


def test_alias_may_be_asked_for_above_all_there_were(stores: Stores) -> None:
    """An alias that is given by the caller is kept where its number was never reached, else refused."""
    matter = stores.matter()
    for name in ("a", "b"):
        stores.parties.add(party(name))
    assert stores.parties.attach(part(matter, "a", "party7")).alias == "party7"

    for alias in ("party7", "party3", "party08", "tenant", "party"):
        with pytest.raises(InvalidInput, match="party8"):
            stores.parties.attach(part(matter, "b", alias))

    assert stores.parties.attach(part(matter, "b")).alias == "party8"


@pytest.mark.requirement("case-attached-stays")
def test_attached_party_is_not_deleted(stores: Stores) -> None:
    """A party in any case stays; detached from all, it goes, and only once."""
    matter = stores.matter()
    stores.parties.add(party("a"))
    stores.parties.add(party("a", THEIRS))
    stores.parties.attach(part(matter, "a"))
    assert list(stores.parties.cases_of(OURS, PartyId("a"))) == [matter]

    with pytest.raises(Refused, match="'a' is attached"):
        stores.parties.delete(OURS, PartyId("a"))
    assert not stores.parties.detach(THEIRS, matter, PartyId("a"))
    assert stores.parties.detach(OURS, matter, PartyId("a"))
    assert not stores.parties.detach(OURS, matter, PartyId("a"))

    assert stores.parties.delete(OURS, PartyId("a"))
    assert not stores.parties.delete(OURS, PartyId("a"))
    assert stores.parties.get(THEIRS, PartyId("a")) is not None


def test_parties_attached_at_once_get_different_aliases(database: Database) -> None:
    """Threads that attach to one case at once never give one alias twice, and leave no gap."""
    stores = Stores(SqlMatters(database), SqlCases(database), SqlParties(database))
    matter = stores.matter()
    names = [f"p{number}" for number in range(12)]
    for name in names:
        stores.parties.add(party(name))

    with ThreadPoolExecutor(4) as pool:
        given = list(pool.map(lambda name: stores.parties.attach(part(matter, name)), names))

    assert {one.alias for one in given} == {f"party{number}" for number in range(12)}


@pytest.mark.requirement("case-agent-goes-on")
def test_progress_is_a_change_of_the_case_and_of_nothing_else(stores: Stores) -> None:
    """How far the agent came is stored with the time; whoever changes an older version comes too late."""
    before = case(stores.matter())
    stores.cases.add(before)
    far = ProcessingState("ask_user", "handle_error", LATER)
    stores.cases.note_progress(OURS, before.id, far, LATER)
    assert stores.cases.get(OURS, before.id) == replace(before, processing=far, version=2, updated_at=LATER)
    assert not stores.cases.replace(1, replace(before, tier=3))
