"""Files whose pages are looked at: the package's samples, made files with notes and turned pages, and a folder's."""

from __future__ import annotations

import io
import random
import zipfile
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_KINDS: Final = (".pdf", ".docx", ".md", ".txt")
_MOST_OF_A_KIND: Final = 12
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_CONTENT: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_NOTES: Final = (("footnotes", "footnote"), ("endnotes", "endnote"))


def own_files() -> Iterator[tuple[str, bytes]]:
    """The sample matter's files, one of them with turned pages, and a Word file with a table and notes."""
    samples = files("casewright.samples").joinpath("smith_v_jones")
    for one in sorted(samples.iterdir(), key=lambda entry: entry.name):
        if one.name.endswith(_KINDS):
            yield one.name, one.read_bytes()
    for degrees in (90, 180, 270):
        original = samples.joinpath("software-license-agreement.pdf").read_bytes()
        yield f"turned-{degrees}.pdf", turned(original, degrees)
    yield "notes.docx", with_notes()


def files_of(data: Path, seed: int) -> Iterator[tuple[str, bytes]]:
    """The folder's files, at most a dozen of a kind, and files generated from its texts where it holds those."""
    chance = random.Random(f"highlights {seed}")
    for kind in _KINDS:
        found = sorted(one for one in data.rglob(f"*{kind}") if one.name != "README.md")
        for number, one in enumerate(chance.sample(found, min(_MOST_OF_A_KIND, len(found))), start=1):
            yield f"data-{number}{kind}", one.read_bytes()
    if (data / "cuad-train").is_dir():
        from evals.reading import layouts_fitted
        from evals.reading.layouts import generate
        from evals.reading.word_files import generate_word

        for number in range(3):
            yield f"changes-{number}.docx", generate_word("fitted", number, data, layouts_fitted.WORD).data
        for number, layout in enumerate(layouts_fitted.LAYOUTS):
            yield f"layout-{number}.pdf", generate("fitted", layout, 0, data).data


def turned(data: bytes, degrees: int) -> bytes:
    """The PDF with every page turned."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            page.set_rotation(degrees)
        written = io.BytesIO()
        document.save(written)
        return written.getvalue()
    finally:
        document.close()


def with_notes() -> bytes:
    """A Word file with paragraphs, a table, footnotes and endnotes."""
    from docx import Document

    document = Document()
    document.add_heading("Services Agreement", 1)
    for number in range(8):
        document.add_paragraph(
            f"{number + 1}. The Supplier shall pay the fee of item {number} on the due date.KEPT{number}"
        )
    table = document.add_table(5, 3)
    for row_number, row in enumerate(table.rows):
        for column, cell in enumerate(row.cells):
            cell.text = f"Cell {row_number} of column {column}\nsecond line"
    table.cell(0, 0).merge(table.cell(0, 1))
    document.add_paragraph("Signed by both parties.")
    written = io.BytesIO()
    document.save(written)
    return _noted(written.getvalue())


def _noted(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            body = old.read(name).decode("utf-8") if name.endswith((".xml", ".rels")) else None
            if body is None:
                new.writestr(name, old.read(name))
                continue
            for number in range(8):
                kind = _NOTES[number % 2][1]
                mark = f'</w:t></w:r><w:r><w:{kind}Reference w:id="{number + 1}"/></w:r><w:r><w:t>'
                body = body.replace(f"KEPT{number}", mark)
            for plural, _ in _NOTES:
                if name == "[Content_Types].xml":
                    part = f'<Override PartName="/word/{plural}.xml" ContentType="{_CONTENT}.{plural}+xml"/>'
                    body = body.replace("</Types>", part + "</Types>")
                if name == "word/_rels/document.xml.rels":
                    part = f'<Relationship Id="{plural}" Type="{_RELATIONS}/{plural}" Target="{plural}.xml"/>'
                    body = body.replace("</Relationships>", part + "</Relationships>")
            new.writestr(name, body)
        for at, (plural, kind) in enumerate(_NOTES):
            notes = "".join(
                f'<w:{kind} w:id="{number + 1}"><w:p><w:r><w:t>What note {number} of {plural} says.</w:t></w:r></w:p>'
                f"</w:{kind}>"
                for number in range(at, 8, 2)
            )
            new.writestr(f"word/{plural}.xml", f'<w:{plural} xmlns:w="{_WORD}">{notes}</w:{plural}>')
    return made.getvalue()
