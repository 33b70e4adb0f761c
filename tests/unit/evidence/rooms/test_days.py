"""Days held against the day of their document, terms against lists, quantities against their units: with near twins."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import days, scales, terms
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

CONTRACTS = "Contract | Start date | End date\nAlpha | 2021-03-01 | 2026-02-28\nBeta | 2022-05-01 | {day}"
SUPPLY = "Supply agreement\n\nDated 14 June 2022\n\nBetween Acme Ltd (the Buyer) and Bolt plc (the Seller).\n"
VARIED = (
    "Deed of variation\n\nDated {day}\n\nBetween Acme Ltd and Bolt plc (the Tenant), who made a supply agreement dated "
    "3 October 2022.\n"
)
FOUNDED = "Bolt plc was incorporated on {day}.\n"
LEASES = "Site | Lease ends\nHarbour | 2033-05-19\nHill | 2027-06-30\nMill | 2034-11-02"
FARM = "Line | FY2025\nFeed used (kg) | 19,280\nGrowth (tonnes) | 9,180"


def letter(said: str) -> RoomDocument:
    """A letter of 3 March 2025."""
    return prose("Letter.pdf", f"Letter to the bank\n\n{said}\n", dated=date(2025, 3, 3))


def memo(said: str) -> RoomDocument:
    """A paper without a day."""
    return prose("Memo.pdf", f"{said}\n")


CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    (
        "sales of a month that was not over",
        days.find,
        [letter("Sales for March 2025 were EUR 5 million.")],
        ["Sales for March 2025 were EUR 5 million."],
    ),
    ("sales of a month that was", days.find, [letter("Sales for February 2025 were EUR 5 million.")], []),
    ("sales of a month to come", days.find, [letter("Sales for March 2025 were forecast at EUR 5 million.")], []),
    (
        "a paper that is no letter",
        days.find,
        [prose("Deck.pdf", "Sales for March 2025 were EUR 5 million.\n", dated=date(2025, 3, 3))],
        [],
    ),
    (
        "a row that ends before it begins",
        days.find,
        [sheet("A.xlsx", CONTRACTS.format(day="2021-04-30"))],
        ["Sheet1!C3"],
    ),
    ("rows that end after they begin", days.find, [sheet("A.xlsx", CONTRACTS.format(day="2027-04-30"))], []),
    ("a row without an end", days.find, [sheet("A.xlsx", CONTRACTS.format(day="open"))], []),
    (
        "a variation before its contract",
        days.find,
        [prose("Deed of variation.docx", VARIED.format(day="14 June 2022"))],
        ["14 June 2022"],
    ),
    (
        "a variation after its contract",
        days.find,
        [prose("Deed of variation.docx", VARIED.format(day="14 June 2023"))],
        [],
    ),
    (
        "a contract with a company that was not there yet",
        days.find,
        [prose("Supply agreement.docx", SUPPLY), prose("Extract.pdf", FOUNDED.format(day="1 September 2022"))],
        ["14 June 2022"],
    ),
    (
        "a contract with a company that was",
        days.find,
        [prose("Supply agreement.docx", SUPPLY), prose("Extract.pdf", FOUNDED.format(day="1 September 2012"))],
        [],
    ),
    (
        "a company that is no party",
        days.find,
        [
            prose("Supply agreement.docx", SUPPLY),
            prose("Extract.pdf", FOUNDED.format(day="1 September 2022").replace("Bolt", "Cork")),
        ],
        [],
    ),
    (
        "years that all leases have left, and one has not",
        terms.find,
        [memo("Every lease has at least three years to run."), sheet("Leases.xlsx", LEASES)],
        ["Every lease has at least three years to run."],
    ),
    (
        "years that all leases have left",
        terms.find,
        [
            memo("Every lease has at least two years to run."),
            sheet("Leases.xlsx", LEASES.replace("2027-06", "2028-06")),
        ],
        [],
    ),
    (
        "years that some leases have left",
        terms.find,
        [memo("Most leases have at least three years to run."), sheet("Leases.xlsx", LEASES)],
        [],
    ),
    (
        "years of other contracts",
        terms.find,
        [memo("Every supplier has at least three years to run."), sheet("Leases.xlsx", LEASES)],
        [],
    ),
    (
        "kilograms for tonnes",
        scales.find,
        [sheet("Farm.xlsx", FARM), memo("The sites used 19,280 tonnes of feed in the year.")],
        ["Sheet1!B2", "19,280 tonnes of feed"],
    ),
    (
        "kilograms for kilograms",
        scales.find,
        [sheet("Farm.xlsx", FARM), memo("The sites used 19,280 kg of feed in the year.")],
        [],
    ),
    (
        "the same in tonnes",
        scales.find,
        [sheet("Farm.xlsx", FARM), memo("The sites used 19.28 tonnes of feed in the year.")],
        [],
    ),
    (
        "the same digits of something else",
        scales.find,
        [sheet("Farm.xlsx", FARM), memo("The boats landed 19,280 tonnes of cod in spring.")],
        [],
    ),
    (
        "too few digits",
        scales.find,
        [sheet("Farm.xlsx", FARM.replace("19,280", "19,000")), memo("The sites used 19,000 tonnes of feed.")],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_days(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The words or the cell that are blamed; of a near twin none."""
    whole = room(*documents)

    assert blamed(list(check(whole)), whole) == expected, name
