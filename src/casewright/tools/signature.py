"""What a function asks for: its parameters, its description, and whether it is asynchronous."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_type_hints

from casewright.errors import BadToolDefinition
from casewright.tools.calls import CallContext

Function: TypeAlias = Callable[..., object]

# An annotation is whatever stands there, and so is a default; ``...`` where there is none.
Parameters: TypeAlias = Mapping[str, tuple[Any, Any]]


def parameters_of(tool: str, function: Function) -> tuple[Parameters, str | None]:
    """Annotation and default of each parameter, and the name of the one that takes the ``CallContext``.

    What a ``functools.partial`` has bound already is nobody else's to set and left out. Raises
    ``BadToolDefinition`` where a parameter has no annotation or collects others.
    """
    hints, bound = _hints(tool, function), _bound(function)
    found: dict[str, tuple[Any, Any]] = {}
    context: str | None = None
    for name, parameter in inspect.signature(function).parameters.items():
        if name in bound:
            continue
        if hints.get(name) is CallContext:
            if context is not None:
                raise BadToolDefinition(f"tool {tool!r}: {context!r} and {name!r} both take the context: keep one")
            context = name
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise BadToolDefinition(f"tool {tool!r}: parameter {name!r} must be a named one, a model calls by name")
        if name not in hints:
            raise BadToolDefinition(f"tool {tool!r}: parameter {name!r} has no annotation: give it a type")
        found[name] = (hints[name], ... if parameter.default is parameter.empty else parameter.default)
    return found, context


def described(function: Function) -> str:
    """The first paragraph of the function's docstring in one line, empty where it has none."""
    text = inspect.getdoc(_plain(function)) or ""
    return " ".join(text.split("\n\n")[0].split())


def named(function: Function) -> str:
    """The function's own name, empty where it has none, as a callable object."""
    while isinstance(function, functools.partial):
        function = function.func
    return str(getattr(function, "__name__", ""))


def is_async(function: Function) -> bool:
    """Whether calling the function gives a coroutine."""
    # Through an alias: type checkers take the plain call for a TypeIs and then call the "else" unreachable.
    return bool(inspect.iscoroutinefunction(_plain(function)))


def refuse_generators(tool: str, function: Function) -> None:
    """Raise ``BadToolDefinition`` for a function that yields: a tool returns one value."""
    plain = _plain(function)
    if inspect.isgeneratorfunction(plain) or inspect.isasyncgenfunction(plain):
        raise BadToolDefinition(f"tool {tool!r}: the handler yields, and a tool returns one value: return a list")


def _plain(function: Function) -> Function:
    """The function with code in it, behind partials and callable objects."""
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.isroutine(function) or inspect.isclass(function):
        return function
    called: Function = type(function).__call__
    return called


def _hints(tool: str, function: Function) -> Mapping[str, Any]:
    try:
        return get_type_hints(_plain(function), include_extras=True)
    except (NameError, TypeError) as error:
        raise BadToolDefinition(
            f"tool {tool!r}: an annotation cannot be resolved ({error}): define its type at the module's level"
        ) from error


def _bound(function: Function) -> frozenset[str]:
    """The parameters that partials have set by keyword; those set by position are in no signature any more."""
    bound: set[str] = set()
    while isinstance(function, functools.partial):
        bound.update(function.keywords)
        function = function.func
    return frozenset(bound)
