"""What every store of amendments keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.amendments import SqlAmendments
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.amendments import Amendment, AmendmentKind
from casewright.domain.ids import DocumentId
from tests.databases import DATABASES
from tests.fakes.fixed_clock import START
from tests.shelf import ANN, OURS, THEIRS, Shelf, reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

pytestmark = pytest.mark.requirement("documents-amendments")


@pytest.fixture(params=DATABASES)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> tuple[Shelf, SqlAmendments]:
    """A shelf and the decisions on its documents, on each database in turn."""
    database = new_database(request.param)
    return Shelf(SqlDocuments(database), SqlMatters(database)), SqlAmendments(database)


def amendment(shelf: Shelf, document: DocumentId, amended: DocumentId) -> Amendment:
    return Amendment(
        OURS, shelf.matter, document, amended, AmendmentKind.AMENDS, holds=True, decided_by=ANN, decided_at=START
    )


def test_the_last_decision_on_two_documents_counts(stores: tuple[Shelf, SqlAmendments]) -> None:
    """It is told back as it was given, to its tenant and its matter alone."""
    shelf, amendments = stores
    first, second = shelf.add("One."), shelf.add("Two.")
    said = amendment(shelf, second.id, first.id)
    changed = replace(said, kind=AmendmentKind.RESTATES, holds=False)

    amendments.decide(said)
    assert list(amendments.of_matter(OURS, shelf.matter)) == [said]
    amendments.decide(changed)

    assert list(amendments.of_matter(OURS, shelf.matter)) == [changed]
    assert list(amendments.of_matter(THEIRS, shelf.matter)) == []
    assert list(amendments.of_matter(OURS, shelf.second)) == []


def test_decisions_go_with_documents_and_with_their_newer_readings(stores: tuple[Shelf, SqlAmendments]) -> None:
    """A document that is read anew keeps what was decided of it; one that is deleted is in none."""
    shelf, amendments = stores
    first, second = shelf.add("One."), shelf.add("Two.")
    amendments.decide(amendment(shelf, second.id, first.id))

    new = shelf.documents.replace(first, reading("One, better."), by=DocumentId("new"))
    assert [(one.document, one.amended) for one in amendments.of_matter(OURS, shelf.matter)] == [(second.id, new.id)]

    shelf.documents.delete(OURS, shelf.matter, second.id)
    assert list(amendments.of_matter(OURS, shelf.matter)) == []
