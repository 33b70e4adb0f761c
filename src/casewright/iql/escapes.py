"""The backslash rules of statements and arguments, both ways.

A run of backslashes directly before a curly bracket, a leading ``IS``, or a double quote in an argument: each
pair is one backslash, an odd one left over escapes what follows. Anywhere else a backslash is itself. Writing
undoes reading: ``read_statement(written_statement(text), bracket_follows=True) == text``.

Every pattern takes a whole run at once and never gives part of it back, so that long runs cost linear time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Match

_LEADING_IS = re.compile(r"(\\*)IS(?=\s|\Z)")
_READ_IN_STATEMENT = re.compile(r"(\\+)([{}]?)")
_READ_IN_ARGUMENT = re.compile(r"""(\\+)([{}"]?)""")
_WRITE_IN_STATEMENT = re.compile(r"(\\+)([{}]|\Z)?|[{}]")
_WRITE_IN_ARGUMENT = re.compile(r"""(\\+)([{}"]|\Z)?|[{}"]""")


def is_escaped(text: str, position: int, low: int) -> bool:
    """Whether an odd run of backslashes, none of it before ``low``, ends at ``position``."""
    start = position
    while start > low and text[start - 1] == "\\":
        start -= 1
    return (position - start) % 2 == 1


def invokes_template(raw: str) -> bool:
    """Whether a trimmed statement begins with ``IS`` and white space, unescaped."""
    return raw.startswith("IS") and raw[2:3].isspace()


def read_statement(raw: str, *, bracket_follows: bool) -> str:
    """What a trimmed statement says; ``bracket_follows`` where its closing bracket stands directly after it."""
    if "\\" not in raw:
        return raw
    leading = _LEADING_IS.match(raw)
    run = len(leading[1]) if leading else 0
    rest = raw[run:] + ("}" if bracket_follows else "")
    said = "\\" * (run // 2) + _READ_IN_STATEMENT.sub(_halved, rest)
    return said[:-1] if bracket_follows else said


def read_argument(raw: str) -> str:
    """What stands between an argument's quotes."""
    return _READ_IN_ARGUMENT.sub(_halved, raw + '"')[:-1] if "\\" in raw else raw


def written_statement(text: str, *, bracket_follows: bool = True) -> str:
    """``text`` as it is written directly before its closing bracket, or bare (then it may hold no bracket)."""
    leading = _LEADING_IS.match(text)
    run = len(leading[1]) if leading else 0
    escape = "\\" * (2 * run + 1) if leading else ""
    rest = text[run:]
    return escape + (_WRITE_IN_STATEMENT.sub(_doubled, rest) if bracket_follows else rest)


def written_argument(text: str) -> str:
    """``text`` as it is written between an argument's double quotes."""
    return _WRITE_IN_ARGUMENT.sub(_doubled, text)


def _halved(found: Match[str]) -> str:
    run, special = found.groups()
    return "\\" * (len(run) // 2) + special if special else run


def _doubled(found: Match[str]) -> str:
    run, special = found.groups()
    if run is None:
        return "\\" + found[0]
    if special is None:
        return run
    return run * 2 + ("\\" + special if special else "")
