"""Finding chunks by a question's words, by its meaning, and reading an answer out of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casewright.domain.document_names import DocumentNames
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, MatterId, TenantId

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]

PLACES = 1 << 20
"""Chunk i of document number n has the place n * PLACES + i; no document has more chunks."""


class KnownNames(Protocol):
    """What is known of documents' names besides their openings: titles and parties that were read as facts."""

    def names(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Mapping[DocumentId, DocumentNames]:
        """The names of those of the documents of which any are known."""
        ...


class WordStore(Protocol):
    """The words of chunks, by document. What it holds can be made again from the documents' texts."""

    def numbers(self, tenant: TenantId, matter: MatterId, version: int) -> Mapping[DocumentId, int]:
        """The numbers of those documents of the matter whose words are stored in this version."""
        ...

    def add(self, tenant: TenantId, document: DocumentId, words: Sequence[str], version: int) -> None:
        """Store the words of the document's chunks, in order, each text's separated by spaces; replaces older ones.

        Nothing is stored where the tenant has no such document.
        """
        ...

    def places(self, tenant: TenantId, word: str, low: int, high: int) -> IntArray:
        """Where the word stands: every place in [low, high), ascending; it may tell places of other tenants too."""
        ...


class WordSearch(Protocol):
    """How much of a question's words chunks have, whatever their case, diacritics and inflection."""

    def prepare(self, tenant: TenantId, document: DocumentId, texts: Sequence[str]) -> None:
        """Learn the words of a document's chunks, given in order."""
        ...

    def romanian(self, question: str) -> bool:
        """Whether the question, or a longer text, looks Romanian, of which the model of meanings knows nothing."""
        ...

    def shares(
        self, question: str, documents: Sequence[Document], texts: Callable[[Document], Sequence[str]]
    ) -> FloatArray:
        """The share of the question's words found in each chunk, rare words counting more; shape (all chunks,).

        The documents are of one tenant. Rare is what few of their chunks have. In [0, 1]. ``texts(document)`` gives
        the texts of a document's chunks; it is called for those that are not known yet.
        """
        ...

    def of_texts(self, question: str, texts: Sequence[str], *, rare: bool = False) -> FloatArray:
        """The share of the question's words found in each of a few texts, in [0, 1].

        Every word counts the same; with ``rare`` one that few of these texts have counts more.
        """
        ...


class Nearness(Protocol):
    """How near chunks are to a question in meaning."""

    def nearness(
        self, tenant: TenantId, question: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        """From 0 to 1 for each chunk numbered ``content``; ``texts(positions)`` as in ``ClauseScores.scores``."""
        ...

    def feedback(
        self, tenant: TenantId, question: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]], best: int
    ) -> FloatArray:
        """How much nearer each is to the question and the first ``best`` of them together than to it alone."""
        ...


class Reranker(Protocol):
    """What looks at a few chunks more closely."""

    def rerank(self, tenant: TenantId, question: str, content: IntArray, texts: Sequence[str]) -> FloatArray:
        """From 0 to 1 for each of the chunks numbered ``content``, whose texts these are."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer read out of a passage: ``text[start:end]`` of passage number ``passage``.

    ``support`` is the part of the passage that bears it out, as [start, end) too.
    """

    passage: int
    start: int
    end: int
    confidence: float
    support: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Read:
    """A passage to read: its text, and the heading that it stands under, empty where there is none."""

    text: str
    heading: str = ""


class AnswerReader(Protocol):
    """Reads answers out of passages. Never makes one up: what it gives stands there."""

    def promise(self, question: str, passages: Sequence[Read]) -> Sequence[int]:
        """For each passage how far it has what could answer at all: 0 nothing, more where it fits better."""
        ...

    def read(self, question: str, passages: Sequence[Read]) -> Sequence[Answer]:
        """The answers to the question, best first; none where the passages do not answer it."""
        ...


@dataclass(frozen=True, slots=True)
class Unit:
    """A passage as it is scored: heading and lead-in, and from ``own`` on its own words.

    ``near`` is how near search found it to the question, in [0, 1].
    """

    text: str
    own: int
    near: float
    romanian: bool = False


@dataclass(frozen=True, slots=True)
class FoundSpan:
    """[start, end) of the own words of passage number ``passage``; ``sure`` in [0, 1] is how likely it answers."""

    passage: int
    start: int
    end: int
    sure: float
    told: Mapping[str, float] = field(default_factory=dict)
    """What ``sure`` was made from."""


class SpanReader(Protocol):
    """Points at the words of passages that answer a question of whatever kind."""

    def find(self, question: str, passages: Sequence[Unit], *, romanian: bool = False) -> Sequence[FoundSpan]:
        """The best words of each passage, surest first; those that hardly answer are told with little sureness.

        ``romanian`` says that the question is.
        """
        ...

    def in_english(self, text: str) -> str:
        """A Romanian text in words that are compared with English ones: no translation."""
        ...
