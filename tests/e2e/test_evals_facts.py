"""``python -m evals facts`` end to end: a table, JSON, a page, a cache, and what bad input gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.evidence.facts.rules.reader import RuleReader
from evals.fact_rules import half_of
from tests.unit.evals.facts.tiny import LEASE, SUPPLY, ToldReader, write_tiny

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell

READER = f"{__name__}:told"


def told() -> ToldReader:
    """A reader that knows one date and calls a wrong one sure as well."""
    return ToldReader([("agreement_date", "May 8, 2014", 0.95), ("agreement_date", "May 8, 2016", 0.8)])


@pytest.mark.requirement("eval-commands")
def test_facts_are_measured(evals: EvalsShell, tmp_path: Path) -> None:
    """The table, the same as JSON with the faults that were asked for, the page, and what is kept for the next time."""
    data, cache, page = write_tiny(tmp_path / "data"), tmp_path / "cache", tmp_path / "facts.html"
    asked = ("facts", "--data", data, "--reader", READER, "--cache", cache, "--errors", 1)

    shown = evals(*asked, "--html", page).out
    found = evals(*asked, "--json").json

    assert "agreement_date" in shown
    assert "agreement_date, wrong place (0.80), lease.txt at" in shown
    assert "CC BY 4.0" in shown
    assert (found["set"], found["model"], found["contracts"]) == ("facts", "told-1", 2)
    rows = {row["name"]: row for row in found["sections"][0]["scorers"][0]["rows"]}
    assert rows["agreement_date"]["f1"]["value"] == 0.5
    assert {one["fault"] for one in found["errors"]} == {"wrong place", "missed"}
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert list(cache.rglob("*.json"))


@pytest.mark.requirement("eval-bad-input")
def test_bad_input_is_named(evals: EvalsShell, tmp_path: Path) -> None:
    """No such reader, no such module, a reader that cannot say what it was trained on, folds without models."""
    data = write_tiny(tmp_path / "data")
    asked = ("facts", "--data", data, "--reader")
    assert "there is no such reader" in evals(*asked, "nobody", code=2).err
    assert "leads nowhere" in evals(*asked, "evals.nobody:here", code=2).err
    assert "leads nowhere" in evals(*asked, "evals.page:nobody", code=2).err
    assert "holds no models" in evals(*asked, READER, "--folds", tmp_path, code=2).err
    assert "--errors is refused" in evals(*asked, "rules", "--errors", 1, code=2).err
    assert "that is measured anyway" in evals(*asked, "rules", "--beside", "rules", code=2).err
    assert "holds no models" in evals(*asked, "model", "--folds", tmp_path, code=2).err
    assert "lies in the repository" in evals(*asked, READER, "--cache", "kept", code=2).err
    assert "does not exist" in evals("facts", "--data", tmp_path / "no", "--reader", READER, code=2).err


@pytest.mark.requirement("eval-commands")
def test_answer_spans_are_measured(evals: EvalsShell, tmp_path: Path) -> None:
    """The table beside what was published, and the same as JSON."""
    asked = ("cuad_spans", "--data", write_tiny(tmp_path / "data"), "--reader", READER)
    assert "DeBERTa-xlarge, published" in evals(*asked).out
    found = evals(*asked, "--json").json
    assert found["set"] == "cuad_spans"
    assert found["sections"][0]["scorers"][0]["macro"]["positives"] == 8


def test_rules_are_measured_on_what_they_were_not_written_on(evals: EvalsShell, tmp_path: Path) -> None:
    """Both contracts are read by them or left out with the reason, and nothing else."""
    found = evals("facts", "--data", write_tiny(tmp_path / "data"), "--reader", "rules", "--json").json
    assert found["model"] == RuleReader.version
    assert found["left_out"] == sum(half_of(text) == "fitted" for text in (LEASE, SUPPLY))
    assert found["contracts"] + found["left_out"] == 2


@pytest.mark.requirement("eval-commands")
def test_two_readers_are_compared_field_by_field(evals: EvalsShell, tmp_path: Path) -> None:
    """On the contracts that neither was made with: the figures of both and the difference, as table and JSON."""
    asked = ("facts", "--data", write_tiny(tmp_path / "data"), "--reader", READER, "--beside", f"{__name__}:silent")
    shown = evals(*asked).out
    assert "beside" in shown
    assert "F1 above by" in shown
    beside = evals(*asked, "--json").json["beside"]
    assert beside["reader"] == "silent-1"
    rows = {row["field"]: row for row in beside["fields"]}
    date = rows["agreement_date"]
    assert (date["contracts"], date["f1"]["first"], date["f1"]["second"], date["f1"]["above"]) == (2, 0.5, 0.0, 0.5)
    assert (date["touch"]["first"], date["touch"]["second"]) == (0.5, 0.0)


def silent() -> ToldReader:
    """A reader that finds nothing."""
    return ToldReader([], (), "silent-1")
