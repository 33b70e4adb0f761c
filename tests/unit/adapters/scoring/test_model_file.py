"""The model file."""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from casewright.adapters.scoring.model_file import FORMAT, SHIPPED, load, save
from casewright.errors import IntegrityError
from casewright.iql.templates import BUILTIN

LIMIT = 22 * 1024 * 1024


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped model."""
    shutil.copytree(SHIPPED, tmp_path / "model")
    return tmp_path / "model"


@pytest.mark.requirement("scoring-size")
def test_shipped_model_is_small() -> None:
    """Everything in the model folder together is at most 22 MB."""
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) <= LIMIT


@pytest.mark.requirement("scoring-card")
def test_model_card_is_of_the_shipped_model() -> None:
    """The card names the version and hash it describes, whose data made it, and what answers each template."""
    card = (SHIPPED / "MODEL_CARD.md").read_text("utf-8")

    assert f"embedded-{load().version}+{load().sha256[:8]}" in card
    assert "The Atticus Project" in card
    assert "CC BY 4.0" in card
    assert [name for name in BUILTIN if f"\n| {name} | " not in card.partition("what answers |")[2]] == []


@pytest.mark.requirement("scoring-card")
def test_page_quotes_the_card() -> None:
    """The figures of the user's page are the card's."""
    card = (SHIPPED / "MODEL_CARD.md").read_text("utf-8").splitlines()
    page = (Path(__file__).parents[4] / "docs" / "scoring.md").read_text("utf-8")
    block = page.partition("<!-- figures")[2].partition("<!-- /figures")[0].splitlines()
    figures = [line.split("|", 2)[2] for line in block if line.startswith("|")][2:]

    assert len(figures) == 6
    assert [line for line in figures if not any(known.endswith(line) for known in card)] == []


def test_saved_model_is_loaded_the_same(tmp_path: Path) -> None:
    """Saving what was loaded gives the same bytes, and loads to the same numbers."""
    model = load()

    assert save(model, tmp_path) == model.sha256

    again = load(tmp_path)
    assert again.contracts == model.contracts
    assert list(again.heads) == list(model.heads)
    for name, head in model.heads.items():
        np.testing.assert_array_equal(head.index, again.heads[name].index)
        np.testing.assert_array_equal(head.weights, again.heads[name].weights)
        np.testing.assert_array_equal(head.direction, again.heads[name].direction)


def test_thresholds_are_kept(tmp_path: Path) -> None:
    """Thresholds, and where heads saturate, load as they were saved; unsaid they are 0.5, and nowhere."""
    fitted = replace(
        load(), thresholds={"Insurance": 0.4}, free_threshold=0.15, routed_threshold=0.3, saturation=math.inf
    )
    save(fitted, tmp_path)

    again = load(tmp_path)
    assert (again.thresholds, again.free_threshold, again.routed_threshold) == ({"Insurance": 0.4}, 0.15, 0.3)

    assert again.saturation == math.inf
    save(replace(fitted, thresholds={}, saturation=2.0, free_threshold=0.5, routed_threshold=0.5), tmp_path)
    plain = load(tmp_path)
    assert (plain.thresholds, plain.free_threshold, plain.routed_threshold) == ({}, 0.5, 0.5)
    assert plain.saturation == 2.0


@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan")])
def test_threshold_that_is_no_probability_is_refused(tmp_path: Path, wrong: float) -> None:
    """A threshold outside [0, 1] is a damaged model."""
    save(replace(load(), thresholds={"Insurance": wrong}), tmp_path)

    with pytest.raises(IntegrityError, match="does not hold what it should"):
        load(tmp_path)


@pytest.mark.requirement("scoring-damage")
def test_changed_byte_is_found(folder: Path) -> None:
    """One changed byte of the model is an error that says what to do."""
    data = bytearray((folder / "embedded.npz").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "embedded.npz").write_bytes(data)

    with pytest.raises(IntegrityError, match=r"is damaged: its SHA-256 .*: install casewright again"):
        load(folder)


@pytest.mark.requirement("scoring-damage")
def test_other_format_is_refused(folder: Path) -> None:
    """A model of another format is refused, naming both."""
    manifest = json.loads((folder / "embedded.json").read_text("utf-8"))
    (folder / "embedded.json").write_text(json.dumps(manifest | {"format": FORMAT + 1}), "utf-8")

    with pytest.raises(IntegrityError, match=f"format {FORMAT + 1}, this version reads {FORMAT}"):
        load(folder)


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"sha256": "x"}'])
def test_manifest_that_says_nothing_is_refused(folder: Path, manifest: str) -> None:
    """A manifest without what it must say is an error."""
    (folder / "embedded.json").write_text(manifest, "utf-8")

    with pytest.raises(IntegrityError, match="cannot be read"):
        load(folder)


@pytest.mark.parametrize("missing", ["embedded.npz", "embedded.json"])
def test_missing_file_is_an_error(folder: Path, missing: str) -> None:
    """A model with a file missing is an error."""
    (folder / missing).unlink()

    with pytest.raises(IntegrityError, match="cannot be read"):
        load(folder)


@pytest.mark.parametrize("data", [b"", b"not an archive", b"PK\x05\x06" + bytes(18)])
def test_file_of_another_kind_is_an_error(folder: Path, data: bytes) -> None:
    """A file that has the hash the manifest says, but does not hold a model, is an error."""
    manifest = {"format": FORMAT, "sha256": hashlib.sha256(data).hexdigest()}
    (folder / "embedded.json").write_text(json.dumps(manifest), "utf-8")
    (folder / "embedded.npz").write_bytes(data)

    with pytest.raises(IntegrityError, match="does not hold what it should"):
        load(folder)
