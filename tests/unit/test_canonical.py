"""The canonical form beside RFC 8785's own implementation."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from casewright.canonical import canonical_json, without_floats
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from casewright.canonical import Json

_EXACT = 2**53 - 1
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
# Keys on both sides of the places where UTF-8 and UTF-16 order differ.
_KEY = st.one_of(_TEXT, st.text(st.sampled_from("a\x00\ud7ff\ue000\uffff\U00010000\U0010ffff"), max_size=4))
_LEAF = st.one_of(st.none(), st.booleans(), st.integers(-_EXACT, _EXACT), _TEXT)
JSON = st.recursive(_LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEY, inner, max_size=4))
_FOREIGN = st.one_of(
    _LEAF,
    st.integers(),
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.binary(max_size=4),
    st.decimals(),
    st.dates(),
)
ANYTHING = st.recursive(
    _FOREIGN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.one_of(st.text(max_size=3), st.integers()), inner),
    max_leaves=8,
)


@pytest.mark.requirement("audit-canonical-json")
@given(JSON)
def test_form_is_that_of_the_rfc(value: Json) -> None:
    """For every JSON value without floats the bytes are those that RFC 8785 asks for."""
    assert canonical_json(value) == rfc8785.dumps(value)


@given(JSON)
def test_form_reads_back_as_the_value(value: Json) -> None:
    """Nothing is lost or merged: two values with one form are one value."""
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(_KEY, _LEAF, min_size=2, max_size=6))
def test_order_of_keys_changes_nothing(value: dict[str, Json]) -> None:
    """A mapping has one form, in whatever order its keys came."""
    turned = dict(reversed(value.items()))

    assert canonical_json(turned) == canonical_json(value)


def test_keys_are_ordered_by_utf_16() -> None:
    """A key of U+10000 stands before one of U+E000, because its surrogates do."""
    assert canonical_json({"\ue000": 1, "\U00010000": 2}) == '{"\U00010000":2,"\ue000":1}'.encode()


def test_other_mappings_and_sequences_are_known() -> None:
    """A read-only mapping and a tuple have the form of a dict and a list."""
    inner: Json = MappingProxyType({"\ue000": 1, "\U00010000": 2})
    value: Json = MappingProxyType({"b": (1, 2), "a": inner})

    assert canonical_json(value) == canonical_json({"a": {"\ue000": 1, "\U00010000": 2}, "b": [1, 2]})


@pytest.mark.parametrize(
    "value",
    [2**53, -(2**53), "\ud800", {"\ud800": 1}, {1: 2}, b"bytes", {1, 2}, START, Decimal(1)],
    ids=["large", "small", "surrogate", "surrogate key", "number key", "bytes", "set", "time", "decimal"],
)
def test_what_json_lacks_is_refused(value: Json) -> None:
    """A value that has no canonical form is a ``TypeError``, never another value's form."""
    with pytest.raises(TypeError):
        canonical_json(value)


def test_depth_is_bounded() -> None:
    """A value nested deeper than the encoder goes is a ``TypeError``, not a crash."""
    value: Json = []
    for _ in range(2_000):
        value = [value]

    with pytest.raises(TypeError):
        canonical_json(value)


@given(ANYTHING)
def test_without_floats_always_has_a_form(value: object) -> None:
    """Whatever a caller sends, what is recorded of it has a canonical form, and holds no float."""
    plain = without_floats(value)

    assert canonical_json(plain) == rfc8785.dumps(plain)
    assert without_floats(plain) == plain


@given(st.floats(allow_nan=False))
def test_floats_become_strings_that_read_back(value: float) -> None:
    """A float's string is the shortest that reads back as the same float."""
    plain = without_floats({"x": [value]})

    assert plain == {"x": [repr(value)]}
    assert float(repr(value)) == value


def test_not_a_number_stays_visible() -> None:
    """A NaN is recorded as such and is not null."""
    assert without_floats(math.nan) == "nan"


def test_large_integers_become_strings() -> None:
    """Integers that other readers of JSON would round are written as strings, others stay."""
    assert without_floats([_EXACT, _EXACT + 1, -_EXACT - 1]) == [_EXACT, str(_EXACT + 1), str(-_EXACT - 1)]


def test_lone_surrogates_are_written_out() -> None:
    """What UTF-8 cannot hold is recorded readably, in keys too."""
    assert without_floats({"\ud800": "a\udfffb"}) == {"\\ud800": "a\\udfffb"}
