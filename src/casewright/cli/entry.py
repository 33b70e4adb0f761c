"""How a command line is run, and what every failure ends with."""

from __future__ import annotations

import io
import os
import sys
from itertools import pairwise
from traceback import format_exception
from typing import TYPE_CHECKING, Any

import typer

from casewright import errors
from casewright.cli.exit_codes import BUG, DONE, INTERRUPTED, of_error, of_os_error, of_result
from casewright.cli.interrupts import SAID, tell_first
from casewright.cli.output import Output
from casewright.cli.state import CallRefused

if TYPE_CHECKING:
    from collections.abc import Sequence


def replace_unprintable() -> None:
    """From here on a terminal that cannot show a character shows another in its place: no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def run_app(app: typer.Typer, arguments: Sequence[str], *, program: str | None = None) -> int:
    """Run this command line and return its exit code. ``program`` is what usage texts call it."""
    given = list(arguments)
    json = "--json" in given
    try:
        code = _code(app(args=_global_first(given), prog_name=program, standalone_mode=False))
        return _interrupted(json=json) if code == INTERRUPTED else code
    except CallRefused as refused:
        return _refused(refused, json=json)
    except errors.CasewrightError as error:
        return _fail(str(error), of_error(type(error)), json=json)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(json=json)
    except BrokenPipeError:
        # Whoever read our output has what they wanted, and has gone.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except SystemExit:
        # How the terminal library ends on a broken pipe; nothing of ours ends so.
        return DONE
    except OSError as error:
        where = f" {error.filename!r}" if error.filename else ""
        return _fail(f"The system refused{where}: {error.strerror or error}", of_os_error(error), json=json)
    except Exception as error:  # noqa: BLE001 (the last door: no traceback reaches a person)
        return _unexpected(error, json=json)


_WITH_VALUE = {"--home", "--as"}
_ALONE = {"--json"}
_ASSIGNED = tuple(f"{name}=" for name in _WITH_VALUE)


def _global_first(arguments: list[str]) -> list[str]:
    """The arguments with ``--json``, ``--home`` and ``--as`` in front, so that they may stand after the command too."""
    if "--" in arguments:
        at = arguments.index("--")
        return [*_global_first(arguments[:at]), *arguments[at:]]
    empty = [name for name, value in pairwise(arguments) if name in _WITH_VALUE and not value]
    if empty:
        raise errors.InvalidInput(f"{empty[0]} is empty: name a path, or leave it out")
    front: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument in _ALONE or argument.startswith(_ASSIGNED):
            front.append(argument)
        elif argument in _WITH_VALUE:
            front += [argument, *([value] if (value := next(waiting, None)) is not None else [])]
        else:
            rest.append(argument)
    return [*front, *rest]


def _code(value: object) -> int:
    return value if isinstance(value, int) else 0


def _interrupted(*, json: bool) -> int:
    return _fail(SAID, INTERRUPTED, json=json) if tell_first() else INTERRUPTED


def _refused(refused: CallRefused, *, json: bool) -> int:
    result = refused.result
    code = of_result(result)
    if isinstance(result.structured, dict):
        Output(json=json).document(result.structured)
        json = False
    return _fail(str(refused), code, json=json)


def _fail(message: str, code: int, *, json: bool) -> int:
    output = Output(json=json)
    output.document({"error": message})
    output.note(message, style="red")
    return code


def _unexpected(error: Exception, *, json: bool) -> int:
    usage = _usage(error)
    if usage is not None:
        Output(json=json).document({"error": usage})
        return 2
    if os.environ.get("CASEWRIGHT_DEBUG"):
        Output(json=json).note("".join(format_exception(error)))
        return BUG
    message = (
        f"This is a bug in Casewright ({type(error).__name__}: {error}). Nothing half-done was kept. "
        "Run it again with CASEWRIGHT_DEBUG=1 and report what it prints."
    )
    return _fail(message, BUG, json=json)


def _usage(error: Any) -> str | None:
    """The message of a usage error, shown with how the command is used; None for any other error.

    Told by its shape: the library that typer stands on is not ours to import.
    """
    if not hasattr(error, "show") or not hasattr(error, "format_message"):
        return None
    message = str(error.format_message())
    if message:  # without one, the help was shown
        how = (
            f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} -h' for help.\n\n" if error.ctx is not None else ""
        )
        Output(json=False).note(f"{how}Error: {message}")
    return message
