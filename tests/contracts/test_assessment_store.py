"""What is kept of what deals were assessed over, and how it is told that it changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.assessments import SqlAssessments
from casewright.adapters.database.claims import SqlClaims
from casewright.domain.ids import DocumentId
from casewright.evidence.extraction.places import At
from casewright.evidence.record import AbsentDocument
from tests.example_claims import DEAL, OTHER_DEAL, claim, item
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database

SEEN = (At(DocumentId("deck"), 3, 9), At(DocumentId("model"), 0, 4, "ARR!C7"))
ABSENT = (AbsentDocument("Side letter “A”.pdf", DocumentId("index"), 10, 30),)


@pytest.mark.requirement("assessment-incremental")
def test_what_was_kept_comes_back_equal(database: Database) -> None:
    """Places and absent documents come back as they were; a newer assessment takes the place of the one before."""
    store = SqlAssessments(database)
    first = replace(store.premises(OURS, DEAL), seen_at=SEEN, absent=ABSENT)

    assert store.get(OURS, DEAL) is None
    store.put(OURS, DEAL, first)
    store.put(OURS, OTHER_DEAL, replace(first, seen_at=()))
    assert store.get(OURS, DEAL) == first
    store.put(OURS, DEAL, replace(first, claims=7))
    assert store.get(OURS, DEAL) == replace(first, claims=7)


@pytest.mark.requirement("storage-tenants")
def test_each_tenant_and_deal_has_its_own(database: Database) -> None:
    """Another tenant's assessment is not read, and its claims are not counted."""
    store = SqlAssessments(database)
    store.put(OURS, DEAL, store.premises(OURS, DEAL))

    SqlClaims(database).add([claim("theirs", tenant=THEIRS)], [item(tenant=THEIRS)])

    assert store.get(THEIRS, DEAL) is None
    assert store.premises(OURS, DEAL) == store.get(OURS, DEAL)
    assert store.premises(THEIRS, DEAL).claims == 1
