"""Renders a sample agreement as DOCX with python-docx, the same bytes each time."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, assert_never

from docx import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from samples.agreement import Heading, Lines, PageBreak, Paragraph, Table

if TYPE_CHECKING:
    from datetime import datetime

    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph as WordParagraph

    from samples.agreement import Agreement, Block, Line

INDENT = Cm(1.25)
HEADINGS = {"Title": 18, "Subtitle": 12, "Heading 1": 12}
UNUSED_PARTS = ("/thumbnail", "/stylesWithEffects", "/customXml")


def render_docx(agreement: Agreement, made: datetime) -> bytes:
    """The agreement as DOCX, dated ``made``, with true heading styles and tables."""
    document = Document()
    _set_up(document, agreement, made)
    document.add_paragraph(agreement.title.upper(), style="Title")
    document.add_paragraph(agreement.subtitle, style="Subtitle")
    for block in agreement.blocks:
        _add(document, block)
    saved = BytesIO()
    document.save(saved)
    return normalised(saved.getvalue())


def _set_up(document: WordDocument, agreement: Agreement, made: datetime) -> None:
    """Type face, page header, page number and properties."""
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = "Times New Roman", Pt(11)
    for name, size in HEADINGS.items():
        style = document.styles[name]
        style.font.size, style.font.color.rgb = Pt(size), RGBColor(0, 0, 0)
    section = document.sections[0]
    section.header.paragraphs[0].text = agreement.header
    _add_page_number(section.footer.paragraphs[0])
    properties = document.core_properties
    properties.title, properties.author = agreement.title, "Casewright sample matter"
    properties.last_modified_by, properties.comments, properties.revision = "", "", 1
    properties.created = properties.modified = made.replace(tzinfo=None)
    properties.language = agreement.language
    _slim(document)


def _slim(document: WordDocument) -> None:
    """Take out the template's preview picture, second style sheet and unused table styles: 95 % of its size."""
    for relations in (document.part.package.rels, document.part.rels):
        for name in [name for name, relation in relations.items() if relation.reltype.endswith(UNUSED_PARTS)]:
            relations.pop(name)
    for style in list(document.styles):
        if style.type == WD_STYLE_TYPE.TABLE and style.name not in {"Normal Table", "Table Grid"}:
            style.delete()


def _add_page_number(paragraph: WordParagraph) -> None:
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    paragraph.add_run("Page ")
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)  # python-docx has no public way to add a field


def _add(document: WordDocument, block: Block) -> None:
    match block:
        case Heading(text):
            document.add_paragraph(text, style="Heading 1")
        case Paragraph():
            _add_clause(document, block)
        case Lines(lines):
            paragraph = document.add_paragraph()
            for number, line in enumerate(lines):
                if number:
                    paragraph.add_run().add_break()
                _add_runs(paragraph, line)
        case Table(rows):
            _add_table(document, rows)
        case PageBreak():
            document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        case _:
            assert_never(block)


def _add_clause(document: WordDocument, clause: Paragraph) -> None:
    paragraph = document.add_paragraph()
    shape = paragraph.paragraph_format
    shape.space_after = Pt(6)
    shape.left_indent = INDENT * (clause.level + bool(clause.label))
    if clause.label:
        shape.first_line_indent = -INDENT
        paragraph.add_run(f"{clause.label}\t")
    _add_runs(paragraph, clause.line)


def _add_table(document: WordDocument, rows: tuple[tuple[str, ...], ...]) -> None:
    table = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for number, row in enumerate(rows):
        for cell, text in zip(table.rows[number].cells, row, strict=True):
            cell.paragraphs[0].add_run(text).bold = number == 0 or None
    document.add_paragraph()


def _add_runs(paragraph: WordParagraph, line: Line) -> None:
    for run in line:
        added = paragraph.add_run(run.text)
        added.bold, added.italic = run.bold or None, run.italic or None


def normalised(data: bytes) -> bytes:
    """The same Office package with its parts in order, undated and stored, so that no compressor's version shows."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        names = sorted(old.namelist(), key=lambda name: (name != "[Content_Types].xml", name))
        for name in names:
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), old.read(name))
    return out.getvalue()
