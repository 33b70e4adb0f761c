"""What a person sees of a call that waits: its changes in hunks, and its arguments in words."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.tools.diffs import NO_NEWLINE, hunks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_OLD_FILE, _NEW_FILE = "--- a/", "+++ b/"
_MAX_SHORT = 200
"""Characters of a value that stands in a line; a longer one, or one of several lines, has a box of its own."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line of a hunk: ``sign`` is ``+``, ``-``, or blank for one that stays; its numbers in both texts, from 1."""

    sign: str
    text: str
    old: int | None
    new: int | None


@dataclass(frozen=True, slots=True)
class ShownHunk:
    """Changes that stand together, under the head that a unified diff gives them."""

    head: str
    lines: tuple[ChangedLine, ...]


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """Words of a preview, or the hunks of one file in it."""

    words: str = ""
    file: str = ""
    hunks: tuple[ShownHunk, ...] = ()

    @property
    def added(self) -> int:
        """How many lines are put in."""
        return sum(line.sign == "+" for hunk in self.hunks for line in hunk.lines)

    @property
    def removed(self) -> int:
        """How many lines are taken out."""
        return sum(line.sign == "-" for hunk in self.hunks for line in hunk.lines)


@dataclass(frozen=True, slots=True)
class ShownArgument:
    """An argument with the sentence that describes it; ``value`` is None where nothing was given."""

    name: str
    about: str
    value: str | None

    @property
    def is_long(self) -> bool:
        """Whether it needs a box of its own."""
        return self.value is not None and (len(self.value) > _MAX_SHORT or "\n" in self.value)


def read_preview(text: str) -> tuple[PreviewPart, ...]:
    """The preview's parts in order. A hunk ends where its head says, so no changed line is taken for another thing."""
    lines, at = text.split("\n"), 0
    parts: list[PreviewPart] = []
    words: list[str] = []
    while at < len(lines):
        if _begins_file(lines, at):
            file, at = lines[at].removeprefix(_OLD_FILE), at + 2
            found: list[ShownHunk] = []
            while at < len(lines) and (head := _HEAD.fullmatch(lines[at])):
                hunk, at = _read_hunk(lines, at + 1, head)
                found.append(hunk)
            parts += [*_worded(words), PreviewPart(file=file, hunks=tuple(found))]
            words = []
        else:
            words.append(lines[at])
            at += 1
    return (*parts, *_worded(words))


def compare_arguments(before: object, after: object) -> tuple[PreviewPart, ...]:
    """What an edit of a request changed in its arguments, as hunks; nothing where they are equal."""
    texts = [json.dumps(one, ensure_ascii=False, indent=2) + "\n" for one in (before, after)]
    found = [_read_hunk(list(one.lines), 0, _head_of(one.head))[0] for one in hunks(texts[0], texts[1])]
    return (PreviewPart(hunks=tuple(found)),) if found else ()


def describe_arguments(
    schema: Mapping[str, Any], arguments: Mapping[str, Any], names: Mapping[str, str]
) -> tuple[ShownArgument, ...]:
    """The arguments in the order of the tool's schema, with what is described there; ``names`` of ids that have one."""
    described: Mapping[str, Any] = schema.get("properties", {})
    given = [name for name in described if name in arguments] + [name for name in arguments if name not in described]
    return tuple(
        ShownArgument(name, _about(described.get(name, {}), arguments[name], names), _in_words(arguments[name], names))
        for name in given
    )


def _about(described: Mapping[str, Any], value: object, names: Mapping[str, str]) -> str:
    """How the schema describes it; nothing where it is called by its name, which says it better."""
    return "" if isinstance(value, str) and value in names else str(described.get("description", ""))


def _in_words(value: object, names: Mapping[str, str]) -> str | None:
    if value in (None, "", [], {}):
        return None
    match value:
        case str():
            return names.get(value, value)
        case list() if all(isinstance(one, str) for one in value):
            return "\n".join(names.get(one, one) for one in value)
    return json.dumps(value, ensure_ascii=False, indent=2)


def _begins_file(lines: Sequence[str], at: int) -> bool:
    wanted = (lines[at].startswith(_OLD_FILE), *(one.startswith(_NEW_FILE) for one in lines[at + 1 : at + 2]))
    return len(wanted) > 1 and all(wanted) and any(_HEAD.fullmatch(one) for one in lines[at + 2 : at + 3])


def _head_of(text: str) -> re.Match[str]:
    found = _HEAD.fullmatch(text)
    assert found is not None, text
    return found


def _read_hunk(lines: Sequence[str], at: int, head: re.Match[str]) -> tuple[ShownHunk, int]:
    """The hunk whose lines begin at ``at``, and where it ends: a preview that was cut ends sooner."""
    old, new = int(head[1]), int(head[3])
    last_old, last_new = old + int(head[2] or 1), new + int(head[4] or 1)
    shown: list[ChangedLine] = []
    while at < len(lines) and (old < last_old or new < last_new or lines[at] == NO_NEWLINE):
        sign, text = lines[at][:1], lines[at][1:]
        if lines[at] == NO_NEWLINE:
            shown.append(ChangedLine("\\", text.strip(), None, None))
        elif sign not in ("+", "-", " "):
            break
        else:
            shown.append(ChangedLine(sign, text, None if sign == "+" else old, None if sign == "-" else new))
            old, new = old + (sign != "+"), new + (sign != "-")
        at += 1
    return ShownHunk(head[0], tuple(shown)), at


def _worded(words: Sequence[str]) -> Iterator[PreviewPart]:
    text = "\n".join(words).strip("\n")
    if text:
        yield PreviewPart(words=text)
