"""Days of contracts: those that are stated, those that follow from known days, and none that does not."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.domain.facts import DurationValue, EndValue, FactHow, RenewalValue
from casewright.evidence.facts.calendar_days import moved
from casewright.evidence.facts.certainty import Certainty
from casewright.evidence.facts.deadlines import DeadlineKind, deadlines
from tests.fact_tables import day, fact, length, row

if TYPE_CHECKING:
    from casewright.domain.facts import DurationUnit
    from casewright.evidence.facts.fact_table import TableFact

pytestmark = pytest.mark.requirement("facts-calendar")
START, END = date(2020, 1, 1), date(2027, 12, 31)
NOTICE = "notice_period_to_terminate_renewal"
YEARLY = RenewalValue(period=DurationValue(Decimal(1), "year"), successive=True, automatic=True)


def ends(count: int = 3, event: str | None = "the Effective Date", **more: object) -> TableFact:
    quote = str(more.pop("quote", "for three years after the Effective Date"))
    return fact(EndValue(DurationValue(Decimal(count), "year"), event), quote, **more)  # type: ignore[arg-type]


def test_stated_day_with_renewal_and_notice() -> None:
    """The end is the stated day, the renewal on it, and notice is due the period before it."""
    notice = length(90, "day")
    lease = row(
        "lease.pdf",
        expiration_date=day(END),
        renewal_term=fact(YEARLY),
        notice_period_to_terminate_renewal=notice,
    )
    found, undated = deadlines([lease])

    assert [(one.kind, one.day) for one in found] == [
        (DeadlineKind.NOTICE, date(2027, 10, 2)),
        (DeadlineKind.EXPIRY, END),
        (DeadlineKind.RENEWAL, END),
    ]
    assert undated == []
    assert found[0].why.startswith("Computed: 90 days before the end, 31 December 2027. The document says that")
    assert [field for field, _ in found[0].facts] == [NOTICE, "expiration_date"]


def test_rule_is_counted_from_a_known_day_only() -> None:
    """Three years after the effective date is a day where that date is a fact, and is said to be none elsewhere."""
    known = row("a.pdf", expiration_date=ends(), effective_date=day(START))
    unknown = row("b.pdf", expiration_date=ends(), agreement_date=day(START))
    found, undated = deadlines([known, unknown])

    [one] = found
    assert (one.filename, one.day) == ("a.pdf", date(2023, 1, 1))
    assert "Computed: 3 years after the effective date, 1 January 2020" in one.why
    assert [field for field, _ in one.facts] == ["expiration_date", "effective_date"]
    [left] = undated
    assert (left.filename, left.kind) == ("b.pdf", None)
    assert left.reason == "expiration 3 years from the effective date, and no effective date was found"


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ("the Effective Date", "effective_date"),
        ("Effective Date hereof unless sooner terminated", "effective_date"),
        ("the date of this Agreement", "agreement_date"),
        ("the date hereof", "agreement_date"),
        ("the first anniversary of the Effective Date", None),
        ("the later of the Effective Date and delivery", None),
        ("the effective date of termination", None),
        ("Effective Date of the termination notice", None),
        ("the Closing", None),
    ],
)
def test_only_the_contracts_own_dates_are_counted_from(event: str, field: str | None) -> None:
    """An event that merely names one of them is another day."""
    contract = row("a.pdf", expiration_date=ends(event=event), effective_date=day(START), agreement_date=day(END))
    found, undated = deadlines([contract])
    assert [[name for name, _ in one.facts] for one in found] == ([["expiration_date", field]] if field else [])
    assert len(undated) == (field is None)


def test_term_counts_where_its_words_say_from_when() -> None:
    """A term alone does not say when it begins."""
    said = row("a.pdf", term=length(2, "year", "two years from the Effective Date"), effective_date=day(START))
    silent = row("b.pdf", term=length(2, "year", "a term of two years"), effective_date=day(START))
    found, undated = deadlines([said, silent])
    assert [(one.filename, one.day) for one in found] == [("a.pdf", date(2022, 1, 1))]
    assert "from which day is not said (p. 3, § 12.1)" in undated[0].reason


def test_what_contradicts_itself_is_not_dated() -> None:
    """Two days of one confidence are named, and neither goes in; a person's word, or a surer one, decides."""
    other = day(date(2026, 6, 30))
    assert "several are found for expiration: 31 December 2027; 30 June 2026" in (
        deadlines([row("a.pdf", expiration_date=(day(END), other))])[1][0].reason
    )
    surer = deadlines([row("a.pdf", expiration_date=(day(END, confidence=0.5), other))])[0]
    assert [one.day for one in surer] == [date(2026, 6, 30)]
    said = deadlines([row("a.pdf", expiration_date=(other, day(END, how=FactHow.PERSON, confidence=1.0)))])[0]
    assert [(one.day, one.certainty) for one in said] == [(END, Certainty.PERSON)]


