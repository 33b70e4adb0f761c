"""What the running process holds under its names, looked at without running code of its objects.

Attributes are looked up statically, so no property and no ``__getattr__`` is called, and values are shown only where
they are of Python's own types. Default values in signatures are the exception: ``inspect`` has their ``repr``.
"""

from __future__ import annotations

import inspect
import sys
from reprlib import Repr
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import TYPE_CHECKING, cast

from casewright.errors import NotFound
from casewright.tools.ports.workspace import Symbol
from casewright.vocabulary.outside_text import show_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NO_ARGLIST = "(arglist not available)"
_MISSING = object()
_PLAIN = frozenset({int, float, complex, bool, str, bytes, type(None), list, tuple, dict, set, frozenset})
_MEMBERS = 40
_CODE_KINDS = ((inspect.CO_COROUTINE, "coroutine function"), (inspect.CO_GENERATOR, "generator function"))
_KINDS: Mapping[str, tuple[type, ...]] = {
    "module": (ModuleType,),
    "function": (FunctionType,),
    "method": (MethodType,),
    "built-in function": (BuiltinFunctionType,),
    "method of a built-in class": (MethodDescriptorType, WrapperDescriptorType, ClassMethodDescriptorType),
    "property": (property, GetSetDescriptorType, MemberDescriptorType),
}


class Symbols:
    """Over the modules that are loaded, and ``own``, which is meant where no package is named."""

    def __init__(self, own: ModuleType) -> None:
        self._own = own

    def package(self, name: str | None) -> ModuleType:
        """The module of this name; the own one for None. Raises ``NotFound``."""
        if name is None or name == self._own.__name__:
            return self._own
        found = sys.modules.get(name)
        if not isinstance(found, ModuleType):
            raise NotFound(f"Package {show_name(name)} not found")
        return found

    def find(self, symbol: str, package: str | None) -> object:
        """What the dotted name stands for. Raises ``NotFound``."""
        parts = symbol.split(".")
        for start, rest in self._starts(parts, package):
            found = _follow(start, rest)
            if found is not _MISSING:
                return found
        where = "" if package is None else f" in package {show_name(package)}"
        raise NotFound(f"Symbol {show_name(symbol)} not found{where}")

    def search(self, pattern: str, package: str | None) -> list[Symbol]:
        """Every symbol with the pattern in its name, once, where it is defined; in order."""
        wanted = pattern.casefold()
        modules = self._modules() if package is None else {self.package(package).__name__: self.package(package)}
        found = {
            Symbol(f"{module}.{name}", kind_of(value))
            for module, held in modules.items()
            for name, value in _names(held)
            if wanted in name.casefold() and (package is not None or _is_home(value, module))
        }
        if package is None:
            found |= {Symbol(module, "module") for module in modules if wanted in module.casefold()}
        return sorted(found, key=lambda one: one.name)

    def _starts(self, parts: list[str], package: str | None) -> Iterator[tuple[object, list[str]]]:
        """Where a dotted name may begin, and what is left of it then."""
        yield self.package(package), parts
        if package is None:
            yield sys.modules["builtins"], parts
            for count in range(len(parts), 0, -1):
                module = sys.modules.get(".".join(parts[:count]))
                if isinstance(module, ModuleType):
                    yield module, parts[count:]

    def _modules(self) -> Mapping[str, ModuleType]:
        loaded: Mapping[str, object] = dict(sys.modules)  # which may hold anything
        there = {name: one for name, one in loaded.items() if isinstance(one, ModuleType)}
        return {**there, self._own.__name__: self._own}


def describe(symbol: str, value: object) -> str:
    """What a person wants to know of it, in lines."""
    kind, name = kind_of(value), show_name(symbol)
    if kind == "variable":
        return f"{name} is a variable of type {type(value).__name__}\nValue: {show_value(value)}"
    lines = [f"{name} is {'an' if kind[0] in 'aeiou' else 'a'} {kind}"]
    if callable(value):
        lines.append(f"Signature: {arglist(symbol.rpartition('.')[2], value)}")
    if _is(value, type):
        lines.append(f"Bases: {', '.join(base.__qualname__ for base in cast('type', value).__bases__)}")
    if _is(value, ModuleType, type):
        lines.append(f"Members: {_members(cast('type', value))}")
    place, documentation = _place(value), _documentation(value)
    if place:
        lines.append(f"Defined in {place}")
    return "\n".join([*lines, *(["Documentation:", documentation] if documentation else [])])


