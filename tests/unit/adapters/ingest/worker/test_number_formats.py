"""Values of a workbook show as their formats say."""

from __future__ import annotations

from datetime import time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.worker.number_formats import Value, plainly, shown

FOLDER = Path(__file__).parents[4] / "cases" / "formats"
CASES = [
    tuple(case)
    for name in ("numbers.yml", "dates.yml")
    for case in yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
]


@pytest.mark.requirement("documents-workbooks")
@pytest.mark.parametrize(("value", "code", "expected"), CASES)
def test_value_shows_as_its_format_says(value: Value, code: str, expected: str) -> None:
    """Each case shows what a spreadsheet program shows."""
    assert shown(value, code) == expected


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
        (timedelta(hours=30, minutes=5, seconds=9), "[h]:mm:ss", "30:05:09"),
        (timedelta(minutes=90), "[mm]:ss", "90:00"),
        (-timedelta(hours=1), "[h]:mm", "-1:00"),
        (timedelta(hours=1), "General", "1:00:00"),
        (time(9, 5), "h:mm", "9:05"),
        (time(9, 5), "yyyy-mm-dd", "09:05:00"),
    ],
)
def test_duration_counts_on(value: Value, code: str, expected: str) -> None:
    """Hours in brackets go beyond a day; a time of day has no date."""
    assert shown(value, code) == expected


NUMBERS = st.integers(-(10**14), 10**14).map(lambda cents: Decimal(cents).scaleb(-2))


@given(NUMBERS)
def test_number_is_recovered_from_what_is_shown(number: Decimal) -> None:
    """With two decimals, thousands parted or not, nothing of an amount is lost."""
    for code in ("#,##0.00", "0.00", "General", '"$"#,##0.00', "0.00%"):
        text = shown(number, code).replace(",", "").replace("$", "")
        value = Decimal(text.rstrip("%")).scaleb(-2 if text.endswith("%") else 0)
        assert abs(value - number) < Decimal("0.0001") if code == "0.00%" else value == number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_plain_number_keeps_fifteen_digits(value: float) -> None:
    """What General shows is the value to the digits that spreadsheet programs keep."""
    assert float(plainly(Decimal(f"{value:.15g}"))) == float(f"{value:.15g}")


@given(
    st.one_of(st.floats(), st.integers(-(10**20), 10**20), st.timedeltas(), st.datetimes(), st.times(), st.booleans()),
    st.text(alphabet='0#?.,%E+-/ymdhs[]<>=$";\\_*@ AMPGeneral15', max_size=20),
)
def test_any_format_shows_something(value: Value, code: str) -> None:
    """Whatever stands in a format's code, the value shows as some text."""
    assert shown(value, code)
