"""Saved queries, the status of a matter and the evaluation of answers, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID, REFUSED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell, Shell

LAW = "{IS governing law clause}"


@pytest.mark.requirement("queries-valid")
def test_queries_are_kept_and_listed(shell: Shell) -> None:
    """A query is kept under its name and listed; one that does not parse gets the caret and exit 2."""
    assert "You have kept no queries yet" in shell("queries", "list").out
    assert "Saved Law" in shell("queries", "save", "Law", LAW, "--description", "Where?").out
    shown = shell("queries", "list").out
    assert LAW in shown
    assert "Where?" in shown
    assert [one["name"] for one in shell("--json", "queries", "list").json["queries"]] == ["Law"]
    assert "'replace': true" in shell("queries", "save", "Law", LAW, code=INVALID).err
    assert "Saved Law" in shell("queries", "save", "Law", "{other}", "--replace").out
    assert "Invalid IQL query syntax" in shell("queries", "save", "Odd", "{IS nonsense clause}", code=INVALID).err
    assert "visible character" in shell("queries", "save", " ", LAW, code=INVALID).err


@pytest.mark.requirement("matter-status")
def test_closed_matter_refuses_changes(shell: Shell, contracts: Path) -> None:
    """A closed matter refuses a new document with a sentence and exit 3, changes nothing, and can be taken up again."""
    matter = shell("--json", "matter", "create", "Smith").json["matter_id"]
    assert "is closed: Smith" in shell("matter", "status", matter, "closed").out
    refused = shell("ingest", matter, contracts / "lease.txt", code=REFUSED)
    assert "The matter is closed: it can be read, not changed" in refused.err
    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", f'{{"matter_id": "{matter}"}}').json
    assert listed["structured"]["total_count"] == 0
    assert shell("--json", "matter", "status", matter, "active").json["status"] == "active"
    shell("ingest", matter, contracts / "lease.txt")


@pytest.mark.requirement("extract-questions")
def test_eval_extract_prints_its_figures(evals: EvalsShell) -> None:
    """The evaluation asks every question of the sample matter and counts found, exact and false answers."""
    found = evals("--json", "extract").json
    figures = {one["group"]: one for one in found["figures"]}
    assert figures["all"]["answerable"] == figures["seen"]["answerable"] + figures["kept"]["answerable"] >= 150
    assert figures["all"]["absent"] >= 40
    assert len(found["questions"]) == figures["all"]["answerable"] + figures["all"]["absent"]
    assert 0 <= figures["all"]["false_answers"] <= 1


def test_eval_extract_of_labelled_contracts(evals: EvalsShell, tmp_path: Path) -> None:
    """Contracts in CUAD's layout are asked for dates, law and notice; what was missed is listed on request."""
    text = "This Agreement is dated May 1, 2020.\n\nIt is governed by the laws of the State of Ohio."
    (tmp_path / "contracts").mkdir()
    (tmp_path / "contracts" / "a.txt").write_text(text)
    spans = '{"Agreement Date": [[24, 35]], "Governing Law": [[38, 84]], "Expiration Date": [[0, 4]]}'
    (tmp_path / "spans.jsonl").write_text(f'{{"file": "a.txt", "spans": {spans}}}\n')
    shown = evals("extract", "--data", tmp_path, "--misses").out
    assert "Agreement Date" in shown
    assert "When does the agreement expire?" in shown
    assert "What is the date of the agreement?" not in shown
