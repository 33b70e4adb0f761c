"""What every store of facts keeps."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.facts import SqlFacts
from casewright.adapters.database.matter_rows import SqlMatterRows
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    FactHow,
    LawValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    RenewalValue,
    TextValue,
)
from casewright.domain.ids import DocumentId
from casewright.domain.kept_facts import CorrectionKind, FactCorrection, FactsRead, PlacedFact, text_digest
from casewright.errors import NotFound
from tests.databases import DATABASES
from tests.fakes.fixed_clock import START
from tests.shelf import ANN, OURS, THEIRS, Shelf, reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.documents import Document

pytestmark = pytest.mark.requirement("documents-facts")

_DAYS = DurationValue(Decimal("30.5"), "day")
VALUES = (
    None,
    TextValue("Master\x00 Agreement \ud800"),
    PartyValue("Acme", ("Supplier", "We"), "seller"),
    DateValue(date(2021, 2, 3)),
    _DAYS,
    EndValue(_DAYS, "the effective date"),
    RenewalValue(_DAYS, successive=True, times=2, automatic=False),
    MoneyValue(Decimal("1000000.10"), "USD"),
    PercentValue(Decimal("12.5")),
    LawValue("England and Wales", "GB"),
    ClauseValue((MoneyValue(Decimal(5)), PercentValue(Decimal(5)), _DAYS)),
)


@pytest.fixture(params=DATABASES)
def stores(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> tuple[Shelf, SqlFacts, Database]:
    """A shelf and the facts of its documents, on each database in turn."""
    database = new_database(request.param)
    return Shelf(SqlDocuments(database), SqlMatters(database)), SqlFacts(database), database


def placed(start: int = 0, **parts: object) -> PlacedFact:
    fact = PlacedFact("term", None, start, start + 3, 2, "7.1", 0.25, FactHow.RULE)
    return replace(fact, **parts)  # type: ignore[arg-type]


def read(document: Document, *facts: PlacedFact, reader: str = "rules 1") -> FactsRead:
    key = (document.tenant, document.matter, document.id)
    return FactsRead(*key, reader, text_digest("One."), ("term", "venue"), facts, START)


def correction(document: Document, fact: PlacedFact | None = None) -> FactCorrection:
    key = (document.tenant, document.matter, document.id)
    kind = CorrectionKind.REJECT if fact is None else CorrectionKind.REPLACE
    return FactCorrection(*key, 0, text_digest("One."), kind, "term", (0, 3), fact, ANN, START)


def test_what_was_read_is_told_back_in_its_order(stores: tuple[Shelf, SqlFacts, Database]) -> None:
    """Every kind of value comes back equal; nothing read is told from nothing found."""
    shelf, facts, _ = stores
    first, second, third = (shelf.add(text) for text in ("One.", "Two.", "Three."))
    full = read(first, *(placed(9 - number, value=value) for number, value in enumerate(VALUES)))
    empty = read(second)

    assert facts.keep(full)
    assert facts.keep(empty)

    assert facts.read(OURS, [first.id, second.id, third.id]) == {first.id: full, second.id: empty}
    assert facts.read(THEIRS, [first.id]) == {}
    assert facts.corrections(OURS, [first.id]) == {}


def test_another_reading_takes_the_place_of_the_last(stores: tuple[Shelf, SqlFacts, Database]) -> None:
    """Of two versions the one that was kept last counts; a document that is gone gets none."""
    shelf, facts, _ = stores
    document = shelf.add("One.")
    facts.keep(read(document, placed(), placed(5)))
    newer = read(document, placed(8), reader="rules 2")

    facts.keep(newer)
    assert facts.read(OURS, [document.id]) == {document.id: newer}

    shelf.documents.delete(OURS, shelf.matter, document.id)
    assert not facts.keep(newer)
    assert facts.read(OURS, [document.id]) == {}


def test_what_people_said_is_numbered_and_stays(stores: tuple[Shelf, SqlFacts, Database]) -> None:
    """Nothing is taken away by a later word, nor by another reading of the same text."""
    shelf, facts, _ = stores
    document = shelf.add("One.")
    first = facts.correct(correction(document, placed(4, value=VALUES[6])))
    second = facts.correct(correction(document))
    facts.keep(read(document, reader="rules 2"))
    shelf.documents.rewrite(document, reading("One."))

    assert [first.number, second.number] == [1, 2]
    assert facts.corrections(OURS, [document.id]) == {document.id: [first, second]}
    assert facts.corrections(THEIRS, [document.id]) == {}
    masked = replace(first, about=(1, 4), fact=None, text_sha256=text_digest("{{party1}}."))
    facts.reword([masked])
    assert facts.corrections(OURS, [document.id]) == {document.id: [masked, second]}
    with pytest.raises(NotFound):
        facts.correct(correction(replace(document, id=DocumentId("stranger"))))
    with pytest.raises(NotFound):
        facts.correct(correction(replace(document, tenant=THEIRS)))


def test_facts_go_with_the_text(stores: tuple[Shelf, SqlFacts, Database]) -> None:
    """A text that is stored anew was not read; what was said goes on with a newer reading, and with the document."""
    shelf, facts, _ = stores
    document = shelf.add("One.")
    facts.keep(read(document, placed()))
    said = facts.correct(correction(document))

    shelf.documents.rewrite(document, reading("Other."))
    assert facts.read(OURS, [document.id]) == {}

    facts.keep(read(document, placed()))
    new = shelf.documents.replace(document, reading("One, better."), by=DocumentId("new"))
    assert facts.read(OURS, [new.id]) == {}
    assert facts.corrections(OURS, [document.id, new.id]) == {new.id: [replace(said, document=new.id)]}

    shelf.documents.delete(OURS, shelf.matter, new.id)
    assert facts.corrections(OURS, [document.id, new.id]) == {}
    assert facts.read(OURS, [document.id, new.id]) == {}


def test_facts_go_with_their_matter(stores: tuple[Shelf, SqlFacts, Database]) -> None:
    """And no other matter's do."""
    shelf, facts, database = stores
    document = shelf.add("One.")
    other = shelf.documents.add(
        replace(document, id=DocumentId("other"), matter=shelf.second), reading("One."), identity="x"
    )
    for one in (document, other):
        facts.keep(read(one, placed()))
        facts.correct(correction(one))

    SqlMatterRows(database).remove(OURS, shelf.matter)

    assert list(facts.read(OURS, [document.id, other.id])) == [other.id]
    assert list(facts.corrections(OURS, [document.id, other.id])) == [other.id]
