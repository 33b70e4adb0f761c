"""Tests of casewright.adapters.workspace.running_process: names are looked at, and forms are run."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.workspace.printed import MOST_CHARACTERS
from casewright.adapters.workspace.running_process import RunningPython
from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = """
import functools

class Trap:
    '''Runs code wherever it is looked at.'''
    touched = []
    def __getattr__(self, name): Trap.touched.append(name); raise AttributeError(name)
    def __repr__(self): Trap.touched.append("repr"); return "trap"
    @property
    def __class__(self): Trap.touched.append("class"); return str
    @property
    def inner(self): Trap.touched.append("inner"); return 1

class Call(Trap):
    def __call__(self): pass

trap, call = Trap(), Call()
traps = [trap]
number, text, config = 3, "a" * 1000, {"a": [1, 2], "b": trap}
class Broken(ValueError): pass
def plain(a, /, b: int = 1, *rest, c=None, **more) -> str:
    '''Does it.'''
async def waits(): pass
def yields(): yield
@functools.cache
def cached(a): pass
def __getattr__(name): Trap.touched.append(name); raise AttributeError(name)
"""


@pytest.fixture
def module() -> Iterator[ModuleType]:
    """A module of the process, loaded as any other."""
    found = ModuleType("sample_module", "A sample.")
    exec(compile(SOURCE, "<sample>", "exec", dont_inherit=True), vars(found))
    sys.modules[found.__name__] = found
    yield found
    del sys.modules[found.__name__]


@pytest.mark.requirement("workspace-symbols")
@pytest.mark.parametrize(
    ("symbol", "package", "words"),
    [
        ("len", None, "len is a built-in function\nSignature: len(obj, /)"),
        ("json.dumps", None, "json.dumps is a function\nSignature: dumps(obj, *, skipkeys=False"),
        ("dumps", "json", "dumps is a function"),
        ("json", None, "json is a module\nMembers: "),
        ("JSONDecoder.decode", "json", "JSONDecoder.decode is a function\nSignature: decode(self, s"),
        ("sample_module.Broken", None, "is an exception class\nSignature: Broken"),
        ("Trap", "sample_module", "Trap is a class\nSignature: Trap()\nBases: object\nMembers: touched, inner"),
        ("Trap.inner", "sample_module", "Trap.inner is a property"),
        ("plain", "sample_module", "plain(a, /, b: int = 1, *rest, c=None, **more) -> str"),
        ("plain", "sample_module", "Documentation:\nDoes it."),
        ("waits", "sample_module", "waits is a coroutine function"),
        ("yields", "sample_module", "yields is a generator function"),
        ("cached", "sample_module", "cached is a callable object"),
        ("number", "sample_module", "number is a variable of type int\nValue: 3"),
        ("config", "sample_module", "Value: {'a': [1, 2], 'b': <sample_module.Trap object>}"),
        ("str.upper", None, "str.upper is a method of a built-in class"),
        ("dict.fromkeys", None, "dict.fromkeys is a"),
    ],
)
def test_symbol_is_described(module: ModuleType, symbol: str, package: str | None, words: str) -> None:
    """Its kind, its signature, its value, its documentation."""
    assert words in RunningPython().describe(symbol, package)


def test_place_of_a_definition_is_told() -> None:
    """File and line, as inspect finds them."""
    assert f"Defined in {json.__file__}, line " in RunningPython().describe("json.dumps", None)


@pytest.mark.requirement("workspace-symbols")
def test_looking_runs_no_code(module: ModuleType) -> None:
    """No property, no repr, no __getattr__, no __class__ of what is looked at."""
    process = RunningPython()
    for symbol in ("trap", "call", "traps", "config", "Trap.inner", "Trap", "Call"):
        process.describe(symbol, "sample_module")
    for symbol in ("trap.nothing", "nothing", "trap.inner.deeper"):
        with pytest.raises(NotFound):
            process.describe(symbol, "sample_module")
    process.search("tra", None)
    process.search("tra", "sample_module")
    process.arglist("call", "sample_module")
    assert module.Trap.touched == []


@pytest.mark.requirement("workspace-symbols")
def test_what_is_not_there() -> None:
    """The seed's sentences, names shown as escapes."""
    process = RunningPython()
    for call in (process.describe, process.arglist):
        for symbol, package, words in (
            ("nothing", None, "Symbol nothing not found"),
            ("a\x1b\n", None, r"Symbol a\\x1b\\x0a not found"),
            ("nothing", "json", "Symbol nothing not found in package json"),
            ("dumps", "nothing", "Package nothing not found"),
            ("", None, "Symbol  not found"),
            ("json.", None, "Symbol json. not found"),
        ):
            with pytest.raises(NotFound, match=f"^{words}$"):
                call(symbol, package)
    with pytest.raises(NotFound, match="Package nothing not found"):
        process.search("a", "nothing")
    with pytest.raises(InvalidInput, match="^json is not a function$"):
        process.arglist("json", None)


