"""Updates of a case file: cases as data, and properties of updates that were made up from its own paths."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.details import InvalidField, update_details
from casewright.casework.details_schema import DEEPEST, DETAILS, empty_details, first_misfit

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/casework/details.yml").read_text(encoding="utf-8"))
NEW = empty_details("2026-01-05T09:00:00+00:00")


def at(details: Any, path: str) -> Any:
    for segment in path.split("."):
        details = details[int(segment)] if isinstance(details, list) else details[segment]
    return details


@pytest.mark.requirement("case-details")
@pytest.mark.parametrize("case", CASES, ids=[case["is"] for case in CASES])
def test_update(case: dict[str, Any]) -> None:
    """Each path holds what the case says, or the error names the path in the seed's words and nothing changed."""
    before = update_details(NEW, case.get("before", {}))
    kept = deepcopy(before)

    if "fails" in case:
        with pytest.raises(InvalidField) as refused:
            update_details(before, case["update"])
        assert str(refused.value) == f"Update failed due to invalid field: {case['fails']}"
    else:
        after = update_details(before, case["update"])
        assert {path: at(after, path) for path in case["then"]} == case["then"]
        assert first_misfit(DETAILS, after) is None

    assert before == kept


def test_new_case_file_fits_its_schema() -> None:
    """The empty case file has every field and is valid."""
    assert first_misfit(DETAILS, NEW) is None
    assert set(NEW) == set(DETAILS.of)


def test_what_is_too_deep_is_refused() -> None:
    """A value of any shape may be deep, within reason."""
    deep: Any = "x"
    for _ in range(DEEPEST - 1):
        deep = [deep]

    assert update_details(NEW, {"internal_notes": [{"n": deep}]})
    with pytest.raises(InvalidField):
        update_details(NEW, {"internal_notes": [{"n": [[deep]]}]})


NAMES = ["summary", "current", "history", "facts", "fact", "objectives", "status", "log", "agent_interactions", "id"]
MORE_NAMES = ["0", "1", "draft_status", "nope", "", "parties_involved", "partyId", "user_feedback"]
SEGMENTS = st.sampled_from([*NAMES, *MORE_NAMES])
PATHS = st.lists(SEGMENTS, min_size=1, max_size=4).map(".".join)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.sampled_from(["party1", "pending"]))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(PATHS, VALUES, max_size=3), max_size=6))
def test_whatever_is_accepted_keeps_the_file_valid(updates: list[dict[str, Any]]) -> None:
    """After any updates the file fits its schema, and a refused one left it as it was, word for word."""
    details = NEW
    for update in updates:
        kept = deepcopy(details)
        before = details
        with suppress(InvalidField):
            details = update_details(details, update)
        assert before == kept
        assert first_misfit(DETAILS, details) is None


@given(st.lists(st.text(), max_size=5), st.lists(st.text(), max_size=5))
def test_appending_loses_nothing(first: list[str], second: list[str]) -> None:
    """What is appended in two updates stands there in order."""
    after = update_details(update_details(NEW, {"internal_notes": first}), {"internal_notes": second})

    assert after["internal_notes"] == first + second
