"""What a Word document's paragraph styles say about outline and numbering, inherited as Word does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docx.oxml.ns import qn

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph style: its heading level, and the list and the level in it that number it."""

    heading: int | None = None
    number_id: str | None = None
    number_level: int = 0


class Styles:
    """The document's paragraph and numbering styles by their id."""

    def __init__(self, root: _Element | None) -> None:
        self._elements: dict[str, _Element] = {}
        self._resolved: dict[str, Style] = {}
        self.default = ""
        for element in root.iterchildren(qn("w:style")) if root is not None else ():
            if (kind := element.get(qn("w:type"))) in ("paragraph", "numbering"):
                identity = element.get(qn("w:styleId"), "")
                self._elements[identity] = element
                if kind == "paragraph" and element.get(qn("w:default")) in ("1", "true", "on"):
                    self.default = identity

    def __getitem__(self, identity: str) -> Style:
        """The style with all that it inherits; an empty one where there is none of that id."""
        if identity not in self._resolved:
            self._resolved[identity] = self._resolve(identity)
        return self._resolved[identity]

    def numbers(self) -> dict[str, tuple[str, int]]:
        """The (list id, level) of every style that has them, numbering styles included."""
        return {
            identity: (style.number_id, style.number_level)
            for identity in self._elements
            if (style := self[identity]).number_id is not None
        }

    def _resolve(self, identity: str) -> Style:
        heading, number_id, level = None, None, None
        seen: set[str] = set()
        while identity in self._elements and identity not in seen:
            seen.add(identity)
            element = self._elements[identity]
            heading = heading if heading is not None else heading_level(element)
            own_id, own_level = number_of(element)
            number_id = number_id if number_id is not None else own_id
            level = level if level is not None else own_level
            parent = element.find(qn("w:basedOn"))
            identity = parent.get(qn("w:val"), "") if parent is not None else ""
        return Style(heading, number_id, level or 0)


def heading_level(element: _Element) -> int | None:
    """The heading level that a style or paragraph sets itself, by its outline level or its name; a title's is 0."""
    outline = element.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
    if outline is not None:
        value = outline.get(qn("w:val"), "")
        return int(value) + 1 if re.fullmatch("[0-8]", value) else None
    name = element.find(qn("w:name"))
    called = name.get(qn("w:val"), "").lower() if name is not None else ""
    match = re.fullmatch("heading ([1-9])", called)
    if match is not None:
        return int(match[1])
    return 0 if called == "title" else None


def number_of(element: _Element) -> tuple[str | None, int | None]:
    """The list id and the level in it that a style or paragraph sets itself; list id "0" takes numbers away."""
    properties = element.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
    if properties is None:
        return None, None
    identity, level = properties.find(qn("w:numId")), properties.find(qn("w:ilvl"))
    value = level.get(qn("w:val"), "") if level is not None else ""
    return (
        identity.get(qn("w:val")) if identity is not None else None,
        int(value) if re.fullmatch("[0-8]", value) else None,
    )
