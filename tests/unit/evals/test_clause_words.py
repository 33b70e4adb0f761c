"""Measuring the wordings of clauses: what touches a mark, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from casewright.domain.documents import Chunk
from casewright.domain.facts import FactText
from evals.clause_words import measure
from evals.command_line import run
from evals.fact_rules import MarkedText

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("clauses-are-claims")

TAKEN = "The Buyer may terminate this agreement at any time without cause."
TEXT = f"{TAKEN}\n\nIt rains in April.\n\n{TAKEN}\n"


def test_tallies_by_hand() -> None:
    """Of two sentences that are taken one touches a mark, and of two marks one is touched."""
    chunks = (Chunk(0, 0, len(TEXT), ""),)
    april = TEXT.index("It rains")
    marks = {"termination_for_convenience": [(4, 20), (april, april + 10)]}

    tally = measure([MarkedText("a.txt", FactText(TEXT, chunks, ()), marks)])["termination_for_convenience"]

    assert (tally.taken, tally.right, tally.marks, tally.touched) == (2, 1, 2, 1)
    assert (tally.precision, tally.recall) == (0.5, 0.5)


def test_the_command_prints_both_halves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every contract is of one half, and a third half is refused."""
    (tmp_path / "contracts").mkdir()
    entries = []
    for number in range(6):
        text = f"Contract {number}\n\n{TAKEN}\n"
        (tmp_path / "contracts" / f"{number}.txt").write_text(text, "utf-8")
        spans = {"Termination For Convenience": [[text.index(TAKEN), len(text)]]}
        entries.append(json.dumps({"file": f"{number}.txt", "spans": spans}))
    (tmp_path / "spans.jsonl").write_text("\n".join(entries), "utf-8")

    halves = []
    for half in ("fitted", "unseen"):
        assert run(["--json", "clause_words", "--data", str(tmp_path), "--half", half]) == 0
        halves.append(json.loads(capsys.readouterr().out))

    assert sum(one["contracts"] for one in halves) == 6
    found = [kind for one in halves for kind in one["kinds"] if kind["kind"] == "termination_for_convenience"]
    assert sum(kind["right"] for kind in found) == sum(kind["touched"] for kind in found) == 6
    assert run(["clause_words", "--data", str(tmp_path), "--half", "third"]) != 0
