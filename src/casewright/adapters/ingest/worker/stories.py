"""The blocks of one story of a Word document after another: its body, notes, headers, each with its text boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from docx.oxml.ns import qn

from casewright.adapters.ingest.worker.blocks import Block, Row, Stretch, marked_row
from casewright.adapters.ingest.worker.revisions import GONE, INSERTED, revision_of
from casewright.adapters.ingest.worker.runs import THROUGH, Line, Runs, is_hidden
from casewright.adapters.ingest.worker.styles import heading_level, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from casewright.adapters.ingest.worker.notes import Notes
    from casewright.adapters.ingest.worker.numbering import Numbering
    from casewright.adapters.ingest.worker.revisions import Changes, Revision
    from casewright.adapters.ingest.worker.styles import Styles

_PARAGRAPH, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_PROPERTIES, _MARK = qn("w:pPr"), qn("w:rPr")
_WRAPPERS = THROUGH | INSERTED | GONE
_LONGEST_HEADING = 200


class Stories:
    """Reads stories in order, since numbers, notes and changes go on from one to the next."""

    def __init__(self, styles: Styles, numbering: Numbering, changes: Changes, notes: Notes) -> None:
        self._styles = styles
        self._numbering = numbering
        self._changes = changes
        self._notes = notes
        self._runs = Runs(changes, notes)
        self._tables = 0
        self._around: Revision | None = None
        self._joined: tuple[Line, _Element] | None = None
        """What was said of a paragraph whose end is gone, and its element: it goes on with the next one."""

    def read(self, story: _Element) -> Iterator[Block]:
        """The blocks of a story."""
        self._runs = Runs(self._changes, self._notes)
        self._runs.fields.pair(story)
        yield from self._container(story)
        self._changes.interrupt()

    def _container(self, parent: _Element) -> Iterator[Block]:
        """What holds whole paragraphs: none goes on behind its end."""
        before, self._joined = self._joined, None
        yield from self._children(parent)
        yield from self._rest()
        self._joined = before

    def _children(self, parent: _Element) -> Iterator[Block]:
        for child in parent:
            tag = child.tag
            if tag == _PARAGRAPH:
                yield from self._paragraph(child)
            elif tag == _TABLE:
                yield from self._rest()
                yield from self._table(child)
            elif tag in _WRAPPERS:
                yield from self._inside(child, self._change_of(child) if tag not in THROUGH else self._around)
            else:
                line = Line()
                self._runs.anchor(child, line)
                if line.stretches:
                    yield Block("", stretches=tuple(line.stretches))

    def _inside(self, element: _Element, around: Revision | None) -> Iterator[Block]:
        before, self._around = self._around, around
        yield from self._children(element)
        self._around = before

    def _change_of(self, element: _Element) -> Revision:
        return self._runs.within(element, self._around)

    def _rest(self) -> Iterator[Block]:
        """What was said of a paragraph that has none to go on with."""
        if self._joined is not None:
            (line, paragraph), self._joined = self._joined, None
            yield from self._block(line, paragraph, numbered=bool(line.text.strip()))

    def _table(self, table: _Element) -> Iterator[Block]:
        self._tables += 1
        number = self._tables
        shown = 0
        for row, around in self._wrapped(table, _ROW, self._around):
            cells, columns = [], []
            column = _span(row, "w:trPr", "w:gridBefore", default=0)
            change = self._change_in(row.find(qn("w:trPr")), around)
            for cell, within in self._wrapped(row, _CELL, change):
                before, self._around = self._around, self._change_in(cell.find(qn("w:tcPr")), within)
                cells.append(list(self._container(cell)))
                self._around = before
                columns.append(column)
                column += _span(cell, "w:tcPr", "w:gridSpan", default=1)
            shown += change is None or not change.is_gone
            yield from marked_row(Row(number, shown, cells, columns))

    def _change_in(self, properties: _Element | None, around: Revision | None) -> Revision | None:
        """The change by which a row or a cell came or went, where its properties name one."""
        if properties is None or (around is not None and around.is_gone):
            return around
        for name, is_gone in (("w:del", True), ("w:cellDel", True), ("w:ins", False), ("w:cellIns", False)):
            found = properties.find(qn(name))
            if found is not None:
                return replace(revision_of(found), is_gone=is_gone)
        return around

    def _wrapped(
        self, parent: _Element, tag: str, around: Revision | None
    ) -> Iterator[tuple[_Element, Revision | None]]:
        """The children of that tag, also those in content controls and tracked changes, with their change."""
        for child in parent:
            if child.tag == tag:
                yield child, around
            elif child.tag in _WRAPPERS:
                inner = around if child.tag in THROUGH else self._runs.within(child, around)
                yield from self._wrapped(child, tag, inner)

    def _paragraph(self, paragraph: _Element) -> Iterator[Block]:
        line = self._joined[0] if self._joined is not None else Line()
        joins, self._joined = self._joined is not None, None
        self._runs.read(paragraph, line, self._around)
        properties = paragraph.find(_PROPERTIES)
        mark = properties.find(_MARK) if properties is not None else None
        end = self._end_of(mark)
        if end is not None and end.is_gone:
            line.place(self._changes.lose(end, "\n"))
            self._joined = line, paragraph
            return
        if end is None:
            self._changes.interrupt()
        else:
            line.place(self._changes.key(end))
        seen = joins or mark is None or not is_hidden(mark) or bool(line.text.strip())
        yield from self._block(line, paragraph, numbered=seen)

    def _end_of(self, mark: _Element | None) -> Revision | None:
        """The change by which the paragraph's end came or went."""
        if self._around is not None and self._around.is_gone:
            return self._around
        if mark is not None:
            for child in mark:
                if child.tag in INSERTED or child.tag in GONE:
                    return self._change_of(child)
        return self._around

    def _block(self, line: Line, paragraph: _Element, *, numbered: bool) -> Iterator[Block]:
        style = self._styles[_style_of(paragraph) or self._styles.default]
        own_id, own_level = number_of(paragraph)
        number_id = own_id if own_id is not None else style.number_id
        level = own_level if own_level is not None else style.number_level
        has_number = numbered and number_id is not None and number_id not in ("0", "")
        label = self._numbering.label(number_id, level) if has_number and number_id is not None else ""
        text = line.text
        shift = len(label) - (len(text) - len(text.lstrip()))
        text = text.strip()
        own_heading = heading_level(paragraph)
        heading = own_heading if own_heading is not None else style.heading
        edge = len(label) + len(text)
        stretches = tuple(
            Stretch(one.key, *(min(max(at + shift, len(label)), edge) for at in (one.start, one.end)))
            for one in line.stretches
        )
        yield Block(label + text, heading if text and len(text) <= _LONGEST_HEADING else None, stretches=stretches)
        for box in line.boxes:
            waiting = self._runs.fields.aside()
            yield from self._container(box)
            self._runs.fields.back(waiting)


def _span(element: _Element, properties: str, name: str, *, default: int) -> int:
    """How many columns of the table's grid a cell takes, or a row leaves out before its first."""
    found = element.find(f"{qn(properties)}/{qn(name)}")
    value = found.get(qn("w:val"), "") if found is not None else ""
    return int(value) if value.isdecimal() and len(value) < 4 else default


def _style_of(paragraph: _Element) -> str:
    style = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
    return style.get(qn("w:val"), "") if style is not None else ""
