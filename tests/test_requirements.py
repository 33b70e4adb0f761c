"""The requirements and the tests name each other."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

from tests.requirements import REQUIREMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

_TESTS = Path(__file__).parent


def named() -> Iterator[tuple[str, str]]:
    """Every (requirement id, file) that a marker names."""
    for path in sorted(_TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.requirement":
                for argument in node.args:
                    yield str(ast.literal_eval(argument)), path.name


def test_ids_are_unique() -> None:
    """No two requirements share an id."""
    ids = [requirement.id for requirement in REQUIREMENTS]
    assert sorted(ids) == sorted(set(ids))


def test_every_requirement_has_a_test() -> None:
    """A requirement without a test is not fulfilled."""
    tested = {name for name, _ in named()}
    assert sorted(one.id for one in REQUIREMENTS if not one.planned and one.id not in tested) == []


def test_no_test_names_an_unknown_requirement() -> None:
    """A test that names a requirement names one that exists."""
    known = {requirement.id for requirement in REQUIREMENTS}
    assert sorted({pair for pair in named() if pair[0] not in known}) == []


def test_planned_requirements_have_no_test() -> None:
    """A planned requirement that has a test is no longer planned."""
    tested = {name for name, _ in named()}
    planned = [requirement.id for requirement in REQUIREMENTS if requirement.planned]
    assert [one for one in planned if one in tested] == []
