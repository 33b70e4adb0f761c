"""Queries in a case whose words are masked on entry: the placeholder is asked for as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from tests.canaries import PERSON

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


def case_of(home: Path) -> str:
    with Casewright.open(home) as casewright:
        party = casewright.call("add_party", {"kind": "individual", **PERSON}).structured
        case = casewright.call("create_case", {"title": "Chirie"}).structured
        assert isinstance(party, dict)
        assert isinstance(case, dict)
        found: str = case["case_id"]
        casewright.call("attach_party", {"case_id": found, "party_id": party["party_id"], "role": "petent"})
        kept = casewright.keep(found, f"Chiria o plătește {PERSON['lastName']}, lunar.".encode())
        assert casewright.call("add_document", {"matter_id": found, "blob_id": kept, "filename": "n.txt"}).success
    return found


@pytest.mark.requirement("firewall-iql")
@pytest.mark.parametrize(
    "name", [PERSON["lastName"], "{{party0.lastName}}", r"\{\{party0.lastName\}\}"], ids=["name", "bare", "escaped"]
)
def test_a_query_with_a_name_asks_with_the_placeholder(shell: Shell, name: str) -> None:
    """Whether a person wrote the name, or its placeholder as shown, or escaped."""
    case = case_of(shell.home)
    query = f"{{Clauza este despre chiria lui {name}}}"

    with Casewright.open(shell.home) as casewright:
        asked = casewright.call("isaacus_iql", {"matter_id": case, "query": query})
        saved = casewright.call("save_query", {"name": "chirie", "query": query, "matter_id": case})

    assert isinstance(asked.structured, dict), asked.content
    assert asked.structured["query"] == r"{Clauza este despre chiria lui \{\{party0.lastName\}\}}"
    assert saved.success, saved.content