def kind_of(value: object) -> str:
    """What it is, in words."""
    if _is(value, type):
        return "exception class" if BaseException in type.mro(value) else "class"  # type: ignore[arg-type]
    if _is(value, FunctionType):
        flags = value.__code__.co_flags  # type: ignore[attr-defined]
        return next((kind for flag, kind in _CODE_KINDS if flags & flag), "function")
    other = "callable object" if callable(value) else "variable"
    return next((kind for kind, types in _KINDS.items() if _is(value, *types)), other)


def arglist(name: str, value: object) -> str:
    """The name and the parameters, or the seed's words where they are not known."""
    if callable(value) and kind_of(value) != "callable object":
        try:
            return f"{name}{inspect.signature(value)}"
        except Exception:  # noqa: BLE001, S110 (what objects of the process raise is theirs)
            pass
    return f"{name} {NO_ARGLIST}"


def _is(value: object, *types: type) -> bool:
    """Whether its own type is one of these; ``isinstance`` would ask the object what it wants to pass for."""
    return issubclass(type(value), types)


class _Shown(Repr):
    """Shows values of Python's own types, cut short; of all others the class, since their ``repr`` is code."""

    def repr1(self, x: object, level: int) -> str:
        """One value, at any depth."""
        if type(x) in _PLAIN:
            return super().repr1(x, level)
        return f"<{type(x).__module__}.{type(x).__qualname__} object>"


def show_value(value: object) -> str:
    """The value, cut short, without running code of its class."""
    shown = _Shown()
    shown.maxstring = shown.maxother = shown.maxlong = 200
    try:
        return shown.repr(value)
    except (RuntimeError, ValueError) as error:
        # Another thread changes it right now; or a number of thousands of digits.
        return f"<cannot be shown: {error}>"


def _follow(start: object, parts: list[str]) -> object:
    for part in parts:
        start = inspect.getattr_static(start, part, _MISSING)
        if _is(start, staticmethod, classmethod):
            start = cast("staticmethod[..., object]", start).__func__
    return start


def _names(module: ModuleType) -> list[tuple[str, object]]:
    return list(vars(module).items())


def _is_home(value: object, module: str) -> bool:
    """Whether the value is of this module, and not only imported by it."""
    if _is(value, ModuleType):
        return False
    if _is(value, FunctionType, BuiltinFunctionType, type):
        return getattr(value, "__module__", module) == module
    return True


def _members(value: ModuleType | type) -> str:
    names = [name for name in list(vars(value)) if not name.startswith("_")]
    more = f", and {len(names) - _MEMBERS} more" if len(names) > _MEMBERS else ""
    return (", ".join(names[:_MEMBERS]) or "none") + more


def _place(value: object) -> str | None:
    """The file, and the line where there is one. Not by ``inspect``, which asks every loaded module for its file."""
    if kind_of(value) == "callable object":
        value = type(value)
    if _is(value, MethodType):
        value = value.__func__  # type: ignore[attr-defined]
    while _is(value, FunctionType) and "__wrapped__" in vars(value):
        value = vars(value)["__wrapped__"]
    if _is(value, FunctionType):
        code = value.__code__  # type: ignore[attr-defined]
        return f"{code.co_filename}, line {code.co_firstlineno}"
    home = sys.modules.get(str(vars(value).get("__module__"))) if _is(value, type) else value
    found = vars(home).get("__file__") if _is(home, ModuleType) else None
    return found if isinstance(found, str) else None


def _documentation(value: object) -> str | None:
    """The docstring, without its indents."""
    if kind_of(value) == "callable object":
        value = type(value)
    found = vars(value).get("__doc__") if _is(value, ModuleType, type) else getattr(value, "__doc__", None)
    return inspect.cleandoc(found) if isinstance(found, str) else None
