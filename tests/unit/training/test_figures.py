"""Running the evaluations that a card is made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evals.command_line import app
from training import figures
from training.evaluated import COMMANDS
from training.figures import arguments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@pytest.mark.requirement("card-evaluations")
def test_every_evaluation_is_one_that_there_is(tmp_path: Path) -> None:
    """Commands and options are those of ``python -m evals``; OUT is the folder of models."""
    typer_main = pytest.importorskip("typer.main")
    commands = typer_main.get_command(app).commands

    for name in COMMANDS:
        _, command, *given = arguments(name, tmp_path / "data", tmp_path / "folds", tmp_path, tmp_path)
        known = {option for one in commands[command].params for option in one.opts}
        assert [one for one in given if one.startswith("--") and one not in known] == []
        assert not any("OUT" in one for one in given)
    assert arguments("left_out", tmp_path, tmp_path / "folds", None, None)[-1] == str(tmp_path / "folds" / "left_out")


@pytest.mark.requirement("card-evaluations")
def test_what_is_there_is_kept_and_what_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file is not made again; of an evaluation that fails nothing is left, and the others run."""
    asked: list[str] = []

    def fake(given: Sequence[str], file: Path) -> bool:
        asked.append(file.stem)
        return file.stem != "facts"

    monkeypatch.setattr(figures, "run", fake)
    (tmp_path / "cuad.json").write_text("{}", "utf-8")

    with pytest.raises(SystemExit, match="Not measured, for the reasons above: facts"):
        figures.main(["--data", "d", "--folds", "f", "--out", str(tmp_path)])

    assert asked == [name for name in COMMANDS if name != "cuad"]
    assert "cuad: kept" in capsys.readouterr().out


def test_output_of_a_run_is_kept_only_where_it_ended_well(tmp_path: Path) -> None:
    """Standard output goes to the file; a refused command leaves none."""
    assert figures.run(["--help"], tmp_path / "help.json")
    assert "cuad_spans" in (tmp_path / "help.json").read_text("utf-8")

    assert not figures.run(["no-such-set"], tmp_path / "none.json")
    assert [one.name for one in tmp_path.iterdir()] == ["help.json"]
