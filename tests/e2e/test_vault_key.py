"""A home with personal data starts with its key, or says what to do and leaves everything as it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.canaries import PERSON

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


@pytest.fixture
def party(shell: Shell, tmp_path: Path) -> str:
    """A party of the home."""
    file = tmp_path / "party.json"
    file.write_text(json.dumps({"kind": "individual", **PERSON}), encoding="utf-8")
    found: str = shell("--json", "case", "add-party", file).json["party_id"]
    return found


@pytest.mark.requirement("vault-key")
@pytest.mark.parametrize("what", ["missing", "another", "readable by others"])
def test_start_without_the_key_stops_and_loses_nothing(shell: Shell, party: str, what: str) -> None:
    """Every command stops with one sentence; with the key back, the party is there."""
    path = shell.home / "vault.key"
    key = path.read_bytes()
    match what:
        case "missing":
            path.unlink()
        case "another":
            path.write_bytes(bytes(32))
        case _:
            path.chmod(0o644)
    refused = shell("matter", "list", code=3 if what == "readable by others" else 2)

    expected = {"missing": "key is missing", "another": "is not the key", "readable by others": "chmod 600"}
    assert expected[what] in " ".join(refused.err.split())
    assert path.exists() is (what != "missing")
    path.write_bytes(key)
    path.chmod(0o600)
    assert shell("--json", "case", "show-party", party).json["details"]["lastName"] == PERSON["lastName"]


def test_home_without_personal_data_has_no_key(shell: Shell) -> None:
    """Matters that are no cases need no vault."""
    shell("matter", "create", "A lease")
    assert not (shell.home / "vault.key").exists()
