"""Lists, terms and ends as two more rooms of another hand write them: seen, or let pass, each with its near twin."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.domain.claims import Basis
from casewright.evidence.extraction.bases import find_basis
from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.unit_words import find_unit
from casewright.evidence.rooms import (
    absences,
    ended,
    largest,
    made_days,
    mutual,
    prose_figures,
    sayings,
    signatures,
    sums,
    term_lengths,
)
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

PERMITS = """
Permit | Town | Scope | From | To
A-1 | Arad | bays | 2022-01-01 | 2031-12-31
B-1 | Brasov | bays | 2020-04-01 | 2025-03-31
B-2 | {town} | bays | {begun} | 2030-03-31
C-1 | Cluj | bays | 2023-05-01 | 2026-04-30
"""
SPECIMEN = (
    "# Licence\n\nBetween Rolo Inc. (Rolo) and Bolt Ltd (Licensee).\n\n1. Fee. EUR 100 a year.\n\n"
    "Rolo Inc.: Dana Hall, Director, 20 March 2023\nBolt Ltd: Helen Pryor, Director, 22 March 2023\n\n"
    "{heading}\nName and number: ____________________\n"
)
SHEET = """
Balance sheet |  | EUR thousand

 | 31.12.2023 | 31.12.2024
Cash | 2,418 | 2,785
Stock | 3,284 | 3,561
Other | 24,298 | 26,126

