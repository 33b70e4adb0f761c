"""Answers by search: the passages nearest to the question are read for the words that answer it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.toolbox.documents.answering.candidates import Candidate
from casewright.toolbox.documents.answering.cutting import cut
from casewright.toolbox.documents.stored_chunks import StoredChunks
from casewright.tools.ports.search import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.citations import Citation
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.questions.subjects import Subject
    from casewright.toolbox.asked_documents import AskedDocuments
    from casewright.toolbox.documents.answering.candidates import Path
    from casewright.toolbox.documents.passages import PassageSearch
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import FloatArray, FoundSpan, SpanReader, WordSearch

READ: Final = 10
"""How many passages are read."""
READ_ROMANIAN: Final = 16
"""How many where words alone find them."""
BY_WORDS: Final = 400
"""Up to so many chunks are compared with a question in the other language, word by word."""
_TOLD_BY: Final = 3_000
"""Characters of a document that tell its language."""
_THRESHOLD: Final = 0.0
_WEIGHT: Final = 0.6


@dataclass(frozen=True, slots=True)
class Near:
    """A passage near the question: its own words, and the unit that is read of it."""

    citation: Citation
    words: str
    unit: Unit


class Searched:
    """What search found for the question, nearest first, and what the reader says of it."""

    def __init__(
        self,
        passages: Sequence[Near],
        question: str,
        reader: SpanReader,
        documents: DocumentStore,
        tenant: TenantId,
        *,
        romanian: bool = False,
    ) -> None:
        self.passages = passages
        self._question, self._reader, self._romanian = question, reader, romanian
        self._documents, self._tenant = documents, tenant
        self._spans: Sequence[FoundSpan] | None = None

    def answer(self, path: Path, subject: Subject | None) -> Candidate | None:
        """The words that most likely answer; None where no passage was found."""
        spans = self._found()
        if not spans:
            return None
        first = spans[0]
        best = self.passages[first.passage]
        text = self._documents.text(self._tenant, best.citation.document_id) if best.citation.skipped else ""
        place = cut(best.citation, best.words, (first.start, first.end), text)
        kind = "value" if subject is None else subject.wants
        read = [best.citation]
        return Candidate(place, path, kind, first.sure, (), read)

    def in_order(self) -> list[Citation]:
        """The passages, first those that most likely answer."""
        order = dict.fromkeys([*(one.passage for one in self._found()), *range(len(self.passages))])
        return [self.passages[at].citation for at in order]

    def _found(self) -> Sequence[FoundSpan]:
        if self._spans is None:
            units = [one.unit for one in self.passages]
            self._spans = self._reader.find(self._question, units, romanian=self._romanian) if units else []
        return self._spans


@dataclass(frozen=True, slots=True)
class Searching:
    """What passages are found with."""

    search: PassageSearch
    words: WordSearch
    reader: SpanReader
    documents: DocumentStore

    def find(self, tenant: TenantId, asked: AskedDocuments, question: str) -> Searched:
        """The passages nearest to the question; across languages by words that are led into English."""
        romanian = self.words.romanian(question)
        foreign = self._romanian(tenant, asked.ready)
        if romanian or any(foreign.values()):
            found = self._by_words(tenant, asked, question, foreign, romanian=romanian)
        else:
            passages = self.search.find(
                tenant, asked, question, count=READ, threshold=_THRESHOLD, weight=_WEIGHT, candidates=READ
            ).passages
            found = [
                Near(one.citation, one.text, Unit(one.scored, len(one.scored) - len(one.text), one.similarity))
                for one in passages
            ]
        return Searched(found, question, self.reader, self.documents, tenant, romanian=romanian)

    def _romanian(self, tenant: TenantId, documents: Sequence[Document]) -> Mapping[DocumentId, bool]:
        texts = self.documents.texts(tenant, [one.id for one in documents])
        return {one.id: self.words.romanian(texts.get(one.id, "")[:_TOLD_BY]) for one in documents}

    def _by_words(
        self,
        tenant: TenantId,
        asked: AskedDocuments,
        question: str,
        foreign: Mapping[DocumentId, bool],
        *,
        romanian: bool,
    ) -> list[Near]:
        """The passages that have most of the question's words, each taken as English and, where both are Romanian, as
        they stand.
        """
        chunks = StoredChunks(self.documents, tenant, asked.ready)
        positions = np.arange(min(len(chunks.unit), BY_WORDS))
        if not len(positions):
            return []
        owners = np.searchsorted(chunks.bounds, positions, side="right") - 1
        told = [foreign[asked.ready[at].id] for at in owners.tolist()]
        units, words = chunks.units(positions), chunks.words(positions)
        english = [self.reader.in_english(one) if strange else one for one, strange in zip(units, told, strict=True)]
        near = self._shares(self.reader.in_english(question) if romanian else question, english)
        if romanian:
            same = np.array(told, np.float32)
            near = near * (1 - 0.5 * same) + 0.5 * same * self._shares(question, units)
        order = np.argsort(-near, kind="stable")[:READ_ROMANIAN]
        found = []
        for at in order.tolist():
            citation = chunks.cite(int(owners[at]), at)
            if citation is not None:
                unit = Unit(units[at], len(units[at]) - len(words[at]), float(near[at]), romanian=told[at])
                found.append(Near(citation, words[at], unit))
        return found

    def _shares(self, question: str, texts: Sequence[str]) -> FloatArray:
        return np.asarray(self.words.of_texts(question, texts, rare=True), np.float32)
