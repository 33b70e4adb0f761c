"""Typed values against lawyers' answers, and the command that measures them."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.domain.facts import DateValue, DurationValue, EndValue, LawValue, RenewalValue, TextValue
from casewright.errors import InvalidInput
from evals import fact_answers as answers
from evals.command_line import run
from evals.cuad_data import read_contracts
from evals.fact_values import halves, measure_values

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.domain.facts import FactValue

_YEAR, _MAY = DurationValue(Decimal(1), "year"), DateValue(date(2014, 5, 8))


@pytest.mark.parametrize(
    ("value", "answer", "outcome"),
    [
        (_MAY, "5/8/14", "equal"),
        (_MAY, "5/9/14", "other"),
        (None, "5/8/14", "none"),
        (None, "5/[]/2014", "equal"),
        (_MAY, "5/[]/2014", "other"),
    ],
)
def test_days(value: FactValue | None, answer: str, outcome: str) -> None:
    """A day with an open part is right where no day was read."""
    assert answers.judge_date(value, answer) == outcome


@pytest.mark.parametrize(
    ("value", "answer", "outcome"),
    [
        (EndValue(_YEAR, "the effective date"), "5/8/15", "equal"),
        (EndValue(_YEAR), "5/7/15", "equal"),
        (EndValue(_YEAR), "5/10/15", "other"),
        (_MAY, "5/8/14", "equal"),
        (EndValue(perpetual=True), "perpetual", "equal"),
        (EndValue(event="the sale"), "Perpetual", "equal"),
        (EndValue(_YEAR), "perpetual", "other"),
        (_MAY, "[]/[]/2014", "other"),
        (None, "5/8/14", "none"),
    ],
)
def test_ends(value: FactValue | None, answer: str, outcome: str) -> None:
    """A period is counted from the days that the lawyers answered for its start, a day more or less."""
    assert answers.judge_end(value, answer, {"Effective Date": "5/8/14"}) == outcome


def test_renewals_notices_laws_and_titles() -> None:
    """Twelve months are a year; of several answers any is right; brackets and signs do not count."""
    twelve = RenewalValue(DurationValue(Decimal(12), "month"), successive=True)
    assert answers.judge_renewal(twelve, "successive 1 year") == "equal"
    assert answers.judge_renewal(twelve, "2 years") == "other"
    assert answers.judge_succession(twelve, "succesive 1 year") == "equal"
    assert answers.judge_succession(twelve, "1 year") == "other"
    assert answers.judge_duration(DurationValue(Decimal(30), "day"), "60 days; 30 days") == "equal"
    assert answers.judge_law(LawValue("Ontario", "CA"), "Province of Ontario, Canada") == "equal"
    assert answers.judge_law(LawValue("Ontario", "CA"), "New York") == "other"
    assert answers.judge_title(TextValue("SUPPLY - AGREEMENT"), "Supply Agreement)") == "equal"


def test_parties_of_an_answer() -> None:
    """Entries that name several parties together are left out, and so is "Party"."""
    said = 'Acme Inc. (“Acme”, "Supplier"); Beta (UK) Ltd. (the "Customer"); Acme and Customer ("Parties")'
    assert answers.parties_answered(said) == [
        answers.NamedParty("Acme Inc.", ("Acme", "Supplier")),
        answers.NamedParty("Beta (UK) Ltd.", ("Customer",)),
    ]


def _data(folder: Path, *, answered: bool = True, contracts: int = 4) -> Path:
    (folder / "contracts").mkdir()
    text = 'SUPPLY AGREEMENT of May 8, 2014 between Acme Inc. ("Supplier") and Beta Ltd.\nThe laws of Nevada govern.\n'
    places = {
        "Document Name": "SUPPLY AGREEMENT",
        "Agreement Date": "May 8, 2014",
        "Governing Law": "The laws of Nevada govern.",
    }
    spans = {name: [[text.index(said), text.index(said) + len(said)]] for name, said in places.items()}
    spans["Parties"] = [[text.index(said), text.index(said) + len(said)] for said in ("Acme Inc", "Beta Ltd")]
    given = {"Document Name": "Supply Agreement", "Agreement Date": "5/8/14", "Governing Law": "Utah"}
    given["Parties"] = 'Acme Inc. ("Supplier"); Beta Ltd'
    lines = []
    for number in range(contracts):
        (folder / "contracts" / f"{number}.txt").write_text(text, "utf-8")
        entry = {"file": f"{number}.txt", "spans": spans} | ({"answers": given} if answered else {})
        lines.append(json.dumps(entry))
    (folder / "spans.jsonl").write_text("\n".join(lines), "utf-8")
    return folder


def test_a_half_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows with counts and intervals, as a table and as JSON, and errors as far as they are asked for."""
    data = _data(tmp_path)
    assert run(["--json", "fact_values", "--data", str(data), "--half", "unseen", "--errors", "1"]) == 0
    report = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in report["rows"]}
    assert (report["half"], report["contracts"]) == ("unseen", 2)
    assert rows["agreement_date"]["right"] == {"hits": 2, "of": 2, "share": 1.0, "low": 0.3424, "high": 1.0}
    assert (rows["governing_law"]["equal"], rows["governing_law"]["other"]) == (0, 2)
    assert rows["parties: name"]["equal"] == 4
    assert rows["parties: defined as"]["equal"] == 2
    assert [(one["row"], one["read"], one["answer"]) for one in report["errors"]] == [
        ("governing_law", "Nevada (US)", "Utah")
    ]
    assert run(["fact_values", "--data", str(data), "--errors", "1"]) == 0
    shown = capsys.readouterr().out
    assert "agreement_date" in shown
    assert "'Nevada (US)'" in shown


def test_halves_share_no_contract(tmp_path: Path) -> None:
    """Each contract is in one of them, whatever the order in which contracts are read."""
    contracts = list(read_contracts(_data(tmp_path, contracts=7)))
    parted = halves(contracts)
    fitted, unseen = ({one.name for one in parted[half]} for half in ("fitted", "unseen"))
    assert (len(fitted), len(unseen), fitted & unseen) == (3, 4, set())
    again = halves(contracts[::-1])
    assert {one.name for one in again["fitted"]} == fitted


def test_data_without_answers_are_refused(tmp_path: Path) -> None:
    """With a sentence that says what to give."""
    with pytest.raises(InvalidInput, match="no contract has answers"):
        measure_values(_data(tmp_path, answered=False), "fitted")
