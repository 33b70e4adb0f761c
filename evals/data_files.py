"""Finding and reading the files of a public set: what is not as it should be is said by file, line and remedy."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

DEPTH = 3
"""How many folders down a published archive may hold its files."""


def find(data: Path, names: Sequence[str], remedy: str) -> Path:
    """The file itself, or the first one of these names in the folder or up to three folders below it.

    A name may hold ``*``. Raises ``InvalidInput`` where there is none.
    """
    if data.is_file():
        if data.suffix == ".zip":
            raise InvalidInput(f"{str(data)!r} is an archive: unpack it and give the folder.")
        return data
    if not data.exists():
        raise InvalidInput(f"{str(data)!r} does not exist: {remedy}.")
    for depth in range(DEPTH + 1):
        for name in names:
            for found in sorted(data.glob("*/" * depth + name)):
                if found.is_file():
                    return found
    listed = " nor ".join(names)
    raise InvalidInput(f"{str(data)!r} holds no {listed}: {remedy}.")


def json_file(file: Path, what: str, remedy: str) -> Any:  # Any: JSON that `shaped` guards
    """The JSON document in the file."""
    with shaped(file, "", what, remedy):
        return json.loads(file.read_text("utf-8"))


def json_lines(file: Path, what: str, remedy: str) -> Iterator[tuple[str, Any]]:  # Any: JSON that `shaped` guards
    """Each JSON document of the file, one a line, with the place of its line such as "line 3"; blank lines aside."""
    with shaped(file, "", what, remedy):
        lines = file.read_text("utf-8").split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            with shaped(file, f"line {number}", what, remedy):
                entry = json.loads(line)
            yield f"line {number}", entry


@contextmanager
def shaped(file: Path, place: str, what: str, remedy: str) -> Iterator[None]:
    """What goes wrong inside is said as a sentence that names the file, the place in it, and the remedy."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OSError) as problem:
        where = f", {place}," if place else ""
        raise InvalidInput(f"{str(file)!r}{where} is not as {what} has it ({_said(problem)}): {remedy}.") from problem


def _said(problem: Exception) -> str:
    if isinstance(problem, KeyError):
        return f"{problem.args[0]!r} is missing"
    if isinstance(problem, OSError):
        name = f" {problem.filename!r}" if problem.filename else ""
        return f"cannot be read:{name} {problem.strerror or type(problem).__name__}"
    if isinstance(problem, json.JSONDecodeError):
        return f"broken JSON at column {problem.colno}: {problem.msg}"
    return f"{type(problem).__name__}: {problem}"
