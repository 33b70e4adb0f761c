"""Values that words state, field by field: the cases of ``tests/cases/facts/values.yml``, and what holds of all."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.facts import (
    FIELD,
    FIELDS,
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    LawValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    RenewalValue,
    TextValue,
)
from casewright.evidence.facts.values.as_json import as_json, from_json
from casewright.evidence.facts.values.reading import value_of, value_of_all
from casewright.evidence.facts.values.showing import shown
from casewright.vocabulary.places import PLACES

_FILE = Path(__file__).parents[3] / "cases" / "facts" / "values.yml"
_CASES = [(field, case) for field, cases in yaml.safe_load(_FILE.read_text("utf-8")).items() for case in cases]
_UNITS = ("day", "business day", "week", "month", "quarter", "year")
_COUNTS = st.integers(1, 400).map(Decimal)
_DURATIONS = st.builds(DurationValue, _COUNTS, st.sampled_from(_UNITS))
_DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))


@pytest.mark.parametrize(("field", "case"), _CASES, ids=[f"{field}: {case['text'][:40]}" for field, case in _CASES])
def test_cases(field: str, case: dict[str, str | None]) -> None:
    """Each span says the value that is written beside it; ``document`` is the text around it."""
    said = str(case["text"])
    text = case.get("document") or said
    start = text.index(said)
    value = value_of(field, text, start, start + len(said))
    assert (None if value is None else shown(value)) == case["shown"]
    if value is not None:
        assert from_json(as_json(value)) == value


def test_every_kind_of_field_has_a_case() -> None:
    """No kind of value is without cases; parties have theirs apart."""
    assert {FIELD[field].kind for field, _ in _CASES} == {field.kind for field in FIELDS} - {"parties"}


@given(_DAYS)
def test_a_day_reads_back_to_itself(day: date) -> None:
    """What is shown of a day, and its ISO form, is that day."""
    value = DateValue(day)
    for written in (shown(value), day.isoformat(), f"{day:%B} {day.day}, {day.year}"):
        assert value_of("agreement_date", written, 0, len(written)) == value


@given(_DURATIONS)
def test_a_length_of_time_reads_back_to_itself(value: DurationValue) -> None:
    """What is shown of a length of time is that length, whichever field asks."""
    written = shown(value)
    for field in ("payment_period", "warranty_duration", "notice_of_termination"):
        assert value_of(field, written, 0, len(written)) == value


@given(st.decimals(0, 10**9, places=2), st.sampled_from(("USD", "EUR", "GBP", "RON", "CHF")))
def test_a_sum_reads_back_to_itself(amount: Decimal, currency: str) -> None:
    """What is shown of a sum is that sum."""
    written = shown(MoneyValue(amount, currency))
    value = value_of("cap_on_liability", written, 0, len(written))
    assert isinstance(value, ClauseValue)
    assert value.amounts == (MoneyValue(amount, currency),)


@given(st.decimals(0, 100, places=1))
def test_a_share_reads_back_to_itself(percent: Decimal) -> None:
    """What is shown of a share is that share."""
    written = shown(PercentValue(percent))
    assert value_of("minimum_commitment", written, 0, len(written)) == ClauseValue((PercentValue(percent),))


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_the_law_of_every_place_is_read(place: object) -> None:
    """By its name and by each of its other forms."""
    for form in place.forms:  # type: ignore[attr-defined]
        words = f"governed by the laws of {form}, without regard to its conflict of laws"
        assert value_of("governing_law", words, 0, len(words)) == LawValue(place.name, place.country)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "value",
    [
        TextValue("Agreement"),
        PartyValue("Acme Inc.", ("Acme", "Supplier"), "Supplier"),
        DateValue(date(2014, 5, 8)),
        DurationValue(Decimal("1.5"), "year"),
        EndValue(DurationValue(Decimal(3), "year"), "the effective date"),
        EndValue(perpetual=True),
        RenewalValue(DurationValue(Decimal(1), "year"), successive=True, times=2, automatic=True),
        MoneyValue(Decimal("1500000.10"), "USD"),
        PercentValue(Decimal("12.5")),
        LawValue("New York", "US"),
        ClauseValue((MoneyValue(Decimal(1), None), PercentValue(Decimal(5)), DurationValue(Decimal(30), "day"))),
    ],
    ids=lambda value: type(value).__name__,
)
def test_json_leads_back(value: TextValue) -> None:
    """Every type of value is the same after JSON; none carries what is shown of it."""
    written = as_json(value)
    assert from_json(written) == value
    assert "shown" not in written


@pytest.mark.parametrize(
    "given_json", [{}, {"type": "colour"}, {"type": "money", "sum": "1"}, {"type": "money", "amount": "one"}]
)
def test_json_that_is_no_value_is_refused(given_json: dict[str, str]) -> None:
    """With a sentence."""
    with pytest.raises(ValueError, match="no such type|no value of type"):
        from_json(given_json)


def test_the_date_first_written_above_is_the_agreements() -> None:
    """Where the place of that date is known."""
    text = "dated May 8, 2014. It is effective on the date first written above"
    start = text.index("It")
    around = {"agreement_date": [(6, 17)]}
    assert value_of("effective_date", text, start, len(text), around=around) == DateValue(date(2014, 5, 8))


def test_of_several_places_the_most_exact_value_counts() -> None:
    """A day before a period, a period before an open end."""
    text = "continues until terminated. It lasts for a term of three years. It shall expire on July 22, 2016."
    cuts = [0, text.index(" It lasts"), text.index(" It shall"), len(text)]
    places = list(pairwise(cuts))
    assert value_of_all("expiration_date", text, places) == DateValue(date(2016, 7, 22))
    assert isinstance(value_of_all("expiration_date", text, places[:2]), EndValue)
    assert value_of_all("expiration_date", text, []) is None


@given(st.text(st.characters(exclude_categories=())), st.sampled_from([field.name for field in FIELDS]))
def test_no_text_raises(text: str, field: str) -> None:
    """Whatever the words are, lone surrogates included: a value that can be shown and written, or none."""
    value = value_of(field, text, 0, len(text), around={field: [(0, len(text))]})
    if value is not None:
        assert isinstance(shown(value), str)
        assert from_json(as_json(value)) == value


@pytest.mark.parametrize(
    "piece",
    [
        "one ",
        "thirty-",
        "1,",
        "$1,",
        "(",
        '"',
        "a ",
        "laws of ",
        "law, ",
        "renew ",
        "until ",
        "may 1, ",
        "Inc. (",
        "\ud800",
    ],
)
def test_time_grows_with_the_text(piece: str) -> None:
    """Eight times the words take no more than some thirty times as long, in every kind of field."""
    for field in ("agreement_date", "expiration_date", "renewal_term", "governing_law", "insurance", "parties", "term"):
        # Processor time, and another try: a machine that does something else as well is no fault of the text's.
        assert any(_grows_little(field, piece) for _ in range(5)), field


def _grows_little(field: str, piece: str) -> bool:
    took = []
    for text in (piece * 500, piece * 4000):
        started = time.thread_time()
        value_of(field, text, 0, len(text))
        took.append(time.thread_time() - started)
    return took[1] < max(32 * took[0], 0.5)
