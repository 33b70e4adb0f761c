"""Search in the evidence of a deal: passages of its documents, and the registered excerpts that stand at them.

Passages are found and ranked as ``isaacus_search`` does it. A passage is evidence with the grade of its document: what
a person said that the document is, else the worst grade of what was registered from it, else C. Registered excerpts are
found with the passage that they stand in; one that is a whole passage takes its place. What stands in no document, such
as an answer of a public register, is found by its words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.evidence import Grade, SourceSpan
from casewright.evidence.sources import SOURCE_GRADE, evidence_grade
from casewright.toolbox.asked_documents import asked_documents
from casewright.toolbox.claims.claim_building import evidence_id
from casewright.toolbox.documents.passages import MOST_CANDIDATES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.domain.claims import ClaimClass
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, EvidenceId, MatterId, TenantId
    from casewright.toolbox.documents.passages import Passage, PassageSearch, Places
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.evidence import EvidencePlaces, Place
    from casewright.tools.ports.search import WordSearch

THRESHOLD = 0.3
"""Lowest relevance of a passage, and the weight of meaning beside words: the defaults of ``isaacus_search``."""
WEIGHT = 0.7
UNKNOWN_GRADE = Grade.C
_FEW = 50
"""Up to so many documents are asked about one by one, else all of the deal's at once."""
_OWN_WORDS = 0.1
"""How much the words of a registered excerpt count beside the relevance of the passage that it stands in."""


@dataclass(frozen=True, slots=True)
class FoundItem:
    """One item of evidence that was found; ``relevance`` is in [0, 1]."""

    id: EvidenceId
    span: SourceSpan | None
    grade: Grade
    relevance: float
    excerpt: str


@dataclass(frozen=True, slots=True)
class FoundItems:
    """The best items, best first; ``total`` as ``search_evidence`` tells it."""

    items: Sequence[FoundItem]
    total: int
    filenames: Mapping[DocumentId, str]


@dataclass(frozen=True, slots=True)
class EvidenceSearch:
    """Search over these parts."""

    documents: DocumentStore
    places: EvidencePlaces
    passages: PassageSearch
    words: WordSearch

    def find(
        self,
        tenant: TenantId,
        deal: MatterId,
        query: str,
        *,
        claim_class: ClaimClass | None = None,
        min_grade: Grade = Grade.D,
        limit: int = 10,
    ) -> FoundItems:
        """The ``limit`` most relevant items of this grade or a better one.

        With ``claim_class`` only what claims of the class rest on, and the passages in which some of that stands: a
        passage that no claim rests on belongs to no class.
        """
        asked = asked_documents(self.documents, tenant, deal, None)
        if min_grade is not Grade.D:
            grades = self._grades(tenant, deal, asked.all_ready)
            asked = replace(asked, ready=[one for one in asked.all_ready if grades[one.id] <= min_grade])
        of_class = None if claim_class is None else self.places.of_class(tenant, deal, claim_class)
        found = self.passages.find(
            tenant,
            asked,
            query,
            count=limit,
            threshold=THRESHOLD,
            weight=WEIGHT,
            candidates=limit if limit > MOST_CANDIDATES else None,
            within=None if of_class is None else _by_document(of_class.values()),
        )
        grades = self._grades(tenant, deal, [one.document for one in found.passages])
        items = {item.id: item for item in (_item(one, grades) for one in found.passages)}
        total = found.total
        for item in self._registered(query, tenant, deal, found.passages):
            if of_class is not None and item.id not in of_class:
                continue
            total -= items.pop(item.id, None) is not None
            if item.grade <= min_grade:
                items[item.id] = item
                total += 1
        ranked = sorted(items.values(), key=lambda item: -item.relevance)
        return FoundItems(ranked[:limit], total, {one.id: one.filename for one in asked.all_ready})

    def _grades(self, tenant: TenantId, deal: MatterId, documents: Sequence[Document]) -> Mapping[DocumentId, Grade]:
        """What each document's passages count for."""
        asked = list(dict.fromkeys(one.id for one in documents))
        described = self.places.described(tenant, deal, asked if len(asked) <= _FEW else None)
        undescribed = [one for one in asked if one not in described]
        registered = self.places.grades(tenant, deal, undescribed if len(undescribed) <= _FEW else None)
        return {
            one: SOURCE_GRADE[described[one]] if one in described else registered.get(one, UNKNOWN_GRADE)
            for one in asked
        }

    def _registered(self, query: str, tenant: TenantId, deal: MatterId, passages: Sequence[Passage]) -> list[FoundItem]:
        """The registered items at these passages, and those in no document whose own words are enough."""
        at = [(one.document.id, one.citation.start, one.citation.end) for one in passages]
        there = self.places.at(tenant, deal, at)
        own_words = self.words.of_texts(query, [item.excerpt for item in there]).tolist() if there else []
        found = []
        for item, own in zip(there, own_words, strict=True):
            if item.span is None:
                relevance = own if own >= THRESHOLD else None
            else:
                around = max(_relevance(one) for one in passages if _holds(one, item.span))
                relevance = (1 - _OWN_WORDS) * around + _OWN_WORDS * own
            if relevance is not None:
                found.append(FoundItem(item.id, item.span, evidence_grade(item), relevance, item.excerpt))
        return found


def _by_document(places: Iterable[Place | None]) -> Places:
    found: dict[DocumentId, list[tuple[int, int]]] = {}
    for document, start, end in filter(None, places):
        found.setdefault(document, []).append((start, end))
    return found


def _item(passage: Passage, grades: Mapping[DocumentId, Grade]) -> FoundItem:
    document, cited = passage.document.id, passage.citation
    return FoundItem(
        id=evidence_id(document, cited.start, cited.end),
        span=SourceSpan(document, cited.start, cited.end, page=cited.page),
        grade=grades[document],
        relevance=_relevance(passage),
        excerpt=cited.quote,
    )


def _relevance(passage: Passage) -> float:
    score = passage.similarity if passage.rerank_score is None else passage.rerank_score
    return min(1.0, max(0.0, score))


def _holds(passage: Passage, span: SourceSpan) -> bool:
    """Whether the span shares a character with the passage."""
    cited = passage.citation
    return passage.document.id == span.document and span.start < cited.end and span.end > cited.start
