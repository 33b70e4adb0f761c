"""Parts of an answer as those read them who print them: ``ask_matter`` promises plain objects."""

from __future__ import annotations

from pydantic import BaseModel, Field


class QuoteView(BaseModel):
    """Words of a document that the answer quotes, and the link that opens them."""

    link: str
    document_id: str
    filename: str
    start: int
    end: int
    quote: str
    page: int | None = None
    section: str | None = None
    ocr: float | None = None
    skipped: list[tuple[int, int]] = Field(default_factory=list)


class UnverifiedView(BaseModel):
    """A sentence whose quote does not stand where it says."""

    sentence: str
    reason: str


class UsageView(BaseModel):
    """What the answer took."""

    steps: int
    input_tokens: int
    output_tokens: int


class CallView(BaseModel):
    """A call that was made for the answer."""

    name: str


class QuestionView(BaseModel):
    """A question of a thread and the text of its answer."""

    question: str
    text: str
