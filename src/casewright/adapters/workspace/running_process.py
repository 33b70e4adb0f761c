"""The Python process that runs: its names are looked at, and forms are run in it with all that it may do itself."""

from __future__ import annotations

import ast
import linecache
import warnings
from itertools import count
from types import ModuleType
from typing import TYPE_CHECKING

from casewright.adapters.workspace.printed import printed_here
from casewright.adapters.workspace.stoppable import GivenUp, stoppable
from casewright.adapters.workspace.symbols import Symbols, arglist, describe
from casewright.errors import InvalidInput
from casewright.tools.ports.workspace import Compilation, Evaluation, Symbol
from casewright.vocabulary.outside_text import show_name

if TYPE_CHECKING:
    from types import CodeType

OWN = "workspace"
"""What the package is called that is meant where none is named."""
MOST_CHARACTERS = 20_000
_NEW = object()
_CUT = "[... {left} more characters cut ...]"


class RunningPython:
    """Fits ``tools.ports.workspace.RunningProcess``. ``own`` is meant where no package is named."""

    def __init__(self, own: ModuleType | None = None) -> None:
        self._own = own or ModuleType(OWN, "What a session defines.")
        self._symbols = Symbols(self._own)
        self._numbers = count(1)

    def describe(self, symbol: str, package: str | None) -> str:
        """What the symbol is."""
        return _cut(describe(symbol, self._symbols.find(symbol, package)))

    def search(self, pattern: str, package: str | None) -> list[Symbol]:
        """The symbols with the pattern in their names."""
        return self._symbols.search(pattern, package)

    def arglist(self, function: str, package: str | None) -> str:
        """Name and parameters."""
        found = self._symbols.find(function, package)
        if not callable(found):
            raise InvalidInput(f"{show_name(function)} is not a function")
        return _cut(arglist(function, found))

    def evaluate(self, form: str, package: str | None) -> Evaluation:
        """Run the statements; the value is that of the last one, where it is an expression."""
        module = self._symbols.package(package)
        with printed_here() as printed, stoppable():
            value, error = self._evaluate(form, module)
        return Evaluation(value, printed.text, error)

    def compile(self, form: str, package: str | None) -> Compilation:
        """Compile, telling what the compiler warns of, and run what was compiled."""
        module = self._symbols.package(package)
        before = dict(vars(module))
        warned: list[str] = []
        with printed_here() as printed, stoppable():
            error = self._load(form, module, warned)
        names = [name for name, value in vars(module).items() if before.get(name, _NEW) is not value]
        defined = tuple(name for name in names if name != "__builtins__")
        return Compilation(module.__name__, defined, tuple(warned), printed.text, error)

    def _evaluate(self, form: str, module: ModuleType) -> tuple[str | None, str | None]:
        try:
            tree = ast.parse(form)
            last = tree.body[-1] if tree.body else None
            if isinstance(last, ast.Expr):
                tree.body.pop()
            name = self._keep(form)
            exec(compile(tree, name, "exec", dont_inherit=True), vars(module))  # noqa: S102 (it is what the tool does)
            if not isinstance(last, ast.Expr):
                return None, None
            code = compile(ast.Expression(last.value), name, "eval", dont_inherit=True)
            return _cut(repr(eval(code, vars(module)))), None  # noqa: S307 (as above)
        except GivenUp:
            raise
        except BaseException as error:  # noqa: BLE001 (a form may raise anything, SystemExit too: it ends nothing here)
            return None, _told(error)

    def _load(self, form: str, module: ModuleType, warned: list[str]) -> str | None:
        try:
            code, told = _compile(form, self._keep(form))
            warned += told
            exec(code, vars(module))  # noqa: S102 (as above)
        except GivenUp:
            raise
        except BaseException as error:  # noqa: BLE001 (as above)
            return _told(error)
        return None

    def _keep(self, form: str) -> str:
        """Keep the source under a name, so that what it defines can be shown with its lines."""
        name = f"<{OWN} {next(self._numbers)}>"
        linecache.cache[name] = (len(form), None, form.splitlines(keepends=True), name)
        return name


def _compile(form: str, name: str) -> tuple[CodeType, list[str]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        code = compile(form, name, "exec", dont_inherit=True)
    return code, [f"line {one.lineno}: {one.message}" for one in caught]


def _told(error: BaseException) -> str:
    """The class and what it says; where, for what could not be compiled."""
    kind = type(error).__name__
    try:
        if isinstance(error, SyntaxError):
            return _cut(f"{kind}: {error.msg} (line {error.lineno}, column {error.offset})")
        return _cut(f"{kind}: {error}" if str(error) else kind)
    except Exception:  # noqa: BLE001 (its own text is code, too)
        return kind


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:MOST_CHARACTERS] + "\n" + _CUT.format(left=len(text) - MOST_CHARACTERS)
