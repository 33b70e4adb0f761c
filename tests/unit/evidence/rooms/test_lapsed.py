"""What had ended, what lacks, what was swapped: checks of papers and of rows with what they must let pass."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.domain.defects import DefectType
from casewright.evidence.rooms import (
    absences,
    concentration,
    ended,
    identities,
    lapsed,
    made_days,
    prose_figures,
    roll_forwards,
    shares,
)
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

LEASE = (
    "# Lease agreement\n\nBetween Harbour Estates Ltd (the Landlord) and Bolt plc (the Tenant).\n\n"
    "1. Object. The premises of Depot Quayside.\n\n"
    "2. Term. The term runs from 1 April 2020 to 31 March 2025. {more}\n\n"
    "3. Rent. The rent is EUR 1,000 a month.\n"
)
OVER = LEASE.format(more="The agreement then lapses; a new written agreement is needed.")
GOES_ON = LEASE.format(more="It is renewed for a further year unless a party gives notice.")
CURRENT = "Depot Quayside is let to us under a current lease."
GONE = "The lease of Depot Quayside ended in March; a new one is being drawn up."
REGISTER = (
    "Contract | Signed | Ends | Status\nAlpha | 2019-01-01 | {ends} | in force\n"
    "Beta | 2020-01-01 | 2028-12-31 | in force\n"
    "Gamma | 2019-01-01 | 2024-12-31 | ended"
)
REPORT = "Members had received the quality of earnings report by Hale Sutton LLP beforehand."
SUPPLY = (
    "# Supply agreement\n\nBetween Alto Claro (the Seller) and Bolt plc (the Buyer).\n\n"
    "6. Price. The side letter on prices amends the prices set out here.\n"
)
HELD = (
    "Holder | Shares | Stake\nAnders | 34,500 | 34.5%\nBerit | 22,000 | 22.0%\nCarl | 21,000 | 21.0%\n"
    "Olav | 13,000 | {olav}\n"
    "Helga | 5,500 | {helga}\nPer | 4,000 | 4.0%\nTotal | 100,000 | 100.0%"
)
NEWEST_FIRST = """
 | 2024 | 2023
