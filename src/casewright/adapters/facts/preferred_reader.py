"""Facts read by the model where it reads better, and by rules where they do, or where the model cannot know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.facts import FIELDS
from casewright.evidence.facts.rules.passages import plain_text
from casewright.evidence.facts.rules.reader import languages_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.adapters.facts.fact_model import FactManifest
    from casewright.adapters.facts.model_reader import ModelReader
    from casewright.domain.facts import FactText, FoundFact
    from casewright.tools.ports.facts import FactReader

_PLACE = {field.name: place for place, field in enumerate(FIELDS)}


class PreferredReader:
    """Fits the ``FactReader`` port. The model was taught on contracts in English: texts without any, and those from
    which personal data were taken out, are read by rules alone.

    ``about`` says what the model reads, so that ``model`` may stand for one that loads with the first text. Raises
    ``IntegrityError`` then, where it is damaged.
    """

    def __init__(self, about: FactManifest, model: ModelReader, rules: FactReader) -> None:
        self._about, self._model, self._rules = about, model, rules

    @property
    def version(self) -> str:
        """Both versions: facts are read again where either has changed."""
        return f"{self._about.name}, {self._rules.version}"

    def looks_for(self, text: FactText) -> frozenset[str]:
        """The fields of either."""
        by_rule = frozenset(self._rules.looks_for(text))
        return by_rule | self._about.preferred if _by_model(text) else by_rule

    def read(self, text: FactText) -> tuple[FoundFact, ...]:
        """Every fact found: each field is one reader's."""
        return self._of_both(text, lambda model: model.read(text))

    def candidates(self, text: FactText) -> tuple[FoundFact, ...]:
        """As ``read``, with what the model holds for too unlikely to say: what evaluations rank."""
        return self._of_both(text, lambda model: model.candidates(text))

    def _of_both(self, text: FactText, find: Callable[[ModelReader], Sequence[FoundFact]]) -> tuple[FoundFact, ...]:
        if not _by_model(text):
            return tuple(self._rules.read(text))
        found = [one for one in find(self._model) if one.field in self._about.preferred]
        found += [one for one in self._rules.read(text) if one.field not in self._about.preferred]
        return tuple(sorted(found, key=lambda one: (_PLACE[one.field], -one.confidence, one.start, one.end)))


def _by_model(text: FactText) -> bool:
    return not text.masked and languages_of(plain_text(text))[0]
