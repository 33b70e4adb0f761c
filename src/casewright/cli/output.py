"""Where text goes: one JSON document or a person's text on standard output, everything else on standard error."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from rich.console import Console


_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Controls, among them those that steer a terminal, marks that turn the direction of text, and lone surrogates."""


def printable(text: str) -> str:
    """``text`` as it may stand on a terminal: a document must not be able to steer it."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def counted(number: int, thing: str) -> str:
    """``number`` of ``thing``, as ``1 claim`` and ``2 claims``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def one_line(text: str) -> str:
    """``text`` as it may stand in a list: printable, and without line ends that would forge another row."""
    return " ".join(printable(text).split())


class Output:
    """One command's output. ``json`` decides which of ``document`` and ``text`` is shown."""

    def __init__(self, *, json: bool) -> None:
        self.json = json

    def document(self, value: object) -> None:
        """Print ``value`` as the one JSON document; nothing where a person reads."""
        if self.json:
            sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE))
            sys.stdout.buffer.flush()

    def console(self) -> Console:
        """A console on standard output; colours only on a terminal."""
        from rich.console import Console

        return Console(highlight=False, soft_wrap=False)

    def notes(self) -> Console:
        """A console on standard error, for progress, warnings and errors."""
        from rich.console import Console

        return Console(stderr=True, highlight=False, soft_wrap=True)
