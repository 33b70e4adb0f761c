"""The text of a Word document as it reads with every change accepted, and its changes, comments and notes as data."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import docx
from docx.opc.constants import RELATIONSHIP_TYPE as RELATED
from docx.opc.part import XmlPart
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml

from casewright.adapters.ingest.worker.blocks import Block, Stretch, compose_placed
from casewright.adapters.ingest.worker.comments import comments_of
from casewright.adapters.ingest.worker.layout_limits import count_told, fitting_changes, fitting_comments
from casewright.adapters.ingest.worker.margins import margins_of
from casewright.adapters.ingest.worker.notes import KINDS, Notes
from casewright.adapters.ingest.worker.numbering import Numbering
from casewright.adapters.ingest.worker.packages import fault_of
from casewright.adapters.ingest.worker.revisions import Changes
from casewright.adapters.ingest.worker.stories import Stories
from casewright.adapters.ingest.worker.styles import Styles
from casewright.domain.documents import Furniture
from casewright.domain.layouts import LAYOUT_LIMIT, Layout, Note, NoteKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from docx.opc.part import Part
    from lxml.etree import _Element

    from casewright.adapters.ingest.wire import Extract, Fault
    from casewright.adapters.ingest.worker.blocks import Key
    from casewright.domain.documents import FurnitureKind

_NOTES: Final = {"footnote": RELATED.FOOTNOTES, "endnote": RELATED.ENDNOTES}
_COMMENTS_EXTENDED: Final = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"

_GLUE: Final = 2
"""Line ends between two paragraphs, at most."""


def read_word(data: bytes) -> Extract | Fault:
    """The document's text; a fault where the ZIP is no DOCX, is locked, or unpacks to too much."""
    fault = fault_of(data, "docx")
    if fault is not None:
        return fault
    return _Document(docx.Document(io.BytesIO(data)).part).extract()


class _Document:
    """One pass over a document."""

    def __init__(self, main: Part) -> None:
        self._main = main
        self._root = _root(main)
        self._settings = _root(_related(main, RELATED.SETTINGS))
        styles = Styles(_root(_related(main, RELATED.STYLES)))
        numbering = Numbering(_root(_related(main, RELATED.NUMBERING)), styles.numbers())
        self._changes = Changes()
        self._notes = Notes({kind: _root(_related(main, _NOTES[kind])) for kind in KINDS}, self._settings)
        self._stories = Stories(styles, numbering, self._changes, self._notes)
        self._margins: list[FurnitureKind] = []

    def extract(self) -> Extract:
        """The body's text, that of the notes, and that of headers and footers; what stands where in it."""
        extract, places = compose_placed([*self._body(), *self._note_blocks(), *self._margin_blocks()])
        places = {key: _without_line_ends(extract.text, *place) for key, place in places.items()}
        margins = [(places.get(("margin", number)), kind) for number, kind in enumerate(self._margins)]
        return replace(
            extract,
            layout=self._layout(places),
            furniture=tuple(Furniture(*place, kind) for place, kind in margins if place is not None),
        )

    def _body(self) -> Iterator[Block]:
        body = self._root.find(qn("w:body")) if self._root is not None else None
        if body is not None:
            yield from self._stories.read(body)

    def _note_blocks(self) -> Iterator[Block]:
        """Each note once, after its mark. Notes do not refer to notes."""
        for kind, identity, mark, element in list(self._notes.referred()):
            lead = f"{mark} " if mark else ""
            for block in self._stories.read(element):
                if block.text.strip():
                    block = _led(block, lead)
                    lead = ""
                yield _of(block, (kind, identity))

    def _margin_blocks(self) -> Iterator[Block]:
        """Headers and footers, each distinct one once; tables in them are layout."""
        seen: set[str] = set()
        if self._root is None:
            return
        for kind, story in margins_of(self._main, self._root, self._settings):
            blocks = list(self._stories.read(story)) if not isinstance(story, str) else [Block(story)]
            text = "\n".join(block.text.strip() for block in blocks if block.text.strip())
            if not text or text in seen:
                continue
            seen.add(text)
            number = len(self._margins)
            self._margins.append(kind)
            for block in blocks:
                yield replace(_of(block, ("margin", number)), level=None, marks=())

    def _layout(self, places: Mapping[Key, tuple[int, int]]) -> Layout:
        changes = self._changes.found(places)
        root, extended = (_root(_related(self._main, kind)) for kind in (RELATED.COMMENTS, _COMMENTS_EXTENDED))
        comments = comments_of(root, extended, places)
        notes = [
            Note(NoteKind(kind), *marked, *place)
            for kind, identity, _, _ in self._notes.referred()
            if (marked := places.get((f"{kind} mark", identity))) and (place := places.get((kind, identity)))
        ]
        told, found = fitting_comments(comments), fitting_changes(changes)
        left_out = len(changes) - len(found) + count_told(comments) - count_told(told)
        kept = tuple(notes[:LAYOUT_LIMIT])
        return Layout(tuple(found), tuple(told), kept, left_out + len(notes) - len(kept))


def _without_line_ends(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without what parts paragraphs at its ends, unless it is nothing else."""
    low, high = start, end
    while low < high and low < start + _GLUE and text[low] == "\n":
        low += 1
    while low < high and high > end - _GLUE and text[high - 1] == "\n":
        high -= 1
    return (low, high) if low < high else (start, start)


def _led(block: Block, lead: str) -> Block:
    """The block with these words before its text."""
    by = len(lead)
    marks = tuple(replace(mark, start=mark.start + by, end=mark.end + by) for mark in block.marks)
    return replace(
        block, text=lead + block.text, marks=marks, stretches=tuple(one.moved(by) for one in block.stretches)
    )


def _of(block: Block, key: Key) -> Block:
    """The block as a part of what ``key`` stands for."""
    if not block.text.strip():
        return block
    return replace(block, stretches=(*block.stretches, Stretch(key, 0, len(block.text))))


def _related(part: Part, kind: str) -> Part | None:
    try:
        return part.part_related_by(kind)
    # Several of a kind are read as none: which of them Word shows is not known.
    except (KeyError, ValueError):
        return None


def _root(part: Part | None) -> _Element | None:
    if isinstance(part, XmlPart):
        root: _Element = part.element
        return root
    return parse_xml(part.blob) if part is not None else None
