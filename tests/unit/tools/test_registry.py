"""Tests of casewright.tools.registry."""

from __future__ import annotations

import pytest

from casewright.errors import BadToolDefinition, InvalidInput
from casewright.policy.policy import compile_policy
from casewright.tools.definition import Tool, define_tool
from casewright.tools.registry import Registry


def made(name: str, level: str = "safe", *categories: str) -> Tool:
    """A tool of that name, level and categories."""
    return define_tool(name, "x", [], safety_level=level, categories=categories, handler=lambda _: None)


@pytest.mark.requirement("tool-unique-names")
def test_a_name_is_registered_once() -> None:
    """A second registration of a name is an error that names it, unless it replaces the first on purpose."""
    registry = Registry([made("look")])
    second = made("look", "cautious")
    with pytest.raises(BadToolDefinition, match="'look' is registered already"):
        registry.register(second)
    assert registry.register(second, replace=True) is registry.get("look") is second


def test_unknown_names_are_none() -> None:
    """Getting or unregistering a name that is not there gives None; names keep the order of registration."""
    registry = Registry([made("b"), made("a")])
    assert registry.get("c") is None
    assert registry.unregister("c") is None
    assert list(registry.names) == ["b", "a"]
    assert registry.unregister("b") is not None
    assert list(registry.names) == ["a"]


@pytest.mark.requirement("tool-select")
def test_selection_by_level_category_and_role() -> None:
    """Selection takes tools at or below the level that share any category and that the role may call."""
    registry = Registry([made("a", "safe", "x"), made("b", "cautious", "x", "y"), made("c", "dangerous", "y")])
    policy = compile_policy({"p": '[roles]\npeople = ["R"]\n[tools.b]\nroles = ["R"]'})

    def names(**wanted: object) -> list[str]:
        return [tool.name for tool in registry.select(**wanted)]  # type: ignore[arg-type]

    assert names() == ["a", "b", "c"]
    assert names(max_safety_level="cautious") == ["a", "b"]
    assert names(categories=["y"]) == ["b", "c"]
    assert names(categories=["y"], max_safety_level="cautious") == ["b"]
    assert names(role="R", policy=policy) == ["b"]
    assert names(role="R") == []


def test_what_is_no_tool_is_not_registered() -> None:
    """Registering a bare function is an error that says what to make of it."""
    with pytest.raises(BadToolDefinition, match="is no tool: make one of it with tool"):
        Registry([print])  # type: ignore[list-item]


def test_unknown_level_is_said() -> None:
    """Selecting by a level that there is not is an error that names those there are."""
    with pytest.raises(InvalidInput, match="'harmless'; it is one of safe, cautious, dangerous"):
        Registry().select(max_safety_level="harmless")