Share capital | 500 | 500
Reserves | 3,000 | 3,000
Profit | 8,155 | 11,167
Equity | {equity} | 14,667
"""
FORMER = "# Minutes\n\nShe asked why EBITDA of FY2024 of EUR 1,830k was in her papers. {after}\n"
LINES = "EUR thousand | FY2023 | FY2024\nRevenue | 8,000 | 9,260\nEBITDA | 1,210 | 1,630"
TERM = "# Licence\n\nBetween the Town (the Council) and Bolt Ltd (the Operator).\n\n2. Term. {term}.\n"
CLIENTS = "Client | EUR thousand\nAlder | 612\nBirch | 438\nCedar | 371\nDogwood | 286\nElm | 214\n38 others | 2,431"
TOP = "{title} | EUR thousand\nAlder | 612\n{second}"
CERTIFICATE = (
    "# Compliance certificate\nTo: Bank\n\nArad, {day} 2025\n\nWe certify: loan for twelve months to 31 March 2025.\n"
)
FORECAST = "EUR thousand | FY2026 | Source\nSales to firms | 5,600 | vendor deck, page 4\nFees | 1,200 | run rate"
CONSENT = "# Licence\n\nBetween the Town (Council) and Bolt Ltd (Operator).\n\n6. {term}\n"
NEEDED = "A sale of more than half of the Operator's shares is an assignment unless the Council has consented."


def memo(words: str, name: str = "Information memorandum.pdf") -> RoomDocument:
    """A paper of a heading and a sentence."""
    return prose(name, f"# Paper\n\n{words}\n")


def permits(town: str, begun: str) -> RoomDocument:
    """A register of permits of which one has ended."""
    return sheet("permits.xlsx", PERMITS.format(town=town, begun=begun), name="Permits")


def top(title: str, second: str) -> RoomDocument:
    """A list of clients under its title."""
    return sheet("Deck.xlsx", TOP.format(title="Client", second=second), name=title)


CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    ("an end that another permit follows", ended.find, [permits("Brasov", "2025-04-01")], []),
    ("an end in another town", ended.find, [permits("Deva", "2025-04-01")], ["Permits!E3"]),
    ("an end beside an older permit", ended.find, [permits("Brasov", "2019-04-01")], ["Permits!E3"]),
    (
        "a specimen's blanks",
        signatures.find,
        [prose("Licence.docx", SPECIMEN.format(heading="## Schedule. Specimen of the paper form"))],
        [],
    ),
    (
        "blanks of the licence",
        signatures.find,
        [prose("Licence.docx", SPECIMEN.format(heading="For Rolo:"))],
        ["For Rolo:"],
    ),
    ("share capital in equity", sums.find, [sheet("B.xlsx", SHEET.format(equity="11,655"))], []),
    ("equity of another sum", sums.find, [sheet("B.xlsx", SHEET.format(equity="11,455"))], ["Sheet1!B11"]),
    (
        "what was before a restatement",
        prose_figures.find,
        [sheet("A.xlsx", LINES), prose("M.pdf", FORMER.format(after="Ms Hall: that was before the\nrestatement."))],
        [],
    ),
    (
        "what nobody restated",
        prose_figures.find,
        [sheet("A.xlsx", LINES), prose("M.pdf", FORMER.format(after="Ms Hall: that was in the draft deck."))],
        ["EUR 1,830k"],
    ),
    (
        "since when an agreement runs",
        absences.find,
        [memo("The agreement runs for five years, from 1 May 2023 to 30 April 2028.")],
        [],
    ),
    (
        "a side letter that deductions follow",
        absences.find,
        [prose("Licence.docx", TERM.format(term="Deductions follow the side letter which the parties signed"))],
        ["side letter"],
    ),
    (
        "a term that does not lead to its end",
        term_lengths.find,
        [
            prose(
                "Licence.docx",
                TERM.format(term="For five years, beginning on 1 September 2023 and ending on 31 August 2026"),
            )
        ],
        ["five years, beginning on 1 September 2023 and ending on 31 August 2026"],
    ),
    (
        "a term that does",
        term_lengths.find,
        [prose("Licence.docx", TERM.format(term="For five years from 1 September 2023 until 31 August 2028"))],
        [],
    ),
    (
        "the largest without the second",
        largest.find,
        [sheet("A.xlsx", CLIENTS), top("Our three largest", "Cedar | 371\nDogwood | 286")],
        ["Our three largest!A2"],
    ),
    (
        "the largest with it",
        largest.find,
        [sheet("A.xlsx", CLIENTS), top("Our three largest", "Birch | 438\nCedar | 371")],
        [],
    ),
    (
        "some without it",
        largest.find,
        [sheet("A.xlsx", CLIENTS), top("Some clients", "Cedar | 371\nDogwood | 286")],
        [],
    ),
    (
        "a certificate of before its day",
        made_days.find,
        [prose("C.pdf", CERTIFICATE.format(day="19 March"), dated=date(2025, 3, 19))],
        ["19 March 2025"],
    ),
    ("a certificate of after it", made_days.find, [prose("C.pdf", CERTIFICATE.format(day="19 April"))], []),
    (
        "a figure that two papers take from each other",
        mutual.find,
        [
            sheet("Accounts pack.xlsx", FORECAST),
            memo("EUR 5.6m, the number worked out in the accounts pack.", "Vendor deck.pdf"),
        ],
        ["Sheet1!B2", "EUR 5.6m, the number worked out in the accounts pack."],
    ),
    (
        "consent to a sale",
        sayings.find,
        [
            prose("Licence.docx", CONSENT.format(term=NEEDED)),
            memo("No council licence needs anyone's consent for a sale."),
        ],
        ["No council licence needs anyone's consent for a sale."],
    ),
    (
        "no consent to a sale",
        sayings.find,
        [
            prose("Licence.docx", CONSENT.format(term="The Operator may sell its cars.")),
            memo("No council licence needs anyone's consent for a sale."),
        ],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_lists_and_terms(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The cells or the words that are blamed."""
    seen = room(*documents)
    assert blamed(list(check(seen)), seen) == expected, name


@pytest.mark.requirement("rooms-checks")
def test_title_with_unit() -> None:
    """What a whole sheet is in stands in its title, though the cell is over one column alone."""
    first = blocks(sheet("B.xlsx", SHEET.format(equity="11,655")))[0]
    assert first.head(2) == "31.12.2024"
    assert first.title.endswith("EUR thousand")


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(
    ("words", "scale"), [("EUR thousand 31.12.2024", 1_000), ("EUR thousand", 1_000), ("EUR 31.12.2024", 1)]
)
def test_unit_over_a_day(words: str, scale: int) -> None:
    """A day under a unit is none of its numbers."""
    unit = find_unit(words)
    assert unit is not None
    assert unit.scale == scale


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(
    ("words", "basis"), [("FY2026 should bring sales of 5m", Basis.FORECAST), ("what they should have brought", None)]
)
def test_what_should_come(words: str, basis: Basis | None) -> None:
    """What a year should bring is expected."""
    assert find_basis(words) is basis