Opening balance | {opening} | 139
Additions | 28 | 26
Released | 17 | 17
Closing balance | 159 | 148
"""
PERMITS = (
    "Permit | Issued | Valid until\nSteam | 2019-01-01 | 2028-12-31\nWater | {issued} | 2026-12-31\n"
    "Air | 2020-01-01 | 2027-12-31"
)
CUSTOMERS = (
    "Customer | Revenue FY2023 | Revenue FY2024\nAlpha | 300 | 120\nBeta | 250 | 110\nGamma | 150 | 130\n"
    "Other customers | 300 | 640\nTotal | 1,000 | 1,000"
)
CRANES = "Crane | Last inspection\nM-01 | 2025-03-01\nM-02 | 2025-04-02\nM-03 | {last}"
MARGINS = """
Site | Revenue | Cost | Profit | Margin %
North | 1,410 | 1,128 | 282 | 20.0%
South | 1,170 | 959 | 211 | 18.0%
Subtotal | 2,580 | 2,087 | 493 | 19.1%
"""
VALUATION = prose(
    "Valuation of cranes.pdf",
    "# Valuation of crane fleet\n\nThe market value of the fleet is SEK 228 million.\n",
    dated=date(2021, 3, 31),
)


def paper(words: str, name: str = "Memo.docx") -> RoomDocument:
    """A paper of a heading and a sentence."""
    return prose(name, f"# Paper\n\n{words}\n", dated=date(2025, 5, 1))


CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    ("a lease that is over is current", lapsed.find, [prose("Lease.docx", OVER), paper(CURRENT)], [CURRENT]),
    ("a lease that goes on", lapsed.find, [prose("Lease.docx", GOES_ON), paper(CURRENT)], []),
    ("a lease that is said to be over", lapsed.find, [prose("Lease.docx", OVER), paper(GONE)], []),
    ("over by its row", lapsed.find, [sheet("List.xlsx", REGISTER.format(ends="2024-12-31"))], ["Sheet1!D2"]),
    ("in force by its row", lapsed.find, [sheet("List.xlsx", REGISTER.format(ends="2026-12-31"))], []),
    (
        "a report by somebody",
        absences.find,
        [paper(REPORT)],
        ["quality of earnings report by Hale Sutton LLP"],
    ),
    (
        "the report is there",
        absences.find,
        [paper(REPORT), prose("Quality of earnings report.pdf", "# Quality of earnings report\n\nHale Sutton LLP\n")],
        [],
    ),
    ("a part of a contract", absences.find, [prose("Supply Alto Claro.docx", SUPPLY)], ["side letter on prices"]),
    (
        "the part is there",
        absences.find,
        [
            prose("Supply Alto Claro.docx", SUPPLY),
            prose("Side letter Alto Claro.pdf", "# Side letter on prices\n\nAlto Claro and Bolt plc\n"),
        ],
        [],
    ),
    (
        "one price in two currencies",
        prose_figures.find,
        [paper("The mass spectrometer costs USD 184,300."), paper("The mass spectrometer costs EUR 184,300.", "B.eml")],
        ["USD 184,300", "EUR 184,300"],
    ),
    (
        "two prices with the same digits",
        prose_figures.find,
        [paper("The mass spectrometer costs USD 184,300."), paper("The delivery van costs EUR 184,300.", "B.eml")],
        [],
    ),
    (
        "one sum in millions and in thousands",
        prose_figures.find,
        [
            paper("The fleet is insured for SEK 312 million."),
            paper("Total sum insured for the fleet: SEK 312 thousand.", "B.eml"),
        ],
        ["SEK 312 million", "SEK 312 thousand"],
    ),
    (
        "two stakes in each other's rows",
        shares.find,
        [sheet("Cap.xlsx", HELD.format(olav="5.5%", helga="13.0%"))],
        ["Sheet1!C5", "Sheet1!C6"],
    ),
    (
        "one stake has what another lacks",
        shares.find,
        [sheet("Cap.xlsx", HELD.format(olav="15.0%", helga="3.5%"))],
        ["Sheet1!C5", "Sheet1!C6"],
    ),
    ("stakes that follow", shares.find, [sheet("Cap.xlsx", HELD.format(olav="13.0%", helga="5.5%"))], []),
    (
        "the newest year first",
        roll_forwards.find,
        [sheet("Fleet.xlsx", NEWEST_FIRST.format(opening="142"))],
        ["Sheet1!B5", "Sheet1!B2"],
    ),
    ("the newest year first, carried", roll_forwards.find, [sheet("F.xlsx", NEWEST_FIRST.format(opening="148"))], []),
    ("over before it began", ended.find, [sheet("P.xlsx", PERMITS.format(issued="2027-03-01"))], ["Sheet1!C3"]),
    ("a permit in order", ended.find, [sheet("P.xlsx", PERMITS.format(issued="2021-03-01"))], []),
    (
        "no customer above a share, of that year",
        concentration.find,
        [sheet("Customers.xlsx", CUSTOMERS), paper("No customer accounts for more than 15% of revenue in FY2023.")],
        ["No customer accounts for more than 15% of revenue in FY2023."],
    ),
    (
        "no customer above a share, of another year",
        concentration.find,
        [sheet("Customers.xlsx", CUSTOMERS), paper("No customer accounts for more than 15% of revenue in FY2024.")],
        [],
    ),
    ("inspected later than now", made_days.find, [sheet("F.xlsx", CRANES.format(last="2025-09-14"))], ["Sheet1!B4"]),
    ("inspected before", made_days.find, [sheet("F.xlsx", CRANES.format(last="2025-05-14"))], []),
    ("margins are not added", identities.find, [sheet("Sites.xlsx", MARGINS)], []),
]


@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_papers_and_rows(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """Each check blames what cannot be so, and nothing else."""
    seen = room(*documents)
    assert blamed(list(check(seen)), seen) == expected, name


def test_value_of_a_valuer_of_years_ago() -> None:
    """A memorandum that takes the only valuation's value relies on it, named or not."""
    seen = ended.find(room(VALUATION, paper("The market value that the valuer has set is SEK 228 million.")))
    assert [one.type for one in seen] == [DefectType.STALENESS]


def test_old_appraisal_that_is_absent_is_old() -> None:
    """An appraisal of years ago that only a paper names is told as old, with the remedy of a new one."""
    before = "We clean what hotels and hospitals wear out. " * 8
    (seen,) = absences.find(room(paper(f"{before}\n\nEquipment is shown as in the appraisal of 14 September 2021.")))
    assert seen.type is DefectType.STALENESS
    assert seen.says.endswith("and 3 years old: ask for a new one.")
