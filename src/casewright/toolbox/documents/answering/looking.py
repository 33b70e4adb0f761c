"""Looks for the answer to a question: facts, then clauses, then search, and what is nearest where nothing is found."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.questions.specific import share_said, specific_words
from casewright.toolbox.documents.answering.bands import HIGH, PERSON, share
from casewright.toolbox.documents.answering.by_clauses import SAID, Clauses, by_clauses
from casewright.toolbox.documents.answering.by_facts import by_facts, fields_of, part_of
from casewright.toolbox.documents.answering.candidates import VALUED, Candidate
from casewright.toolbox.documents.answering.cutting import cut, cut_best
from casewright.toolbox.documents.answering.exact import read_exactly, says_the_same
from casewright.toolbox.documents.stored_chunks import StoredChunks
from casewright.tools.ports.search import Read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.citations import Citation
    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.questions.subjects import Subject
    from casewright.questions.wants import Wants
    from casewright.toolbox.asked_documents import AskedDocuments
    from casewright.toolbox.documents.answering.by_search import Searched, Searching
    from casewright.toolbox.documents.answering.candidates import Path
    from casewright.toolbox.documents.passages import Passage, PassageSearch
    from casewright.tools.ports.answers import StatedFacts, StatedFields
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.scoring import ClauseScores
    from casewright.tools.ports.search import AnswerReader

NEAREST: Final = 3
"""How many of the nearest passages are shown."""
AS_FIELD: Final[Mapping[Wants, str]] = {
    "how_long": "payment_period",
    "how_much": "cap_on_liability",
    "when": "agreement_date",
    "which_law": "governing_law",
    "where": "venue",
}
"""Fields whose values are of the kind that a question wants which asks for no field of its own."""
LONGEST_FACT: Final = 250
"""Characters of a fact's words that are quoted whole."""
OPENING: Final = 4
"""How many of a document's first chunks may say who its parties are."""
AROUND: Final = 120
"""Characters beside a fact's words in which other words of the question may stand."""
LEAST: Final = 0.55
"""A candidate of which less than this share were right is no answer, but stands among the nearest passages."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What answers are looked for with."""

    documents: DocumentStore
    search: PassageSearch
    searching: Searching
    reader: AnswerReader
    facts: StatedFacts
    scores: ClauseScores


