"""How much of a document was read, and which version of it, as the tools show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Self

from pydantic import BaseModel, Field

from casewright.domain.documents import READER_VERSION, ReadingReport, ReadingState

if TYPE_CHECKING:
    from casewright.domain.documents import Document, Reading
    from casewright.domain.layouts import Layout
    from casewright.errors import UnreadableDocument


VERSION: Final = "all changes accepted"


class ReadingView(BaseModel):
    """How much was read, why not more, and what to do about it."""

    state: ReadingState
    reason: str | None = Field(description="What was not read and why; null where all was read")
    pages_read: int | None = Field(description="How many pages were read; null where the format has none")
    remedy: str | None = Field(description="What to do about what was not read")

    @classmethod
    def of(cls, report: ReadingReport | None) -> Self | None:
        """The report as it is shown; None for a document that was read before reports were kept."""
        if report is None:
            return None
        return cls(state=report.state, reason=report.reason, pages_read=report.pages_read, remedy=report.remedy)


def report_of(reading: Reading | None, unread: UnreadableDocument | None) -> ReadingReport | None:
    """How much was read: what the reading says, or the error in its place."""
    if unread is not None:
        return ReadingReport(ReadingState(unread.state), unread.reason, unread.pages_read, unread.remedy)
    return None if reading is None else reading.report


def is_outdated(document: Document) -> bool:
    """Whether reading it again may do better: an older version read it, or pages of it were pictures to the reader."""
    report = document.report
    pictures = report is not None and (
        report.state is ReadingState.NEEDS_OCR or (report.state is ReadingState.PART and report.pages_read is not None)
    )
    return document.reader_version < READER_VERSION or pictures


class TrackedView(BaseModel):
    """How many tracked changes and comments the document has, replies not counted; the version is always the same."""

    version: Literal["all changes accepted"] = VERSION
    changes: int
    comments: int


def tracked_view(layout: Layout | None) -> TrackedView | None:
    """None where the document has neither, or its format cannot."""
    if layout is None or not (layout.changes or layout.comments):
        return None
    return TrackedView(changes=len(layout.changes), comments=len(layout.comments))
