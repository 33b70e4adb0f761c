"""Forms and wordings of rooms of another hand: each with what must be seen, or let pass, and its near twin."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import (
    absences,
    ended,
    formulas,
    lists,
    made_days,
    mutual,
    none_since,
    prose_figures,
    prose_ratios,
    related,
    roll_forwards,
    sayings,
    scales,
    signatures,
    sums,
)
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

TONNES = """
Sămânță certificată, tone, pe an agricol și din stația proprie
Grâu și orz | FY24 | FY25
Grâu și orz - stoc inițial | 310 | 400
Grâu și orz - intrări din condiționare | 4,480 | 4,610
Grâu și orz - vânzări | (4,390) | (4,545)
Grâu și orz - stoc final | {closing} | 465
"""
RIGS = "Unit | Hours | Value\nRig 1 | 310 | 120\nRig 2 | 285 | 140\nRig 3 | 165 | 90\n{total} | - \n{label} | 760 | {value}"
LOAN = (
    "# Loan agreement\n\nMade on June 17, 2021 between Platte Bank (the Bank) and Bolt Inc. (the Borrower).\n\n"
    "1. Schedule A stands as brought up to date in accordance with the First Amendment to this Agreement dated "
    "August 14, 2023.\n"
)
CREDIT = (
    "# Contract de credit\n\nÎncheiat între Banca Câmpia SA (banca) și Bolt SRL (clientul) la 12 aprilie 2023.\n\n"
    "1. Banca pune la dispoziție un credit de investiții de 9.800.000 lei, rambursabil în rate anuale egale de "
    "1.400.000 lei, prima dintre ele la 30 iunie 2024, iar ultima la 30 iunie 2030, la sediul băncii.\n\n"
    "2. Plafon majorat prin Actul adițional nr. 1 din 18 februarie 2025.\n"
)
RENEWAL = (
    "# Lease agreement\n\nBetween Harbour Estates Ltd (the Landlord) and Bolt plc (the Tenant).\n\n"
    "1. Rent. The rent is EUR 1,000 a month.\n\n# Renewal lease\n\nThe term is ten years.\n\n"
    "Signed by the Landlord: {landlord}\nSigned by the Tenant: Helen Pryor, Director, 2 December 2024\n"
)
ORDER = (
    "# Drilling agreement\n\nBetween Loup District (the District) and Bolt Inc. (the Contractor).\n\n"
    "1. Price. EUR 100 a foot.\n\nSignatures\n\n"
    "For the District: {district}\nFor the Contractor: /s/ Curtis Brand, President, December 11, 2024\n"
)
BLANK = "______________________"
SAMPLE = (
    "# Test report\n\nDate of issue: date of this report 12 March 2025.\n\nThe sample was {done} {day} March 2025.\n"
)
MINUTES = "# Minutes\n\nThe audit of the year to 31 March 2025 was signed by the auditors on {day} 2025.\n"
CONTROL = (
    "# Agency agreement\n\nBetween Evenlode Ltd (the Principal) and Bolt plc (the Agent).\n\n"
    "9.2 The Agent shall tell the Principal before any change in the control of the Agent, and the Principal may end "
    "this Agreement from that day.\n"
)
LETTER = "# Letter on disputes\n\n- Nistor SRL împotriva Bolt SRL, Tribunalul Ialomița: cere 1.180.000 lei.\n"
ACCOUNTS = "EUR thousand | FY2023 | FY2024\nRevenue | 8,000 | 9,260\nEBITDA | 1,210 | 1,630"

YEARS = "EUR thousand | FY2022 | FY2023 | FY2024\nRevenue | 8,000 | 8,600 | 9,680\nEBITDA | 1,210 | 1,400 | 1,630"
ADJUSTED = """
Adjustments to EBITDA | EUR thousand
Year | FY2022 | FY2023 | FY2024
EBITDA | 1,210 | 1,400 | 1,630
Owner's pay | 90 | 95 | 100
Adjusted EBITDA | 1,300 | 1,495 | 1,730
"""
TAKEN = "Footage (ft) | 2023 | 2024\nIrrigation | 27,560 | 29,430\nAll footage | 94,150 | 102,330"
FEES = "EUR | FY2023 | FY2024\nAverage fee per funeral | 3,252 | 3,459\nAverage cost per funeral | 1,118 | 1,204"
EXPORTS = "EUR thousand | FY2023 | FY2024\nRomania | 57,435 | 60,985\nExport total | 8,120 | 9,940"
INJURIES = "Year | Hours worked | Injuries | of which lost-time\n2021 | 214,600 | 6 | 2\n2022 | 221,300 | 4 | 0\n{last}"
SEEDS = (
    "Hybrid | Origin | Tonnes\nAR Doina | own | 640\nAR Siret | own | 815\nKO 2210 | licence | 390\nKO 3305 | licence | 640"
    "\nKO 3380 | licence | 725\nKO 4150 | licence | 595{more}"
)
ANNEX = "# Annex 1\n\nThe annex grants all of these:\n\n- KO 2210\n- KO 3305\n- KO 3380\n- KO 4150\n"
BRANCHES = "Branch | Funerals\n" + "\n".join(
    f"{name} | {at}"
    for at, name in enumerate(
        ("Saltby, Harbour Street", "Saltby, Minster Road", "Corley", "Wexcombe", "Aldergate"), 101
    )
)
STATEMENT = (
    "# Statement\n\nThe price list was shown at {lead} branch of the group, these being:\n\n- Saltby, Harbour Street\n"
    "- Saltby, Minster Road\n- Corley\n- Wexcombe\n{more}"
)
FLEET = "Unit | Serial | Value\n" + "\n".join(f"Rig {at} | RC-77{at:02} | {at}10" for at in range(1, 10))
PLEDGED = "# Loan\n\nThe rigs of the schedule are pledged:\n\n" + "".join(f"- Rig {at}\n" for at in (4, 5, 6, 7, 8))
RENTS = (
    "Site | Landlord | Annual rent GBP\nHarbour Street | Estates Ltd | {rent}\nEllerdine | Pryor | 24,500\n"
    "Aldergate South | Retail Parks | 41,000\nMill Green | Trustees | 19,750\nFenwick Parade | Investments | 33,250"
)
LEASE = "# Lease of Harbour Street\n\nThe rent is GBP 38,000 a year.\n"
MEETING = "# Minutes of the board\n\nHeld on 18 May 2025. Present: Helen Pryor (chair), Marcus Thorne, R. J. {last}.\n"
SITES = "Site | Landlord | Rent\nEllerdine | R. J. Pryor | 24,500\nAldergate | Retail Parks | 41,000"
SALES = "EUR thousand | FY2023 | FY2024\nVentas consolidadas | 57,647 | 85,305\nCompras | 31,118 | 44,920"
RATES = "Safety | FY2023 | FY2024\nLost-time injuries per million hours | 3.9 | 6.2\nRecordable cases | 11 | 14"
STOCK = "EUR thousand | 2025-06-30\nStock | 19,240\nReceivables | 13,355"
PLEDGE = "Collateral | Value, EUR thousand\nStock of seed | {stock}\nReceivables assigned | 8,120"


def memo(words: str, name: str = "Information memorandum.pdf") -> RoomDocument:
    """A paper of a heading and a sentence."""
    return prose(name, f"# Paper\n\n{words}\n")


LAB = "# Certificate\n\nCertificate L-117, valid until 30 April 2025. {after}\n"

CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
    ("thousands in a Romanian workbook", roll_forwards.find, [sheet("B.xlsx", TONNES.format(closing="400"))], []),
    (
        "a closing that does not follow in it",
        roll_forwards.find,
        [sheet("B.xlsx", TONNES.format(closing="430"))],
        ["Sheet1!B6", "Sheet1!C3"],
    ),
    (
        "an end that the next sentence says was renewed",
        ended.find,
        [prose("Certificate.pdf", LAB.format(after="Renewed on 22 April 2025 under L-117/2."))],
        [],
    ),
    (
        "an end after which another thing was renewed",
        ended.find,
        [prose("Certificate.pdf", LAB.format(after="The lease of the hall was renewed on 22 April 2025."))],
        ["Certificate L-117, valid until 30 April 2025."],
    ),
    (
        "an end whose renewal is in another paragraph",
        ended.find,
        [prose("Certificate.pdf", LAB.format(after="\n\nRenewed on 22 April 2025."))],
        ["Certificate L-117, valid until 30 April 2025."],
    ),
    (
        "a total that is called by the number of its lines",
        sums.find,
        [sheet("R.xlsx", RIGS.format(total="", label="Three rigs", value=260))],
        ["Sheet1!C6"],
    ),
    (
        "a number of other things",
        sums.find,
        [sheet("R.xlsx", RIGS.format(total="", label="Four rigs", value=260))],
        [],
    ),
    (
        "an amendment to this agreement",
        absences.find,
        [prose("Loan.docx", LOAN)],
        ["First Amendment to this Agreement dated August 14, 2023"],
    ),
    (
        "an amendment that is there",
        absences.find,
        [prose("Loan.docx", LOAN), prose("First Amendment.pdf", "# First Amendment\n\nDated August 14, 2023.\n")],
        [],
    ),
    (
        "an amendment with diacritics",
        absences.find,
        [prose("Contract.docx", CREDIT)],
        ["Actul adițional nr. 1 din 18 februarie 2025"],
    ),
    (
        "a blank place above the other party's",
        signatures.find,
        [prose("Lease.docx", RENEWAL.format(landlord=BLANK))],
        [f"Signed by the Landlord: {BLANK}"],
    ),
    (
        "both places filled",
        signatures.find,
        [prose("Lease.docx", RENEWAL.format(landlord="Denis Ackerley, Director"))],
        [],
    ),
    (
        "a party's blank place",
        signatures.find,
        [prose("Order.docx", ORDER.format(district=f"{BLANK} Date: ____________"))],
        [f"For the District: {BLANK} Date: ____________"],
    ),
    (
        "a line to sign on under which its party has signed",
        signatures.find,
        [prose("Order.docx", ORDER.format(district=f"{BLANK}\n/s/ Leland Voss"))],
        [],
    ),
    (
        "a sample after the report",
        made_days.find,
        [prose("Report.pdf", SAMPLE.format(done="taken on", day=26))],
        ["sample was taken on 26 March 2025", "12 March 2025"],
    ),
    ("a sample before the report", made_days.find, [prose("Report.pdf", SAMPLE.format(done="taken on", day=6))], []),
    (
        "a sample that will be taken",
        made_days.find,
        [prose("Report.pdf", SAMPLE.format(done="good; the next will be taken on", day=26))],
        [],
    ),
    (
        "an audit signed before its year was over",
        made_days.find,
        [prose("M.docx", MINUTES.format(day="21 March"))],
        ["The audit of the year to 31 March 2025 was signed by the auditors on 21 March 2025."],
    ),
    ("an audit signed after it", made_days.find, [prose("M.docx", MINUTES.format(day="21 June"))], []),
    (
        "no end when the group changes hands",
        sayings.find,
        [memo("None of our contracts ends when the group changes hands."), prose("Agency.docx", CONTROL)],
        ["None of our contracts ends when the group changes hands."],
    ),
    (
        "an event that is no change of control",
        sayings.find,
        [memo("The bank was told of the trust and sees no change of control."), prose("Agency.docx", CONTROL)],
        [],
    ),
    (
        "no court case, and there is one",
        sayings.find,
        [memo("Bolt is not party to any court case."), prose("Letter.pdf", LETTER)],
        ["Bolt is not party to any court case."],
    ),
    (
        "each the other's source",
        mutual.find,
        [
            memo("The margin in the backlog is about 29%, as stated in the mail of 3 March 2025."),
            prose(
                "Backlog margin.eml",
                "I took the 29% in the information memorandum and used it.\n",
                dated=date(2025, 3, 3),
            ),
        ],
        [
            "The margin in the backlog is about 29%, as stated in the mail of 3 March 2025.",
            "I took the 29% in the information memorandum and used it.",
        ],
    ),
    (
        "a margin behind an amount in brackets",
        formulas.find,
        [sheet("A.xlsx", ACCOUNTS), memo("EBITDA FY2024: EUR 1.6m (USD 1.8m), a margin of 21.2%")],
        ["21.2%"],
    ),
    (
        "such a margin as it is",
        formulas.find,
        [sheet("A.xlsx", ACCOUNTS), memo("EBITDA FY2024: EUR 1.6m (USD 1.8m), a margin of 17.6%")],
        [],
    ),
    (
        "a margin and another share of revenue beside it",
        formulas.find,
        [sheet("A.xlsx", ACCOUNTS), memo("EBITDA was 17.6% of revenue in FY2024; before leases it was 21.2%.")],
        [],
    ),
    (
        "growth a year",
        prose_ratios.find,
        [sheet("A.xlsx", YEARS), memo("Revenue grew at a compound rate of 10.0% a year from FY2022 to FY2024.")],
        [],
    ),
    (
        "growth a year that was not",
        prose_ratios.find,
        [sheet("A.xlsx", YEARS), memo("Revenue grew at a compound rate of 13.4% a year from FY2022 to FY2024.")],
        ["13.4%"],
    ),
    (
        "growth a year of which no first year is told",
        prose_ratios.find,
        [sheet("A.xlsx", YEARS), memo("Revenue grew at a compound rate of 13.4% a year to FY2024.")],
        [],
    ),
    (
        "heads under a title with its unit",
        prose_figures.find,
        [sheet("A.xlsx", ADJUSTED), memo("Adjusted EBITDA for FY2024 came in at EUR 2.2 million.")],
        ["EUR 2.2 million"],
    ),
    (
        "the figure that such heads are over",
        prose_figures.find,
        [sheet("A.xlsx", ADJUSTED), memo("Adjusted EBITDA for FY2024 came in at EUR 1.73 million.")],
        [],
    ),
    (
        "the year before's, in other words",
        prose_figures.find,
        [sheet("K.xlsx", TAKEN), memo("In 2024 our crews put down 94,150 feet of hole.")],
        ["94,150"],
    ),
    (
        "the year's, in other words",
        prose_figures.find,
        [sheet("K.xlsx", TAKEN), memo("In 2024 our crews put down 102,330 feet of hole.")],
        [],
    ),
    (
        "the year before's of the same row",
        prose_figures.find,
        [sheet("K.xlsx", FEES), memo("The average fee for a funeral was EUR 3,252 in FY2024.")],
        ["EUR 3,252"],
    ),
    (
        "where a part of it comes from",
        prose_figures.find,
        [sheet("K.xlsx", EXPORTS), memo("Abroad we sold EUR 8.1m in FY2024, more than half of it in Moldova.")],
        ["EUR 8.1m"],
    ),
    (
        "of another place altogether",
        prose_figures.find,
        [sheet("K.xlsx", EXPORTS), memo("Abroad we sold EUR 8.1m through Moldova in FY2024.")],
        [],
    ),
    (
        "none since a year, and some in a later one",
        none_since.find,
        [
            sheet("S.xlsx", INJURIES.format(last="2023 | 233,800 | 5 | 1")),
            memo("We have had no lost-time injury since 2021."),
        ],
        ["We have had no lost-time injury since 2021."],
    ),
    (
        "none since a year",
        none_since.find,
        [
            sheet("S.xlsx", INJURIES.format(last="2023 | 233,800 | 5 | 0")),
            memo("We have had no lost-time injury since 2021."),
        ],
        [],
    ),
    (
        "none in a year",
        none_since.find,
        [
            sheet("S.xlsx", INJURIES.format(last="2023 | 233,800 | 5 | 1")),
            memo("There was no lost-time injury in 2022."),
        ],
        [],
    ),
    (
        "none of other things",
        none_since.find,
        [
            sheet("S.xlsx", INJURIES.format(last="2023 | 233,800 | 5 | 1")),
            memo("There was no lost contract since 2021."),
        ],
        [],
    ),
    (
        "one reference more of a series",
        lists.find,
        [sheet("Sales.xlsx", SEEDS.format(more="\nKO 4471 | licence | 375")), prose("Licence.docx", ANNEX)],
        ["Sheet1!A8"],
    ),
    (
        "the references of a series",
        lists.find,
        [sheet("Sales.xlsx", SEEDS.format(more="")), prose("Licence.docx", ANNEX)],
        [],
    ),
    (
        "each branch, and one lacks",
        lists.find,
        [sheet("Branches.xlsx", BRANCHES), prose("S.pdf", STATEMENT.format(lead="each", more=""))],
        ["Sheet1!A6"],
    ),
    (
        "each branch, and one lacks that a third paper names",
        lists.find,
        [
            sheet("Branches.xlsx", BRANCHES),
            prose("S.pdf", STATEMENT.format(lead="each", more="")),
            memo("We let Aldergate."),
        ],
        ["Saltby, Harbour Street"],
    ),
    (
        "some main branches",
        lists.find,
        [sheet("Branches.xlsx", BRANCHES), prose("S.pdf", STATEMENT.format(lead="each main", more=""))],
        [],
    ),
    (
        "each branch",
        lists.find,
        [sheet("Branches.xlsx", BRANCHES), prose("S.pdf", STATEMENT.format(lead="each", more="- Aldergate\n"))],
        [],
    ),
    (
        "pledged and not in the register",
        lists.find,
        [sheet("Fleet register.xlsx", FLEET), prose("Loan.docx", f"{PLEDGED}- Rig 12\n")],
        ["Rig 12"],
    ),
    (
        "pledged and in the register",
        lists.find,
        [sheet("Fleet register.xlsx", FLEET), prose("Loan.docx", f"{PLEDGED}- Rig 9\n")],
        [],
    ),
    (
        "pledged and not in a list of some",
        lists.find,
        [sheet("Fleet sold.xlsx", FLEET), prose("Loan.docx", f"{PLEDGED}- Rig 12\n")],
        [],
    ),
    (
        "thousands of thousands in another's table",
        scales.find,
        [sheet("Balance.xlsx", STOCK), sheet("Pledge.xlsx", PLEDGE.format(stock="19,240,000"))],
        ["Sheet1!B2", "Sheet1!B2"],
    ),
    (
        "the same thousands in another's table",
        scales.find,
        [sheet("Balance.xlsx", STOCK), sheet("Pledge.xlsx", PLEDGE.format(stock="19,240"))],
        [],
    ),
    (
        "a rent in thousands among others",
        scales.find,
        [sheet("Properties.xlsx", RENTS.format(rent="38")), prose("Lease.docx", LEASE)],
        ["Sheet1!C2", "GBP 38,000"],
    ),
    (
        "a rent as the lease has it",
        scales.find,
        [sheet("Properties.xlsx", RENTS.format(rent="38,000")), prose("Lease.docx", LEASE)],
        [],
    ),
    (
        "a director's premises",
        related.find,
        [sheet("S.xlsx", SITES), prose("M.docx", MEETING.format(last="Pryor")), memo("No site is let by a director.")],
        ["No site is let by a director."],
    ),
    (
        "nobody's premises",
        related.find,
        [sheet("S.xlsx", SITES), prose("M.docx", MEETING.format(last="Hale")), memo("No site is let by a director.")],
        [],
    ),
    (
        "a director's premises, and loans",
        related.find,
        [sheet("S.xlsx", SITES), prose("M.docx", MEETING.format(last="Pryor")), memo("No loan is from a director.")],
        [],
    ),
    (
        "a director's premises, and what directors do",
        related.find,
        [sheet("S.xlsx", SITES), prose("M.docx", MEETING.format(last="Pryor")), memo("No director has resigned.")],
        [],
    ),
    (
        "millions in Spanish",
        prose_figures.find,
        [
            sheet("A.xlsx", SALES),
            prose("Cuaderno.pdf", "# Cuaderno\n\nVentas consolidadas FY2024: 85,3 millones de euros.\n"),
        ],
        [],
    ),
    (
        "thousands in Spanish",
        prose_figures.find,
        [sheet("A.xlsx", SALES), prose("Cuaderno.pdf", "# Cuaderno\n\nVentas consolidadas FY2024: 85,3 euros.\n")],
        ["85,3 euros", "Sheet1!C2"],
    ),
    (
        "a rate for each million",
        prose_figures.find,
        [sheet("K.xlsx", RATES), memo("In FY2024 there were 3.9 lost-time injuries per million hours worked.")],
        ["3.9"],
    ),
    (
        "that rate as it was",
        prose_figures.find,
        [sheet("K.xlsx", RATES), memo("In FY2024 there were 6.2 lost-time injuries per million hours worked.")],
        [],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_other_hands(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The cells or the words that are blamed."""
    seen = room(*documents)
    assert blamed(list(check(seen)), seen) == expected, name
