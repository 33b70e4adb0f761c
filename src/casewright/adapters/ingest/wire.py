"""What passes between the reader and the process that opens files: questions out, plain JSON back.

The child has handled hostile bytes, so nothing it sends is believed before it is checked here, and nothing
it sends is ever executed or shown as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import orjson

from casewright.adapters.children.frames import BrokenAnswer, next_frame, receive_frame, send_frame
from casewright.adapters.ingest.layout_wire import checked_layout, sent_layout
from casewright.domain.boxes import Box
from casewright.domain.documents import SIZE_LIMIT, Furniture, FurnitureKind, Table, TableCell
from casewright.domain.structures import Part, PartKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    from casewright.adapters.ingest.container_wire import Opening
    from casewright.domain.layouts import Layout
    from casewright.domain.recognition import RecognisedPage

TEXT_LIMIT: Final = SIZE_LIMIT
"""Most characters that a document's text may have: as many as the largest file has bytes."""

ANSWER_LIMIT: Final = 8 * TEXT_LIMIT
"""Most bytes that an answer may have."""

CELL_LIMIT: Final = 1_000_000
"""Most cells, blank ones among them, that the tables of a document may have."""

Question = Literal["pdf", "docx", "xlsx", "html", "mail", "boxes"]

FaultCode = Literal[
    "encrypted",  # a password is needed
    "damaged",  # it cannot be parsed
    "unpacked",  # a ZIP that unpacks to more than the limit
    "characters",  # more than TEXT_LIMIT
    "memory",  # more than the child may have
    "not-docx",  # a ZIP that holds something else
    "not-xlsx",  # a ZIP that holds something else
    "nested",  # HTML elements deeper in one another than any page has them
    "cells",  # more than CELL_LIMIT
    "formulas",  # a workbook with formulas whose values it does not hold
]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the child could not read a file; ``detail`` is one of a few known words, or empty."""

    code: FaultCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that the format itself marks: where it stands, and its level, 1 the outermost, 0 the title."""

    start: int
    end: int
    level: int


