"""What every vault, every blind index and every keeper of persons' numbers does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from casewright.adapters.database.blind_index import SqlBlindIndex, SqlPersonNumbers
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.parties import SqlParties
from casewright.adapters.database.sealed_values import SqlSealedValues
from casewright.adapters.database.tables import parties
from casewright.adapters.vault.vault_keys import VaultKeys
from casewright.adapters.vault.vaults import OpeningVault, SealingVault
from casewright.domain.ids import MatterId, PartyId
from casewright.domain.matters import MatterKind
from casewright.domain.parties import Attachment, Party, PartyKind
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_casework import MemoryParties
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_vault import MemoryBlindIndex, MemoryPersonNumbers, MemoryVault
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.parties import BlindIndex, PartyStore, PersonNumbers, VaultReader, VaultWriter

ONE, TWO, THREE = b"1" * 16, b"2" * 16, b"3" * 16
ANA, BEN = PartyId("ana"), PartyId("ben")


@dataclass(frozen=True)
class Stores:
    """One of each, over the same database."""

    matters: MatterStore
    parties: PartyStore
    writer: VaultWriter
    reader: VaultReader
    index: BlindIndex
    numbers: PersonNumbers

    def case_of(self, *parties: PartyId) -> MatterId:
        case = self.matters.create(
            OURS, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START
        ).id
        for party in parties:
            if self.parties.get(OURS, party) is None:
                self.parties.add(Party(party, OURS, PartyKind.INDIVIDUAL, (), 1, ANN, START))
            self.parties.attach(Attachment(OURS, case, party, "", "reclamant", (), START))
        return case


@pytest.fixture(params=EVERYWHERE)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database], tmp_path: Path) -> Stores:
    """Empty stores of each kind in turn."""
    if request.param == "memory":
        vault, parties = MemoryVault(), MemoryParties()
        return Stores(MemoryMatters(), parties, vault, vault, MemoryBlindIndex(parties), MemoryPersonNumbers())
    database = new_database(request.param)
    values = SqlSealedValues(database)
    keys = VaultKeys(tmp_path / "vault.key", values)
    return Stores(
        SqlMatters(database),
        SqlParties(database),
        SealingVault(values, keys),
        OpeningVault(values, keys),
        SqlBlindIndex(database),
        SqlPersonNumbers(database),
    )


def test_what_was_sealed_opens(stores: Stores) -> None:
    """A value comes back as it was sealed, by its place; unknown places and other tenants' are left out."""
    value = {"firstName": "Ștefan-Țuțu", "lastName": "O'Neil {{party0.cnp}}", "odd": "\ud83d \x00"}
    stores.writer.seal(OURS, "party/ana", value)
    stores.writer.seal(OURS, "party/ben", {})

    assert stores.reader.open(OURS, ["party/ben", "party/none", "party/ana"]) == {"party/ana": value, "party/ben": {}}
    assert stores.reader.open(THEIRS, ["party/ana"]) == {}
    assert stores.reader.open(OURS, []) == {}


def test_sealing_again_replaces(stores: Stores) -> None:
    """One place holds one value: the last that was sealed there."""
    stores.writer.seal(OURS, "party/ana", {"firstName": "Ana"})
    stores.writer.seal(OURS, "party/ana", {"lastName": "Ionescu"})

    assert stores.reader.open(OURS, ["party/ana"]) == {"party/ana": {"lastName": "Ionescu"}}


def test_forgotten_values_are_gone(stores: Stores) -> None:
    """After ``forget`` nothing is there; forgetting twice, or what another tenant has, does nothing."""
    stores.writer.seal(OURS, "party/ana", {"firstName": "Ana"})
    stores.writer.forget(THEIRS, "party/ana")
    assert "party/ana" in stores.reader.open(OURS, ["party/ana"])
    stores.writer.forget(OURS, "party/ana")
    stores.writer.forget(OURS, "party/ana")

    assert stores.reader.open(OURS, ["party/ana"]) == {}


def test_many_values_open_at_once(stores: Stores) -> None:
    """More places than one statement takes."""
    places = [f"message/{number}" for number in range(1_100)]
    for place in places[::100]:
        stores.writer.seal(OURS, place, {"text": place})

    assert list(stores.reader.open(OURS, places)) == places[::100]


def test_index_answers_for_the_parties_of_the_case(stores: Stores) -> None:
    """A case's entries are those of its parties, whoever else shares a hash; other tenants see none."""
    stores.index.put(OURS, ANA, [(ONE, 1, "firstName"), (ONE, 1, "lastName"), (TWO, 2, "lastName")])
    stores.index.put(OURS, BEN, [(ONE, 1, "lastName"), (ONE, 3, "lastName")])
    both, only = stores.case_of(ANA, BEN), stores.case_of(BEN)

    assert stores.index.of_case(OURS, both) == {
        ONE: [("party0", "firstName"), ("party0", "lastName"), ("party1", "lastName")],
        TWO: [("party0", "lastName")],
    }
    assert stores.index.of_case(OURS, only) == {ONE: [("party0", "lastName")]}
    assert stores.index.of_case(THEIRS, both) == {}


@pytest.mark.requirement("firewall-former")
def test_index_keeps_the_last_entries_of_a_party(stores: Stores) -> None:
    """Entries that are put replace those there were, which only the party's cases of that time go on knowing."""
    case = stores.case_of(ANA)
    stores.index.put(OURS, ANA, [(ONE, 1, "firstName"), (THREE, 1, "phone")])
    stores.index.put(OURS, ANA, [(TWO, 1, "firstName"), (THREE, 1, "phone")])
    later = stores.case_of(ANA)
    now = {TWO: [("party0", "firstName")], THREE: [("party0", "phone")]}
    assert stores.index.of_case(OURS, later) == now
    assert stores.index.of_case(OURS, case) == {ONE: [("party0", "firstName")], **now}
    assert stores.index.of_case(THEIRS, case) == {}
    stores.index.put(OURS, ANA, [])
    stores.index.put(OURS, ANA, [(ONE, 1, "lastName")])

    assert stores.index.of_case(OURS, later) == {ONE: [("party0", "lastName")], **now}
    assert stores.index.of_case(OURS, case) == {ONE: [("party0", "lastName")], **now}


