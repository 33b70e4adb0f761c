"""Papers against each other and against lists: shares of customers, currencies, signatures, what lacks, what ended."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import absences, concentration, currencies, ended, signatures
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

SHARES = sheet(
    "Customers.xlsx",
    """
Customer | Revenue | Share of revenue
Alpha Ltd | 280 | 28.0%
Beta Ltd | 120 | 12.0%
Gamma Ltd | 100 | 10.0%
Delta Ltd | 90 | 9.0%
Other customers | 410 | 41.0%
Total | 1,000 | 100.0%
""",
)
AMOUNTS = sheet(
    "Customers.xlsx",
    "Customer | Revenue\nAlpha Ltd | 280\nBeta Ltd | 120\nGamma Ltd | 100\nDelta Ltd | 500\nTotal | 1,000",
)
BOOKS = "{kind} accounts | 2025\nProduct sales | 280\nServices | 120\nSpare parts | 100\nTotal | 500"
REGIONS = "{kind} | Revenue\nNorth | 500\nSouth | 300\nWest | 200\nTotal | 1,000"
TURNOVER = "We confirm a turnover with {whom} of {amount} for the year.\n"
FACTBOOK = sheet("Factbook.xlsx", "Customer | EUR thousand\nReisen Chur | 486\nAlpha | 120")
LEASE = (
    "# Lease agreement\n\nBetween Acme Ltd (the Landlord) and Bolt plc (the Tenant).\n\n"
    + "1. Rent is due monthly.\n\n" * 8
    + "Signatures\n\nFor Acme Ltd\n\nSigned: /s/ Ann Quill\n\nFor Bolt plc\n\n{tenant}\n"
)
TELLING = "The company runs three sites and has grown with each of its customers. " * 6
PLEDGED = "Under the Pledge Agreement dated 3 June 2022 the shares are pledged."
PERMITS = "{what} | Authority | {head}\nWater | Region | {day}\nNoise | Town | 2027-01-31"
VALUED = "Valuation of the harbour site\n\nThe site is worth EUR 4 million.{more}\n"
SECURED = "The loan is secured on the site, as the harbour valuation shows."


def memo(said: str, dated: date | None = None) -> RoomDocument:
    """A paper of one sentence."""
    return prose("Memo.pdf", f"{said}\n", dated=dated)


def long_memo(said: str) -> RoomDocument:
    """A paper that says it far below its top."""
    return prose("Memo.docx", f"Memo\n\n{TELLING}\n\n{said}\n")


def lease(tenant: str, filename: str = "Lease.docx") -> RoomDocument:
    """A lease with what stands where the tenant signs."""
    return prose(filename, LEASE.format(tenant=tenant))


def permits(day: str, what: str = "Permit", head: str = "Expiry date") -> RoomDocument:
    """A list of permits of which one is over on the day."""
    return sheet(f"{what}s.xlsx", PERMITS.format(what=what, head=head, day=day))


def valuation(dated: date, more: str = "") -> RoomDocument:
    """A valuation, and what it says of how long it holds."""
    return prose("Harbour valuation.pdf", VALUED.format(more=more), dated=dated)


CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    (
        "no customer above a share, and one is",
        concentration.find,
        [memo("No customer exceeds 13% of revenue."), SHARES],
        ["No customer exceeds 13% of revenue."],
    ),
    ("no customer above a share", concentration.find, [memo("No customer exceeds 30% of revenue."), SHARES], []),
    ("no supplier above a share", concentration.find, [memo("No supplier exceeds 13% of purchases."), SHARES], []),
    (
        "no customer above a share of a list’s total",
        concentration.find,
        [memo("No single client brings more than a quarter of revenue."), AMOUNTS],
        ["No single client brings more than a quarter of revenue."],
    ),
    ("the largest at its share", concentration.find, [memo("The largest customer is 28% of revenue."), SHARES], []),
    (
        "the largest at another share",
        concentration.find,
        [memo("The largest customer is 18% of revenue."), SHARES],
        ["The largest customer is 18% of revenue."],
    ),
    (
        "the largest below a part",
        concentration.find,
        [memo("Our largest customer is below a fifth of revenue."), SHARES],
        ["Our largest customer is below a fifth of revenue."],
    ),
    (
        "the largest below a larger part",
        concentration.find,
        [memo("Our largest customer is below a third of revenue."), SHARES],
        [],
    ),
    (
        "the largest three at another share",
        concentration.find,
        [memo("The top three customers make 40% of revenue."), SHARES],
        ["The top three customers make 40% of revenue."],
    ),
    (
        "the largest three at their share",
        concentration.find,
        [memo("The top three customers make 50% of revenue."), SHARES],
        [],
    ),
    (
        "accounts that are customers",
        concentration.find,
        [memo("No customer exceeds 13% of revenue."), sheet("Key accounts.xlsx", BOOKS.format(kind="Key"))],
        ["No customer exceeds 13% of revenue."],
    ),
    (
        "accounts that are books",
        concentration.find,
        [
            memo("No customer exceeds 13% of revenue."),
            sheet("Management accounts.xlsx", BOOKS.format(kind="Management")),
        ],
        [],
    ),
    (
        "regions, which are no customers",
        concentration.find,
        [memo("No customer exceeds 13% of revenue."), sheet("Customers.xlsx", REGIONS.format(kind="Region"))],
        [],
    ),
    (
        "customers called by where they are",
        concentration.find,
        [memo("No customer exceeds 13% of revenue."), sheet("Customers.xlsx", REGIONS.format(kind="Customer"))],
        ["No customer exceeds 13% of revenue."],
    ),
    (
        "one number as its own equivalent",
        currencies.find,
        [memo("The price is EUR 486,000 (USD 486,000).")],
        ["EUR 486,000 (USD 486,000)"],
    ),
    ("an equivalent", currencies.find, [memo("The price is EUR 486,000 (USD 512,300).")], []),
    (
        "one number in words of another currency",
        currencies.find,
        [memo("The price is EUR 0.5 million, that is USD 500,000.")],
        ["EUR 0.5 million, that is USD 500,000"],
    ),
    (
        "two amounts side by side",
        currencies.find,
        [memo("The price is EUR 486,000 and the deposit USD 486,000.")],
        [],
    ),
    ("one amount told twice", currencies.find, [memo("The price is EUR 486,000 (EUR 486,000).")], []),
    (
        "a list and a letter in one currency",
        currencies.find,
        [FACTBOOK, prose("RE turnover.eml", TURNOVER.format(whom="Reisen Chur", amount="EUR 486,000"))],
        [],
    ),
    (
        "a list and a letter of somebody else",
        currencies.find,
        [FACTBOOK, prose("RE turnover.eml", TURNOVER.format(whom="Bolt Zug", amount="CHF 486,000"))],
        [],
    ),
    (
        "one rent in two currencies",
        currencies.find,
        [prose("Lease.docx", "The monthly rent is EUR 4,820.\n"), memo("We pay a monthly rent of GBP 4,820.")],
        ["EUR 4,820", "GBP 4,820"],
    ),
    (
        "two rents in two currencies",
        currencies.find,
        [prose("Lease.docx", "The monthly rent is EUR 4,820.\n"), memo("We pay a monthly rent of GBP 4,120.")],
        [],
    ),
    ("a place marked for signing", signatures.find, [lease("Signed: [signature]")], ["Signed: [signature]\n"]),
    ("a place marked as not signed", signatures.find, [lease("[not signed]")], ["[not signed]"]),
    ("a name where one signs", signatures.find, [lease("Signed: Ben Rook")], []),
    ("a line and no name", signatures.find, [lease("By: ________\n\nDate: ________")], ["By: ________"]),
    ("a name and no day", signatures.find, [lease("By: /s/ Ben Rook\n\nDate: ________")], []),
    ("a name and no witness", signatures.find, [lease("Signed: /s/ Ben Rook\nWitness: ________")], []),
    (
        "a blank in an annex",
        signatures.find,
        [lease("Signed: /s/ Ben Rook\n\nAnnex 1 Form of receipt\n\nSigned: ________")],
        [],
    ),
    (
        "a blank above an annex",
        signatures.find,
        [lease("Signed: ________\n\nAnnex 1 Form of receipt\n\nSigned: ________")],
        ["Signed: ________"],
    ),
    ("a draft", signatures.find, [lease("Signed: ________", "Draft lease.docx")], []),
    ("a mail", signatures.find, [lease("Signed: ________", "Lease.eml")], []),
    (
        "an annex that is not there",
        absences.find,
        [prose("Contract.docx", "Contract\n\nThe terms are set out in Annex 2.\n")],
        ["Annex 2"],
    ),
    (
        "an annex of the same document",
        absences.find,
        [prose("Contract.docx", "Contract\n\nThe terms are set out in Annex 2.\n\nAnnex 2\n\nTerms.\n")],
        [],
    ),
    (
        "an annex in a file of its own",
        absences.find,
        [prose("Contract.docx", "Contract\n\nThe terms are set out in Annex 2.\n"), prose("Annex 2.docx", "Terms\n")],
        [],
    ),
    (
        "a file that is not there",
        absences.find,
        [long_memo("The figures are from “Accounts 2023.xlsx”.")],
        ["Accounts 2023.xlsx"],
    ),
    (
        "a file that is there",
        absences.find,
        [long_memo("The figures are from “Accounts 2023.xlsx”."), sheet("Accounts 2023.xlsx", "a | b")],
        [],
    ),
    (
        "a report of a day that is not there",
        absences.find,
        [long_memo("The roof was checked in the survey report of 4 May 2023.")],
        ["survey report of 4 May 2023"],
    ),
    (
        "a report of a day that is there",
        absences.find,
        [
            long_memo("The roof was checked in the survey report of 4 May 2023."),
            prose("Roof.pdf", "Survey report\n\n4 May 2023\n"),
        ],
        [],
    ),
    ("an agreement that is not there", absences.find, [long_memo(PLEDGED)], ["Pledge Agreement dated 3 June 2022"]),
    (
        "an agreement called otherwise, of its day",
        absences.find,
        [long_memo(PLEDGED), prose("Shares.docx", "Pledge of shares and agreement\n\nDated 3 June 2022\n")],
        [],
    ),
    (
        "a deed of another day",
        absences.find,
        [long_memo(PLEDGED), prose("Scan 0012.docx", "Deed\n\nDated 3 June 2021\n")],
        ["Pledge Agreement dated 3 June 2022"],
    ),
    (
        "an agreement to come",
        absences.find,
        [long_memo("The parties will sign the Escrow Agreement, under which the price is kept.")],
        [],
    ),
    (
        "an agreement that is spoken of as made",
        absences.find,
        [long_memo("The price is kept under the Escrow Agreement.")],
        ["Escrow Agreement"],
    ),
    ("a guarantee that nobody gave", absences.find, [long_memo("The company would need a guarantee.")], []),
    (
        "a permit that had ended",
        ended.find,
        [memo("The permit is valid until 1 December 2022.")],
        ["The permit is valid until 1 December 2022."],
    ),
    ("a permit that holds", ended.find, [memo("The permit is valid until 1 December 2026.")], []),
    (
        "a permit that was extended",
        ended.find,
        [memo("The permit was valid until 1 December 2022 and has been extended.")],
        [],
    ),
    ("a lease that ended is no permit", ended.find, [memo("The lease ends on 1 December 2022.")], []),
    (
        "prices of long ago",
        ended.find,
        [memo("The prices as at March 2022 are used.")],
        ["The prices as at March 2022 are used."],
    ),
    ("prices of lately", ended.find, [memo("The prices as at March 2025 are used.")], []),
    ("a permit of a list that had ended", ended.find, [permits("2025-03-31")], ["Sheet1!C2"]),
    ("a permit of a list that holds", ended.find, [permits("2026-03-31")], []),
    ("a permit of a list that was renewed", ended.find, [permits("2025-03-31 (renewed)")], []),
    ("a loan of a list that is over", ended.find, [permits("2025-03-31", "Loan", "Expiry")], []),
    (
        "an old valuation that is relied on",
        ended.find,
        [valuation(date(2021, 5, 4)), memo(SECURED, date(2025, 5, 2))],
        [SECURED, VALUED.format(more="")],
    ),
    ("a new valuation", ended.find, [valuation(date(2024, 5, 4)), memo(SECURED, date(2025, 5, 2))], []),
    (
        "a new valuation that holds for months only",
        ended.find,
        [valuation(date(2024, 5, 4), " It is valid for six months."), memo(SECURED, date(2025, 5, 2))],
        [SECURED, VALUED.format(more=" It is valid for six months.")[:80]],
    ),
    (
        "an old valuation that holds for years",
        ended.find,
        [valuation(date(2021, 5, 4), " It is valid for five years."), memo(SECURED, date(2025, 5, 2))],
        [],
    ),
    (
        "a valuation that was new to who relied on it",
        ended.find,
        [valuation(date(2021, 5, 4)), memo(SECURED, date(2021, 9, 2))],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_papers(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The words or the cell that are blamed; of a near twin none."""
    whole = room(*documents)

    assert blamed(list(check(whole)), whole) == expected, name
