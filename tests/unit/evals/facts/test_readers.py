"""The readers that are measured: rules by halves, models by folds, any other by its name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from casewright.errors import InvalidInput
from evals.cuad_data import fingerprint
from evals.fact_rules import half_of
from evals.facts.readers import load_readers
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
