"""Makes real files of a room's source texts, the same bytes each time."""

from __future__ import annotations

from datetime import UTC, datetime, time
from email.message import EmailMessage
from email.policy import SMTP
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from evals.rooms.written import blocks, sheets

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    from evals.rooms.truth import Truth

_PAGE = """
#set page(margin: 2cm, numbering: "1")
#set text(size: 10pt)
#set par(leading: 0.6em)
#for block in data.blocks {
  if block.kind == "title" { text(size: 16pt, weight: "bold", block.text); parbreak() }
  else if block.kind == "heading" { heading(level: 1, block.text) }
  else if block.kind == "paragraph" { block.text.split("\\n").join(linebreak()); parbreak() }
  else if block.kind == "item" { list(block.text) }
  else if block.kind == "table" {
    let (head, ..rows) = block.rows
    table(
      columns: head.len(),
      align: (column, row) => if column == 0 { left } else { right },
      table.header(..head.map(strong)),
      ..rows.flatten(),
    )
  }
  else { pagebreak(weak: true) }
}
"""


def write_files(room: Truth, folder: Path) -> list[Path]:
    """Every document of the room as a file in ``folder``, in the order of their names.

    Raises ``InvalidInput`` that names the document whose source cannot become a file.
    """
    written = []
    for name, source in sorted(room.sources.items()):
        path = folder / name
        path.write_bytes(rendered(name, source, room.as_of))
        written.append(path)
    return written


def rendered(name: str, source: str, day: date) -> bytes:
    """The file called ``name`` that the source text writes, dated ``day`` where its format wants a date."""
    ending = PurePath(name).suffix.lower()
    render = _RENDERERS.get(ending)
    if render is None:
        raise InvalidInput(f"{name!r}: a room holds {', '.join(_RENDERERS)}")
    try:
        return render(source, name, day)
    except ValueError as error:
        raise InvalidInput(f"{name!r} cannot be made from its source: {error}") from error


def _csv(source: str, _name: str, _day: date) -> bytes:
    return source.encode()


def _eml(source: str, _name: str, _day: date) -> bytes:
    head, _, body = source.replace("\r\n", "\n").partition("\n\n")
    message = EmailMessage(policy=SMTP)
    for line in head.splitlines():
        header, colon, value = line.partition(":")
        if not colon:
            raise ValueError(f"{line!r} is no header: headers come before the first empty line")
        message[header.strip()] = value.strip()
    message.set_content(body, charset="utf-8", cte="quoted-printable")
    return message.as_bytes()


def _xlsx(source: str, name: str, day: date) -> bytes:
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter

    from samples.deals.workbook import dated
    from samples.word import normalised

    written = sheets(source)
    if not written:
        raise ValueError("it has no line '## Sheet: NAME'")
    book = Workbook()
    del book["Sheet"]
    for sheet in written:
        page = book.create_sheet(sheet.name)
        widths: dict[int, int] = {}
        for row, cells in enumerate(sheet.rows, 1):
            for column, content in enumerate(cells, 1):
                if content.value is not None:
                    made = page.cell(row, column)
                    made.value, made.number_format = content.value, content.number_format
                    if isinstance(content.value, str):
                        made.data_type = "s"
                    widths[column] = max(widths.get(column, 8), min(len(str(content.value)), 40))
        for column, width in widths.items():
            page.column_dimensions[get_column_letter(column)].width = width + 2
    moment = datetime.combine(day, time(), UTC)
    book.properties.title, book.properties.creator = PurePath(name).stem, "Data room"
    book.properties.created = moment.replace(tzinfo=None)
    saved = BytesIO()
    book.save(saved)
    return normalised(dated(saved.getvalue(), moment))


def _docx(source: str, name: str, day: date) -> bytes:
    from docx import Document
    from docx.enum.text import WD_BREAK

    from samples.word import normalised

    document = Document()
    for block in blocks(source):
        match block.kind:
            case "title":
                document.add_paragraph(block.text, style="Title")
            case "heading":
                document.add_paragraph(block.text, style="Heading 1")
            case "item":
                document.add_paragraph(block.text, style="List Bullet")
            case "table":
                width = max(len(row) for row in block.rows)
                table = document.add_table(rows=len(block.rows), cols=width, style="Table Grid")
                for row, texts in zip(table.rows, block.rows, strict=True):
                    for cell, text in zip(row.cells, texts, strict=False):
                        cell.text = text
                document.add_paragraph()
            case "page":
                document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
            case _:
                document.add_paragraph(block.text)
    properties = document.core_properties
    properties.title, properties.author, properties.comments = PurePath(name).stem, "", ""
    properties.created = properties.modified = datetime.combine(day, time())
    saved = BytesIO()
    document.save(saved)
    return normalised(saved.getvalue())


def _pdf(source: str, name: str, day: date) -> bytes:
    from casewright.adapters.drafting.typst_engine import TypstEngine

    told: list[dict[str, object]] = []
    for block in blocks(source):
        width = max((len(row) for row in block.rows), default=0)
        rows = [[*row, *("" for _ in range(width - len(row)))] for row in block.rows]
        told.append({"kind": block.kind, "text": block.text, "rows": rows})
    return TypstEngine().compile(_PAGE, {"blocks": told}, title=PurePath(name).stem, date=day)


_RENDERERS: dict[str, Callable[[str, str, date], bytes]] = {
    ".xlsx": _xlsx,
    ".pdf": _pdf,
    ".docx": _docx,
    ".eml": _eml,
    ".csv": _csv,
}
