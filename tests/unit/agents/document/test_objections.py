"""The contract's four answers to a context that leads nowhere."""

from __future__ import annotations

import pytest

from casewright.agents.context import Context
from casewright.agents.document.objections import objection

DOCUMENT, OTHER = "f47ac10b-58cc-4372-a567-0e02b2c3d479", "11111111-2222-4333-8444-555555555555"


def context(matter: str | None = DOCUMENT, document: str | None = None, chosen: list[str] | None = None) -> Context:
    """A context of these ids."""
    return Context(matter_id=matter, matter_name="A", document_id=document, document_name="d", document_ids=chosen)


def listed(status: str) -> list[dict[str, str]]:
    """One document in this state, beside one that is ready."""
    return [
        {"document_id": DOCUMENT, "filename": "lease.pdf", "processing_status": status},
        {"document_id": "x", "filename": "ready.pdf", "processing_status": "ready"},
    ]


@pytest.mark.requirement("context-errors")
def test_four_answers() -> None:
    """No context, no such matter, a document that is not ready, and one that is not there."""
    assert "Which matter are you working with?" in str(objection(None, []))
    assert "Matter not found" in str(objection(context(matter=None), []))
    assert "Matter not found" in str(objection(context(), None))
    still = str(objection(context(document=DOCUMENT), listed("extracting")))
    assert "still processing (status: extracting)" in still
    assert "ready.pdf" in still
    unknown = str(objection(context(document=OTHER), listed("ready")))
    assert f"Available documents: lease.pdf ({DOCUMENT})" in unknown
    assert "Which one do you mean?" in unknown


def test_nothing_to_object() -> None:
    """A matter, and documents of it that are ready, are context enough."""
    assert objection(context(), listed("error")) is None
    assert objection(context(document=DOCUMENT, chosen=["x"]), listed("ready")) is None


def test_failed_and_chosen_documents() -> None:
    """A document that could not be read is said to be so; chosen documents are looked at like the open one."""
    assert "could not be read" in str(objection(context(chosen=[DOCUMENT]), listed("error")))
    assert "no document" in str(objection(context(chosen=[OTHER]), []))