@dataclass(slots=True)
class Looking:
    """One question about ``asked`` documents of a matter; ``subject`` is what its words ask for, where they say."""

    parts: Parts
    tenant: TenantId
    matter: MatterId
    asked: AskedDocuments
    question: str
    subject: Subject | None
    tried: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    _chunks: StoredChunks | None = None
    _clauses: Clauses | None = None
    _searched: Searched | None = None
    _weak: list[Candidate] = field(default_factory=list)
    _beside: list[Candidate] = field(default_factory=list)

    def answers(self) -> list[Candidate]:
        """The answer of each document that has one, likeliest to be right first."""
        found: dict[int, Candidate] = {}
        absent: set[int] = set()
        if self.subject is not None:
            absent = self._by_facts(found)
            self._by_clauses(found, absent)
            self._by_openings(found)
        self._by_search(found, absent)
        ranked = sorted(found.items(), key=lambda item: (-share(item[1]), -item[1].score, item[0]))
        return [one for _, one in ranked]

    def nearest(self) -> list[Citation]:
        """The passages nearest to what is asked: what was too unlikely, the best clause, the best of search."""
        listed = [one.read[0] if one.read else one.citation for one in [*self._weak, *self._beside]]
        clauses = self._best_clauses()
        searched = self._search().in_order()
        listed += [*clauses[:1], *searched[:2], *clauses[1:], *searched[2:]]
        kept: list[Citation] = []
        for one in listed:
            if all(
                one.document_id != other.document_id or one.end <= other.start or one.start >= other.end
                for other in kept
            ):
                kept.append(one)
        return kept[:NEAREST] or [one.citation for one in self._anything()]

    def _by_facts(self, found: dict[int, Candidate]) -> set[int]:
        """Adds what facts answer; the numbers of the documents in which the field was looked for and not found."""
        assert self.subject is not None
        fields = fields_of(self.subject)
        if not fields:
            return set()
        self.tried.append("facts")
        absent = set()
        stated = self.parts.facts.of(self.tenant, self.matter, self.asked.ready, fields)
        for number, (document, one) in enumerate(zip(self.asked.ready, stated, strict=True)):
            if one.why_not:
                self.unread.append(f"{document.filename}: {one.why_not}")
            candidate = self._checked(number, self._fact(document, one))
            none = not any(one.facts.get(each) for each in fields)
            if not self._take(found, number, candidate) and none and one.looked_for.issuperset(fields):
                absent.add(number)
        return absent

    def _fact(self, document: Document, stated: StatedFields) -> Candidate | None:
        """What the document's facts answer, if they say all that is asked.

        Of a provision that states several things the value that the question's words stand beside; of a long one the
        sentence that says most of what is asked. The whole of it stays what was read.
        """
        assert self.subject is not None
        one = by_facts(self.subject, stated, self.question)
        if one is None:
            return None
        text = self.parts.documents.text(self.tenant, document.id)
        place = one.citation
        around = text[max(place.start - AROUND, 0) : place.end + AROUND]
        if share_said(specific_words(self.question), around) < SAID:
            self._beside.append(one)
            return None
        if place.skipped:
            return one
        if self.subject.wants in VALUED and one.kind not in ("title", "parties", "date"):
            for answer in read_exactly(self.parts.reader, self.question, self.subject, [place.quote])[:1]:
                exact = cut(place, place.quote, (answer.start, answer.end), text)
                if one.kind in ("clause", "amounts"):
                    return replace(one, citation=exact, values=())
                value = self.parts.facts.value(one.field, text, exact.start, exact.end)
                if one.values and says_the_same(value, one.values[0]):
                    return replace(one, citation=exact)
        if len(place.quote) <= LONGEST_FACT or one.kind not in ("clause", "amounts"):
            return one  # of a provision that has one value no sentence says it better than the whole
        asked = f"{self.question} {self.subject.name}"
        return replace(one, citation=cut_best(place, place.quote, text, asked, longest=LONGEST_FACT))

    def _checked(self, number: int, one: Candidate | None) -> Candidate | None:
        """The fact with what the clause scorer, which reads otherwise, says of its place."""
        clauses = None if one is None else self._scored()
        if one is None or one.score >= PERSON:
            return one
        place = one.read[0] if one.read else one.citation
        if self.parts.search.is_romanian(self.question) or self.parts.search.is_romanian(place.quote):
            return replace(one, path="facts, Romanian")  # no model reads it
        if clauses is None:
            return one
        holds = clauses.hold_at(number, place.start, place.end)
        return replace(one, path="facts and clauses" if holds else "facts, no clause")

    def _by_clauses(self, found: dict[int, Candidate], absent: set[int]) -> None:
        assert self.subject is not None
        left = [number for number in range(len(self.asked.ready)) if number not in found]
        if self.subject.statement is None or not left:
            return
        clauses = self._scored()
        if clauses is None:
            return
        self.tried.append("clauses")
        for number in left:
            path: Path = "clauses, no fact" if number in absent else "clauses"
            candidate = by_clauses(clauses, number, self.subject, self.question, self.parts.reader, path=path)
            self._take(found, number, candidate)

    def _by_openings(self, found: dict[int, Candidate]) -> None:
        """Who a party is, as the first chunks of a document define it: no search leads there by its name alone."""
        if self.subject is None or self.subject.field != "parties":
            return
        chunks = self._chunked()
        for number in range(len(self.asked.ready)):
            low, high = int(chunks.bounds[number]), int(chunks.bounds[number + 1])
            positions = np.arange(low, min(low + OPENING, high))
            if number in found or not len(positions):
                continue
            words = chunks.words(positions)
            answers = self.parts.reader.read(self.question, [Read(one) for one in words])
            whole = chunks.cite(number, low + answers[0].passage) if answers else None
            if whole is not None:
                first = answers[0]
                place = cut(whole, words[first.passage], (first.start, first.end), chunks.opening(number))
                score = min(1.0, first.confidence)
                self._take(found, number, Candidate(place, "search", "who", score, (), [whole]))

    def _chunked(self) -> StoredChunks:
        if self._chunks is None:
            self._chunks = StoredChunks(self.parts.documents, self.tenant, self.asked.ready)
            self._chunks.expect(np.arange(len(self._chunks.unit)))
        return self._chunks

    def _by_search(self, found: dict[int, Candidate], absent: set[int]) -> None:
        """What search finds, where nothing else is found, or likelier in the one document than what a clause says."""
        sure = max(map(share, found.values()), default=0.0)
        clause = len(self.asked.ready) == 1 and all(one.how == "clauses" for one in found.values())
        if found and (sure >= HIGH or not clause):
            return
        self.tried.append("search")
        none = len(absent) == len(self.asked.ready) and bool(absent)
        fact = self.subject is not None and self.subject.field is not None
        path: Path = "search, no fact" if none else "search" if fact else "search, no field"
        candidate = self._search().answer(path, self.subject)
        if candidate is not None and share(candidate) > sure and not self._is_beside(candidate):
            numbers = {one.id: number for number, one in enumerate(self.asked.ready)}
            self._take(found, numbers.get(candidate.citation.document_id, 0), candidate)

    def _is_beside(self, one: Candidate) -> bool:
        """Whether it is a fact that does not say all that is asked."""
        place = one.citation
        return any(
            place.document_id == other.citation.document_id
            and place.start < other.citation.end
            and other.citation.start < place.end
            for other in self._beside
        )

    def _valued(self, one: Candidate) -> Candidate:
        """With the value that its words say, of the field asked for or of what the question wants."""
        assert self.subject is not None
        field = self.subject.field or AS_FIELD.get(self.subject.wants)
        if one.values or field is None:
            return one
        text = self.parts.documents.text(self.tenant, one.citation.document_id)
        value = self.parts.facts.value(field, text, one.citation.start, one.citation.end)
        value = part_of(value, self.subject.wants)
        return one if value is None else replace(one, values=[value])

    def _take(self, found: dict[int, Candidate], number: int, candidate: Candidate | None) -> bool:
        if candidate is None:
            return False
        if self.subject is not None:
            candidate = self._valued(candidate)
        if share(candidate) < LEAST:
            self._weak.append(candidate)
            return False
        found[number] = candidate
        return True

    def _scored(self) -> Clauses | None:
        statement = None if self.subject is None else self.subject.statement
        if self._clauses is None and statement is not None and self.asked.ready:
            chunks = self._chunked()
            if len(chunks.unit):
                self._clauses = Clauses(self.parts.scores, self.tenant, chunks, statement)
        return self._clauses

    def _best_clauses(self) -> list[Citation]:
        clauses = self._scored()
        if clauses is None:
            return []
        best = [
            (score, number, at)
            for number in range(len(self.asked.ready))
            for at, score in clauses.of(number, holding=False)
        ]
        best.sort(key=lambda one: -one[0])
        cited = [clauses.chunks.cite(number, at) for _, number, at in best[:NEAREST]]
        return [one for one in cited if one is not None]

    def _anything(self) -> Sequence[Passage]:
        """The passages that are least far from a question of which no word stands in any."""
        found = self.parts.search.find(self.tenant, self.asked, self.question, count=NEAREST, threshold=0.0, weight=1.0)
        return found.passages

    def _search(self) -> Searched:
        if self._searched is None:
            self._searched = self.parts.searching.find(self.tenant, self.asked, self.question)
        return self._searched
