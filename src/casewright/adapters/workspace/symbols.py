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
from typing import TYPE_CHECKING

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
    if isinstance(value, type):
        lines.append(f"Bases: {', '.join(base.__qualname__ for base in value.__bases__)}")
    if isinstance(value, ModuleType | type):
        lines.append(f"Members: {_members(value)}")
    place, documentation = _place(value), _documentation(value)
    if place:
        lines.append(f"Defined in {place}")
    return "\n".join([*lines, *(["Documentation:", documentation] if documentation else [])])


def kind_of(value: object) -> str:
    """What it is, in words. By its type alone: ``isinstance`` would ask the object what it wants to pass for."""
    if issubclass(type(value), type):
        return "exception class" if BaseException in type.mro(value) else "class"  # type: ignore[arg-type]
    if issubclass(type(value), FunctionType):
        flags = value.__code__.co_flags  # type: ignore[attr-defined]
        return next((kind for flag, kind in _CODE_KINDS if flags & flag), "function")
    other = "callable object" if callable(value) else "variable"
    return next((kind for kind, types in _KINDS.items() if issubclass(type(value), types)), other)


def arglist(name: str, value: object) -> str:
    """The name and the parameters, or the seed's words where they are not known."""
    if callable(value) and kind_of(value) != "callable object":
        try:
            return f"{name}{inspect.signature(value)}"
        except Exception:  # noqa: BLE001, S110 (what objects of the process raise is theirs)
            pass
    return f"{name} {NO_ARGLIST}"


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
        if isinstance(start, staticmethod | classmethod):
            start = start.__func__
    return start


def _names(module: ModuleType) -> list[tuple[str, object]]:
    return list(vars(module).items())


def _is_home(value: object, module: str) -> bool:
    """Whether the value is of this module, and not only imported by it."""
    if issubclass(type(value), ModuleType):
        return False
    if issubclass(type(value), (FunctionType, BuiltinFunctionType, type)):
        return getattr(value, "__module__", module) == module
    return True


def _members(value: ModuleType | type) -> str:
    names = [name for name in list(vars(value)) if not name.startswith("_")]
    more = f", and {len(names) - _MEMBERS} more" if len(names) > _MEMBERS else ""
    return (", ".join(names[:_MEMBERS]) or "none") + more


def _place(value: object) -> str | None:
    """The file, and the line where there is one."""
    if kind_of(value) == "callable object":
        value = type(value)
    try:
        # Told by what it raises: not everything has a file.
        found = inspect.getsourcefile(inspect.unwrap(value)) if callable(value) else inspect.getsourcefile(value)  # type: ignore[arg-type]
        if found is None or isinstance(value, ModuleType):
            return found
        return f"{found}, line {inspect.getsourcelines(value)[1]}"  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 (as above)
        return None


def _documentation(value: object) -> str | None:
    if kind_of(value) == "callable object":
        value = type(value)
    try:
        return inspect.getdoc(value)
    except Exception:  # noqa: BLE001 (as above)
        return None
