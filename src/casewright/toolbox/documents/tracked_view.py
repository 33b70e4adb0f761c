"""How results say which version of a document with tracked changes was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel

if TYPE_CHECKING:
    from casewright.domain.layouts import Layout

VERSION: Final = "all changes accepted"


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