def test_no_module_is_imported_by_a_name(module: ModuleType) -> None:
    """What is not loaded is not found: to look must not run a module's code."""
    unloaded = "antigravity"
    assert unloaded not in sys.modules
    with pytest.raises(NotFound):
        RunningPython().describe(f"{unloaded}.fly", None)
    assert unloaded not in sys.modules


@pytest.mark.requirement("workspace-symbols")
def test_search_finds_each_symbol_where_it_is_defined(module: ModuleType) -> None:
    """Whatever the capitals; not where it is only imported, but for a package that is named."""
    process = RunningPython()
    found = {one.name: one.kind for one in process.search("JSONDECODE", None)}
    assert found["json.decoder.JSONDecoder"] == "class"
    assert found["json.decoder.JSONDecodeError"] == "exception class"
    assert "json.JSONDecoder" not in found
    assert {one.name for one in process.search("jsondecoder", "json")} == {"json.JSONDecoder"}
    assert [one.name for one in process.search("sample_modu", None)] == ["sample_module"]
    assert process.search("there is no such name", None) == []


EVALUATED = [
    ("1 + 1", "2", "", None),
    ("'a'", "'a'", "", None),
    ("None", "None", "", None),
    ("x = 3", None, "", None),
    ("x = 3\nx * 2", "6", "", None),
    ("print('said'); 5", "5", "said\n", None),
    ("def f(a: int): pass\nf.__annotations__", "{'a': <class 'int'>}", "", None),
    ("import sys; print('oh', file=sys.stderr)", "None", "oh\n", None),
    ("import sys; sys.stdout.buffer.write('ă'.encode())", "2", "ă", None),
    ("import sys; sys.stdin.read() + ''.join(sys.stdin)", "''", "", None),
    ("input('Who? ')", None, "Who? ", "EOFError: EOF when reading a line"),
    ("", None, "", None),
    ("1 / 0", None, "", "ZeroDivisionError: division by zero"),
    ("print(1); undefined", None, "1\n", "NameError: name 'undefined' is not defined"),
    ("raise ValueError", None, "", "ValueError"),
    ("raise SystemExit(3)", None, "", "SystemExit: 3"),
    ("raise KeyboardInterrupt", None, "", "KeyboardInterrupt"),
    ("(1", None, "", "SyntaxError: '(' was never closed (line 1, column 1)"),
    ("return 1", None, "", "SyntaxError: 'return' outside function (line 1, column 1)"),
    ("a\0b", None, "", "source code string cannot contain null bytes"),
]


@pytest.mark.requirement("workspace-eval")
@pytest.mark.parametrize(("form", "value", "printed", "error"), EVALUATED)
def test_form_is_evaluated(
    capsys: pytest.CaptureFixture[str], form: str, value: str | None, printed: str, error: str | None
) -> None:
    """Its value, what it printed, or what it raised; nothing of it reaches the command's own output."""
    found = RunningPython().evaluate(form, None)
    assert (found.value, found.printed) == (value, printed)
    assert (found.error is None) == (error is None)
    assert error is None or error in str(found.error)
    assert capsys.readouterr() == ("", "")