@pytest.mark.requirement("firewall-former")
def test_case_goes_on_knowing_who_was_detached(stores: Stores) -> None:
    """A detached party's entries of that time stay by its alias in that case only; who is called so now goes first."""
    stores.index.put(OURS, ANA, [(ONE, 1, "lastName"), (TWO, 1, "firstName")])
    stores.index.put(OURS, BEN, [(ONE, 1, "lastName")])
    case, other = stores.case_of(ANA, BEN), stores.case_of(BEN)
    assert not stores.parties.detach(THEIRS, case, ANA)
    assert stores.parties.detach(OURS, case, ANA)
    assert not stores.parties.detach(OURS, case, ANA)
    stores.index.put(OURS, ANA, [(THREE, 1, "lastName")])

    assert stores.index.of_case(OURS, case) == {ONE: [("party1", "lastName")], TWO: [("party0", "firstName")]}
    assert stores.index.of_case(OURS, other) == {ONE: [("party0", "lastName")]}
    assert stores.parties.detach(OURS, case, BEN)
    assert stores.index.of_case(OURS, case)[ONE] == [("party0", "lastName"), ("party1", "lastName")]


@pytest.mark.requirement("firewall-former")
def test_party_that_came_back_is_known_by_its_last_alias(stores: Stores) -> None:
    """Under two aliases of one case, a party's former entries have the last one, detached twice over or not."""
    stores.index.put(OURS, ANA, [(ONE, 1, "lastName")])
    case = stores.case_of(ANA)
    for _time in range(2):
        assert stores.parties.detach(OURS, case, ANA)
        stores.parties.attach(Attachment(OURS, case, ANA, "", "reclamant", (), START))
        assert stores.index.of_case(OURS, case)[ONE] == [(stores.parties.of_case(OURS, case)[0].alias, "lastName")]
    stores.index.put(OURS, ANA, [])

    assert stores.index.of_case(OURS, case) == {ONE: [("party2", "lastName")]}


@pytest.mark.requirement("firewall-former")
def test_forgotten_party_leaves_no_entry(stores: Stores) -> None:
    """Neither its own entries nor those that cases kept of it; another party's and another tenant's stay."""
    for tenant, party in ((OURS, ANA), (OURS, BEN), (THEIRS, ANA)):
        stores.index.put(tenant, party, [(ONE if party == ANA else TWO, 1, "lastName")])
    case = stores.case_of(ANA, BEN)
    for party in (ANA, BEN):
        assert stores.parties.detach(OURS, case, party)
    stores.index.forget(THEIRS, ANA)
    assert ONE in stores.index.of_case(OURS, case)
    stores.index.forget(OURS, ANA)

    assert stores.index.of_case(OURS, case) == {TWO: [("party1", "lastName")]}
    assert stores.index.of_case(OURS, stores.case_of(ANA)) == {}


def test_former_entries_stand_or_fall_with_the_detaching(database: Database) -> None:
    """Where the transaction of a detaching or a change is undone, the case knows whom it knew and nobody else."""
    stores = Stores(
        SqlMatters(database),
        SqlParties(database),
        MemoryVault(),
        MemoryVault(),
        SqlBlindIndex(database),
        SqlPersonNumbers(database),
    )
    stores.index.put(OURS, ANA, [(ONE, 1, "lastName")])
    case = stores.case_of(ANA)

    def fail() -> None:
        with database.together():
            stores.index.put(OURS, ANA, [(TWO, 1, "lastName")])
            stores.parties.detach(OURS, case, ANA)
            raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        fail()

    assert stores.index.of_case(OURS, case) == {ONE: [("party0", "lastName")]}
    with database.read() as connection:
        assert connection.execute(select(parties.former_index)).all() == []


def test_numbers_are_given_once(stores: Stores) -> None:
    """A group has the number of its first hash; the others of it get it where they have none."""
    case, other = stores.case_of(), stores.case_of()
    assert list(stores.numbers.numbered(OURS, case, [(ONE, TWO), (b"3" * 16,)])) == [1, 2]
    assert list(stores.numbers.numbered(OURS, case, [(b"4" * 16, ONE), (TWO,), (b"4" * 16,)])) == [3, 1, 3]
    assert list(stores.numbers.numbered(OURS, other, [(TWO,)])) == [1]
    assert list(stores.numbers.numbered(OURS, case, [])) == []

    assert stores.numbers.of_case(OURS, case) == {ONE: 1, TWO: 1, b"3" * 16: 2, b"4" * 16: 3}
    assert stores.numbers.of_case(THEIRS, case) == {}


def test_numbers_asked_for_at_once_differ(database: Database) -> None:
    """Twelve who number different values at once get twelve numbers; the same value has one."""
    case = (
        SqlMatters(database)
        .create(OURS, title="", description="", kind=MatterKind.CASE, jurisdiction="RO", created_by=ANN, at=START)
        .id
    )
    numbers = SqlPersonNumbers(database)

    def ask(which: int) -> int:
        return numbers.numbered(OURS, case, [(bytes([which % 12]) * 16,)])[0]

    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(ask, range(24)))

    assert sorted(given[:12]) == list(range(1, 13))
    assert given[:12] == given[12:]