@dataclass(frozen=True, slots=True)
class Extract:
    """The text as the format gave it. All offsets are code points of ``text``.

    ``pages`` are (start, end), in order and without overlap; ``paragraphs`` are offsets at which a new
    paragraph begins although no blank line stands before it; ``headings`` and ``tables`` are in order, and so are
    a table's cells, row by row. ``dated`` is the document's own date, with its zone. ``furniture``, in order and
    without overlap, is what the format itself marks as such; ``layout`` its changes, comments and notes, None where the
    format has none. ``engine`` is the name and version of what found the text on its pages. ``unread`` are the
    numbers of the pages, from 1 on, that show something and whose text is not known. ``recognised`` are pages whose
    text was recognised by OCR: the reader adds it, the child knows none.
    ``parts``, in order and without overlap, are those of an e-mail.
    """

    text: str
    pages: tuple[tuple[int, int], ...] = ()
    paragraphs: tuple[int, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    dated: datetime | None = None
    furniture: tuple[Furniture, ...] = ()
    layout: Layout | None = None
    unread: tuple[int, ...] = ()
    engine: str | None = None
    recognised: tuple[RecognisedPage, ...] = ()
    parts: tuple[Part, ...] = ()


def send_question(stream: IO[bytes], question: Question | Opening, data: bytes) -> None:
    """Write one question: its kind and the file's bytes."""
    stream.write(question.encode("ascii").ljust(8))
    send_frame(stream, data)


def receive_question(stream: IO[bytes]) -> tuple[str, bytes] | None:
    """The next question; None where there are no more."""
    kind = stream.read(8)
    data = next_frame(stream)
    return None if data is None else (kind.decode("ascii").strip(), data)


def send_answer(stream: IO[bytes], answer: Extract | Fault) -> None:
    """Write one answer."""
    if isinstance(answer, Fault):
        said: dict[str, object] = {"fault": answer.code, "detail": answer.detail}
    else:
        said = {
            "text": answer.text,
            "pages": answer.pages,
            "paragraphs": answer.paragraphs,
            "headings": answer.headings,
            "tables": [_columns(table) for table in answer.tables],
            "dated": answer.dated,
            "furniture": [(one.start, one.end, one.kind) for one in answer.furniture],
            "layout": None if answer.layout is None else sent_layout(answer.layout),
            "unread": answer.unread,
            "engine": answer.engine,
            "parts": [(one.start, one.end, one.kind) for one in answer.parts],
        }
    send_frame(stream, orjson.dumps(said))


def _columns(table: Table) -> dict[str, object]:
    """The table with its cells as columns: a million of them have to pass."""
    cells = [cell for row in table.rows for cell in row]
    addresses = [cell.address for cell in cells]
    return {
        "start": table.start,
        "end": table.end,
        "name": table.name,
        "page": table.page,
        "widths": [len(row) for row in table.rows],
        "starts": [cell.start for cell in cells],
        "ends": [cell.end for cell in cells],
        "addresses": addresses if any(addresses) else None,
        "merged": [
            [at, cell.columns, cell.rows] for at, cell in enumerate(cells) if (cell.columns, cell.rows) != (1, 1)
        ],
        "boxes": [_sides(cell.box) for cell in cells] if any(cell.box for cell in cells) else None,
    }


def _sides(box: Box | None) -> tuple[float, ...] | None:
    return None if box is None else (box.page, box.left, box.bottom, box.right, box.top)


def receive_answer(stream: IO[bytes]) -> Extract | Fault:
    """The child's answer, checked. Raises ``BrokenAnswer`` where it is none."""
    body = receive_frame(stream, ANSWER_LIMIT)
    try:
        return _checked(orjson.loads(body))
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenAnswer("an answer of another shape") from error


def _checked(answer: object) -> Extract | Fault:
    if not isinstance(answer, dict):
        raise TypeError("an answer is an object")
    if "fault" in answer:
        code = next((known for known in get_args(FaultCode) if known == answer["fault"]), None)
        if code is None:
            raise ValueError("an unknown fault")
        return Fault(code, str(answer.get("detail", "")))
    text = answer["text"]
    if not isinstance(text, str) or len(text) > TEXT_LIMIT:
        raise ValueError("a text over the limit")
    pages = tuple((int(start), int(end)) for start, end in answer["pages"])
    paragraphs = tuple(int(offset) for offset in answer["paragraphs"])
    headings = tuple(Heading(int(h["start"]), int(h["end"]), int(h["level"])) for h in answer["headings"])
    _ascending([edge for page in pages for edge in page], len(text))
    _ascending(paragraphs, len(text))
    _ascending([edge for heading in headings for edge in (heading.start, heading.end)], len(text))
    tables = tuple(_table(table) for table in answer["tables"])
    _ascending([edge for table in tables for edge in (table.start, table.end)], len(text))
    unread = tuple(int(number) for number in answer.get("unread", ()))
    _ascending(unread, len(pages))
    furniture = tuple(Furniture(int(start), int(end), FurnitureKind(kind)) for start, end, kind in answer["furniture"])
    _ascending([edge for one in furniture for edge in (one.start, one.end)], len(text))
    layout = None if answer["layout"] is None else checked_layout(answer["layout"], len(text))
    engine, dated = _string(answer["engine"]), _instant(answer["dated"])
    parts = tuple(Part(int(start), int(end), PartKind(kind)) for start, end, kind in answer.get("parts", ()))
    _ascending([edge for one in parts for edge in (one.start, one.end)], len(text))
    return Extract(text, pages, paragraphs, headings, tables, dated, furniture, layout, unread, engine, parts=parts)


# The child may send any JSON: what has another shape is one of the errors that ``receive_answer`` translates.
def _table(sent: Any) -> Table:
    """The table, its cells in order and inside it."""
    starts, ends = [int(start) for start in sent["starts"]], [int(end) for end in sent["ends"]]
    addresses = sent["addresses"] if sent["addresses"] is not None else [None] * len(starts)
    if len(starts) > CELL_LIMIT:
        raise ValueError("a table over the limit")
    merged = {int(at): (int(columns), int(rows)) for at, columns, rows in sent["merged"]}
    boxes = sent["boxes"] if sent["boxes"] is not None else [None] * len(starts)
    if any(not 0 <= at < len(starts) or columns < 1 or rows < 1 for at, (columns, rows) in merged.items()):
        raise ValueError("a cell merged of none")
    cells = [
        TableCell(start, end, _string(address), *merged.get(at, (1, 1)), _box(box))
        for at, (start, end, address, box) in enumerate(zip(starts, ends, addresses, boxes, strict=True))
    ]
    table_start, table_end = int(sent["start"]), int(sent["end"])
    edges = [edge for cell in cells for edge in (cell.start, cell.end)]
    if edges and edges[0] < table_start:
        raise ValueError("a cell outside its table")
    _ascending(edges, table_end)
    page = None if sent["page"] is None else int(sent["page"])
    return Table(table_start, table_end, rows_of(cells, sent["widths"]), _string(sent["name"]), page)


def _box(sent: Any) -> Box | None:
    if sent is None:
        return None
    page, left, bottom, right, top = sent
    return Box(int(page), float(left), float(bottom), float(right), float(top))


def rows_of(cells: Sequence[TableCell], widths: Sequence[int]) -> tuple[tuple[TableCell, ...], ...]:
    """The cells in rows of these widths. Raises ``ValueError`` where they don't come out even."""
    rows = []
    at = 0
    for width in widths:
        rows.append(tuple(cells[at : at + width]))
        at += max(width, 0)
    if at != len(cells) or any(len(row) != width for row, width in zip(rows, widths, strict=True)):
        raise ValueError("rows of other widths than said")
    return tuple(rows)


def _string(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError("a name is text")
    return value


def _instant(value: object) -> datetime | None:
    if value is None:
        return None
    instant = datetime.fromisoformat(_string(value) or "")
    if instant.tzinfo is None:
        raise ValueError("a time without a zone")
    return instant


def _ascending(offsets: Sequence[int], limit: int) -> None:
    before = 0
    for offset in offsets:
        if not before <= offset <= limit:
            raise ValueError("offsets out of order")
        before = offset
