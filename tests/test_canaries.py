"""The watch over canaries: that it sees them wherever they could stand."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.sealed_values import SqlSealedValues
from casewright.adapters.vault.vault_keys import VaultKeys
from casewright.adapters.vault.vaults import SealingVault
from casewright.casework.firewall import Known, mask
from casewright.casework.identifiers import valid_cnp, valid_cui, valid_registration
from tests.canaries import (
    FIRM,
    IDENTIFIERS,
    NEIGHBOUR,
    PERSON,
    LeakLog,
    homes_in,
    leaks_in,
    leaks_in_database,
    marks_in,
)
from tests.databases import as_role
from tests.shelf import OURS
from tests.unit.casework.known_parties import KEY, known_of

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.adapters.database.engine import Database

ALL = [*PERSON.values(), *NEIGHBOUR.values(), *FIRM.values(), *IDENTIFIERS.values()]


@pytest.mark.parametrize("canary", [value for value in ALL if value not in (FIRM["cui"],)])
def test_every_canary_is_known_by_a_mark(canary: str) -> None:
    """As written, in capitals, in the middle of bytes."""
    assert marks_in(f"..{canary}..".encode())
    assert marks_in(canary.upper().encode() + b"\x00\xff")
    assert marks_in(b"nothing of the kind, 0799 000 000") == []


def test_canaries_are_well_formed() -> None:
    """Otherwise no pattern would have to see them."""
    assert valid_cnp(PERSON["cnp"])
    assert valid_cnp(IDENTIFIERS["cnp"])
    assert valid_cui(FIRM["cui"])
    assert valid_registration(FIRM["registrationNumber"])


@pytest.mark.requirement("canaries")
def test_files_of_a_home_are_searched(tmp_path: Path) -> None:
    """A home is searched to the last file, names of files too; a folder that is no home is not."""
    home, other = tmp_path / "home", tmp_path / "letters"
    (home / "blobs").mkdir(parents=True)
    other.mkdir()
    (other / "letter.txt").write_text(PERSON["lastName"], encoding="utf-8")
    database = home / "casewright.db"
    database.write_bytes(b"\x00" * 100 + PERSON["cnp"].encode())
    (home / "blobs" / f"{FIRM['organizationName']}.pdf").touch()
    found = {path.name: marks for path, marks in leaks_in(home)}

    assert homes_in(tmp_path) == [home]
    assert found == {
        "casewright.db": [PERSON["cnp"]],
        f"{FIRM['organizationName']}.pdf": ["qvartex", "zqvinvest"],
    }
    database.unlink()  # or this test would be told on, as it should


@pytest.mark.requirement("canaries")
def test_logs_are_heard_with_their_tracebacks() -> None:
    """A name in a message, in an argument or in an error is heard; other messages are not."""
    log = LeakLog()
    logger = logging.Logger("somebody")
    logger.addHandler(log)
    logger.info("a document of %s", NEIGHBOUR["lastName"])
    logger.info("a document")
    try:
        raise ValueError(IDENTIFIERS["iban"])
    except ValueError:
        logger.exception("it failed")

    assert log.leaks == [("somebody", ["ioneqvan"]), ("somebody", [IDENTIFIERS["iban"].lower()])]


@pytest.fixture(scope="session")
def migrated_postgresql(migrated_postgresql: str) -> str:
    """The address of a PostgreSQL database with the schema, for who sees every row."""
    return as_role(migrated_postgresql, "postgres")


@pytest.mark.requirement("canaries")
def test_databases_of_each_kind_are_searched(database: Database, tmp_path: Path) -> None:
    """A sealed value is not seen; the same value in the open is."""
    values = SqlSealedValues(database)
    SealingVault(values, VaultKeys(tmp_path / "vault.key", values)).seal(OURS, "party/1", PERSON)
    assert leaks_in_database(database) == []

    values.put(OURS, "party/2", PERSON["lastName"].encode())
    assert leaks_in_database(database) == [("vault_values", ["qvaresc"])]
    values.put(OURS, "party/2", b"\x00" * 40)


@pytest.mark.requirement("canaries", "firewall-patterns")
def test_no_canary_passes_the_firewall() -> None:
    """Everything that the canaries are, in one text: for a case that knows the parties, nothing is left of it."""
    text = "; ".join(
        f"{name}: {value}" for party in (PERSON, FIRM, NEIGHBOUR, IDENTIFIERS) for name, value in party.items()
    )
    known = known_of({"party0": PERSON, "party1": NEIGHBOUR, "party2": FIRM})

    assert marks_in(mask(text, known).text.encode()) == []
    assert set(marks_in(mask(text, Known(KEY)).text.encode())) <= {
        "zqvorin", "qvaresc", "mihqvai", "ioneqvan", "qvartex", "zqvinvest"
    }  # fmt: skip
