"""Documents named in words on the command line: questions, plain queries and tools, in English and Romanian."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.unit.toolbox.test_named_documents import ALPHA, BETA

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

LEASE = """CONTRACT DE ÎNCHIRIERE

Încheiat între {owner}, în calitate de proprietar, și {tenant}, în calitate de chiriaș, la 3 martie 2021.

1. Chiria. Chiriașul plătește o chirie lunară de {rent} EUR.
"""


@pytest.fixture
def contracts(shell: Shell, tmp_path: Path) -> str:
    """A matter with two English contracts and two Romanian leases."""
    folder = tmp_path / "contracts"
    folder.mkdir()
    texts = {
        "scan1.txt": ALPHA,
        "scan2.txt": BETA,
        "chirie1.txt": LEASE.format(owner="Popescu Ion", tenant="Ionescu Maria", rent=500),
        "chirie2.txt": LEASE.format(owner="Georgescu Ana", tenant="Vasilescu Dan", rent=700),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    matter = shell("--json", "matter", "create", "Contracts").json["matter_id"]
    shell("ingest", matter, str(folder))
    return str(matter)


@pytest.mark.requirement("named-documents")
def test_question_is_read_in_the_named_contract(shell: Shell, contracts: str) -> None:
    """The answer says what was read, and comes from there."""
    answer = shell("--json", "ask", contracts, "Which law governs our contract with Betamax?").json["answer"]
    assert "Read as: scan2.txt." in answer
    assert "laws of Germany" in answer
    assert "England" not in answer
    both = shell(
        "--json", "ask", contracts, "find governing law clauses in the Alphatron and the Betamax agreement"
    ).json
    assert "laws of England" in both["answer"]
    assert "laws of Germany" in both["answer"]


@pytest.mark.requirement("named-asks")
def test_name_of_several_contracts_asks_back(shell: Shell, contracts: str) -> None:
    """The answer names them and asks which one is meant."""
    answer = shell("--json", "ask", contracts, "Which law governs the agreement with Meridian?").json["answer"]
    assert "which one do you mean?" in answer
    assert "scan1.txt" in answer
    assert "scan2.txt" in answer


@pytest.mark.requirement("named-documents")
def test_plain_query_asks_the_named_contract(shell: Shell, contracts: str) -> None:
    """``iql --plain`` takes the name out of the words, says which document it is, and asks that one alone."""
    words = "governing law in the supply agreement with Betamax"
    found = shell("--json", "iql", words, "--plain", "--yes", "--matter", contracts).json
    assert [one["filename"] for one in found["document_results"]] == ["scan2.txt"]
    assert found["named"][0]["filenames"] == ["scan2.txt"]
    assert "Read as     scan2.txt" in shell("iql", words, "--plain", "--yes", "--matter", contracts).out


@pytest.mark.requirement("named-documents")
def test_romanian_names_are_read(shell: Shell, contracts: str) -> None:
    """Diacritics or none, the lease of that party is searched alone."""
    for words in ("chiria din contractul de închiriere cu Popescu", "chiria din contractul de inchiriere cu POPESCU"):
        arguments = json.dumps({"matter_id": contracts, "query": words, "threshold": 0.0})
        found = shell("--json", "tools", "call", "isaacus_search", "--args", arguments).json["structured"]
        assert {one["filename"] for one in found["results"]} == {"chirie1.txt"}
        assert found["named"][0]["by"] == "party"
