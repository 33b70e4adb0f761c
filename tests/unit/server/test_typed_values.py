"""Words of a query become the values that a schema wants, and none that JSON does not have."""

from __future__ import annotations

import pytest

from casewright.server.typed_values import typed


@pytest.mark.parametrize("text", ["nan", "inf", "-Infinity", "1e999", "1_000", "٣"])
def test_what_is_no_number_in_json_stays_text(text: str) -> None:
    """float() would read each of these."""
    assert typed({"type": "number"}, {}, [text]) == text


def test_numbers_are_read() -> None:
    """A whole number stays one, and a number is finite."""
    assert typed({"type": "number"}, {}, ["1.5e3"]) == 1500.0
    assert typed({"type": "integer"}, {}, ["-7"]) == -7
