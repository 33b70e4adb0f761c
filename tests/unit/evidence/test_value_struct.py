"""Values as JSON and back, and as people read them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.errors import InvalidInput
from casewright.evidence.display import show_value
from casewright.evidence.value_struct import from_struct, to_struct
from casewright.vocabulary.currencies import MINOR_DIGITS
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from casewright.domain.values import Value
    from tests.unit.evidence.cases import Case

_NUMBERS = st.decimals(min_value=-(10**20), max_value=10**20, places=6, allow_nan=False, allow_infinity=False)
_UNITS = st.sampled_from(["customers", "x", "months"])
_CURRENCIES = st.sampled_from(sorted(MINOR_DIGITS))
_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1).filter(
    lambda text: bool(text.strip())
)
_SINGLE: st.SearchStrategy[Value] = st.one_of(
    st.builds(Monetary, _NUMBERS, _CURRENCIES),
    st.builds(Percentage, _NUMBERS),
    st.builds(Count, _NUMBERS, _UNITS),
    st.builds(Date, st.dates()),
    st.builds(Text, _TEXTS),
)
_RANGES = st.builds(
    lambda ends, unit: Range(Count(min(ends), unit), Count(max(ends), unit)), st.tuples(_NUMBERS, _NUMBERS), _UNITS
)


@pytest.mark.requirement("value-struct")
@pytest.mark.parametrize("case", cases("values"))
def test_value_is_read_shown_and_written(case: Case) -> None:
    """A value's JSON is read, read by people, and written as it was."""
    value = from_struct(case["struct"])
    assert show_value(value) == case["shown"]
    assert to_struct(value) == case["struct"]


@pytest.mark.requirement("value-struct")
@pytest.mark.parametrize("case", cases("bad_values"))
def test_mistake_is_named_by_its_field(case: Case) -> None:
    """What cannot be a value is refused, with field and reason."""
    with pytest.raises(InvalidInput) as refused:
        from_struct(case["struct"])
    for part in case["says"]:
        assert part in str(refused.value)


@pytest.mark.requirement("value-struct")
@given(st.one_of(_SINGLE, _RANGES))
def test_no_digit_is_lost(value: Value) -> None:
    """Every value comes back from JSON text as itself, digits and all."""
    back = from_struct(orjson.loads(orjson.dumps(to_struct(value))))
    assert back == value
    assert to_struct(back) == to_struct(value)


def answer_of(struct: object) -> Value | str:
    """The value, or why it is none."""
    try:
        return from_struct(struct)
    except InvalidInput as refused:
        return str(refused)


@given(st.recursive(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()), st.lists))
def test_whatever_json_gives_an_answer(given: object) -> None:
    """Whatever stands where a value or a part of one should be: it is refused by the field's name, or read and comes
    back as it was read.
    """
    for field, struct in (
        ("", given),
        (".type", {"type": given}),
        (".fraction", {"type": "percentage", "fraction": given}),
        (".day", {"type": "date", "day": given}),
    ):
        answer = answer_of(struct)
        if isinstance(answer, str):
            assert answer.startswith(f"value_struct{field} ")
        else:
            assert field in (".fraction", ".day")
            assert from_struct(to_struct(answer)) == answer


def test_huge_integer_is_refused() -> None:
    """An integer of a million digits is refused without being written out."""
    with pytest.raises(InvalidInput, match="more than 24 digits"):
        from_struct({"type": "count", "number": 10**1_000_000, "unit": "users"})


def test_shown_has_every_digit() -> None:
    """Showing rounds nothing away."""
    assert show_value(Percentage(Decimal("0.123456789012"))) == "12.3456789012 %"
