"""A draft's PDF as it is kept: found by the id that the case file gives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.errors import IntegrityError, InvalidInput, NotFound
from casewright.toolbox.drafts.drafting import draft_id, draft_name

if TYPE_CHECKING:
    from casewright.domain.cases import Case


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """One revision of a draft. ``place`` is where its PDF is kept, ``filename`` what it is called outside."""

    id: str
    name: str
    revision: int
    place: str

    @property
    def filename(self) -> str:
        """The name of the file."""
        return f"{self.name}_v{self.revision}.pdf"


def kept_draft(case: Case, draft: str) -> KeptDraft:
    """The draft of the case with that id. Raises ``NotFound``, ``IntegrityError`` for an entry that is not its own."""
    for entry in case.details.get("draft_status", []):
        if entry.get("draft_firestore_id") != draft.lower():
            continue
        name, revision = entry.get("draft_name"), entry.get("revision")
        # The case file is written by models too: what it says must be what was made here.
        if not _is_own(case, draft.lower(), name, revision):
            raise IntegrityError("The case file says of this draft what it was not made as: make another revision")
        return KeptDraft(draft.lower(), name, revision, f"cases/{case.id}/drafts/{name}_v{revision}.pdf")
    raise NotFound("Draft not found in this case: 'casewright case drafts' lists them")


def missing_pdf() -> NotFound:
    """What is said where the case file has a draft whose PDF is not kept."""
    return NotFound("The draft's PDF is not where drafts are kept: see CASEWRIGHT_DRAFTS, or make another revision")


def _is_own(case: Case, draft: str, name: object, revision: object) -> bool:
    if not isinstance(name, str) or not isinstance(revision, int):
        return False
    try:
        return draft_name(name) == name and draft_id(case.id, name, revision) == draft
    except InvalidInput:
        return False
