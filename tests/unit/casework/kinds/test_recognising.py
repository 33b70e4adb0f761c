"""No kind takes the cases of another."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from casewright.agents.cases.minds.case_file import kind_by_words

_CASES = Path(__file__).parents[3] / "cases/kinds/recognised.toml"
CASES: list[dict[str, Any]] = tomllib.loads(_CASES.read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[one["said"] for one in CASES])
def test_a_case_is_of_its_kind(case: dict[str, Any]) -> None:
    """By the user's words, within the tier."""
    assert kind_by_words([case["said"]], case["tier"]) == case["kind"]
