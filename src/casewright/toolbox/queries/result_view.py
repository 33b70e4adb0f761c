"""A query's results for one document, as those read them who print them: ``isaacus_iql`` promises the seed's shape."""

from __future__ import annotations

from pydantic import BaseModel


class PlaceView(BaseModel):
    """Where a match stands."""

    start: int
    end: int
    page: int | None = None
    section: str | None = None
    ocr: float | None = None


class MatchView(BaseModel):
    """One matching clause; ``supports`` is the statement that it speaks for, where a document was asked as a whole."""

    text: str
    score: float
    citation: PlaceView
    supports: str | None = None
    operands: dict[str, float] | None = None


class DocumentResultView(BaseModel):
    """What was found in one document; ``error`` says why it could not be asked.

    ``holds``, where a document was asked as a whole, says whether it matches: it may without a clause to show.
    """

    document_id: str
    filename: str
    score: float
    matches: list[MatchView]
    match_count: int
    error: str | None
    operands: dict[str, float] | None = None
    holds: bool | None = None
