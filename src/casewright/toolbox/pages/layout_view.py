"""Blocks, tracked changes and comments as ``show_document_layout`` shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.documents import TableCell
    from casewright.domain.layouts import Layout
    from casewright.toolbox.pages.blocks import Block

LONGEST: Final = 200_000
"""Most characters that are shown of a block."""
_MOST_TRACKED: Final = 2_000
"""Most changes, and most comments, that are shown at once."""
_LONGEST_WORDS: Final = 2_000
"""Most characters shown of what was deleted, or of what a comment says."""
_REPLIES: Final = 50

BlockKind = Literal["paragraph", "title", "heading", "row", "sheet", "field", "attachment", "note", "furniture"]


class CellView(BaseModel):
    """A cell: ``text`` is ``start`` to ``end`` of the document's; blank where it shows nothing.

    ``address`` is sheet!cell in workbooks and CSV files; ``columns`` and ``rows`` say over how many it reaches.
    """

    start: int
    end: int
    text: str
    address: str | None = None
    columns: int = 1
    rows: int = 1


class NoteView(BaseModel):
    """Of which kind a note is, and where its mark stands in the text."""

    kind: Literal["footnote", "endnote"]
    mark_start: int
    mark_end: int


class BlockView(BaseModel):
    """``text`` is ``start`` to ``end`` of the document's; ``cut`` says that it is longer than shown.

    A row has ``cells`` in place of a text; ``table`` and ``row`` count from 1, rows of one table follow one another.
    A sheet is the name of the sheet whose rows follow. A field is a line of an e-mail's header, whose value begins at
    ``value``. Furniture is no part of what the document says: headers, footers, page numbers.
    """

    kind: BlockKind
    start: int
    end: int
    text: str | None = None
    cut: bool = False
    level: int | None = Field(default=None, description="A heading's, 1 the outermost")
    table: int | None = None
    row: int | None = None
    cells: list[CellView] | None = None
    value: int | None = None
    furniture: str | None = None
    note: NoteView | None = None
    page: int | None = None


class SpanReply(BaseModel):
    """An answer to a comment."""

    author: str | None
    at: str | None
    text: str


class TrackedSpan(BaseModel):
    """A tracked change or comment on ``start`` to ``end`` of the text; both are one place where there is none.

    ``text`` is what was inserted, moved here, or deleted there, or what the comment says. ``at`` is the time that the
    file gives, in ISO 8601.
    """

    kind: Literal["insertion", "deletion", "move", "comment"]
    start: int
    end: int
    author: str | None
    at: str | None
    text: str
    moved_from: int | None = None
    resolved: bool | None = None
    replies: list[SpanReply] = Field(default_factory=list)


def block_view(block: Block, text: str) -> BlockView:
    """The block as it is shown."""
    note = block.note
    return BlockView.model_validate(
        {
            "kind": block.kind,
            "start": block.start,
            "end": block.end,
            "text": None if block.kind == "row" else text[block.start : min(block.end, block.start + LONGEST)],
            "cut": block.kind != "row" and block.end - block.start > LONGEST,
            "level": block.level,
            "table": block.table,
            "row": block.row,
            "cells": [_cell(cell, text) for cell in block.cells] if block.kind == "row" else None,
            "value": block.value,
            "furniture": block.furniture,
            "note": None
            if note is None
            else NoteView(kind=note.kind.value, mark_start=note.mark_start, mark_end=note.mark_end),
            "page": block.page,
        }
    )


def _cell(cell: TableCell, text: str) -> CellView:
    return CellView(
        start=cell.start,
        end=cell.end,
        text=text[cell.start : min(cell.end, cell.start + LONGEST)],
        address=cell.address,
        columns=cell.columns,
        rows=cell.rows,
    )


def tracked_spans(layout: Layout | None, low: int, high: int, text: str) -> tuple[list[TrackedSpan], list[TrackedSpan]]:
    """The changes and the comments that touch ``text[low:high]``."""
    if layout is None:
        return [], []
    changes = [
        TrackedSpan(
            kind=one.kind.value,
            start=one.start,
            end=one.end,
            author=one.author,
            at=_time(one.at),
            text=(one.deleted or text[one.start : one.end])[:_LONGEST_WORDS],
            moved_from=one.origin,
        )
        for one in layout.changes
        if one.start <= high and low <= one.end
    ]
    comments = [
        TrackedSpan(
            kind="comment",
            start=one.start,
            end=one.end,
            author=one.author,
            at=_time(one.at),
            text=one.text[:_LONGEST_WORDS],
            resolved=one.resolved,
            replies=[
                SpanReply(author=each.author, at=_time(each.at), text=each.text[:_LONGEST_WORDS])
                for each in one.replies[:_REPLIES]
            ],
        )
        for one in layout.comments
        if one.start <= high and low <= one.end
    ]
    return changes[:_MOST_TRACKED], comments[:_MOST_TRACKED]


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
