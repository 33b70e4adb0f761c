"""Facts read by the encoder: its heads on tokens run on the units that clause scores are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.facts.decoding import ReadUnit, bounds_of, meant, places_of, shape_of
from casewright.adapters.facts.windows import Unit, whole_marks
from casewright.domain.facts import FactHow, FoundFact
from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import pieces_of, unit_text
from casewright.errors import IntegrityError
from casewright.evidence.facts.values.parties import names_a_party

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.adapters.facts.fact_model import FactModel
    from casewright.adapters.scoring.encoder import Encoder, TokenMarks
    from casewright.domain.documents import Chunk
    from casewright.domain.facts import FactText
    from casewright.domain.skipping import Span

    FloatArray = NDArray[np.float32]

PARTIES = "parties"
_BLOCK = 1_024
"""How many units' marks are held at a time."""


class ModelReader:
    """Fits the ``FactReader`` port: what people marked in contracts, found again in others.

    Raises ``IntegrityError`` where the model was made for another encoder.
    """

    def __init__(self, model: FactModel, encoder: Encoder) -> None:
        if model.encoder != encoder.sha256 or model.fields != encoder.fields:
            raise IntegrityError(
                f"The model of facts was made for another encoder: that one's SHA-256 begins with "
                f"{model.encoder[:8]!r}, this one's with {encoder.sha256[:8]!r}: install casewright again."
            )
        self._model, self._encoder = model, encoder

    @property
    def version(self) -> str:
        """The model's name, such as ``facts-0.3+1a2b3c4d``."""
        return self._model.name

    def looks_for(self, text: FactText) -> frozenset[str]:
        """The fields that it was taught; none in a masked text, which holds words that no contract it saw had."""
        return frozenset() if text.masked else frozenset(self._model.fields)

    def read(self, text: FactText) -> list[FoundFact]:
        """Every place found that is likely enough; nothing in a masked text."""
        return self._found(text, self._model.least)

    def candidates(self, text: FactText) -> list[FoundFact]:
        """Every place that any token speaks for, however unlikely: what evaluations rank."""
        return self._found(text, np.zeros_like(self._model.least))

    def _found(self, text: FactText, least: FloatArray) -> list[FoundFact]:
        if text.masked:
            return []
        model = self._model
        units, pieces = self._units(text)
        places = places_of(units, model.lines, model.anew)
        columns = np.concatenate([np.ones((len(places), 1), np.float32), shape_of(places)], axis=1)
        bounds = bounds_of(text.text, pieces)
        found = []
        for place, column in zip(places, columns, strict=True):
            likely = 1 / (1 + np.exp(-np.clip(float(column @ model.weights[place.field]), -30, 30)))
            if likely < least[place.field]:
                continue
            start, end = meant(place.start, place.end, bounds, whole=bool(model.whole[place.field]))
            start, end = _shown(text.text, start, end)
            confidence = round(min(likely, float(model.most[place.field])), 4)
            if start < end and _may_state(text.text, model.fields[place.field], start, end):
                found.append((place.field, FoundFact(model.fields[place.field], start, end, confidence, FactHow.MODEL)))
        found.sort(key=lambda one: (one[0], -one[1].confidence, one[1].start))
        return [one for _, one in found]

    def _units(self, text: FactText) -> tuple[list[ReadUnit], list[Span]]:
        units: list[ReadUnit] = []
        pieces: list[Span] = []
        for low in range(0, len(text.chunks), _BLOCK):
            chunks = text.chunks[low : low + _BLOCK]
            written = [_written(text, chunk) for chunk in chunks]
            for chunk, unit, marks in zip(chunks, written, whole_marks(self._encoder, written), strict=True):
                own = list(pieces_of(text.text, chunk.start, chunk.end, chunk.skipped))
                pieces += own
                if own and len(marks.told):
                    units.append(_unit(chunk, unit.own, own, marks))
        return units, pieces


def _written(text: FactText, chunk: Chunk) -> Unit:
    unit = scored_unit(text.text, chunk, text.furniture)
    return Unit(unit, len(unit) - len(unit_text(text.text, chunk.start, chunk.end, chunk.skipped)))


def _unit(chunk: Chunk, begin: int, pieces: Sequence[Span], marks: TokenMarks) -> ReadUnit:
    """The tokens of the chunk's own words, which begin at ``begin`` of its unit, where they stand in the document."""
    lengths = np.array([end - start for start, end in pieces])
    begins = begin + np.concatenate(([0], np.cumsum(lengths[:-1] + 1)))
    first = int(np.searchsorted(marks.places[:, 1], begin, side="right"))
    own = marks.told >= first
    places = marks.places[marks.told[own]].astype(np.int64)

    def placed(offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        piece = np.maximum(np.searchsorted(begins, offsets, side="right") - 1, 0)
        return np.asarray(np.array([start for start, _ in pieces])[piece] + offsets - begins[piece], np.int64)

    return ReadUnit(
        chunk.index,
        len(marks.places) - first,
        marks.told[own] - first,
        placed(np.maximum(places[:, 0], begin)),
        placed(places[:, 1] - 1) + 1,
        marks.inside[own],
        marks.begin[own],
    )


def _may_state(text: str, field: str, start: int, end: int) -> bool:
    """Whether these words may state the field: a party's name one of, not "the Parties"."""
    return field != PARTIES or names_a_party(text, start, end)


def _shown(text: str, start: int, end: int) -> tuple[int, int]:
    """The place with the whole of its first and last word, without white space: tokens may be parts of words."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    while 0 < start < end and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while start < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end
