"""Papers as rooms of another hand word them: what must be seen, or let pass, each with its near twin."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import (
    absences,
    ended,
    made_days,
    mutual,
    none_since,
    related,
    sayings,
    signatures,
)
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room, Seen

    Check = Callable[[Room], Sequence[Seen]]

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
INJURIES = "Year | Hours worked | Injuries | of which lost-time\n2021 | 214,600 | 6 | 2\n2022 | 221,300 | 4 | 0\n{last}"
MEETING = "# Minutes of the board\n\nHeld on 18 May 2025. Present: Helen Pryor (chair), Marcus Thorne, R. J. {last}.\n"
SITES = "Site | Landlord | Rent\nEllerdine | R. J. Pryor | 24,500\nAldergate | Retail Parks | 41,000"
LAB = "# Certificate\n\nCertificate L-117, valid until 30 April 2025. {after}\n"


def memo(words: str, name: str = "Information memorandum.pdf") -> RoomDocument:
    """A paper of a heading and a sentence."""
    return prose(name, f"# Paper\n\n{words}\n")


CASES: list[tuple[str, Check, list[RoomDocument], list[str]]] = [
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
        "a report that a page draws on",
        absences.find,
        [memo("This page draws on the site valuation report.")],
        ["site valuation report"],
    ),
    (
        "such a report that is there",
        absences.find,
        [memo("This page draws on the site valuation report."), prose("Site valuation report.pdf", "# Report\n")],
        [],
    ),
    (
        "a report of the kind on another thing",
        absences.find,
        [memo("The board took note of the pension valuation report."), prose("Site valuation report.pdf", "# Sites\n")],
        ["pension valuation report"],
    ),
    (
        "a study by somebody that a page draws on",
        absences.find,
        [memo("This page draws on the market study by Dorn Holt, a consultant.")],
        ["market study by Dorn Holt"],
    ),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "check", "documents", "expected"), CASES, ids=[case[0] for case in CASES])
def test_papers(name: str, check: Check, documents: list[RoomDocument], expected: list[str]) -> None:
    """The words that are blamed."""
    seen = room(*documents)
    assert blamed(list(check(seen)), seen) == expected, name
