"""What a query found, as its page shows it: documents that match first, what was not asked apart from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from casewright.domain.bands import Band

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SHOWN = 5
"""How many matches of a document are seen at once; the others unfold."""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """One clause that matches: how well, its words, and the address of its place."""

    score: float
    quote: str
    address: str
    page: int | None
    section: str | None
    ocr: float | None
    supports: str | None
    operands: Mapping[str, float]

    @property
    def band(self) -> str:
        """The word for the score."""
        return Band.of(self.score).value


@dataclass(frozen=True, slots=True)
class DocumentShown:
    """One document that was asked; ``holds`` is said of documents asked as a whole."""

    document_id: str
    filename: str
    score: float
    matches: Sequence[MatchShown]
    holds: bool | None

    @property
    def band(self) -> str:
        """The word for the score."""
        return Band.of(self.score).value

    @property
    def matched(self) -> bool:
        """Whether it answers the query."""
        return bool(self.matches) or bool(self.holds)


@dataclass(frozen=True, slots=True)
class QueryResults:
    """All of it. ``not_asked`` are file names with the reason why nothing is said of them."""

    matched: Sequence[DocumentShown]
    silent: Sequence[DocumentShown]
    not_asked: Sequence[tuple[str, str]]
    total: int
    backend: str
    threshold: float | Mapping[str, float]
    warnings: Sequence[str]

    @classmethod
    def of(cls, matter: str, output: Mapping[str, Any]) -> QueryResults:  # Any: the tool's JSON
        """The output of ``isaacus_iql``; documents by their score, the best first."""
        results = output["document_results"]
        asked = [_document(matter, one, output["query"]) for one in results if not one["error"]]
        asked.sort(key=lambda one: -one.score)
        return cls(
            matched=[one for one in asked if one.matched],
            silent=[one for one in asked if not one.matched],
            not_asked=[(one["filename"] or one["document_id"], one["error"]) for one in results if one["error"]],
            total=output["total_matches"],
            backend=output["backend"],
            threshold=output["threshold"],
            warnings=output["warnings"],
        )


def place_address(matter: str, document: str, start: int, end: int, query: str = "") -> str:
    """The address of a place of a document; with a ``query`` its other matches are marked there, too."""
    asked = {"start": start, "end": end, **({"q": query} if query else {})}
    return f"/matters/{matter}/documents/{document}?{urlencode(asked)}#match"


def _document(matter: str, result: Mapping[str, Any], query: str) -> DocumentShown:
    return DocumentShown(
        document_id=result["document_id"],
        filename=result["filename"],
        score=result["score"],
        matches=[_match(matter, result["document_id"], one, query) for one in result["matches"]],
        holds=result.get("holds"),
    )


def _match(matter: str, document: str, match: Mapping[str, Any], query: str) -> MatchShown:
    citation = match["citation"]
    return MatchShown(
        score=match["score"],
        quote=match["text"],
        address=place_address(matter, document, match["start_index"], match["end_index"], query),
        page=citation.get("page"),
        section=citation.get("section"),
        ocr=citation.get("ocr"),
        supports=match.get("supports"),
        operands=match.get("operands") or {},
    )