@pytest.mark.requirement("workspace-eval")
def test_forms_share_what_they_define(module: ModuleType) -> None:
    """What one form defines the next one has, in its package; a module's own names are those of the module."""
    process = RunningPython()
    process.evaluate("y = 1", None)
    assert process.evaluate("y", None).value == "1"
    assert process.evaluate("number", "sample_module").value == "3"
    process.evaluate("number = 4", "sample_module")
    assert module.number == 4
    assert process.evaluate("number", None).error is not None


def test_own_module_can_be_given(module: ModuleType) -> None:
    """A program hands in its own module, which is meant then where none is named."""
    assert RunningPython(module).evaluate("number", None).value == "3"
    assert RunningPython(module).describe("plain", None).startswith("plain is a function")


@pytest.mark.requirement("workspace-eval")
def test_value_whose_code_breaks_is_an_error() -> None:
    """A repr, or an error's own text, that raises ends nothing."""
    process = RunningPython()
    process.compile("class R:\n    def __repr__(self): raise ValueError('no')", None)
    process.compile("class E(Exception):\n    def __str__(self): raise ValueError('no')", None)
    assert process.evaluate("R()", None).error == "ValueError: no"
    assert process.evaluate("raise E()", None).error == "E"


def test_long_texts_are_cut() -> None:
    """Value, error and what is printed, each with a notice."""
    process = RunningPython()
    value = process.evaluate("'a' * 1_000_000", None).value
    error = process.evaluate("raise ValueError('a' * 1_000_000)", None).error
    printed = process.evaluate("for _ in range(100): print('a' * 10_000)", None).printed
    assert all(text is not None and len(text) < MOST_CHARACTERS + 100 for text in (value, error, printed))
    assert str(value).endswith("more characters cut ...]")
    assert printed.endswith("[... more was printed and is not kept ...]")


@pytest.mark.requirement("workspace-eval")
def test_what_other_threads_print_is_not_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """Only the form's own output is kept; that of a thread beside it goes where it always goes."""
    process = RunningPython()
    process.evaluate("import threading", None)
    form = "t = threading.Thread(target=print, args=('beside',)); t.start(); t.join(); print('mine')"
    assert process.evaluate(form, None).printed == "mine\n"
    assert capsys.readouterr().out == "beside\n"


@pytest.mark.requirement("workspace-compile")
def test_definitions_are_loaded() -> None:
    """What they define is named, is there for the next form, and is described with its source."""
    process = RunningPython()
    found = process.compile("import json\nRATE = 2\ndef twice(a):\n    'Doubles.'\n    return RATE * a", None)
    assert (found.package, found.names, found.warnings, found.error) == (
        "workspace",
        ("json", "RATE", "twice"),
        (),
        None,
    )
    assert process.evaluate("twice(4)", None).value == "8"
    assert "Defined in <workspace 1>, line 3\nDocumentation:\nDoubles." in process.describe("twice", None)
    again = process.compile("def twice(a): return a + a", None)
    assert again.names == ("twice",)
    assert process.arglist("twice", None) == "twice(a)"
    process.compile("def typed(a: int): pass", None)
    assert process.evaluate("typed.__annotations__", None).value == "{'a': <class 'int'>}", "our own __future__ counts"


@pytest.mark.requirement("workspace-compile")
def test_compiler_warns_and_fails_with_its_words() -> None:
    """Warnings with their lines; an error changes nothing of what is defined."""
    process = RunningPython()
    (warning,) = process.compile("\nassert (1, 2)", None).warnings
    assert warning == "line 2: assertion is always true, perhaps remove parentheses?"
    failed = process.compile("def f(:\n  pass", None)
    assert failed.error is not None
    assert failed.error.startswith("SyntaxError: invalid syntax (line 1")
    assert process.compile("y = 1\n1 / 0", None).error == "ZeroDivisionError: division by zero"
    assert process.compile("1 + 1", None).names == ()
