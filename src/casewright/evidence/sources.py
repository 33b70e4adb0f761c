"""What each kind of source is worth, and what it is called (spec/evidence-and-debate.md, Grading 1)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.evidence import Grade, SourceType, VerificationStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import DocumentId

SOURCE_GRADE: Mapping[SourceType, Grade] = MappingProxyType(
    {
        SourceType.AUDITED_ACCOUNTS: Grade.A,
        SourceType.REGULATORY_FILING: Grade.A,
        SourceType.BANK_STATEMENT: Grade.A,
        SourceType.SIGNED_CONTRACT: Grade.A,
        SourceType.FINANCIAL_MODEL: Grade.B,
        SourceType.INTERNAL_REPORT: Grade.B,
        SourceType.BOARD_DECK: Grade.B,
        SourceType.FOUNDER_EMAIL: Grade.B,
        SourceType.PRESS_RELEASE: Grade.C,
        SourceType.THIRD_PARTY_ESTIMATE: Grade.C,
        SourceType.NEWS: Grade.C,
        SourceType.ANALYST_ESTIMATE: Grade.C,
        SourceType.FORUM: Grade.C,
        SourceType.UNKNOWN: Grade.C,
    }
)
"""The best grade that evidence from a source of this kind can have."""

SOURCE_NAME: Mapping[SourceType, str] = MappingProxyType(
    {kind: kind.value.replace("_", " ") for kind in SourceType}
    | {
        SourceType.FOUNDER_EMAIL: "founder e-mail",
        SourceType.THIRD_PARTY_ESTIMATE: "third-party estimate",
        SourceType.UNKNOWN: "source of unknown kind",
    }
)
"""The kind of source in words."""

_WORSE = tuple(Grade)


def evidence_grade(item: Evidence) -> Grade:
    """What the item counts for: the worse of its own grade and its kind's; D once a person has rejected it."""
    if item.status is VerificationStatus.REJECTED:
        return Grade.D
    return worst((item.source_grade, SOURCE_GRADE[item.source_type]))


def source_words(item: Evidence, documents: Mapping[DocumentId, str]) -> str:
    """The item's source and place: ``board deck Deck.pdf, page 4`` or ``financial model ARR.xlsx, cell ARR!C7``."""
    kind, span = SOURCE_NAME[item.source_type], item.span
    if span is None:
        return f"{kind} {item.artefact}"
    name = documents.get(span.document, item.artefact)
    if span.cell is not None:
        return f"{kind} {name}, cell {span.cell}"
    return f"{kind} {name}" if span.page is None else f"{kind} {name}, page {span.page}"


def worst(grades: Iterable[Grade]) -> Grade:
    """The worst of ``grades``; raises ``ValueError`` where there are none."""
    return max(grades)  # D sorts last


def step_down(grade: Grade, steps: int) -> Grade:
    """``grade`` so many steps down, or up where ``steps`` is negative; never above A nor below D."""
    return _WORSE[min(max(_WORSE.index(grade) + steps, 0), len(_WORSE) - 1)]
