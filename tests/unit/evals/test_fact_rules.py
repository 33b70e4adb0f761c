"""Measuring the rules that read facts: halves, matching, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from casewright.domain.facts import FactHow, FactText, FoundFact
from evals.command_line import run
from evals.fact_rules import MarkedText, half_of, measure, right_finds
from evals.facts.places import Words

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("facts-by-rules-measured")

TEXT = "one two three four five six seven eight"
LAW = "This Agreement shall be governed by the laws of the State of Ohio."


class Fixed:
    """Finds what it is told to."""

    version = "fixed"

    def __init__(self, *facts: FoundFact) -> None:
        self._facts = facts

    def looks_for(self, text: FactText) -> tuple[str, ...]:
        """Insurance."""
        return ("insurance",)

    def read(self, text: FactText) -> tuple[FoundFact, ...]:
        """What it was told."""
        return self._facts


def fact(start: int, end: int) -> FoundFact:
    return FoundFact("insurance", start, end, 0.5, FactHow.RULE)


def test_the_surest_find_of_a_mark_is_right() -> None:
    """Two finds over one mark: the first of them is right, the second is one too many."""
    assert right_finds(Words(TEXT), [(0, 13), (0, 18)], [(0, 18)]) == {0: 0}


def test_tallies_by_hand() -> None:
    """Shares of finds and marks, first finds, and finds where there is no mark."""
    marked = MarkedText("a.txt", FactText(TEXT, (), ()), {"insurance": [(0, 13), (24, 27)]})
    other = MarkedText("b.txt", FactText(TEXT, (), ()), {})
    tally = measure([marked, other], Fixed(fact(0, 13), fact(28, 33)))["insurance"]
    assert (tally.precision, tally.recall) == (0.25, 0.5)
    assert tally.f1 == pytest.approx(1 / 3)
    assert (tally.having, tally.first, tally.lacking, tally.found_though_lacking) == (1, 1, 1, 1)
    assert tally.faults[0].startswith("wrong: a.txt: seven")


def test_a_contract_keeps_its_half() -> None:
    """White space does not move a contract to the other half, and both halves have some."""
    assert half_of("a  b") == half_of("a b")
    assert {half_of(f"contract {number}") for number in range(20)} == {"fitted", "unseen"}


def folder(tmp_path: Path) -> Path:
    (tmp_path / "contracts").mkdir()
    entries = []
    for number in range(8):
        text = f"Contract {number}\n\n{LAW}"
        (tmp_path / "contracts" / f"{number}.txt").write_text(text, "utf-8")
        start = text.index(LAW)
        entries.append(json.dumps({"file": f"{number}.txt", "spans": {"Governing Law": [[start, len(text)]]}}))
    (tmp_path / "spans.jsonl").write_text("\n".join(entries), "utf-8")
    return tmp_path


def test_the_command_prints_both_halves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every contract is in one of them; the law of each is found."""
    data, contracts = folder(tmp_path), 0
    for half in ("fitted", "unseen"):
        assert run(["--json", "fact_rules", "--data", str(data), "--half", half]) == 0
        said = json.loads(capsys.readouterr().out)
        contracts += said["contracts"]
        law = next(row for row in said["fields"] if row["field"] == "governing_law")
        assert law["marks"] == law["right"] == said["contracts"]
    assert contracts == 8


def test_shares_by_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule says its share of right finds, less where there were few."""
    assert run(["--json", "fact_rules", "--data", str(folder(tmp_path)), "--half", "fitted", "--by-rule"]) == 0
    said = json.loads(capsys.readouterr().out)
    row = next(row for row in said["rules"] if row["field"] == "governing_law")
    assert row["right"] == row["finds"] == said["contracts"]
    assert row["says"] == (row["right"] + 1) / (row["finds"] + 2)


@pytest.mark.parametrize(
    ("half", "more", "words"),
    [
        ("neither", [], "There is no half 'neither'"),
        ("unseen", ["--errors", "3"], "nothing is mended by what it shows"),
    ],
)
def test_what_is_refused(
    half: str, more: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A half that is none, and faults of the unseen one."""
    assert run(["fact_rules", "--data", str(tmp_path), "--half", half, *more]) != 0
    assert words in capsys.readouterr().err
