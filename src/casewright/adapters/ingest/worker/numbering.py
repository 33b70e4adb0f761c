"""The numbers that Word draws before the paragraphs of numbered lists; they stand nowhere in the text.

Only what the file defines completely is numbered; where a number's format is not known here, the paragraph
stays without one, for a wrong number is worse than none. Source: ECMA-376 part 1, 17.9 (numbering).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from docx.oxml.ns import qn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

BULLET: Final = "•"
_LEVELS: Final = 9


def _letters(number: int) -> str:
    """Word counts a … z, aa, bb, …, zz, aaa."""
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    figures = (
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
        (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    )  # fmt: skip
    written = ""
    for value, figure in figures:
        count, number = divmod(number, value)
        written += figure * count
    return written


FORMATS: Final[dict[str, Callable[[int], str]]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02d}",
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
}


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    format: str
    text: str
    gap: str
    is_legal: bool
    restarts_after: int | None
    """The level (from 1) whose number restarts this one; None: any above; 0: none."""


@dataclass(slots=True)
class _List:
    """One definition of a numbered list (w:abstractNum) and how far its levels have counted."""

    levels: dict[int, _Level]
    counts: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)


class Numbering:
    """Draws the labels of a document's paragraphs, which have to be asked for in the document's order."""

    def __init__(self, root: _Element | None, style_numbers: dict[str, tuple[str, int]]) -> None:
        """``root`` is w:numbering; ``style_numbers`` gives each style's own (list id, level)."""
        self._lists: dict[str, _List] = {}
        self._abstract: dict[str, str] = {}
        self._overrides: dict[tuple[str, int], int] = {}
        if root is not None:
            self._load(root, style_numbers)

    def label(self, number_id: str, level: int) -> str:
        """What Word draws before the paragraph's text, with its gap; empty where that is not known."""
        listed = self._lists.get(self._abstract.get(number_id, ""))
        if listed is None or level not in listed.levels:
            return ""
        definition = listed.levels[level]
        if definition.format == "bullet":
            return f"{BULLET} "
        self._count(listed, number_id, level)
        drawn = _drawn(listed, definition)
        return drawn + definition.gap if drawn else ""

    def _count(self, listed: _List, number_id: str, level: int) -> None:
        override = self._overrides.pop((number_id, level), None)
        count = listed.counts[level]
        if override is not None:
            listed.counts[level] = override
        else:
            listed.counts[level] = listed.levels[level].start if count is None else count + 1
        for above in range(level):
            if listed.counts[above] is None and above in listed.levels:
                listed.counts[above] = listed.levels[above].start
        for below in range(level + 1, _LEVELS):
            after = listed.levels[below].restarts_after if below in listed.levels else None
            if after is None or (after != 0 and level < after):
                listed.counts[below] = None

    def _load(self, root: _Element, style_numbers: dict[str, tuple[str, int]]) -> None:
        links: dict[str, str] = {}
        for abstract in root.iterchildren(qn("w:abstractNum")):
            identity = abstract.get(qn("w:abstractNumId"), "")
            self._lists[identity] = _List(dict(_levels(abstract)))
            link = _value(abstract, "w:numStyleLink")
            if link is not None:
                links[identity] = link
        for number in root.iterchildren(qn("w:num")):
            identity = number.get(qn("w:numId"), "")
            self._abstract[identity] = _value(number, "w:abstractNumId") or ""
            self._load_overrides(identity, number)
        for number_id, abstract_id in list(self._abstract.items()):
            target = style_numbers.get(links.get(abstract_id, ""))
            if target is not None:
                self._abstract[number_id] = self._abstract.get(target[0], abstract_id)

    def _load_overrides(self, identity: str, number: _Element) -> None:
        for override in number.iterchildren(qn("w:lvlOverride")):
            level = _integer(override.get(qn("w:ilvl")))
            if override.find(qn("w:lvl")) is not None:
                # The list redefines a level for itself alone; rather no numbers than those of the other list.
                self._abstract[identity] = ""
            elif level is not None and (start := _integer(_value(override, "w:startOverride"))) is not None:
                self._overrides[identity, level] = start


def _drawn(listed: _List, definition: _Level) -> str:
    """The level's text with every %n replaced by that level's count; empty where one of them is not known."""
    missing = False

    def count(match: re.Match[str]) -> str:
        nonlocal missing
        level = int(match[1]) - 1
        number = listed.counts[level]
        other = listed.levels.get(level)
        write = FORMATS.get("decimal" if definition.is_legal else other.format) if other is not None else None
        if number is None or number < 1 or number > 9999 or write is None:
            missing = True
            return ""
        return write(number)

    drawn = re.sub("%([1-9])", count, definition.text)
    return "" if missing else drawn.strip()


def _levels(abstract: _Element) -> Iterator[tuple[int, _Level]]:
    gaps = {"nothing": "", "space": " "}
    for element in abstract.iterchildren(qn("w:lvl")):
        index = _integer(element.get(qn("w:ilvl")))
        if index is None or not 0 <= index < _LEVELS:
            continue
        start = _integer(_value(element, "w:start"))
        yield (
            index,
            _Level(
                start=1 if start is None else start,
                format=_value(element, "w:numFmt") or "decimal",
                text=_value(element, "w:lvlText") or "",
                gap=gaps.get(_value(element, "w:suff") or "tab", " "),
                is_legal=element.find(qn("w:isLgl")) is not None,
                restarts_after=_integer(_value(element, "w:lvlRestart")),
            ),
        )


def _value(parent: _Element, tag: str) -> str | None:
    child = parent.find(qn(tag))
    return None if child is None else child.get(qn("w:val"))


def _integer(value: str | None) -> int | None:
    return int(value) if value is not None and re.fullmatch(r"\d{1,6}", value) else None
