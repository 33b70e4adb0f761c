"""The text of a Word document: its body in order, tables too, with the numbers that Word draws."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import docx
from docx.opc.constants import RELATIONSHIP_TYPE as RELATED
from docx.opc.part import XmlPart
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml

from casewright.adapters.ingest.worker.blocks import Block, Row, compose, marked_row
from casewright.adapters.ingest.worker.numbering import Numbering
from casewright.adapters.ingest.worker.packages import fault_of
from casewright.adapters.ingest.worker.styles import Styles, heading_level, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docx.opc.part import Part
    from lxml.etree import _Element

    from casewright.adapters.ingest.wire import Extract, Fault


def read_word(data: bytes) -> Extract | Fault:
    """The document's text; a fault where the ZIP is no DOCX, is locked, or unpacks to too much."""
    fault = fault_of(data, "docx")
    if fault is not None:
        return fault
    main = docx.Document(io.BytesIO(data)).part
    return compose(list(_Body(main).blocks()))


_THROUGH: Final = frozenset(
    qn(f"w:{name}")
    for name in ("hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "customXml", "fldSimple", "dir", "bdo")
)
"""What only wraps text that is seen; what is not named here (deleted text, field codes) is not seen."""

_ALTERNATIVES: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_DRAWN: Final = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
_OFF: Final = frozenset({"0", "false", "off"})


class _Body:
    """One pass over a document, since numbers have to be counted in order."""

    def __init__(self, main: Part) -> None:
        self._main = main
        self._styles = Styles(_root(_related(main, RELATED.STYLES)))
        self._tables = 0
        self._numbering = Numbering(_root(_related(main, RELATED.NUMBERING)), self._styles.numbers())

    def blocks(self) -> Iterator[Block]:
        """The body's blocks, then those of the notes."""
        root = _root(self._main)
        body = root.find(qn("w:body")) if root is not None else None
        if body is not None:
            yield from self._children(body)
        for kind in (RELATED.FOOTNOTES, RELATED.ENDNOTES):
            notes = _root(_related(self._main, kind))
            for note in notes if notes is not None else ():
                if note.get(qn("w:type"), "normal") == "normal":
                    yield from self._children(note)

    def _children(self, parent: _Element) -> Iterator[Block]:
        for child in parent:
            if child.tag == qn("w:p"):
                yield from self._paragraph(child)
            elif child.tag == qn("w:tbl"):
                yield from self._table(child)
            elif child.tag in _THROUGH:
                yield from self._children(child)

    def _table(self, table: _Element) -> Iterator[Block]:
        self._tables += 1
        number = self._tables
        for place, row in enumerate(_inside(table, qn("w:tr")), start=1):
            cells, columns = [], []
            column = _span(row, "w:trPr", "w:gridBefore", default=0)
            for cell in _inside(row, qn("w:tc")):
                cells.append([block for block in self._children(cell) if block.text.strip()])
                columns.append(column)
                column += _span(cell, "w:tcPr", "w:gridSpan", default=1)
            yield from marked_row(Row(number, place, cells, columns))

    def _paragraph(self, paragraph: _Element) -> Iterator[Block]:
        parts: list[str] = []
        boxes: list[_Element] = []
        _collect(paragraph, parts, boxes)
        style = self._styles[_style_of(paragraph) or self._styles.default]
        own_id, own_level = number_of(paragraph)
        number_id = own_id if own_id is not None else style.number_id
        level = own_level if own_level is not None else style.number_level
        label = self._numbering.label(number_id, level) if number_id not in (None, "0") and number_id else ""
        text = "".join(parts).strip()
        own_heading = heading_level(paragraph)
        heading = own_heading if own_heading is not None else style.heading
        yield Block(label + text, heading if text and len(text) <= 200 else None)
        for box in boxes:
            yield from self._children(box)


def _collect(element: _Element, parts: list[str], boxes: list[_Element]) -> None:
    """The text that is seen of a paragraph's (or wrapper's) runs, and the text boxes anchored in them."""
    for child in element:
        if child.tag == qn("w:r"):
            if not _is_hidden(child):
                _collect_run(child, parts, boxes)
        elif child.tag in _THROUGH:
            _collect(child, parts, boxes)
        elif child.tag == _ALTERNATIVES and len(child):
            _collect(child[0], parts, boxes)


def _collect_run(run: _Element, parts: list[str], boxes: list[_Element]) -> None:
    for child in run:
        if child.tag == qn("w:t"):
            parts.append(child.text or "")
        elif child.tag in _DRAWN:
            parts.append(_DRAWN[child.tag])
        else:
            boxes += _boxes(child)


def _boxes(element: _Element) -> list[_Element]:
    """The outermost text boxes in it; of alternatives, which all show the same, those of the first."""
    if element.tag == qn("w:txbxContent"):
        return [element]
    children = list(element)
    return [box for child in (children[:1] if element.tag == _ALTERNATIVES else children) for box in _boxes(child)]


def _is_hidden(run: _Element) -> bool:
    vanish = run.find(f"{qn('w:rPr')}/{qn('w:vanish')}")
    return vanish is not None and vanish.get(qn("w:val"), "1") not in _OFF


def _span(element: _Element, properties: str, name: str, *, default: int) -> int:
    """How many columns of the table's grid a cell takes, or a row leaves out before its first."""
    found = element.find(f"{qn(properties)}/{qn(name)}")
    value = found.get(qn("w:val"), "") if found is not None else ""
    return int(value) if value.isdecimal() and len(value) < 4 else default


def _inside(parent: _Element, tag: str) -> Iterator[_Element]:
    """The children of that tag, also those in content controls and tracked insertions."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _THROUGH:
            yield from _inside(child, tag)


def _style_of(paragraph: _Element) -> str:
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return style.get(qn("w:val"), "") if style is not None else ""


def _related(part: Part, kind: str) -> Part | None:
    try:
        return part.part_related_by(kind)
    except KeyError:
        return None


def _root(part: Part | None) -> _Element | None:
    if isinstance(part, XmlPart):
        root: _Element = part.element
        return root
    return parse_xml(part.blob) if part is not None else None
