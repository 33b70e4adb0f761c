"""Tests of casewright.tools.signature, through the tools that are made of functions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest

from casewright.errors import BadToolDefinition
from casewright.tools.calls import CallContext, Status
from casewright.tools.definition import Tool, define_tool, tool
from tests.fakes.governed import Governed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping


def greet(greeting: str, name: str) -> str:
    """Greet someone."""
    return f"{greeting}, {name}"


async def greet_later(greeting: str, name: str) -> str:
    """Greet someone, later."""
    return f"{greeting}, {name}"


class Greeter:
    """A callable object."""

    def __call__(self, name: str) -> str:
        """Greet by an object."""
        return f"Hello, {name}"

    def by_method(self, name: str) -> str:
        """Greet by a method."""
        return f"Hullo, {name}"


class LateGreeter:
    """A callable object whose call is asynchronous."""

    async def __call__(self, name: str) -> str:
        """Greet by an object, later."""
        return f"Later, {name}"


def two_contexts(one: CallContext, other: CallContext) -> None:
    """Ask twice."""


FUNCTIONS: dict[str, tuple[Callable[..., object], str, str, bool]] = {
    "partial": (functools.partial(greet, "Hi"), "Greet someone.", "Hi, Ada", False),
    "partial by keyword": (functools.partial(greet, greeting="Hi"), "Greet someone.", "Hi, Ada", False),
    "async partial": (functools.partial(greet_later, "Hi"), "Greet someone, later.", "Hi, Ada", True),
    "object": (Greeter(), "Greet by an object.", "Hello, Ada", False),
    "async object": (LateGreeter(), "Greet by an object, later.", "Later, Ada", True),
    "partial of an async object": (functools.partial(LateGreeter()), "Greet by an object, later.", "Later, Ada", True),
    "bound method": (Greeter().by_method, "Greet by a method.", "Hullo, Ada", False),
}


@pytest.mark.requirement("tool-any-callable")
@pytest.mark.parametrize("case", FUNCTIONS)
def test_anything_that_can_be_called_can_be_a_tool(case: str) -> None:
    """Partials, callable objects and methods, sync or async, become tools with the description of their code."""
    function, description, answer, asynchronous = FUNCTIONS[case]
    made = tool(safety_level="safe", name="greet")(function)
    assert (made.description, made.is_async) == (description, asynchronous)
    assert list(made.input_schema["properties"]) == ["name"]
    assert Governed(made).call("greet", {"name": "Ada"}).content == answer


@pytest.mark.requirement("tool-any-callable")
def test_what_a_partial_has_bound_is_nobody_elses_to_set() -> None:
    """An argument that a partial has bound is not in the schema, and a call that names it is refused."""
    made = tool(safety_level="safe")(functools.partial(greet, greeting="Hi"))
    result = Governed(made).call("greet", {"name": "Ada", "greeting": "Go away"})
    assert (made.name, result.status) == ("greet", Status.INVALID_ARGUMENTS)


def yields(_arguments: Mapping[str, Any]) -> Iterator[int]:
    """A generator function."""
    yield 1


async def yields_later(_arguments: Mapping[str, Any]) -> AsyncIterator[int]:
    """An asynchronous generator function."""
    yield 1


def local() -> Tool:
    """A tool over a type that its annotation cannot reach."""

    class Hidden:
        """Not at the module's level."""

    def use(it: Hidden) -> None:
        """Use it."""

    return tool(safety_level="safe")(use)


BROKEN: dict[str, tuple[Callable[[], object], str]] = {
    "generator": (lambda: define_tool("t", "x", [], handler=yields), "'t': the handler yields"),
    "async generator": (lambda: define_tool("t", "x", [], handler=yields_later), "'t': the handler yields"),
    "partial generator": (
        lambda: define_tool("t", "x", [], handler=functools.partial(yields)),
        "'t': the handler yields",
    ),
    "decorated generator": (lambda: tool(safety_level="safe")(yields), "'yields': the handler yields"),
    "out of reach": (local, "'use': an annotation cannot be resolved"),
    "two contexts": (lambda: tool(safety_level="safe")(two_contexts), "'one' and 'other' both take the context"),
    "no name": (lambda: tool(safety_level="safe")(Greeter()), "tool '': a name is snake_case"),
}


@pytest.mark.requirement("tool-invariants")
@pytest.mark.parametrize("case", BROKEN)
def test_function_that_cannot_be_a_tool(case: str) -> None:
    """A function that cannot be a tool is an error that names the tool and says why."""
    define, message = BROKEN[case]
    with pytest.raises(BadToolDefinition, match=message):
        define()
