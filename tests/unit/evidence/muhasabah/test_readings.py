"""How sentences, numbers and dates are read."""

from __future__ import annotations

import calendar
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.ids import CalcId, ClaimId
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Value
from casewright.evidence.display import show_value
from casewright.evidence.muhasabah.citable import Citable
from casewright.evidence.muhasabah.free_facts import check_facts
from casewright.evidence.muhasabah.number_words import with_digits
from casewright.evidence.muhasabah.references import referring
from casewright.evidence.muhasabah.sentences import sentences
from tests.fakes.claims_of_a_deal import DEAL, an_id, claim

_REFERENCE = f"[claim:{an_id('only')}]"


def tells(said: str, value: Value | None, text: str = "It is so.") -> bool:
    """Whether a sentence may say this of a claim with that value."""
    only = claim("only", value, text=text)
    return not check_facts(f"It is {said} {_REFERENCE}.", Citable(DEAL, {only.id: only}, {}), 0.5).violations


@pytest.mark.requirement("muhasabah-sentences")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is 1.5. It is 2.", ["It is 1.5.", "It is 2."]),
        ("Acme Ltd. has it. So.", ["Acme Ltd. has it.", "So."]),
        ("Acme Ltd. It has.", ["Acme Ltd.", "It has."]),
        ("Banks, e.g. Alpha, i.e. two.", ["Banks, e.g. Alpha, i.e. two."]),
        ("Dr. Pop vs. Mr. Ion.", ["Dr. Pop vs. Mr. Ion."]),
        ("It is 12 mil. EUR. Yes.", ["It is 12 mil. EUR.", "Yes."]),
        ("J. Smith left. he did.", ["J. Smith left.", "he did."]),
        ("So [claim:a.b]. Then.", ["So [claim:a.b].", "Then."]),
        ("So.[claim:x] Then.", ["So.", "[claim:x] Then."]),
        ("One! Two? Three… Four", ["One!", "Two?", "Three… Four"]),
        ("- One\n- Two\n\n1. Three", ["One", "Two", "Three"]),
        ("42. Customers.", ["42.", "Customers."]),
        ("1. One\n2. Two\n7. Seven", ["One", "Two", "7.", "Seven"]),
        ("Is it “so.” It is.", ["Is it “so.”", "It is."]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    """Sentences end at their signs and at line breaks, not in numbers, abbreviations and references."""
    assert sentences(text) == expected


@given(st.text(max_size=200))
def test_no_sign_is_lost(text: str) -> None:
    """Every letter of a text stands in one of its sentences, in order."""
    letters = [sign for sign in text if sign.isalpha()]
    assert [sign for one in sentences(text) for sign in one if sign.isalpha()] == letters


@pytest.mark.requirement("muhasabah-number-words")
@given(st.just(0) | st.integers(2, 999_999_999))
def test_numbers_in_words(number: int) -> None:
    """Every number in English words is read as the number that it is; "one" alone may be a pronoun."""
    assert Decimal(with_digits(_spelled(number))) == number


def _spelled(number: int) -> str:
    """The number in English words."""
    for size, name in ((10**6, "million"), (10**3, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f" and {_spelled(number % size)}" if number % size else ""
            return f"{_spelled(number // size)} {name}{rest}"
    small = (
        "zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,"
        "seventeen,eighteen,nineteen"
    )
    tens = "twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety"
    if number < 20:
        return small.split(",")[number] if number != 1 else "a hundred" if number == 100 else "one"
    unit = f"-{small.split(',')[number % 10]}" if number % 10 else ""
    return tens.split(",")[number // 10 - 2] + unit


_amounts = st.decimals(min_value=0, max_value=10**12, places=2)


@pytest.mark.requirement("muhasabah-values")
@given(_amounts, st.sampled_from(["EUR", "USD", "GBP", "RON"]))
def test_money_in_its_spellings(amount: Decimal, currency: str) -> None:
    """An amount is told by its own spellings, and by none of another currency or amount."""
    value = Monetary(amount, currency)
    grouped = f"{amount:,.2f}"
    spellings = [grouped, grouped.replace(",", " "), grouped.replace(",", "'"), f"{amount}"]
    assert all(tells(f"{currency} {one}", value) for one in spellings)
    assert tells(f"{currency} {amount.scaleb(-6):f}m", value)
    assert tells(f"{amount.scaleb(-3):f} thousand {currency}", value)
    assert not tells(f"{currency} {grouped}", Monetary(amount + Decimal("0.01"), currency))
    assert not tells(f"{currency} {grouped}", Monetary(amount, "CHF"))
    assert not tells(f"{currency} {grouped}", Count(amount, "customers"))
    assert not tells(f"{grouped} %", value)


@pytest.mark.requirement("muhasabah-values")
@given(st.decimals(min_value=-10, max_value=10, places=4))
def test_percentages_in_their_spellings(fraction: Decimal) -> None:
    """A fraction is told as percent, in basis points and bare, with its sign."""
    value = Percentage(fraction)
    assert tells(f"{fraction.scaleb(2):f} %", value)
    assert tells(f"{fraction.scaleb(2):f}%", value)
    assert tells(f"{fraction.scaleb(2):f} percent", value)
    assert tells(f"{fraction.scaleb(4):f} bps", value)
    assert not tells(f"{fraction.scaleb(2):f} %", Percentage(fraction + Decimal("0.0001")))
    if fraction:
        assert not tells(f"{-fraction.scaleb(2):f} %", value)


@pytest.mark.requirement("muhasabah-values")
@given(st.dates(date(1950, 1, 1), date(2049, 12, 31)))
def test_dates_in_their_spellings(day: date) -> None:
    """A day is told by its spellings, its month and its year, and by no other day."""
    value = Date(day)
    month = calendar.month_name[day.month]
    for said in (
        day.isoformat(),
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"{day.day:02}.{day.month:02}.{day.year}",
        f"{month} {day.year}",
        f"{month[:3]} {day.year}",
        f"Q{(day.month + 2) // 3} {day.year}",
        f"in {day.year}",
    ):
        assert tells(said, value), said
    assert not tells(f"{day.day} {month} {day.year + 1}", value)
    assert not tells(f"in {day.year - 1}", value)


@pytest.mark.requirement("muhasabah-values")
@given(st.integers(1, 5000), st.integers(1, 5000))
def test_ranges(low: int, more: int) -> None:
    """A range is told by both of its ends only."""
    high = low + more
    value = Range(Monetary(Decimal(low) * 10**6, "EUR"), Monetary(Decimal(high) * 10**6, "EUR"))
    assert tells(f"EUR {low}m to EUR {high}m", value)
    assert tells(f"between EUR {low}m and {high}m", value)
    assert tells(f"EUR {low}-{high}m", value)
    assert not tells(f"EUR {low}m", value)
    assert not tells(f"EUR {low}m to EUR {high + 1}m", value)


_scalars = (
    st.builds(Monetary, st.decimals(-(10**12), 10**12, places=2), st.sampled_from(["EUR", "USD", "RON", "JPY"]))
    | st.builds(Percentage, st.decimals(-100, 100, places=6))
    | st.builds(
        Count, st.decimals(0, 10**9, places=2), st.sampled_from(["customers", "employees", "x", "months", "t", "m²"])
    )
    | st.builds(Date, st.dates(date(1950, 1, 1), date(2049, 12, 31)))
)


@pytest.mark.requirement("muhasabah-values")
@given(_scalars)
def test_what_is_shown_is_told(value: Value) -> None:
    """A sentence may say a value as it is shown to people."""
    assert tells(show_value(value), value)


@pytest.mark.requirement("muhasabah-no-free-facts")
@given(st.integers(2, 10**9), st.sampled_from(["EUR {}", "{} %", "{} customers", "{}x", "{}", "{} months", "${}"]))
def test_no_number_is_free(number: int, form: str) -> None:
    """No number passes without a reference, in whatever form."""
    said = form.format(f"{number:,}")
    found = check_facts(f"It is {said}.", Citable(DEAL, {}, {}), 0.5)
    assert found.any
    assert found.violations


@pytest.mark.parametrize(
    ("text", "references", "malformed"),
    [
        (_REFERENCE, 1, 0),
        (f"[calc:{an_id('only')}]", 1, 0),
        (f"[claim: {an_id('only')}]", 0, 1),
        (f"[CLAIM:{an_id('only')}]", 0, 1),
        (f"[{an_id('only')}]", 0, 1),
        ("[claim:arr]", 0, 1),
        ("[subjective]", 0, 0),
        ("[accounts, page 3]", 0, 0),
    ],
)
def test_references(text: str, references: int, malformed: int) -> None:
    """A reference is written exactly so; what was meant as one is told."""
    found = referring(text)
    assert (len(found.references), len(found.malformed)) == (references, malformed)


def test_ids_are_looked_up_by_kind() -> None:
    """A claim's id is no calculation's."""
    only = claim("only", Percentage(Decimal("0.25")))
    known = Citable(DEAL, {only.id: only}, {})
    assert ClaimId(an_id("only")) in known.claims
    assert CalcId(an_id("only")) not in known.calculations
    assert check_facts(f"It is 25 % [calc:{an_id('only')}].", known, 0.5).violations
