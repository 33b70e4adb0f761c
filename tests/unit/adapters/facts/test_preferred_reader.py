"""Which of the two reads what: the model English contracts, rules what it cannot know and what they read better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from casewright.adapters.facts.fact_model import FactManifest
from casewright.adapters.facts.preferred_reader import PreferredReader
from casewright.domain.facts import FactHow, FactText, FoundFact

if TYPE_CHECKING:
    from casewright.adapters.facts.model_reader import ModelReader

ABOUT = FactManifest(
    "facts-1+abc", "1", "", ("document_name", "governing_law", "insurance"), frozenset({"insurance"}), ""
)
ENGLISH = FactText("This agreement and the law of the land shall apply.", (), ())
ROMANIAN = FactText("Prezentul contract este guvernat de legea din Romania si de prezentul act.", (), ())


class Told:
    """Finds one place of each field; counts how often it read."""

    version = "rules 7"

    def __init__(self, how: FactHow, *fields: str) -> None:
        self._found = [FoundFact(field, 0, 4, 0.6, how) for field in fields]
        self.reads = 0

    def looks_for(self, _text: FactText) -> frozenset[str]:
        return frozenset(one.field for one in self._found)

    def read(self, _text: FactText) -> list[FoundFact]:
        self.reads += 1
        return self._found

    def candidates(self, text: FactText) -> list[FoundFact]:
        return [*self.read(text), FoundFact("governing_law", 5, 9, 0.1, FactHow.MODEL)]


def made() -> tuple[PreferredReader, Told]:
    model = Told(FactHow.MODEL, "insurance", "governing_law")
    rules = Told(FactHow.RULE, "term", "governing_law", "insurance")
    return PreferredReader(ABOUT, cast("ModelReader", model), rules), model


def told(found: tuple[FoundFact, ...]) -> list[tuple[str, str]]:
    return [(one.field, one.how.value) for one in found]


def test_each_field_is_one_readers() -> None:
    """The model's what it reads better, the rules' all others, in the order of the fields."""
    reader, _ = made()
    assert told(reader.read(ENGLISH)) == [("term", "rule"), ("governing_law", "model"), ("insurance", "rule")]
    assert reader.looks_for(ENGLISH) == {"term", "governing_law", "insurance", "document_name"}
    assert [one.confidence for one in reader.candidates(ENGLISH) if one.field == "governing_law"] == [0.6, 0.1]


def test_rules_read_what_the_model_cannot_know() -> None:
    """Masked texts and those without English; the model is not asked, and its fields are not said to be looked for."""
    reader, model = made()
    for text in (ROMANIAN, replace(ENGLISH, masked=True)):
        assert {how for _, how in told(reader.read(text))} == {"rule"}
        assert "document_name" not in reader.looks_for(text)
    assert model.reads == 0


def test_versions_are_both() -> None:
    """Known without loading the model: what was read is read again where either has changed."""
    assert made()[0].version == "facts-1+abc, rules 7"
