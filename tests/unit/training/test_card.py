"""The model card: made from what evaluations print, and from nothing else."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.iql.templates import BUILTIN
from tests.unit.training.evaluations import BY_FOLD, REPORT, SHIPS, reports, write, write_model
from training.card import CLOSES, OPENS, card, main, page, reported, shipped
from training.evaluated import COMMANDS, Evaluated, Ships, read

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """What each evaluation printed."""
    return {name: dict(one) for name, one in reports(tmp_path_factory.mktemp("sets")).items()}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The folder of the model that ships."""
    return write_model(tmp_path / "model")


def lines(text: str, begins: str) -> list[str]:
    """The lines that begin so."""
    return [line for line in text.splitlines() if line.startswith(begins)]


@pytest.mark.requirement("card-evaluations")
def test_every_evaluation_of_the_card_is_read(tmp_path: Path, told: dict[str, dict[str, object]]) -> None:
    """Each file is read by its name, fold models are models of the version that ships, and nothing is missing."""
    assert sorted(read(write(tmp_path / "figures", told), SHIPS).told) == sorted(COMMANDS)


@pytest.mark.requirement("card-evaluations")
def test_card_has_the_printed_figures(model: Path, told: dict[str, dict[str, object]]) -> None:
    """The one table, the tables by category and field, calibration, baselines, values, silver heads and templates."""
    text = card(Evaluated(told), REPORT, model, SHIPS)

    missing = [line for line in text.splitlines() if "not measured" in line.lower()]
    assert len(missing) == 3  # no field but the eight of the core is in 30 of two contracts
    assert missing[0].startswith("| facts: the other fields")
    assert lines(text, "| CUAD's clause categories by their heads, AP |") == [
        "| CUAD's clause categories by their heads, AP | 1.000 (1.000–1.000) | BM25 0.33 |"
    ]
    assert lines(text, "| the same, calibration error, pooled |")[0].startswith(
        "| the same, calibration error, pooled | 0.100 ("
    )
    assert lines(text, "| a template of one's own from 32 examples")[0].split(" | ")[1:] == [
        "0.320 (0.050–0.500)",
        " |",
    ]
    assert "unseen questions | 1.000 (0.206–1.000) | given by its id 1.00; names not read 0.00 |" in text
    assert "DeBERTa-xlarge, published 0.48" in text
    assert lines(text, "| Governing Law | 6 | words and vector | 1.000 (1.000–1.000) | 0.33 |")
    assert lines(text, "| **macro over 1** | 6 |")
    assert lines(text, "| 0.81–0.91 |") == ["| 0.81–0.91 | 6 | 0.90 | 1.00 |", "| 0.81–0.91 | 12 | 0.90 | 1.00 |"]
    assert re.search(r"\n\| governing_law \| 1 \| 1\.00 \| 1\.00 \| 1\.000.* \| yes \| model \|\n", text)
    assert re.search(r"\n\| parties \| 2 \| .* \| no \| rules \|\n", text)
    assert "Only these may say *high* (0.9): governing_law. Rules read better, and answer: parties." in text
    assert lines(text, "| governing_law | 9 of 10 | 0.900 (") == ["| governing_law | 9 of 10 | 0.900 (0.596–0.982) |"]
    assert lines(text, "| payment clause | 12 | 0.50 | 0.62 | 0.45 |")
    assert [name for name in BUILTIN if f"\n| {name} | " not in text.partition("what answers |")[2]] == []
    assert "silver head; words only" in text
    assert "first {" not in text


@pytest.mark.requirement("card-evaluations")
def test_what_is_weak_is_computed(model: Path, told: dict[str, dict[str, object]]) -> None:
    """The lowest figures and the rarest categories are told, and fields whose *high* was wrong too often."""
    text = card(Evaluated(told), REPORT, model, SHIPS)

    weak = text.partition("### What is weak")[2].partition("###")[0]
    assert "Categories with the lowest AP: Governing Law 1.00." in weak
    assert "to learn from and be measured by: Governing Law (6)." in weak
    lowest = "document_name 0.00, parties 0.50, agreement_date 0.67, governing_law 1.00"
    assert f"Fields with the lowest F1 of places: {lowest}." in weak
    assert "Fields found in more than 8% of the contracts that have none: parties 1.00." in weak
    assert "Fields of which fewer than nine in ten said *high* were right: parties 0.50." in weak


