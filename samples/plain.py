"""Renders a sample agreement as Markdown and as plain text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, assert_never

from samples.agreement import Heading, Lines, PageBreak, Paragraph, Table, text_of, tied

if TYPE_CHECKING:
    from samples.agreement import Agreement, Block, Line, Run

WIDTH = 78
NO_BREAK = "\u00a0"


def render_markdown(agreement: Agreement) -> bytes:
    """The agreement as Markdown: one line a paragraph, clause numbers as written."""
    parts = [f"# {agreement.title}", f"*{agreement.subtitle}*", *map(_markdown, agreement.blocks)]
    return ("\n\n".join(parts) + "\n").encode()


def render_text(agreement: Agreement) -> bytes:
    """The agreement as plain text in lines of at most 78 characters."""
    head = [agreement.title.upper().center(WIDTH).rstrip(), agreement.subtitle.center(WIDTH).rstrip()]
    parts = ["\n".join(head), *(text for block in agreement.blocks if (text := _plain(block)))]
    return ("\n\n".join(parts) + "\n").encode()


def _markdown(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {text}"
        case Paragraph(level, label, line):
            return "  " * level + f"{label} {''.join(map(_marked, line))}".lstrip()
        case Lines(lines):
            return "\\\n".join("".join(map(_marked, line)) for line in lines)
        case Table(rows):
            rule = ("---",) * len(rows[0])
            return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))
        case PageBreak():
            return "---"
        case _:
            assert_never(block)


def _marked(run: Run) -> str:
    mark = "**" if run.bold else "*" if run.italic else ""
    return f"{mark}{run.text}{mark}"


def _plain(block: Block) -> str:
    match block:
        case Heading(text):
            return text
        case Paragraph(level, label, line):
            return _wrapped(f"{label} {_untorn(line)}".lstrip(), "    " * level)
        case Lines(lines):
            return "\n".join(text_of(line) for line in lines)
        case Table(rows):
            return _columns(rows)
        case PageBreak():
            return ""
        case _:
            assert_never(block)


def _untorn(line: Line) -> str:
    return "".join(text.replace(" ", NO_BREAK) if whole else text for text, whole in tied(text_of(line)))


def _wrapped(text: str, indent: str) -> str:
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace(NO_BREAK, " ")


def _columns(rows: tuple[tuple[str, ...], ...]) -> str:
    """The table in columns; the last one takes the room that the others leave, and its long cells are wrapped."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines: list[str] = []
    for number, row in enumerate(rows):
        start = "".join(cell.ljust(width + 2) for cell, width in zip(row, widths, strict=False))
        last = textwrap.wrap(row[-1], WIDTH - len(start)) or [""]
        lines += [start + last[0], *(" " * len(start) + more for more in last[1:])]
        if number == 0:
            lines.append("-" * WIDTH)
    return "\n".join(lines)
