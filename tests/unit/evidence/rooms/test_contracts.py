"""Contracts, registers and reports against what papers say of them, and papers that name each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import absences, contract_terms, mutual, prose_figures, registers, roll_forwards, sums
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from casewright.evidence.extraction.places import RoomDocument

SUPPLY = (
    "# Supply Agreement\n\nBetween Acme Ltd (the Supplier) and {party} (the Customer).\n\n1. Goods are delivered.\n\n"
    "2. The term runs from 1 July 2023 to 30 June 2026. {renewal}\n\n3. Each party may end it with {notice} notice.\n"
)


def supply(party: str = "Voltmann", renewal: str = "It is not renewed.", notice: str = "3 months'") -> RoomDocument:
    """A contract with this party."""
    text = SUPPLY.format(party=party, renewal=renewal, notice=notice)
    return prose(f"Supply Agreement - {party}.docx", text)


@pytest.mark.parametrize(
    ("contract", "said", "found"),
    [
        (supply(), "The agreement with Voltmann runs until 30 June 2029.", True),
        (supply(), "The agreement with Voltmann runs until 30 June 2026.", False),
        (supply(), "The agreement with Someone runs until 30 June 2029.", False),
        (supply(renewal="It is extended each year."), "The agreement with Voltmann runs until 30 June 2029.", False),
        (supply(), "Notice under the agreement with Voltmann is 12 months.", True),
        (supply(), "Notice under the agreement with Voltmann is 3 months.", False),
        (supply(), "Notice under the agreement with Voltmann is 90 days.", False),
    ],
)  # fmt: skip
def test_terms_that_a_paper_gives(contract: RoomDocument, said: str, found: bool) -> None:
    """Only a day or a period that the contract of the named party does not have, where it does not go on by itself."""
    assert bool(contract_terms.find(room(contract, prose("Mail.pdf", f"{said}\n")))) is found


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("Voltmann | Supply | 2027-12-31", ["Sheet1!C2"]),
        ("Voltmann | Supply | 2026-06-30", []),
        ("Voltmann | Lease | 2027-12-31", []),
    ],
)
def test_ends_that_a_register_gives(row: str, cells: list[str]) -> None:
    """Of the contract with the row's party, if it is of the row's kind."""
    register = sheet("Contracts.xlsx", f"Partner | Agreement | Ends\n{row}")
    found = room(supply(), register)
    assert blamed(contract_terms.find(found), found) == cells


@pytest.mark.parametrize(
    ("rows", "title", "is_found"),
    [
        (("Voltmann", "Harrow"), "Contracts", True),
        (("Voltmann", "Harrow", "Tindale"), "Contracts", False),
        (("Voltmann", "Harrow"), "Top contracts", False),
        (("Voltmann",), "Contracts", False),
    ],
)
def test_a_contract_that_the_register_lacks(rows: tuple[str, ...], title: str, is_found: bool) -> None:
    """One of the room that a register of all contracts, which has most others, does not have."""
    register = sheet(f"{title}.xlsx", "Partner | Agreement\n" + "\n".join(f"{row} | Supply" for row in rows))
    found = room(*(supply(one) for one in ("Voltmann", "Harrow", "Tindale")), register)
    seen = registers.find(found)
    assert bool(seen) is is_found
    assert all("Tindale" in one.says for one in seen)


@pytest.mark.parametrize(("reference", "is_found"), [("EPF-4586/2023", True), ("NP-1791/2024", False), ("17", False)])
def test_a_permit_that_the_register_lacks(reference: str, is_found: bool) -> None:
    """A reference that is written as those of the register and is not among them."""
    listed = sheet("Permits.xlsx", "Permit | Reference\nNoise | NP-1791/2024\nWater | WOC-613/2020")
    paper = prose("Permit certificate.pdf", f"# Permit for emissions\n\n- Reference: {reference}\n")
    assert bool(registers.find(room(listed, paper))) is is_found


@pytest.mark.parametrize(
    ("deck", "note", "is_found"),
    [
        (
            "We reach a score of 91.4%, as Harbour note.pdf has it.",
            "The score of 91.4% stands in Market deck.pdf.",
            True,
        ),
        ("We reach a score of 91.4%, as Harbour note.pdf has it.", "The score of 91.4% is ours.", False),
        ("We reach a score of 91.4%, as Harbour note.pdf has it.", "Market deck.pdf has 88.1% for another.", False),
        ("Of 2024, Harbour note.pdf tells more.", "Of 2024, Market deck.pdf tells more.", False),
    ],
)
def test_papers_that_name_each_other(deck: str, note: str, is_found: bool) -> None:
    """Beside one number, in any words; a year is no number."""
    found = room(prose("Market deck.pdf", f"{deck}\n"), prose("Harbour note.pdf", f"{note}\n"))
    assert bool(mutual.find(found)) is is_found


@pytest.mark.parametrize(
    ("said", "is_found"),
    [
        ("Members had received the pension valuation report beforehand.", True),
        ("The board will have the pension valuation report by May.", False),
        ("Members had received the annual report beforehand.", False),
        ("The soil survey was circulated.", False),
    ],
)
def test_reports_by_what_they_are_about(said: str, is_found: bool) -> None:
    """One that a paper had before it and the room lacks; not one that is to come, of no subject, or there."""
    found = room(prose("Minutes.pdf", f"Minutes\n\n{said}\n"), prose("Soil survey.pdf", "The soil is clean.\n"))
    assert bool(absences.find(found)) is is_found


@pytest.mark.parametrize(
    ("said", "is_found"),
    [
        ("Revenue in FY2024 was EUR 9.1 million.", True),
        ("Revenue of the site Harbourgate in FY2024 was EUR 9.1 million.", False),
        ("With sales tax, revenue in FY2024 was EUR 9.1 million.", False),
        ("The first flash of revenue in FY2024 was EUR 9.1 million.", False),
    ],
)
def test_figures_of_a_part_are_held_against_none_of_the_whole(said: str, is_found: bool) -> None:
    """What another name, a tax or books not closed make another figure."""
    books = sheet(
        "Accounts.xlsx", "EUR | FY2023 | FY2024\nRevenue | 8,000,000 | 8,400,000\nCosts | 7,000,000 | 7,100,000"
    )
    assert bool(prose_figures.find(room(books, prose("Deck.pdf", f"{said}\n")))) is is_found


def test_a_total_of_some_of_its_lines() -> None:
    """Where the other columns add up all lines, that some make what is shown is chance."""
    heads = sheet("Staff.xlsx", "Team | Start | In | Out | End\nA | 3 | 2 | 1 | 4\nB | 12 | 3 | 2 | 13\n"
                  "C | 8 | 1 | 1 | 8\nD | 9 | 2 | 2 | 9\nE | 5 | 2 | 1 | 6\nSum | 37 | 10 | 7 | 36")  # fmt: skip
    found = room(heads)
    assert blamed(sums.find(found), found) == ["Sheet1!E7"]


def test_cash_from_its_change() -> None:
    """An opening below its change, and the closing that both do not make."""
    flow = sheet("CF.xlsx", "Flow | FY2023 | FY2024\nFrom operations | 90 | 120\nNet change in cash | 90 | 120\n"
                 "Cash, opening | 10 | 100\nCash, closing | 100 | 250")  # fmt: skip
    found = room(flow)
    assert "Sheet1!C5" in blamed(roll_forwards.find(found), found)
