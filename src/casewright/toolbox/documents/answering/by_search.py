"""Answers by search: the best passages are read for a value of the kind that the question wants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.questions.subjects import subjects_of
from casewright.toolbox.documents.answering.candidates import VALUED, Candidate
from casewright.toolbox.documents.answering.cutting import cut, sentences
from casewright.tools.ports.search import Read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import TenantId
    from casewright.questions.subjects import Subject
    from casewright.toolbox.documents.answering.candidates import Path
    from casewright.toolbox.documents.asked_documents import AskedDocuments
    from casewright.toolbox.documents.passages import Passage, PassageSearch
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import AnswerReader

SEARCHED, RERANKED, READ = 10, 5, 3
"""How many passages are found by search, kept after reranking, and read."""
_THRESHOLD: Final = 0.05
_WEIGHT: Final = 0.7


@dataclass(frozen=True, slots=True)
class Searched:
    """What search found for the question, best first, and what reads it."""

    passages: Sequence[Passage]
    question: str
    reader: AnswerReader
    documents: DocumentStore
    tenant: TenantId

    def answer(self, path: Path, subject: Subject | None) -> Candidate | None:
        """What the passages answer; None where no value in them does."""
        read = self._chosen()
        answers = self.reader.read(self.question, [Read(one.text, one.heading) for one in read])
        if not answers:
            return None
        best = read[answers[0].passage]
        text = self.documents.text(self.tenant, best.document.id) if best.citation.skipped else ""
        place = cut(best.citation, best.text, (answers[0].start, answers[0].end), text)
        order = dict.fromkeys([answers[0].passage, *(answer.passage for answer in answers[1:])])
        kind = "value" if subject is None else subject.wants
        score = min(1.0, answers[0].confidence)
        return Candidate(place, path, kind, score, (), [read[number].citation for number in order])

    def sentence(self, subject: Subject) -> Candidate | None:
        """The first sentence that speaks of the subject, by the words that questions name it by: for Romanian."""
        if subject.wants in VALUED:  # a sentence is no sum and no day
            return None
        for one in self.passages:
            for start, end in sentences(one.text):
                if any(said.name == subject.name for said in subjects_of(one.text[start:end])):
                    text = self.documents.text(self.tenant, one.document.id) if one.citation.skipped else ""
                    place = cut(one.citation, one.text, (start, end), text)
                    return Candidate(place, "search, Romanian", subject.wants, one.similarity, (), [one.citation])
        return None

    def _chosen(self) -> Sequence[Passage]:
        """The passages to read: the best ranked, of them first those that have what could answer."""
        promised = self.reader.promise(self.question, [Read(one.text, one.heading) for one in self.passages])
        order = sorted(range(len(self.passages)), key=lambda at: (-promised[at], at))[:RERANKED]
        return [self.passages[at] for at in order][:READ]


def search_for(
    search: PassageSearch,
    reader: AnswerReader,
    documents: DocumentStore,
    tenant: TenantId,
    asked: AskedDocuments,
    question: str,
) -> Searched:
    """The passages nearest to the question."""
    found = search.find(
        tenant, asked, question, count=SEARCHED, threshold=_THRESHOLD, weight=_WEIGHT, candidates=SEARCHED
    )
    return Searched(found.passages, question, reader, documents, tenant)
