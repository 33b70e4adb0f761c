"""Days that cannot be: of calendars, terms, papers, lists and meetings, each with a day that can."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.evidence.rooms import made_days
from tests.unit.evidence.rooms.sheets import blamed, prose, room, sheet

if TYPE_CHECKING:
    from casewright.evidence.extraction.places import RoomDocument

MINUTES = (
    "{kind} of the board of 18 March 2024\n\n"
    + "The directors went through the results and asked the managers about each of the sites in turn. " * 5
    + "\n\n{signed}\n"
)
OPINION = (
    "Auditor’s report\n\nWe have audited the accounts. In our opinion the accounts for the year ended 30 June 2024 "
    "give a true and fair view.\n\nAnna Berg, auditor\nMalmö, {day}\n"
)
CALLED = "Minutes of the general meeting held on 18 March 2024\n\nThe meeting was called on {day} by letter.\n"
CONVENED = "Minutes\n\nThe general meeting of 18 March 2024 was duly convened by notice of {day}.\n"
REPORTS = """
Report | Signed
Audit report for the year to 31 December 2022 | 2023-03-15
Audit report for the year to 31 December 2023 | 2024-03-11
Audit report for the year to 31 December 2024 | {day}
"""
STAFF = """
Name | Joined | Next review
Ann Quill | 2019-02-01 | 2024-09-01
Ben Rook | {day} | 2024-12-01
Carl Dahl | 2021-11-15 | 2025-01-15
"""
AS_AT = "Headcount as at 30 June 2024\n\n"
SALES = "Dear Ann,\n\nsales in the three months to December 2024 {said}.\n"


def minutes(signed: str, kind: str = "Minutes") -> RoomDocument:
    """A record of a meeting on 18 March 2024 with what stands at its end."""
    return prose(f"{kind} March.pdf", MINUTES.format(kind=kind, signed=signed))


def staff(day: str, title: str = "", filename: str = "Staff.xlsx") -> RoomDocument:
    """A list of people of whom one joined on the day, under its title."""
    return sheet(filename, title + STAFF.format(day=day).lstrip())


def mail(said: str, dated: date | None = None) -> RoomDocument:
    """A letter."""
    return prose("Mail.eml", f"Dear Ann,\n\n{said}\n", dated=dated)


CASES: list[tuple[str, RoomDocument, list[str]]] = [
    ("a day that no April has", mail("the audit ended on 31 April 2024."), ["31 April"]),
    ("the last day of April", mail("the audit ended on 30 April 2024."), []),
    ("a day that no February has", mail("the count was on 30 February."), ["30 February"]),
    ("a day of no November, in numbers", mail("they paid on 31.11.2023."), ["31.11.2023"]),
    ("the last day of November, in numbers", mail("they paid on 30.11.2023."), []),
    ("a day of no June, the year first", mail("they paid on 2024-06-31."), ["2024-06-31"]),
    ("the number of a clause", mail("see clause 1.31.11.2023 of it."), []),
    ("a day of no June in a cell", sheet("Sites.xlsx", "Site | Opened\nA | 31 June 2020"), ["Sheet1!B2"]),
    (
        "a term that ends before it begins",
        prose("Lease.docx", "This lease begins on 1 March 2022 and ends on 28 February 2021.\n"),
        ["begins on 1 March 2022 and ends on 28 February 2021"],
    ),
    (
        "a term that ends after it begins",
        prose("Lease.docx", "This lease begins on 1 March 2022 and ends on 28 February 2027.\n"),
        [],
    ),
    (
        "months that were not over",
        prose("Mail.eml", SALES.format(said="were strong"), dated=date(2024, 11, 5)),
        ["three months to December 2024"],
    ),
    ("months that were", prose("Mail.eml", SALES.format(said="were strong"), dated=date(2025, 1, 20)), []),
    (
        "months of which only something is expected",
        prose("Mail.eml", SALES.format(said="are expected to be strong"), dated=date(2024, 11, 5)),
        [],
    ),
    (
        "a year that was not over",
        mail("sales in the year to June 2025 were strong.", date(2025, 6, 5)),
        ["year to June 2025"],
    ),
    (
        "minutes confirmed before the meeting",
        minutes("Confirmed as a true record on 11 March 2024."),
        ["Confirmed as a true record on 11 March 2024"],
    ),
    ("minutes confirmed after the meeting", minutes("Confirmed as a true record on 2 April 2024."), []),
    (
        "minutes signed before the meeting",
        minutes("Signed by the chair, 11 March 2024"),
        ["Signed by the chair, 11 March 2024"],
    ),
    ("no minutes", minutes("Confirmed as a true record on 11 March 2024.", "Memo"), []),
    ("a meeting called after it was held", prose("Minutes.pdf", CALLED.format(day="25 March 2024")), ["25 March 2024"]),
    ("a meeting called before it was held", prose("Minutes.pdf", CALLED.format(day="4 March 2024")), []),
    ("notice after a meeting", prose("Minutes.pdf", CONVENED.format(day="25 March 2024")), ["25 March 2024"]),
    ("notice before a meeting", prose("Minutes.pdf", CONVENED.format(day="4 March 2024")), []),
    ("a report before its year was over", sheet("Reports.xlsx", REPORTS.format(day="2024-12-19")), ["Sheet1!B4"]),
    ("a report after its year", sheet("Reports.xlsx", REPORTS.format(day="2025-03-19")), []),
    (
        "printed before the state",
        prose("Stock.pdf", "Stock as at 30 June 2024: 1,204 pallets.\nPrinted on 14 June 2024.\n"),
        ["14 June 2024"],
    ),
    (
        "printed after the state",
        prose("Stock.pdf", "Stock as at 30 June 2024: 1,204 pallets.\nPrinted on 14 July 2024.\n"),
        [],
    ),
    (
        "prepared before a state that is only a forecast",
        prose("Stock.pdf", "The forecast gives stock as at 30 June 2024.\nPrepared on 14 June 2024.\n"),
        [],
    ),
    (
        "issued before the time that is insured",
        prose("Cover.pdf", "The insurance covers stock as at 30 June 2024.\nIssued on 14 June 2024.\n"),
        [],
    ),
    ("an opinion before the year’s end", prose("Opinion.pdf", OPINION.format(day="14 June 2024")), ["14 June 2024"]),
    ("an opinion after the year’s end", prose("Opinion.pdf", OPINION.format(day="14 July 2024")), []),
    (
        "exported before the state",
        sheet("Stock.xlsx", "Stock as at 30 June 2024, exported on 14 June 2024\nSite | Pallets\nA | 12\nB | 14"),
        ["Sheet1!A1"],
    ),
    (
        "exported after the state",
        sheet("Stock.xlsx", "Stock as at 30 June 2024, exported on 14 July 2024\nSite | Pallets\nA | 12\nB | 14"),
        [],
    ),
    ("somebody who joined after the list", staff("2024-09-02", AS_AT), ["Sheet1!B5"]),
    ("somebody who joined before the list", staff("2024-05-02", AS_AT), []),
    (
        "somebody who joined after the day in the file’s name",
        staff("2024-09-02", filename="Staff 2024-06-30.xlsx"),
        ["Sheet1!B3"],
    ),
    ("a list without a day", staff("2024-09-02"), []),
]


@pytest.mark.requirement("rooms-checks")
@pytest.mark.parametrize(("name", "document", "expected"), CASES, ids=[case[0] for case in CASES])
def test_day(name: str, document: RoomDocument, expected: list[str]) -> None:
    """A day that cannot be is blamed on its words or its cell; one that can is not."""
    documents = room(document)

    assert blamed(made_days.find(documents), documents) == expected, name
