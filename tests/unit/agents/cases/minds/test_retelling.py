"""How an act retells what users told: cases as data, and what holds of any text."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.cases.minds.retelling import in_full, retold

_CASES = Path(__file__).parents[4] / "cases/retelling.toml"
CASES: list[dict[str, str]] = tomllib.loads(_CASES.read_text(encoding="utf-8"))["case"]
_TOLD = st.lists(st.sampled_from([*"aăs.!?,„” \n", "sa", "ca", "vreau", "14.10.26", "{{party1.cnp}}"])).map("".join)


@pytest.mark.parametrize("case", CASES, ids=[one["told"][:30] for one in CASES])
def test_what_is_told_is_retold(case: dict[str, str]) -> None:
    """In sentences, full words and full dates, with quotes kept."""
    assert retold(case["told"]) == case["retold"]


@given(_TOLD)
def test_sentences_end_and_ask_nothing(told: str) -> None:
    """Whatever was told ends as a sentence does; no placeholder comes from nowhere."""
    said = retold(told)
    assert not said or said[-1] in ".…"
    assert set(re.findall(r"\{\{.*?\}\}", said)) <= set(re.findall(r"\{\{.*?\}\}", told))


@given(st.text())
def test_any_text_can_be_retold(told: str) -> None:
    """No text fails."""
    retold(told)
    in_full(told)
