"""The model of facts as files: what is written is read, what is damaged or of another version is told."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.facts import fact_model
from casewright.adapters.facts.fact_model import ARRAYS, MANIFEST
from casewright.errors import IntegrityError
from tests.fakes import marking_encoder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    encoder, _ = marking_encoder.marking_encoder(tmp_path, monkeypatch, {"parties": "party", "insurance": "policy"})
    fact_model.save(marking_encoder.fact_model(encoder, frozenset({"insurance"})), tmp_path)
    return tmp_path


def test_what_is_written_is_read(folder: Path) -> None:
    """Fields, numbers, which fields are left to rules; its name changes with any of them."""
    model, about = fact_model.load(folder), fact_model.read_manifest(folder)
    assert (model.fields, model.version) == (("parties", "insurance"), "9.9")
    assert model.by_rule == {"insurance"}
    assert np.all(model.weights[:, 0] == 2)
    assert about.preferred == {"parties"}
    assert model.name == about.name
    assert model.name.startswith("facts-9.9+")

    names = {about.name}
    for changed in (
        replace(model, by_rule=frozenset()),
        replace(model, encoder="another"),
        replace(model, least=model.least + 1),
    ):
        fact_model.save(changed, folder)
        names.add(fact_model.read_manifest(folder).name)
    assert len(names) == 4


@pytest.mark.requirement("facts-damage")
@pytest.mark.parametrize("name", [ARRAYS, MANIFEST])
def test_damage_is_told(folder: Path, name: str) -> None:
    """A file that is missing, cut or changed: what it is, where, and what to do."""
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(IntegrityError, match="model of facts in .* cannot be read .*: install casewright again"):
        fact_model.load(folder)
    (folder / name).unlink()
    with pytest.raises(IntegrityError, match="cannot be read"):
        fact_model.load(folder)


@pytest.mark.requirement("facts-damage")
def test_numbers_of_another_model_are_refused(folder: Path) -> None:
    """Whole as they are, they are not those of the manifest."""
    about, model = (folder / MANIFEST).read_bytes(), fact_model.load(folder)
    fact_model.save(replace(model, least=model.least + 1), folder)
    (folder / MANIFEST).write_bytes(about)
    with pytest.raises(IntegrityError, match="SHA-256 begins with"):
        fact_model.load(folder)


@pytest.mark.parametrize(("name", "value"), [("format", 99), ("fields", ["parties"]), ("by_rule", None)])
def test_another_format_or_other_fields_are_refused(folder: Path, name: str, value: object) -> None:
    """Numbers of two fields are no model of one."""
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    (folder / MANIFEST).write_text(json.dumps({**manifest, name: value}), "utf-8")
    with pytest.raises(IntegrityError, match="cannot be read"):
        fact_model.load(folder)