def test_least_sure_fact_says_how_sure_the_day_is() -> None:
    """A day is no surer than the facts that it follows from."""
    contract = row("a.pdf", expiration_date=ends(), effective_date=day(START, confidence=0.4))
    assert deadlines([contract])[0][0].certainty is Certainty.PERHAPS


def test_amended_facts_do_not_count() -> None:
    """The later document's day does."""
    later = day(END, source="amendment.pdf")
    contract = row("a.pdf", expiration_date=(later, day(START, amended=True)))
    assert [one.day for one in deadlines([contract])[0]] == [END]


def test_what_cannot_be_dated_says_why() -> None:
    """Not read, no end, an event, nothing found, words that are no date, a notice in business days."""
    rows = [
        row("unread.pdf", not_read="no text"),
        row("endless.pdf", expiration_date=fact(EndValue(perpetual=True))),
        row("event.pdf", expiration_date=fact(EndValue(event="completion of the services"))),
        row("none.pdf"),
        row("words.pdf", expiration_date=fact(None, "as set out in Annex A")),
        row("days.pdf", expiration_date=day(END), notice_period_to_terminate_renewal=length(10, "business day")),
    ]
    found, undated = deadlines(rows)
    assert [one.filename for one in found] == ["days.pdf"]
    assert {one.filename: one.reason for one in undated} == {
        "unread.pdf": "not read: no text",
        "endless.pdf": "it has no end (p. 3, § 12.1)",
        "event.pdf": "it ends upon completion of the services, which is no day (p. 3, § 12.1)",
        "none.pdf": "no expiration date and no term was found",
        "words.pdf": "the words of its end could not be read as a date: “as set out in Annex A”",
        "days.pdf": "10 business days before the end cannot be counted without a calendar of holidays",
    }
    assert undated[-1].kind is DeadlineKind.NOTICE


@pytest.mark.parametrize(
    ("start", "count", "unit", "back", "expected"),
    [
        (date(2021, 5, 31), "3", "month", True, date(2021, 2, 28)),
        (date(2020, 2, 29), "1", "year", False, date(2021, 2, 28)),
        (date(2021, 1, 31), "1.5", "year", False, date(2022, 7, 31)),
        (date(2021, 1, 1), "2", "week", True, date(2020, 12, 18)),
        (date(2021, 1, 31), "1", "quarter", False, date(2021, 4, 30)),
        (date(2021, 1, 1), "0.5", "month", False, None),
        (date(2021, 1, 1), "5", "business day", False, None),
        (date(2021, 1, 1), "9000", "year", False, None),
        (date(2021, 1, 1), "99999999999", "day", False, None),
    ],
)
def test_days_from_days(start: date, count: str, unit: DurationUnit, back: bool, expected: date | None) -> None:
    """A month that has no such day ends on its last; what no calendar has is no day."""
    assert moved(start, DurationValue(Decimal(count), unit), back=back) == expected
