"""What documents say in words: each check with what it must see and what it must let pass."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import (
    absences,
    concentration,
    currencies,
    days,
    ended,
    mutual,
    sayings,
    scales,
    signatures,
    terms,
)
from tests.unit.evidence.rooms.sheets import prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

LEASE = (
    "# Lease agreement\n\nBetween Acme Ltd (the Landlord) and Bolt plc (the Tenant).\n\n"
    + "1. Rent is due monthly.\n\n" * 8
)
SIGNED = LEASE + "Signatures\n\nFor Acme Ltd\n\nSigned: /s/ Ann Quill\n\nFor Bolt plc\n\nSigned: {other}\n"
CUSTOMERS = (
    "Customer | Revenue | Share of revenue\nAlpha Ltd | 600 | 60.0%\nBeta Ltd | 300 | 30.0%\nGamma Ltd | 100 | 10.0%"
)
LEASES = "Site | Lease ends\nHarbour | 2033-05-19\nHill | 2026-06-30\nMill | 2034-11-02"
DECK = "The company is not party to any court or arbitration proceedings.\n"
MAIL = "Dear Ann,\n\nthe buyer has filed a claim against us with the district court in March.\n"

CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    ("signed by both", signatures.find, [prose("Lease.docx", SIGNED.format(other="/s/ Ben Rook"))], []),
    ("signed by one", signatures.find, [prose("Lease.docx", SIGNED.format(other="________"))], ["Lease.docx"]),
    ("a form", signatures.find, [prose("Form of lease.docx", SIGNED.format(other="________"))], []),
    (
        "another signed copy",
        signatures.find,
        [
            prose("Lease.docx", SIGNED.format(other="________")),
            prose("Lease signed.docx", SIGNED.format(other="/s/ Ben Rook")),
        ],
        [],
    ),
    (
        "each the other's source",
        mutual.find,
        [
            prose("Deck.pdf", "The market is worth EUR 48 billion (source: Sector note).\n"),
            prose("Sector note.docx", "The market of EUR 48 billion is taken from the Deck.\n"),
        ],
        ["Deck.pdf", "Sector note.docx"],
    ),
    (
        "one the other's source",
        mutual.find,
        [
            prose("Deck.pdf", "The market is worth EUR 48 billion (source: Sector note).\n"),
            prose("Sector note.docx", "The market of EUR 48 billion is our own estimate.\n"),
        ],
        [],
    ),
    (
        "a letter that is not there",
        absences.find,
        [
            prose(
                "Contract.docx",
                "Contract\n\nThe price is set out in the Rebate Letter of the same date, which forms part of it.\n",
            )
        ],
        ["Contract.docx"],
    ),
    (
        "a letter that is there",
        absences.find,
        [
            prose(
                "Contract.docx",
                "Contract\n\nThe price is set out in the Rebate Letter of the same date, which forms part of it.\n",
            ),
            prose("Rebate Letter.docx", "Rebate letter.\n"),
        ],
        [],
    ),
    ("no proceedings, and a claim", sayings.find, [prose("Deck.pdf", DECK), prose("RE buyer.eml", MAIL)], ["Deck.pdf"]),
    (
        "no proceedings but for this one",
        sayings.find,
        [prose("Deck.pdf", DECK.replace(".", ", except the claim of the buyer.")), prose("RE buyer.eml", MAIL)],
        [],
    ),
    (
        "no claim has been filed",
        sayings.find,
        [prose("Deck.pdf", DECK), prose("RE buyer.eml", MAIL.replace("has filed a", "has not filed any"))],
        [],
    ),
    (
        "told before it happened",
        days.find,
        [
            prose(
                "Minutes.pdf",
                "Minutes of the board.\n\nSales for March 2025 were EUR 5 million.\n",
                dated=date(2025, 3, 3),
            )
        ],
        ["Minutes.pdf"],
    ),
    (
        "resolved for a later day",
        days.find,
        [
            prose(
                "Minutes.pdf",
                "Minutes of the board.\n\nIt was resolved to meet on 20 March 2025.\n",
                dated=date(2025, 3, 3),
            )
        ],
        [],
    ),
    (
        "an amendment before its contract",
        days.find,
        [
            prose(
                "Deed of variation.docx",
                "Deed of variation\n\nDated 14 June 2022\n\nBetween Acme Ltd and Bolt plc (the Tenant), who "
                "made a supply agreement dated 3 October 2022.\n",
            )
        ],
        ["Deed of variation.docx"],
    ),
    (
        "a certificate that had ended",
        ended.find,
        [prose("Certificate.pdf", "Food safety certificate\n\nThis certificate is valid until 1 December 2022.\n")],
        ["Certificate.pdf"],
    ),
    (
        "a certificate that was renewed",
        ended.find,
        [prose("Certificate.pdf", "The former certificate was valid until 1 December 2022 and has been renewed.\n")],
        [],
    ),
    (
        "one amount in two currencies",
        currencies.find,
        [
            sheet("Factbook.xlsx", "Customer | EUR thousand\nReisen Chur | 486\nAlpha | 120"),
            prose("RE turnover.eml", "We confirm a turnover with Reisen Chur of CHF 486,000 for the year.\n"),
        ],
        ["Factbook.xlsx", "RE turnover.eml"],
    ),
    (
        "kilograms for tonnes",
        scales.find,
        [
            sheet("Farm.xlsx", "Line | FY2025\nFeed used (kg) | 19,280\nGrowth (tonnes) | 9,180"),
            prose("Memo.pdf", "The sites used 19,280 tonnes of feed in the year.\n"),
        ],
        ["Farm.xlsx", "Memo.pdf"],
    ),
    (
        "all leases, but one",
        terms.find,
        [prose("Memo.pdf", "All leases run to 2033 or beyond.\n"), sheet("Leases.xlsx", LEASES)],
        ["Memo.pdf"],
    ),
    (
        "all leases",
        terms.find,
        [prose("Memo.pdf", "All leases run to 2026 or beyond.\n"), sheet("Leases.xlsx", LEASES)],
        [],
    ),
    (
        "no customer above a share, and one is",
        concentration.find,
        [
            prose("Memo.pdf", "No customer accounts for more than 25 % of revenue.\n"),
            sheet("Customers.xlsx", CUSTOMERS),
        ],
        ["Memo.pdf"],
    ),
    (
        "no customer above a share",
        concentration.find,
        [
            prose("Memo.pdf", "No customer accounts for more than 65 % of revenue.\n"),
            sheet("Customers.xlsx", CUSTOMERS),
        ],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_words(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The documents that are blamed, in the order in which the check tells them."""
    assert [at.document for one in check(room(*documents)) for at in one.blamed] == expected, name
