"""Facts as CSV, as a workbook and as a calendar, each read back by a library."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar
from openpyxl import load_workbook

from casewright.adapters.exports.fact_calendar import fact_calendar
from casewright.adapters.exports.fact_csv import fact_csv
from casewright.adapters.exports.fact_xlsx import fact_xlsx
from casewright.domain.facts import FactHow
from casewright.evidence.facts.deadlines import deadlines
from casewright.evidence.facts.fact_table import CellState, FactCell, FactTable
from tests.fact_tables import day, length, row, sums, table, words

MADE = datetime(2026, 11, 23, 4, 0, tzinfo=UTC)
END = date(2027, 12, 31)
NEW_YEARS_EVE = datetime(2027, 12, 31)  # noqa: DTZ001 (as a workbook has it)
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", '=HYPERLINK("http://x","y")')
HOSTILE = "\x1b]0;PWNED\x07\u202e"


def mixed() -> FactTable:
    return table(
        row(
            "lease.pdf",
            governing_law=words("New York"),
            expiration_date=day(END),
            cap_on_liability=sums("1250000.50"),
            insurance=sums("1000000", "2000000"),
        ),
        row("old.pdf", governing_law=FactCell(CellState.REJECTED), venue=FactCell(CellState.NOT_LOOKED_FOR)),
        row("scan.pdf", not_read="no text: its pages are pictures"),
    )


# Any: what the libraries read.
def workbook(data: bytes) -> Any:
    return load_workbook(io.BytesIO(data))


def calendar(data: bytes) -> Any:
    return Calendar.from_ical(data)


def rows_of(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.requirement("facts-exports")
def test_csv_has_a_row_for_each_fact_and_hides_no_document() -> None:
    """Lines end as RFC 4180 has it; what was not read, not looked for or rejected is a row with its state."""
    data = fact_csv(mixed())
    rows = rows_of(data)

    assert data.count(b"\r\n") == data.count(b"\n") == len(rows) + 1
    assert [(one["document"], one["field"], one["state"], one["value"]) for one in rows] == [
        ("lease.pdf", "governing_law", "found", "New York"),
        ("lease.pdf", "expiration_date", "found", "31 December 2027"),
        ("lease.pdf", "cap_on_liability", "found", "USD 1,250,000.50"),
        ("lease.pdf", "insurance", "found", "USD 1,000,000, USD 2,000,000"),
        ("old.pdf", "governing_law", "not there, a person said so", ""),
        ("old.pdf", "", "not looked for: Venue", ""),
        ("scan.pdf", "", "not read: no text: its pages are pictures", ""),
    ]
    assert (rows[1]["date"], rows[2]["amount"], rows[2]["currency"], rows[3]["amount"]) == (
        *("2027-12-31", "1250000.50", "USD", ""),
    )
    assert (rows[0]["confidence"], rows[0]["sure"], rows[0]["how"], rows[0]["page"]) == ("0.93", "high", "model", "3")


@pytest.mark.requirement("facts-exports")
@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_becomes_a_formula(text: str) -> None:
    """A file name, a value and a quote that begin as formulas do are texts in both files, and steer nothing."""
    hostile = table(row(f"{text}{HOSTILE}", governing_law=words(f"{text}{HOSTILE}", section=text)))

    [one] = rows_of(fact_csv(hostile))
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@", "＝")) for cell in one.values())
    assert one["quote"][0] == "'"
    assert HOSTILE not in str(one)

    book = workbook(fact_xlsx(hostile, MADE))
    cells = [cell for sheet in book for line in sheet.iter_rows() for cell in line if cell.value is not None]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d"}
    assert not any(HOSTILE in str(cell.value) for cell in cells)
    assert book["Facts"]["O2"].quotePrefix


@pytest.mark.requirement("facts-exports")
def test_workbook_has_dates_numbers_words_and_places() -> None:
    """Days are dates, one sum is a number with its currency, several stay words; marks say what is not known."""
    book = workbook(fact_xlsx(mixed(), MADE))
    sheet = book["Contracts"]
    head = [cell.value for cell in sheet[1]]
    lease = dict(zip(head, sheet[2], strict=True))

    assert head == ["Document", "Reading", "Governing law", "Expiration", "Cap on liability", "Insurance", "Venue"]
    assert (lease["Expiration"].value, lease["Expiration"].is_date) == (NEW_YEARS_EVE, True)
    assert (lease["Cap on liability"].value, lease["Cap on liability"].number_format) == (1250000.5, '"USD" #,##0.00')
    assert lease["Insurance"].value == "USD 1,000,000, USD 2,000,000"
    assert lease["Venue"].value is None
    assert [cell.value for cell in sheet[3]][1:4] == [None, "not there, a person said so", None]
    assert [cell.value for cell in sheet[4]][1:4] == [
        "not read: no text: its pages are pictures",
        "not read",
        "not read",
    ]
    assert sheet.freeze_panes == "C2"

    facts = [[cell.value for cell in line] for line in book["Facts"].iter_rows(min_row=2)]
    assert facts[0][:3] == ["lease.pdf", "Governing law", "New York"]
    assert (facts[0][10], facts[0][11], facts[0][14]) == (3, "12.1", "New York")
    assert (facts[1][3], facts[2][4:6]) == (NEW_YEARS_EVE, [1250000.5, "USD"])
    assert (facts[4][0], facts[4][9]) == ("scan.pdf", "not read")
    assert book["Marks"]["A2"].value == "(empty)"


@pytest.mark.requirement("facts-exports")
def test_what_a_workbook_cannot_hold_is_text() -> None:
    """A day before 1900, a sum of more than fifteen digits, and a text longer than a cell."""
    odd = table(
        row("a.pdf", agreement_date=day(date(1066, 10, 14)), insurance=sums("1" + "0" * 20), venue=words("x" * 40_000))
    )
    line = workbook(fact_xlsx(odd, MADE))["Contracts"][2]
    assert (line[2].value, line[3].value) == ("1066-10-14", "USD 100,000,000,000,000,000,000")
    assert len(line[4].value) < 32_767
    assert line[4].value.endswith("[…]")


@pytest.mark.requirement("facts-calendar")
def test_calendar_is_read_back() -> None:
    """Whole days with alarms, texts whole over the folded lines, a UID that stays, and what the day follows from."""
    name = "lease; part, 2\\n.pdf" + HOSTILE
    notice = length(90, "day", '90 days, "sharp"')
    lease = row(name, expiration_date=day(END, how=FactHow.PERSON), notice_period_to_terminate_renewal=notice)
    sure = fact_calendar("M-2026-001 Leases", deadlines([lease])[0], MADE)
    shy = row(name, expiration_date=day(date(2028, 1, 1), confidence=0.5))
    again = fact_calendar("M-2026-001 Leases", deadlines([shy])[0], MADE + timedelta(days=1))

    due, expiry = calendar(sure).walk("VEVENT")
    [later] = calendar(again).walk("VEVENT")
    assert (due["dtstart"].dt, due["dtend"].dt) == (date(2027, 10, 2), date(2027, 10, 3))
    assert str(expiry["summary"]) == "Ends: lease; part, 2\\n.pdf\\x1b]0;PWNED\\x07\\u202e"
    assert (expiry["status"], later["status"], expiry["uid"]) == ("CONFIRMED", "TENTATIVE", later["uid"])
    assert str(later["summary"]).endswith("(perhaps)")
    assert "Computed: 90 days before the end, 31 December 2027." in due["description"]
    assert '“90 days, "sharp"”' in due["description"]
    assert "(high 0.93, model; p. 3, § 12.1)" in due["description"]
    triggers = [alarm["trigger"].dt for alarm in due.walk("VALARM")]
    assert triggers == [timedelta(days=-30), timedelta(days=-7), timedelta(days=-1)]
    lines = sure.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line for line in lines)
    assert {str(one["uid"]) for one in (due, expiry)} != {str(expiry["uid"])}


@pytest.mark.requirement("facts-calendar")
def test_calendar_without_a_day_is_a_calendar() -> None:
    """It is read back, and has no event."""
    assert calendar(fact_calendar("Leases", [], MADE)).walk("VEVENT") == []
