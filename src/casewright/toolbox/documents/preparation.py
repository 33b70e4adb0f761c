"""A new document made ready: features of its chunks' units, their own words, its facts: before the first query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.scored_units import units_of
from casewright.domain.skipping import unit_text

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from casewright.domain.documents import Document, Reading
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import WordSearch

    ReadFacts = Callable[[Document, Reading], None]


def prepare(
    documents: DocumentStore,
    scores: ClauseScores,
    words: WordSearch,
    document: Document,
    reading: Reading,
    facts: ReadFacts | None = None,
) -> None:
    """Have the features and words of the document's chunks ready, and with ``facts`` what these read of it."""
    columns = documents.chunks(document.tenant, [document.id])
    if not columns:
        return
    units = units_of(reading)

    def texts(positions: np.ndarray) -> list[str]:
        return [units[at] for at in positions]

    scores.prepare(document.tenant, columns[0].unit, texts)
    own = [unit_text(reading.text, chunk.start, chunk.end, chunk.skipped) for chunk in reading.chunks]
    words.prepare(document.tenant, document.id, own)
    if facts is not None:
        facts(document, reading)
