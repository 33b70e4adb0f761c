"""A draft as those read it who print it: ``list_drafts`` and ``message_case`` promise plain objects."""

from __future__ import annotations

from pydantic import BaseModel


class DraftView(BaseModel):
    """A draft of a case, as its details have it; a field may be missing there."""

    draft_name: str = "?"
    revision: int | None = None
    status: str | None = ""
    pdf_gcs_path: str | None = ""
