"""What an edit would change: the changes of two texts, as hunks to be decided on singly, and as one diff. No I/O."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

NO_NEWLINE = "\\ No newline at end of file"
CONTEXT = 3
"""Unchanged lines that are shown around a change."""
_LONG = 4_000
"""Lines of both texts together."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines of the old text, from 0 and half open, and the lines that stand in their place in the new one.

    ``lines`` are whole, with their ends; ``new_start`` is where they begin in the new text.
    """

    old_start: int
    old_end: int
    new_start: int
    lines: tuple[str, ...]

    @property
    def new_end(self) -> int:
        """Where they end in the new text."""
        return self.new_start + len(self.lines)


@dataclass(frozen=True, slots=True)
class Hunk:
    """Changes that are shown together, with lines around them.

    ``before`` and ``after`` are the unchanged lines around, ``old`` those from its first to its last line in the old
    text, all with their ends.
    """

    old: tuple[str, ...]
    before: int
    after: int
    changes: tuple[Change, ...]

    @property
    def start(self) -> int:
        """Its first line in the old text, from 0."""
        return self.changes[0].old_start - self.before

    @property
    def end(self) -> int:
        """The line after its last in the old text."""
        return self.start + len(self.old)

    @property
    def new_start(self) -> int:
        """Its first line in the new text, from 0."""
        return self.changes[0].new_start - self.before

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines, marked as kept, taken out or put in, without their ends; a missing last end has a line."""
        return tuple(self._marked())

    @property
    def head(self) -> str:
        """Where it stands, as a unified diff says it."""
        grown = sum(len(one.lines) - (one.old_end - one.old_start) for one in self.changes)
        return f"@@ -{_place(self.start, len(self.old))} +{_place(self.new_start, len(self.old) + grown)} @@"

    @property
    def added(self) -> int:
        """How many lines it puts in."""
        return sum(len(one.lines) for one in self.changes)

    @property
    def removed(self) -> int:
        """How many lines it takes out."""
        return sum(one.old_end - one.old_start for one in self.changes)

    def split(self) -> tuple[Hunk, ...]:
        """One hunk for each of its changes, in order."""
        edges = [self.start, *(one.old_start for one in self.changes), self.end]
        ends = [self.start, *(one.old_end for one in self.changes)]
        return tuple(
            _hunk(self.old, self.start, (change,), first, last)
            for change, first, last in zip(self.changes, ends, edges[2:], strict=False)
        )

    def _marked(self) -> Iterator[str]:
        at = self.start
        for change in self.changes:
            yield from _mark(" ", self.old[at - self.start : change.old_start - self.start])
            yield from _mark("-", self.old[change.old_start - self.start : change.old_end - self.start])
            yield from _mark("+", change.lines)
            at = change.old_end
        yield from _mark(" ", self.old[at - self.start :])


def changes(old: str, new: str) -> tuple[Change, ...]:
    """What has to change for ``old`` to be ``new``, in order; lines that stay lie between any two."""
    olds, news = split_lines(old), split_lines(new)
    # Of long texts, lines that stand everywhere are not tried as anchors: each would be compared with each other.
    found = SequenceMatcher(None, olds, news, autojunk=len(olds) + len(news) > _LONG).get_opcodes()
    return tuple(Change(i1, i2, j1, tuple(news[j1:j2])) for tag, i1, i2, j1, j2 in found if tag != "equal")


def hunks(old: str, new: str, *, context: int = CONTEXT) -> tuple[Hunk, ...]:
    """The changes in hunks, in order; those with at most twice ``context`` lines between them are one."""
    lines, there = split_lines(old), changes(old, new)
    if not there:
        return ()
    groups = [[there[0]]]
    for one, other in pairwise(there):
        if other.old_start - one.old_end <= 2 * context:
            groups[-1].append(other)
        else:
            groups.append([other])
    return tuple(_hunk(lines, 0, tuple(group), 0, len(lines), context) for group in groups)


def apply_changes(old: str, chosen: Iterable[Change]) -> str:
    """The old text with these changes of it, and no others. They must not overlap."""
    lines, made, at = split_lines(old), list[str](), 0
    for change in sorted(chosen, key=lambda one: (one.old_start, one.old_end)):
        made += [*lines[at : change.old_start], *change.lines]
        at = change.old_end
    return "".join([*made, *lines[at:]])


def diff(old: str, new: str, name: str, *, context: int = CONTEXT) -> str:
    """The unified diff from ``old`` to ``new``, ``name`` standing for both; empty where they are equal."""
    parts = hunks(old, new, context=context)
    shown = [line for part in parts for line in (part.head, *part.lines)]
    return "\n".join([f"--- a/{name}", f"+++ b/{name}", *shown]) if parts else ""


def split_lines(text: str) -> list[str]:
    """The lines with their ends; only a line feed ends one, whatever else a text may hold."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _hunk(
    lines: Sequence[str], offset: int, group: tuple[Change, ...], first: int, last: int, context: int = CONTEXT
) -> Hunk:
    """The hunk of these changes; ``lines`` begin at ``offset``, and it reaches from ``first`` to ``last`` at most."""
    start = max(first, group[0].old_start - context)
    end = min(last, group[-1].old_end + context)
    before, after = group[0].old_start - start, end - group[-1].old_end
    return Hunk(tuple(lines[start - offset : end - offset]), before, after, group)


def _mark(sign: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield NO_NEWLINE


def _place(start: int, length: int) -> str:
    """Lines of a text, counted from 1; of no lines, the one before."""
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
