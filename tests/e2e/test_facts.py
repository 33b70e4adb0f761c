"""Facts over a real home: read by rules as documents come in, kept, corrected, and masked in cases."""

from __future__ import annotations

import sqlite3
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.scoring import encoder, graph_files, model_file
from casewright.bootstrap.facts import fact_reader
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.scoring import load_scorer
from casewright.config import read_settings
from casewright.errors import IntegrityError
from tests.canaries import PERSON, leaks_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("documents-facts")

LEASE = """LEASE AGREEMENT

This Lease Agreement is made on March 1, 2021 between Acme Limited ("Landlord") and Beta Stores LLC ("Tenant").

1. Term
This Agreement begins on the Effective Date and continues for three years.

2. Governing law
This Agreement is governed by and construed in accordance with the laws of England and Wales.
"""
ROMANIAN = """CONTRACT DE ÎNCHIRIERE

Prezentul contract este încheiat la data de 3 martie 2022 între SC Alfa Imobiliare SRL și SC Beta Comerț SRL.

1. Legea aplicabilă
Prezentul contract este guvernat de legea română.
"""
OTHER_SPELLING = "tiqvarescu"
"""How a hasty text may write the canary's name, so that nobody takes it for one before it is declared."""


def call(casewright: Casewright, tool: str, **arguments: object) -> dict[str, Any]:
    result = casewright.call(tool, arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


def put(casewright: Casewright, matter: str, text: str, name: str = "lease.txt") -> dict[str, Any]:
    blob = casewright.keep(matter, text.encode())
    return call(casewright, "add_document", matter_id=matter, blob_id=blob, filename=name)


def add(casewright: Casewright, matter: str, text: str) -> str:
    added: str = put(casewright, matter, text)["document_id"]
    return added


def rows(home: Path, table: str) -> int:
    with sqlite3.connect(home / "casewright.db") as database:
        [(count,)] = database.execute(f"SELECT count(*) FROM {table}").fetchall()
    database.close()
    return int(count)


def values(told: dict[str, Any]) -> dict[str, str]:
    """By field, the first fact's value in plain English."""
    found: dict[str, str] = {}
    for fact in told["documents"][0]["facts"]:
        found.setdefault(fact["field"], fact["value"] and fact["value"]["shown"])
    return found


def test_facts_are_read_as_a_document_comes_in(shell: Shell) -> None:
    """The rules of the package read a lease; what a person says holds, also in the next session, and is recorded."""
    with Casewright.open(shell.home) as casewright:
        matter = call(casewright, "create_matter", title="Lease")["matter_id"]
        document = add(casewright, matter, LEASE)
        assert rows(shell.home, "fact_readings") == 1

        told = call(casewright, "contract_facts", matter_id=matter)
        found = values(told)
        assert (found["document_name"], found["agreement_date"]) == ("LEASE AGREEMENT", "1 March 2021")
        assert found["governing_law"].startswith("England and Wales")
        assert all(fact["quote"] == LEASE[fact["start"] : fact["end"]] for fact in told["documents"][0]["facts"])
        [law] = [one for one in told["documents"][0]["facts"] if one["field"] == "governing_law"]
        place = {"start": law["start"], "end": law["end"]}
        mine = {"matter_id": matter, "document_id": document}
        said = call(casewright, "correct_fact", **mine, field="governing_law", action="confirm", **place)
        assert [(one["how"], one["confidence"]) for one in said["facts"]] == [("person", 1.0)]

    told = shell("--json", "audit", "show", "--last", "20").json["events"]
    assert {"contract_facts", "correct_fact"} <= {event["tool_name"] for event in told}
    with Casewright.open(shell.home) as casewright:
        [document_facts] = call(casewright, "contract_facts", matter_id=matter)["documents"]
        assert [one["how"] for one in document_facts["facts"] if one["field"] == "governing_law"] == ["person"]


def test_facts_wait_where_a_text_is_longer_than_the_setting(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read when they are first asked for."""
    monkeypatch.setenv("CASEWRIGHT_FACTS_AT_INGEST", str(len(LEASE) - 1))
    assert read_settings().facts_at_ingest == len(LEASE) - 1
    with Casewright.open(shell.home) as casewright:
        matter = call(casewright, "create_matter", title="Lease")["matter_id"]
        add(casewright, matter, LEASE)
        assert rows(shell.home, "fact_readings") == 0

        assert "governing_law" in values(call(casewright, "contract_facts", matter_id=matter))
        assert rows(shell.home, "fact_readings") == 1


def test_facts_of_a_case_hold_no_name_that_is_declared_later(shell: Shell) -> None:
    """What was read is read anew, and what a person said is masked and moved with the text."""
    text = f"CONTRACT DE INCHIRIERE\n\ndosarul {OTHER_SPELLING}, chiria lunara; vezi {OTHER_SPELLING}.\n"
    start = text.rindex(OTHER_SPELLING)
    with Casewright.open(shell.home) as casewright:
        case = call(casewright, "create_case", title="Dosar")["case_id"]
        document = add(casewright, case, text)
        mine = {"matter_id": case, "document_id": document, "field": "document_name"}
        call(casewright, "correct_fact", **mine, action="add", start=start, end=start + len(OTHER_SPELLING))
        assert list(leaks_in(shell.home)) != []

        party = call(casewright, "add_party", kind="individual", **PERSON)["party_id"]
        call(casewright, "attach_party", case_id=case, party_id=party, role="petent")

        told = call(casewright, "contract_facts", matter_id=case, fields=["document_name"])
        assert "read by rules" in told["warnings"][0]
        [said] = [one for one in told["documents"][0]["facts"] if one["how"] == "person"]
        assert said["quote"] == said["value"]["text"] == "{{party0.lastName}}"
    assert list(leaks_in(shell.home)) == []


@pytest.mark.requirement("facts-one-pass")
def test_model_reads_english_and_rules_what_it_cannot_know(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each field of a lease by one of them, a Romanian contract by rules; every unit is run once for all readings."""
    runs: list[int] = []

    def counted(graph: bytes, what: str) -> SimpleNamespace:
        session = made(graph, what)

        def run(*asked: object) -> object:
            runs.append(1)
            return session.run(*asked)

        return SimpleNamespace(run=run)

    made = graph_files.load_session
    monkeypatch.setattr(encoder, "load_session", counted)
    with Casewright.open(shell.home) as casewright:
        matter = call(casewright, "create_matter", title="Lease")["matter_id"]
        chunks = put(casewright, matter, LEASE)["chunks"]
        assert len(runs) == chunks > 1
        chunks += put(casewright, matter, ROMANIAN, "contract.txt")["chunks"]
        told = call(casewright, "contract_facts", matter_id=matter)["documents"]
        assert len(runs) == chunks

    hows = {one["filename"]: {fact["field"]: fact["how"] for fact in one["facts"]} for one in told}
    assert (hows["lease.txt"]["governing_law"], hows["lease.txt"]["term"]) == ("model", "rule")
    assert hows["contract.txt"]["governing_law"] == "rule"
    assert set(hows["contract.txt"].values()) == {"rule"}
    assert all(one["reading"]["reader"].startswith("facts-") for one in told)


def test_missing_model_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do; nothing else reads in its place."""
    scorer = load_scorer()
    monkeypatch.setattr(model_file, "SHIPPED", tmp_path)
    with pytest.raises(IntegrityError, match="model of facts in .*: install casewright again"):
        fact_reader(scorer)
