"""The readers that are measured: rules by halves, models by folds, any other by its name."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.facts import fact_model
from casewright.adapters.scoring import model_file
from casewright.domain.documents import Chunk
from casewright.domain.facts import FactText
from casewright.errors import InvalidInput
from evals.cuad_data import fingerprint
from evals.fact_rules import half_of
from evals.facts.readers import load_readers
from evals.kept import Kept
from tests.fakes.marking_encoder import fact_model as model_of
from tests.fakes.marking_encoder import marking_encoder
from tests.unit.evals.facts.tiny import ToldReader

if TYPE_CHECKING:
    from pathlib import Path


def of_folder(folder: Path) -> ToldReader:
    """A reader that was trained on what its folder lists."""
    return ToldReader([], json.loads((folder / "embedded.json").read_text("utf-8")), folder.name)


class Silent:
    """Does not say what it was trained on."""

    version = "silent-1"

    def __init__(self, folder: Path) -> None:
        self.folder = folder


@pytest.mark.requirement("eval-no-leak")
def test_rules_have_seen_the_half_they_were_written_on() -> None:
    """And no more; they have no folds."""
    (rules,) = load_readers("rules")
    texts = [f"Contract number {number}." for number in range(20)]
    assert {half_of(text) for text in texts} == {"fitted", "unseen"}
    assert [rules.saw(text) for text in texts] == [half_of(text) == "fitted" for text in texts]
    assert "fact_rules" in rules.remedy


@pytest.mark.requirement("eval-no-leak")
def test_models_by_folds_say_what_they_were_trained_on(tmp_path: Path) -> None:
    """One reader a folder, in their order, with what it saw and a hash of its own files."""
    for name, seen in (("1", ["b"]), ("0", ["a"])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "embedded.json").write_text(json.dumps([fingerprint(one) for one in seen]), "utf-8")

    first, second = load_readers(f"{__name__}:of_folder", tmp_path)
    assert (first.version, second.version) == ("0", "1")
    assert (first.saw("a"), first.saw("b"), second.saw("a"), second.saw("b")) == (True, False, False, True)
    assert first.model != second.model


@pytest.mark.requirement("eval-no-leak")
def test_folds_need_readers_that_say_it(tmp_path: Path) -> None:
    """A reader that does not say what it was trained on is refused by folds, and so are rules."""
    (tmp_path / "0").mkdir()
    (tmp_path / "0" / "embedded.json").write_text("[]", "utf-8")
    with pytest.raises(InvalidInput, match="does not say what it was trained on"):
        load_readers(f"{__name__}:Silent", tmp_path)
    with pytest.raises(InvalidInput, match="rules have none"):
        load_readers("rules", tmp_path)


@pytest.mark.requirement("eval-no-leak")
def test_models_by_folds_read_as_the_product_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each fold's own numbers, encoder and contracts; what rules read for it is left out where they were written."""
    folder = tmp_path / "0"
    folder.mkdir()
    encoder, session = marking_encoder(folder, monkeypatch, {"governing_law": "Ohio", "agreement_date": "2014"})
    fact_model.save(model_of(encoder, frozenset({"agreement_date"})), folder)
    texts = [f"{number}. The law of Ohio shall apply to this agreement." for number in range(20)]
    seen = frozenset({fingerprint(texts[0])})
    model_file.save(replace(model_file.load(), contracts=seen), folder)

    (model,), (alone,) = (load_readers(name, tmp_path) for name in ("model", "model-alone"))
    assert [model.saw(text) for text in texts] == [alone.saw(text) for text in texts] == [True] + [False] * 19
    assert model.version != alone.version
    assert {half_of(text) for text in texts if model.left_out(text)} == {"fitted"}
    assert {name for text in texts for name in model.left_out(text)} == {"agreement_date"}
    assert not any(alone.left_out(text) for text in texts)

    kept = Kept(tmp_path / "cache")
    read = FactText(texts[1], (Chunk(0, 0, len(texts[1]), "", (), None, None),), ())
    for _ in range(2):
        found = alone.find(kept, texts[1], read, unsure=False)
        assert [texts[1][one.start : one.end] for one in found] == ["Ohio"]
        assert len(session.runs) == 1
