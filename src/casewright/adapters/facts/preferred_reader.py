"""Facts read by the model where it reads better, and by rules where they do, or where the model cannot know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.facts import FIELDS
from casewright.evidence.facts.rules.passages import plain_text
from casewright.evidence.facts.rules.reader import languages_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.facts.model_reader import ModelReader
    from casewright.domain.facts import FactText, FoundFact
    from casewright.tools.ports.facts import FactReader

_PLACE = {field.name: place for place, field in enumerate(FIELDS)}


class PreferredReader:
    """Fits the ``FactReader`` port. The model was taught on contracts in English: texts without any, and those from
    which personal data were taken out, are read by rules alone.

    ``model`` makes the reader by model, when a text is first read.
    """

    def __init__(self, model: Callable[[], ModelReader], rules: FactReader) -> None:
        self._model, self._rules = model, rules

    @property
    def version(self) -> str:
        """Both versions: facts are read again where either has changed."""
        return f"{self._model().version}, {self._rules.version}"

    def looks_for(self, text: FactText) -> frozenset[str]:
        """The fields of either."""
        by_rule = frozenset(self._rules.looks_for(text))
        return by_rule | self._model().fields if _by_model(text) else by_rule

    def read(self, text: FactText) -> tuple[FoundFact, ...]:
        """Every fact found: each field is one reader's."""
        if not _by_model(text):
            return tuple(self._rules.read(text))
        model = self._model()
        found = [one for one in model.read(text) if one.field in model.fields]
        found += [one for one in self._rules.read(text) if one.field not in model.fields]
        return tuple(sorted(found, key=lambda one: (_PLACE[one.field], -one.confidence, one.start, one.end)))


def _by_model(text: FactText) -> bool:
    return not text.masked and languages_of(plain_text(text))[0]
