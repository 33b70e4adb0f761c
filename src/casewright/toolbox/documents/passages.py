"""Passages that are about a question: chunks found by words and meaning, then ranked again by the scorer.

The score of a chunk is weight · semantic + (1 − weight) · lexical. Lexical is the share of the question's idf mass that
the chunk has, over all ready chunks of the matter. Where no model knows meanings, or the
question is Romanian, of which ours knows nothing, lexical stands in for semantic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import IntegrityError
from casewright.toolbox.documents.stored_chunks import StoredChunks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.domain.citations import Citation
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.toolbox.asked_documents import AskedDocuments
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import Nearness, Reranker, WordSearch

    Places = Mapping[DocumentId, Sequence[tuple[int, int]]]

    _Key = tuple[TenantId, DocumentId, int, int, int]
    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]

MOST_CANDIDATES = 20
BEST, MOST_FED = 8, 200
"""How many of what is found are taken for what was meant, and how many are put in order by them."""
ENOUGH = 5 * BEST
"""Where fewer are found the best are no small part of them, and say little of what was meant."""

MOST_NUMBERS = 2_000_000
"""How many chunks' numbers are remembered, 8 bytes each."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that was found. ``index`` counts within its document, ``unit`` is the number of what is ``scored`` of it.

    ``text`` are its own words, without page furniture, ``around`` the text that it stands in.
    """

    document: Document
    index: int
    unit: int
    scored: str
    text: str
    citation: Citation
    similarity: float
    rerank_score: float | None
    around: str
    heading: str


@dataclass(frozen=True, slots=True)
class Found:
    """Passages, best first; ``total`` chunks reached the threshold in all."""

    passages: Sequence[Passage]
    total: int
    reranked: bool


class PassageSearch:
    """Search over these parts. Without ``nearness`` words stand in for meaning; without ``reranker`` order stays."""

    def __init__(
        self,
        documents: DocumentStore,
        words: WordSearch,
        *,
        nearness: Nearness | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._documents, self._words = documents, words
        self._nearness, self._reranker = nearness, reranker
        self._units: Mapping[_Key, IntArray] = {}
        self._spans: Mapping[_Key, tuple[IntArray, IntArray]] = {}

    def is_romanian(self, text: str) -> bool:
        """Whether the text looks Romanian, which the models read nothing of."""
        return self._words.romanian(text)

    def find(
        self,
        tenant: TenantId,
        asked: AskedDocuments,
        question: str,
        *,
        count: int,
        threshold: float,
        weight: float,
        candidates: int | None = None,
        within: Places | None = None,
        feedback: bool = False,
    ) -> Found:
        """The ``count`` best passages at or above ``threshold``; up to min(3 · count, 20) candidates are reranked.

        With ``within`` only chunks that share a character with one of a document's [start, end) places are asked. With
        ``feedback`` the best of what is found say what was meant, for who looks for all about something: the answer to
        one question may stand in a passage unlike the others.
        """
        similarity, ready = self._similarity(tenant, asked, question, weight)
        if within is not None:
            similarity[~self._touching(tenant, ready, within)] = -1.0
        reaching = similarity >= threshold
        most = candidates or min(3 * count, MOST_CANDIDATES)
        wide = _best(np.where(reaching, similarity, -1.0), min(max(most, MOST_FED), int(reaching.sum())))
        fed = similarity[wide]
        if feedback and len(wide) >= ENOUGH:
            fed = fed + weight * self._feedback(tenant, ready, question, wide)
        order = np.argsort(-fed, kind="stable")[:most]
        passages = self._passages(tenant, ready, wide[order], similarity)
        if self._reranker is None or not passages:
            return Found(passages[:count], int(reaching.sum()), reranked=False)
        units = np.array([one.unit for one in passages], np.int64)
        scores = self._reranker.rerank(tenant, question, units, [one.scored for one in passages])
        # The mean of both: by itself the scorer puts topics before words, which questions are worse served by.
        ranked = [
            replace(one, rerank_score=float(np.clip(near + score, 0, 2)) / 2)
            for one, near, score in zip(passages, fed[order].tolist(), scores.tolist(), strict=True)
        ]
        ranked.sort(key=lambda one: -(one.rerank_score or 0.0))
        return Found(ranked[:count], int(reaching.sum()), reranked=True)

    def _similarity(
        self, tenant: TenantId, asked: AskedDocuments, question: str, weight: float
    ) -> tuple[FloatArray, Sequence[Document]]:
        """The score of every chunk of all ready documents, -1 where it was not asked about; and those documents."""
        ready = asked.all_ready
        score = self._words.shares(question, ready, self._texts)
        if self._nearness is not None and not self._words.romanian(question):
            near = self._nearness.nearness(
                tenant,
                question,
                self._numbers(tenant, ready),
                lambda positions: StoredChunks(self._documents, tenant, ready).units(positions),
            )
            score = (weight * near + (1 - weight) * score).astype(np.float32)
        if len(asked.ready) < len(ready):
            wanted = {one.id for one in asked.ready}
            score[np.repeat([one.id not in wanted for one in ready], [one.chunk_count for one in ready])] = -1.0
        return score, ready

    def _feedback(
        self, tenant: TenantId, ready: Sequence[Document], question: str, found: IntArray
    ) -> NDArray[np.float32]:
        """How much nearer what was found, best first, is to the question and its best together than to it alone."""
        if self._nearness is None or not len(found) or self._words.romanian(question):
            return np.zeros(len(found), np.float32)
        return self._nearness.feedback(
            tenant,
            question,
            self._numbers(tenant, ready)[found],
            lambda positions: StoredChunks(self._documents, tenant, ready).units(found[positions]),
            BEST,
        )

    def _touching(self, tenant: TenantId, ready: Sequence[Document], places: Places) -> NDArray[np.bool_]:
        """Which chunks of the ready documents share a character with a place; shape (all chunks,)."""
        first = np.concatenate(([0], np.cumsum([one.chunk_count for one in ready]))).astype(np.int64)
        touching = np.zeros(first[-1], np.bool_)
        asked = [(one, int(at)) for one, at in zip(ready, first, strict=False) if one.id in places]
        known = self._known_spans(tenant, [document for document, _ in asked])
        for document, position in asked:
            starts, ends = known[_key(document)]
            spans = np.array(places[document.id], np.int64).reshape(-1, 2)
            # Chunks come in the order in which they stand and do not overlap.
            low = np.searchsorted(ends, spans[:, 0], side="right")
            high = np.searchsorted(starts, spans[:, 1], side="left")
            for begin, end in zip(low.tolist(), high.tolist(), strict=True):
                touching[position + begin : position + end] = True
        return touching

    def _known_spans(self, tenant: TenantId, documents: Sequence[Document]) -> Mapping[_Key, tuple[IntArray, IntArray]]:
        """Where the documents' chunks begin and end; read once, as their numbers are."""
        known = self._spans
        unknown = [one for one in documents if _key(one) not in known]
        if unknown:
            if sum(len(starts) for starts, _ in known.values()) > MOST_NUMBERS:
                known, unknown = {}, list(documents)
            keys = {one.id: _key(one) for one in unknown}
            chunks = self._documents.chunks(tenant, list(keys))
            read = {keys[one.document]: (one.start, one.end) for one in chunks}
            self._spans = known = {**known, **read}
        return known

    def _numbers(self, tenant: TenantId, ready: Sequence[Document]) -> IntArray:
        """The numbers of the units of all chunks; read once, until a document's are cut anew."""
        known = self._units  # never changed, only replaced: other threads search at the same time
        unknown = [one for one in ready if _key(one) not in known]
        if unknown:
            if sum(map(len, known.values())) > MOST_NUMBERS:
                known, unknown = {}, list(ready)
            chunks = StoredChunks(self._documents, tenant, unknown)
            bounds = chunks.bounds.tolist()
            read = {_key(one): chunks.unit[bounds[place] : bounds[place + 1]] for place, one in enumerate(unknown)}
            self._units = known = {**known, **read}
        return np.concatenate([np.zeros(0, np.int64), *(known[_key(one)] for one in ready)])

    def _texts(self, document: Document) -> Sequence[str]:
        """The own words of a document's chunks: it was put in before words were kept, or by older rules."""
        chunks = StoredChunks(self._documents, document.tenant, [document])
        return chunks.words(np.arange(len(chunks.unit)))

    def _passages(
        self, tenant: TenantId, ready: Sequence[Document], chosen: NDArray[np.int64], similarity: FloatArray
    ) -> list[Passage]:
        """The chunks at these positions with their places, each citation verified."""
        first = np.concatenate(([0], np.cumsum([one.chunk_count for one in ready]))).astype(np.int64)
        owners = np.searchsorted(first, chosen, side="right") - 1
        numbers = np.unique(owners).tolist()
        chunks = StoredChunks(self._documents, tenant, [ready[number] for number in numbers])
        chunks.expect(chunks.bounds[:-1][np.diff(chunks.bounds) > 0])
        passages = []
        for position, owner in zip(chosen.tolist(), owners.tolist(), strict=True):
            at, index = numbers.index(owner), position - int(first[owner])
            here = int(chunks.bounds[at]) + index
            citation = chunks.cite(at, here)
            if citation is None:
                name = ready[owner].filename
                raise IntegrityError(f"a passage of {name!r} is no longer where it was read: put the document in again")
            around = chunks.around(at, index)
            heading = chunks.heading(at, index)
            unit, similar = int(chunks.unit[here]), float(similarity[position])
            [scored], [text] = chunks.units(np.array([here])), chunks.words(np.array([here]))
            passages.append(Passage(ready[owner], index, unit, scored, text, citation, similar, None, around, heading))
        return passages


def _key(document: Document) -> _Key:
    """What a document's chunks are known by: they are cut anew by a newer reader, and where its text was masked."""
    return document.tenant, document.id, document.reader_version, document.chunk_count, document.characters


def _best(scores: FloatArray, count: int) -> NDArray[np.int64]:
    """The positions of the ``count`` highest scores, highest first; equal ones in their order."""
    if count == 0:
        return np.zeros(0, np.int64)
    least = np.partition(scores, len(scores) - count)[len(scores) - count]
    positions = np.flatnonzero(scores >= least)
    return positions[np.argsort(-scores[positions], kind="stable")][:count]
