"""What an edit would change: the unified diff of two texts, and its hunks one by one. No I/O."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import unified_diff

_HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
NO_NEWLINE = "\\ No newline at end of file"


@dataclass(frozen=True, slots=True)
class Hunk:
    """One connected change: where it starts in the old and the new text (lines from 1), and its lines with marks."""

    old_start: int
    new_start: int
    lines: tuple[str, ...]

    @property
    def added(self) -> int:
        """How many lines it puts in."""
        return sum(line.startswith("+") for line in self.lines)

    @property
    def removed(self) -> int:
        """How many lines it takes out."""
        return sum(line.startswith("-") for line in self.lines)


def diff(old: str, new: str, name: str, *, context: int = 3) -> str:
    """The unified diff from ``old`` to ``new``, ``name`` standing for both; empty where they are equal."""
    lines = unified_diff(_lines(old), _lines(new), f"a/{name}", f"b/{name}", n=context)
    shown = (line if line.endswith("\n") else f"{line}\n{NO_NEWLINE}\n" for line in lines)
    return "".join(shown).removesuffix("\n")


def hunks(text: str) -> tuple[Hunk, ...]:
    """The hunks of a unified diff, in order."""
    found: list[Hunk] = []
    lines: list[str] = []
    for line in text.split("\n"):
        head = _HEAD.match(line)
        if head is not None:
            lines = []
            found.append(Hunk(int(head[1]), int(head[3]), ()))
        elif found:
            lines.append(line)
            found[-1] = Hunk(found[-1].old_start, found[-1].new_start, tuple(lines))
    return tuple(found)


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one, whatever else a text may hold."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
