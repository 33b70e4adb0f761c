"""Answers by clauses: the best chunk of each document that holds the statement, and what answers in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.iql import parse
from casewright.questions.specific import naming_words, share_said, specific_words
from casewright.toolbox.documents.answering.candidates import VALUED, Candidate
from casewright.toolbox.documents.answering.cutting import cut, cut_best
from casewright.toolbox.documents.answering.exact import read_exactly

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.questions.subjects import Subject
    from casewright.toolbox.documents.answering.candidates import Path
    from casewright.toolbox.documents.stored_chunks import StoredChunks
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import AnswerReader

SHORTEST: Final = 50
"""Characters of a chunk; shorter ones are headings and scraps."""
SAID: Final = 0.5
"""The share of the words that ask for more than the subject which a passage has to have."""
CHUNKS: Final = 3
"""How many of a document's best chunks are read for a value."""


class Clauses:
    """The statement's scores over the chunks of documents."""

    def __init__(self, scores: ClauseScores, tenant: TenantId, chunks: StoredChunks, statement: str) -> None:
        self.chunks = chunks
        self._query = parse(statement)
        columns = {one: scores.scores(tenant, one, chunks.unit, chunks.units) for one in self._query.statements}
        thresholds = {one: scores.threshold(one) for one in self._query.statements}
        self.scores = np.asarray(self._query.combine(columns, "contract"), np.float32)
        self._holds = self._query.matches(columns, thresholds, "contract")

    def of(self, document: int, *, holding: bool = True) -> list[tuple[int, float]]:
        """Positions and scores of the document's best chunks, best first; only where the statement holds."""
        low, high = int(self.chunks.bounds[document]), int(self.chunks.bounds[document + 1])
        own = self.scores[low:high]
        order = np.argsort(-own, kind="stable")
        found = [
            low + int(at)
            for at in order
            if (self._holds[low + int(at)] or not holding) and self.chunks.lengths[low + int(at)] >= SHORTEST
        ]
        return [(at, float(self.scores[at])) for at in found[:CHUNKS]]

    def hold_at(self, document: int, start: int, end: int) -> bool:
        """Whether a chunk that holds the statement shares a character with [start, end) of the document's text."""
        low, high = int(self.chunks.bounds[document]), int(self.chunks.bounds[document + 1])
        first, last = self.chunks.span(low, high)
        return bool((self._holds[low:high] & (first < end) & (start < last)).any())


def by_clauses(
    clauses: Clauses, document: int, subject: Subject, question: str, reader: AnswerReader, *, path: Path
) -> Candidate | None:
    """What the document's clauses answer; None where none holds the statement, or none has a value that is asked."""
    best = clauses.of(document)
    if not best:
        return None
    cited = [one for at, _ in best if (one := clauses.chunks.cite(document, at)) is not None]
    if not cited:
        return None
    words = clauses.chunks.words(np.array([at for at, _ in best[: len(cited)]]))
    named = naming_words(question, subject) if _by_name(subject) else frozenset()
    about = [at for at, one in enumerate(words) if not named or share_said(named, one) > 0]
    if not about:  # such clauses, but none of what is asked by its name: a "payment clause" without any rent
        return None
    best, cited, words = [best[at] for at in about], [cited[at] for at in about], [words[at] for at in about]
    text = clauses.chunks.opening(document)
    if subject.wants in VALUED:
        answers = read_exactly(reader, question, subject, words)
        if not answers:
            return None
        first = answers[0]
        place = cut(cited[first.passage], words[first.passage], (first.start, first.end), text)
        return Candidate(place, path, subject.wants, min(1.0, first.confidence), (), [cited[first.passage]])
    asked = specific_words(question)
    at = next((at for at, one in enumerate(words) if share_said(asked, one) >= SAID), None)
    if at is None:
        return None
    place = cut_best(cited[at], words[at], text, question)
    return Candidate(place, path, subject.wants, best[at][1], (), [cited[at]])


def _by_name(subject: Subject) -> bool:
    """Whether a passage has to name the subject: a value of it, or what no template was made for."""
    template = subject.statement is not None and subject.statement.startswith("{IS ")
    return subject.field is None and (subject.wants in VALUED or not template)
