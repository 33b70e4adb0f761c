"""Answers by clauses: the best chunk of each document that holds the statement, and what answers in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.iql import parse
from casewright.toolbox.documents.answering.candidates import VALUED, Candidate
from casewright.toolbox.documents.answering.cutting import cut, cut_best
from casewright.tools.ports.search import Read

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.questions.subjects import Subject
    from casewright.toolbox.documents.answering.candidates import Path
    from casewright.toolbox.documents.stored_chunks import StoredChunks
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import AnswerReader

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
        order = np.argsort(-own, kind="stable")[: CHUNKS if not holding else None]
        found = [low + int(at) for at in order if self._holds[low + int(at)] or not holding]
        return [(at, float(self.scores[at])) for at in found[:CHUNKS]]


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
    text = clauses.chunks.opening(document)
    if subject.wants in VALUED:
        answers = reader.read(question, [Read(one) for one in words])
        for answer in answers[:1]:
            place = cut(cited[answer.passage], words[answer.passage], (answer.start, answer.end), text)
            score = best[answer.passage][1] * answer.confidence
            return Candidate(place, path, subject.wants, score, (), [cited[answer.passage]])
    place = cut_best(cited[0], words[0], text, question)
    kind = "passage" if subject.wants in VALUED else subject.wants
    return Candidate(place, path, kind, best[0][1], (), [cited[0]])
