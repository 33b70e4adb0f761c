"""Where text goes: one JSON document or a person's text on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from functools import cached_property
from typing import TYPE_CHECKING

import orjson

from casewright.vocabulary.outside_text import show_json, show_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console
    from rich.table import Column
    from rich.text import Text


_NARROWEST = 20


def counted(number: int, thing: str) -> str:
    """``number`` of ``thing``, as ``1 claim`` and ``2 claims``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


class Output:
    """One command's output: its JSON document, or lines, tables and quotes for a person. ``json`` decides which.

    Whatever it is given steers no terminal: what has no shape is shown as an escape, and markup is text.

    A command says both; the other one is not printed. Notes are printed either way.
    """

    def __init__(self, *, json: bool) -> None:
        self.json = json

    def document(self, value: object) -> None:
        """The one JSON document of the command."""
        if self.json:
            sys.stdout.buffer.write(_as_json(value))
            sys.stdout.buffer.flush()

    def line(self, text: str | Text = "", *, style: str | None = None) -> None:
        """One line, however wide."""
        if self.json:
            return
        # What has neither style nor tabs is written as it is: the terminal's library would take longer to load.
        if isinstance(text, str) and style is None and text.isprintable():
            print(text, flush=True)  # noqa: T201 (it is the output)
            return
        self.console().print(text, style=style, soft_wrap=True)

    def prose(self, text: str | Text, *, style: str | None = None) -> None:
        """Text that is wrapped at the terminal's width."""
        if not self.json:
            self.console().print(text, style=style)

    def heading(self, text: str) -> None:
        """A blank line and a rule with the text in it."""
        if not self.json:
            self.console().print()
            self.console().rule(text, align="left")

    def quote(self, text: str, *, indent: int) -> None:
        """Words of a document, in quotation marks, wrapped and indented."""
        if self.json:
            return
        from rich.text import Text

        console = self.console()
        for wrapped in Text(f"“{show_text(text)}”").wrap(console, max(_NARROWEST, console.width - indent - 2)):
            self.line(Text(" " * indent) + wrapped)

    def table(
        self,
        columns: Sequence[str | Column],
        rows: Iterable[Sequence[str | Text]],
        *,
        title: str | None = None,
        padding: tuple[int, int, int, int] = (0, 1, 0, 1),
        head: bool = True,
    ) -> None:
        """Rows under their columns; without columns, or without ``head``, there is no header."""
        if self.json:
            return
        from rich.table import Table

        from casewright.cli.terminal import show_styled

        table = Table(
            *columns,
            box=None,
            show_header=head and bool(columns),
            padding=padding,
            title=title,
            title_justify="left",
            title_style="bold",
        )
        for row in rows:
            # A table measures its texts before it prints them.
            table.add_row(*(cell if isinstance(cell, str) else show_styled(cell) for cell in row))
        self.console().print(table)

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        return self.console().width

    def note(self, text: str, *, style: str | None = None, end: str = "\n") -> None:
        """A line on standard error: a warning, an error, a question, what goes on."""
        self.notes().print(text, style=style, end=end)

    def console(self) -> Console:
        """A console on standard output; colours only on a terminal."""
        return self._console

    def notes(self) -> Console:
        """A console on standard error, for progress."""
        return self._notes

    @cached_property
    def _console(self) -> Console:
        from casewright.cli.terminal import Terminal

        return Terminal()

    @cached_property
    def _notes(self) -> Console:
        from casewright.cli.terminal import Terminal

        return Terminal(stderr=True, soft_wrap=True)


def _as_json(value: object) -> bytes:
    """The document and a line feed, in UTF-8. Half of a surrogate pair, as names of files have it, is shown."""
    try:
        text = orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"{show_json(text)}\n".encode()
