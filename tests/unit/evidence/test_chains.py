"""The shape of chains: what is wrong is said in a sentence a step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.domain.evidence import Sanad
from casewright.evidence.chains import cycle, missing_steps, problems, split_reference
from tests.deals import node
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from tests.unit.evidence.cases import Case


@pytest.mark.requirement("chain-shape")
@pytest.mark.parametrize("case", cases("chains"))
def test_problems_are_told(case: Case) -> None:
    """A chain that is well made has no problem; each other problem is one sentence."""
    chain = Sanad(tuple(node(name, inputs=inputs, outputs=outputs) for name, inputs, outputs in case["nodes"]), ())
    found = problems(chain)
    assert len(found) == len(case.get("says", []))
    for part, problem in zip(case.get("says", []), found, strict=True):
        assert part in problem
    assert cycle(chain) == tuple(case.get("circle", []))
    assert missing_steps(chain) == {name: tuple(gone) for name, gone in case.get("missing", {}).items()}


@pytest.mark.requirement("chain-shape")
@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan"), float("inf")])
def test_confidence_is_from_0_to_1(confidence: float) -> None:
    """A step's confidence that is no number from 0 to 1 is told."""
    (problem,) = problems(Sanad((replace(node("a"), confidence=confidence),), ()))
    assert "from 0 to 1" in problem


def test_long_chain_takes_no_recursion() -> None:
    """A chain of 50,000 steps is looked at, circle and all."""
    steps = [node(str(place), inputs=[f"node:{place - 1}"] if place else []) for place in range(50_000)]
    assert problems(Sanad(tuple(steps), ())) == []
    circle = (replace(steps[0], inputs=("node:49999",)), *steps[1:])
    assert len(cycle(Sanad(circle, ()))) == 50_000


def test_reference_is_kind_and_id() -> None:
    """The id may hold colons; an unknown kind or no id is no reference."""
    assert split_reference("evidence:a:b") == ("evidence", "a:b")
    assert split_reference("page:1") is None
    assert split_reference("claim:") is None