def test_lines_of_a_table_are_as_long_as_its_head(model: Path, told: dict[str, dict[str, object]]) -> None:
    """Every table has as many cells in each line."""
    blocks = card(Evaluated(told), REPORT, model, SHIPS).split("\n\n")
    tables = [[line.count("|") for line in block.splitlines() if line.startswith("|")] for block in blocks]

    assert sum(map(bool, tables)) >= 8
    assert [one for one in tables if len(set(one)) > 1] == []


@pytest.mark.requirement("card-evaluations")
def test_what_is_missing_is_not_measured(model: Path) -> None:
    """Without a file there is no figure: every measure says so, and so do the sections."""
    text = card(Evaluated(), REPORT, model, SHIPS)

    table = text.partition("| measure |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(table) > 20
    assert [line for line in table if "| not measured |" not in line] == []
    figures = text.partition("### What is weak")[2].partition("### Routing")[0]
    assert re.findall(r"\b0\.\d\d", figures) == []
    assert figures.lower().count("not measured") >= 9


@pytest.mark.requirement("card-evaluations")
def test_one_missing_file_takes_only_its_own_figures(model: Path, told: dict[str, dict[str, object]]) -> None:
    """What other evaluations printed stands."""
    text = card(Evaluated({name: one for name, one in told.items() if name != "acord"}), REPORT, model, SHIPS)

    assert lines(text, "| ACORD's queries, NDCG at 10 |") == ["| ACORD's queries, NDCG at 10 | not measured |  |"]
    assert lines(text, "| Governing Law | 6 |")


@pytest.mark.requirement("card-evaluations")
@pytest.mark.parametrize(
    ("name", "said", "why"),
    [
        (
            "cuad",
            "embedded-0.2-fold-0+12345678",
            "embedded-0.3+1a2b3c4d' ships: take it away and run make card, or `python -m evals --json cuad",
        ),
        ("cuad", "embedded-0.3+99999999", "embedded-0.3+1a2b3c4d' ships"),
        ("cuad", "embedded-0.31-fold-0+12345678", "embedded-0.3+1a2b3c4d' ships"),
        (
            "left_out",
            BY_FOLD,
            "was taught every category: take it away and run make card, or `python -m evals --json cuad",
        ),
        (
            "facts",
            "rules-1",
            "facts-0.3+1a2b3c4d' ships: take it away and run make card, or `python -m evals --json facts",
        ),
        ("facts", BY_FOLD, "facts-0.3+1a2b3c4d' ships"),
        ("facts", "facts-0.3+1a2b3c4d, model-alone", "facts-0.3+1a2b3c4d' ships"),
    ],
)
def test_figures_of_another_model_are_refused(
    tmp_path: Path, told: dict[str, dict[str, object]], name: str, said: str, why: str
) -> None:
    """A file of another version, other weights or another reader is refused with its name and the remedy."""
    folder = write(tmp_path / "figures", {**told, name: told[name] | {"model": said}})

    with pytest.raises(SystemExit, match=re.escape(why)) as refused:
        read(folder, SHIPS)
    assert f"{name}.json is of {said!r}" in str(refused.value)


@pytest.mark.requirement("card-evaluations")
def test_heads_fitted_anew_are_refused(tmp_path: Path, told: dict[str, dict[str, object]]) -> None:
    """What --refit measured is not the model."""
    folder = write(tmp_path / "figures", {"cuad": told["cuad"] | {"refitted_folds": 5}})

    with pytest.raises(SystemExit, match="fitted anew, not of the model"):
        read(folder, SHIPS)


@pytest.mark.requirement("card-evaluations")
def test_several_fold_models_are_one_version(tmp_path: Path, told: dict[str, dict[str, object]]) -> None:
    """A panel is named by its first model, and a reader of facts names its rules."""
    facts = told["facts"] | {"model": "facts-0.3-fold-0+12345678, rules 1 and 4 more"}
    folder = write(tmp_path / "figures", {"cuad": told["cuad"] | {"model": f"{BY_FOLD} and 4 more"}, "facts": facts})

    assert list(read(folder, SHIPS).told) == ["cuad", "facts"]


@pytest.mark.parametrize(("text", "why"), [("{", "cannot be read"), ("[]", "no evaluation's output")])
def test_broken_figures_are_refused(tmp_path: Path, text: str, why: str) -> None:
    """A file that is no JSON object is named."""
    folder = write(tmp_path / "figures", {})
    (folder / "acord.json").write_text(text, "utf-8")

    with pytest.raises(SystemExit, match=why):
        read(folder, SHIPS)


def test_figures_without_a_folder_and_without_a_model_of_facts(
    tmp_path: Path, told: dict[str, dict[str, object]]
) -> None:
    """A folder that is not there is named; facts need a model of facts."""
    with pytest.raises(SystemExit, match="is no folder"):
        read(tmp_path / "none", SHIPS)
    with pytest.raises(SystemExit, match="no model of facts ships"):
        read(write(tmp_path / "figures", {"facts": told["facts"]}), Ships(SHIPS.scorer))


def test_report_of_training_is_of_the_model_that_ships(tmp_path: Path) -> None:
    """A missing report and one of another model are refused."""
    file = tmp_path / "report.json"
    with pytest.raises(SystemExit, match="is missing"):
        reported(file, SHIPS)
    file.write_text('{"model": "embedded-0.2+1a2b3c4d"}', "utf-8")
    with pytest.raises(SystemExit, match="python -m training train"):
        reported(file, SHIPS)


def test_command_writes_card_and_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are written, of the model that ships; without figures nothing is measured."""
    ships = shipped(SHIPPED)
    folder, docs = tmp_path / "model", tmp_path / "scoring.md"
    shutil.copytree(SHIPPED, folder)
    docs.write_text(f"{OPENS}\n\nold\n\n{CLOSES}\n", "utf-8")
    (tmp_path / "report.json").write_text(json.dumps(REPORT | {"model": ships.scorer}), "utf-8")
    monkeypatch.setattr("training.card.SHIPPED", folder)
    monkeypatch.setattr("training.card.PAGE", docs)

    main(["--figures", str(write(tmp_path / "figures", {})), "--report", str(tmp_path / "report.json")])

    assert (
        (folder / "MODEL_CARD.md")
        .read_text("utf-8")
        .startswith(f"# Model card: one encoder, three readings\n\n`{ships.scorer}`")
    )
    assert docs.read_text("utf-8") == f"{OPENS}\n\nNot measured.\n\n{CLOSES}\n"
    assert ships.scorer == EmbeddedScorer.from_folder().model


@pytest.mark.requirement("scoring-card")
def test_page_quotes_what_the_card_says(model: Path, told: dict[str, dict[str, object]]) -> None:
    """The block of the page holds rows of the card, and the rest of the page stays."""
    before = f"# Scores\n\n{OPENS}\n\n| old |\n\n{CLOSES}\nThe end.\n"

    made = page(before, Evaluated(told), REPORT["joined"])  # type: ignore[arg-type]  # a report's parts differ

    text = card(Evaluated(told), REPORT, model, SHIPS)
    rows = [line for line in made.splitlines() if line.startswith("|")]
    assert len(rows) == 4
    assert [row for row in rows if row not in text] == []
    assert "6 contracts" in made
    assert made.startswith("# Scores\n\n")
    assert made.endswith(f"{CLOSES}\nThe end.\n")
    assert "not measured" in page(before, Evaluated(), {}).lower()
