"""Tests of casewright.evidence.reporting.labels: how sources, places and periods are cited."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from casewright.domain.evidence import SourceSpan, SourceType
from casewright.domain.ids import DocumentId
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.reporting.labels import citation, document_labels, file_label, show_period
from tests.example_claims import ACCOUNTS, DECK, item

pytestmark = pytest.mark.requirement("report-for-people")


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("05_oakhurst-side-letter.pdf", "Oakhurst side letter"),
        ("08_board-minutes-12-march-2026.docx", "Board minutes 12 March 2026"),
        ("03_arr-schedule-march-2026.xlsx", "ARR schedule March 2026"),
        ("Shareholders meeting 31-03-2025.pdf", "Shareholders meeting 31-03-2025"),
        ("2025.pdf", "2025"),
        ("A name that is far too long to be cited in one line.pdf", "A name that is far too long to be cited…"),
        ("no ending", "No ending"),
        (".pdf", ".pdf"),
    ],
)
def test_files_are_called_by_their_names(name: str, label: str) -> None:
    """Without number, ending and signs for blanks; dates stay dates."""
    assert file_label(name) == label


def test_the_only_document_of_a_kind_is_called_by_it() -> None:
    """Two contracts are called by their names, and so is what nobody knows the kind of."""
    lease = DocumentId("lease")
    items = [
        replace(item("a"), source_type=SourceType.BOARD_DECK),
        replace(item("b", document=ACCOUNTS), source_type=SourceType.SIGNED_CONTRACT),
        replace(item("c", document=lease), source_type=SourceType.SIGNED_CONTRACT),
    ]
    documents = {
        DECK: "01_x-deck-2026.pdf",
        ACCOUNTS: "supply.pdf",
        lease: "lease.pdf",
        DocumentId("other"): "notes.txt",
    }
    labels, by_kind = document_labels(documents, items)
    assert dict(labels) == {DECK: "deck", ACCOUNTS: "Supply", lease: "Lease", "other": "Notes"}
    assert by_kind == {DECK}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Information memorandum.pdf", "Information memorandum"),
        ("Deck.pdf", "deck"),
        ("What we tell everybody who asks us about it.pdf", "deck"),
    ],
)
def test_a_name_that_says_more_is_kept(name: str, label: str) -> None:
    """An information memorandum is called that, though it is read as a deck; a long name is not."""
    labels, _ = document_labels({DECK: name}, [replace(item(), source_type=SourceType.BOARD_DECK)])
    assert labels[DECK] == label


def test_documents_with_one_label_keep_their_files_names() -> None:
    """A label names one document."""
    labels, _ = document_labels({DECK: "1_letter.pdf", ACCOUNTS: "2_letter.pdf"}, [])
    assert sorted(labels.values()) == ["1_letter.pdf", "2_letter.pdf"]


@pytest.mark.parametrize(
    ("span", "cited"),
    [
        (SourceSpan(DECK, 0, 1, page=4), "deck, p. 4"),
        (SourceSpan(DECK, 0, 1, page=4, cell="Summary!D5"), "deck, Summary!D5"),
        (SourceSpan(DECK, 0, 1), "deck"),
        (SourceSpan(DocumentId("gone"), 0, 1, page=4), "Deck"),
    ],
)
def test_places_are_cited_with_their_source(span: SourceSpan, cited: str) -> None:
    """By page or cell; what holds it where the document is gone."""
    assert citation(replace(item(), span=span), {DECK: "deck"}) == cited


@pytest.mark.parametrize(
    ("kind", "end", "shown"),
    [
        (PeriodKind.DAY, date(2025, 12, 31), "31 Dec 2025"),
        (PeriodKind.MONTH, date(2025, 9, 30), "Sep 2025"),
        (PeriodKind.LTM, date(2026, 3, 31), "LTM Mar 2026"),
        (PeriodKind.QUARTER, date(2025, 9, 30), "Q3 2025"),
        (PeriodKind.HALF, date(2025, 6, 30), "H1 2025"),
        (PeriodKind.HALF, date(2025, 3, 31), "half year to Mar 2025"),
        (PeriodKind.YEAR, date(2025, 12, 31), "FY2025"),
        (PeriodKind.YEAR, date(2025, 6, 30), "FY to Jun 2025"),
    ],
)
def test_periods_are_written_as_people_write_them(kind: PeriodKind, end: date, shown: str) -> None:
    """Months by name."""
    assert show_period(Period(kind, end)) == shown
