"""Tests of casewright.tools.registry."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from casewright.errors import BadSettings, BadToolDefinition, InvalidInput
from casewright.policy.policy import compile_policy
from casewright.tools.calls import SafetyLevel, Status
from casewright.tools.definition import Tool, define_tool
from casewright.tools.registry import Declared, Registry
from tests.fakes.governed import Governed


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


class Forge:
    """Makes a tool when it is asked to, and counts how often; ``broken`` is what making it raises."""

    def __init__(self, tool: Tool, broken: Exception | None = None) -> None:
        self.tool = tool
        self.broken = broken
        self.threads: list[str] = []

    def make(self) -> Tool:
        self.threads.append(threading.current_thread().name)
        if self.broken is not None:
            raise self.broken
        return self.tool

    def declared(self, name: str = "", level: SafetyLevel = SafetyLevel.SAFE) -> Declared:
        return Declared(name or self.tool.name, level, self.make, self.tool.categories)


def test_declared_tool_is_made_once_when_it_is_needed() -> None:
    """Names, levels and selection of others make nothing; eight threads that need the tool get one."""
    forge, other = Forge(made("a", "safe", "x")), Forge(made("b", "safe", "y"))
    registry, start = Registry([forge.declared(), other.declared()]), threading.Barrier(8)

    def get(_: int) -> Tool | None:
        start.wait()
        return registry.get("a")

    assert registry.names == ("a", "b")
    assert registry.sensitive == ()
    assert not registry.is_loaded("a")
    with ThreadPoolExecutor(8) as pool:
        assert {id(tool) for tool in pool.map(get, range(8))} == {id(forge.tool)}
    assert [tool.name for tool in registry.select(categories=["x"])] == ["a"]
    assert (len(forge.threads), len(other.threads)) == (1, 0)
    assert registry.is_loaded("a")
    assert registry.is_loaded("nothing of that name")


def test_tool_that_is_not_as_declared_is_refused() -> None:
    """A declaration that says another level than the tool has is an error that names both."""
    registry = Registry([Forge(made("a", "cautious")).declared()])
    with pytest.raises(BadToolDefinition, match="'a' is declared with safety_level .*SAFE.* and made with .*CAUTIOUS"):
        registry.get("a")


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (BadSettings("CASEWRIGHT_PLANS names a file that is none"), "CASEWRIGHT_PLANS names a file that is none"),
        (ZeroDivisionError("secret"), "tool 'add' cannot be made: ZeroDivisionError"),
    ],
)
def test_call_of_a_tool_that_cannot_be_made_ends_in_a_sentence(broken: Exception, says: str) -> None:
    """Its call is an error, recorded as stopped, and tells nothing of a foreign error but its class."""
    governed = Governed(rules='[tools.add]\nroles = ["ADMIN"]\n')
    forge = Forge(made("add"), broken)
    governed.registry.declare(forge.declared())
    result = governed.call("add")
    assert result.status is Status.ERROR
    assert says in result.content
    assert "secret" not in result.content
    assert governed.trail() == [("stopped", "ERROR")]


def test_declared_tool_is_made_beside_the_event_loop() -> None:
    """The first call of a tool that is only declared makes it in another thread, and then runs it."""
    governed = Governed(rules='[tools.add]\nroles = ["ADMIN"]\n')
    forge = Forge(made("add"))
    governed.registry.declare(forge.declared())
    assert governed.call("add").status is Status.SUCCESS
    assert forge.threads != [threading.main_thread().name]
