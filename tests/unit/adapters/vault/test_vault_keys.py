"""The key of the vault: made when it is first needed, the same ever after, and nothing without it."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.sealed_values import SqlSealedValues
from casewright.adapters.vault.vault_keys import VaultKeys
from casewright.adapters.vault.vaults import OpeningVault, SealingVault
from casewright.domain.ids import TenantId
from casewright.errors import BadSettings, IntegrityError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database

OURS = TenantId("ours")
KEY = "ab" * 32


@pytest.fixture
def values(new_database: Callable[[str], Database]) -> SqlSealedValues:
    """Sealed values over an empty database."""
    return SqlSealedValues(new_database("sqlite"))


def sealed(values: SqlSealedValues, path: Path, given: str | None = None) -> None:
    SealingVault(values, VaultKeys(path, values, given=given)).seal(OURS, "party/1", {"firstName": "Ana"})


def test_no_key_is_made_before_something_is_sealed(values: SqlSealedValues, tmp_path: Path) -> None:
    """Opening a home that has no personal data makes no key; the first value does, for its owner only."""
    path = tmp_path / "vault.key"
    keys = VaultKeys(path, values)
    assert not path.exists()
    assert values.check_value() is None

    SealingVault(values, keys).seal(OURS, "party/1", {"firstName": "Ana"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    opened = OpeningVault(values, VaultKeys(path, values)).open(OURS, ["party/1"])
    assert opened == {"party/1": {"firstName": "Ana"}}


@pytest.mark.requirement("vault-key")
def test_missing_key_stops_and_loses_nothing(values: SqlSealedValues, tmp_path: Path) -> None:
    """Without the key nothing opens and no new key is made; with it everything is there again."""
    path = tmp_path / "vault.key"
    sealed(values, path)
    away = path.rename(tmp_path / "away")

    with pytest.raises(
        BadSettings, match=r"key is missing.*vault\.key.*Restore it.*CASEWRIGHT_VAULT_KEY.*nothing was changed"
    ):
        VaultKeys(path, values)
    assert not path.exists()
    away.rename(path)
    assert OpeningVault(values, VaultKeys(path, values)).open(OURS, ["party/1"])


@pytest.mark.requirement("vault-key")
@pytest.mark.parametrize("given", ["cd" * 32, None])
def test_wrong_key_stops_and_loses_nothing(values: SqlSealedValues, tmp_path: Path, given: str | None) -> None:
    """A key that is another, in the environment or in the file, is told before anything is sealed with it."""
    path = tmp_path / "vault.key"
    sealed(values, path, KEY)
    path.write_bytes(os.urandom(32))
    path.chmod(0o600)

    with pytest.raises(BadSettings, match="is not the key that this database's personal data were sealed with"):
        VaultKeys(path, values, given=given)
    assert OpeningVault(values, VaultKeys(path, values, given=KEY)).open(OURS, ["party/1"])


@pytest.mark.parametrize("given", ["", "ab", "zz" * 32, "ab" * 33])
def test_key_of_another_shape_is_refused(values: SqlSealedValues, tmp_path: Path, given: str) -> None:
    """A key in the environment has 64 hexadecimal digits; the message doesn't show what was given."""
    with pytest.raises(BadSettings, match="CASEWRIGHT_VAULT_KEY is no key: give 64 hexadecimal digits"):
        VaultKeys(tmp_path / "vault.key", values, given=given)


def test_key_file_that_others_may_read_is_refused(values: SqlSealedValues, tmp_path: Path) -> None:
    """A key file is its owner's alone."""
    path = tmp_path / "vault.key"
    sealed(values, path)
    path.chmod(0o640)

    with pytest.raises(Refused, match="chmod 600"):
        VaultKeys(path, values)


def test_two_who_seal_first_agree_on_one_key(values: SqlSealedValues, tmp_path: Path) -> None:
    """Keys that were opened before there was any seal with the same one; another key, given later, is refused."""
    first, second = (VaultKeys(tmp_path / "vault.key", values) for _ in range(2))
    third = VaultKeys(tmp_path / "vault.key", values, given=KEY)
    assert first.values == second.values

    with pytest.raises(BadSettings, match="is not the key"):
        _ = third.values


@pytest.mark.requirement("vault-sealed")
def test_database_holds_no_byte_of_a_value(values: SqlSealedValues, tmp_path: Path) -> None:
    """What is stored has neither the words nor the same bytes twice."""
    keys = VaultKeys(tmp_path / "vault.key", values)
    for place in ("party/1", "party/2"):
        SealingVault(values, keys).seal(OURS, place, {"firstName": "Anastasia"})
    one, two = values.get(OURS, ["party/1", "party/2"]).values()

    assert b"Anastasia" not in one + two
    assert one != two


@pytest.mark.requirement("vault-sealed")
@pytest.mark.parametrize("change", ["flip", "cut", "other place", "other tenant", "format"])
def test_changed_value_does_not_open(values: SqlSealedValues, tmp_path: Path, change: str) -> None:
    """A value opens where it was sealed and as it was sealed, or not at all."""
    keys = VaultKeys(tmp_path / "vault.key", values)
    SealingVault(values, keys).seal(OURS, "party/1", {"firstName": "Ana"})
    stored = values.get(OURS, ["party/1"])["party/1"]
    tenant, place = OURS, "party/1"
    match change:
        case "flip":
            stored = stored[:-1] + bytes([stored[-1] ^ 1])
        case "cut":
            stored = stored[:5]
        case "format":
            stored = b"\x02" + stored[1:]
        case "other place":
            place = "party/2"
        case _:
            tenant = TenantId("theirs")
    values.put(tenant, place, stored)

    with pytest.raises(IntegrityError, match=f"{place}.*restore the database from a backup"):
        OpeningVault(values, keys).open(tenant, [place])
