"""The text of a PDF, page by page, as PDFium gives it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pypdfium2
import pypdfium2.raw as pdfium
from pypdfium2.version import PDFIUM_INFO

from casewright.adapters.ingest.wire import TEXT_LIMIT, Extract, Fault
from casewright.adapters.ingest.worker.continued import whole_tables
from casewright.adapters.ingest.worker.lines import Line, paragraph_starts
from casewright.adapters.ingest.worker.page import read_page
from casewright.adapters.ingest.worker.page_furniture import furniture_of
from casewright.adapters.ingest.worker.scans import is_unread

if TYPE_CHECKING:
    from casewright.adapters.ingest.worker.page import ReadPage
    from casewright.adapters.ingest.worker.page_edges import Sheet

ENGINE: Final = f"PDFium {PDFIUM_INFO.version.partition('@')[0]}"


def read_pdf(data: bytes) -> Extract | Fault:
    """The pages' texts end to end, where paragraphs begin, and the pages whose text is not known."""
    document = opened(data)
    return document if isinstance(document, Fault) else _read_pages(document)


def opened(data: bytes) -> pypdfium2.PdfDocument | Fault:
    """The document, ready for its forms to be read; a fault where it cannot be opened."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)
        return Fault("encrypted" if locked else "damaged")
    if document.get_formtype() != pdfium.FORMTYPE_NONE:
        document.init_forms()
    return document


def _read_pages(document: pypdfium2.PdfDocument) -> Extract | Fault:
    texts: list[str] = []
    pages: list[tuple[int, int]] = []
    lines: list[Line] = []
    reads: list[ReadPage] = []
    sheets: list[Sheet] = []
    spans: list[tuple[int, int]] = []
    begins: set[int] = set()
    tabled: set[int] = set()
    unread: list[int] = []
    length = 0
    for index in range(len(document)):
        page = page_of(document, index)
        read = read_page(page, index)
        if is_unread(page, read.text):
            unread.append(index + 1)
        printed = sorted((*read.lines, *read.tabled), key=lambda line: line.start)
        lines += [replace(line, start=length + line.start) for line in printed]
        tabled.update(length + line.start for line in read.tabled)
        reads.append(read)
        sheets.append(read.sheet)
        spans += [(length + start, length + end) for start, end in read.arranged.tables]
        begins.update(length + start for start in read.begins)
        texts.append(read.text)
        pages.append((length, length + len(read.text)))
        length += len(read.text)
        page.close()
        if length > TEXT_LIMIT:
            return Fault("characters")
    if not pages:
        return Fault("damaged")
    furniture, body = furniture_of(lines, sheets, spans)
    starts = tuple(sorted(begins.union(paragraph_starts([line for line in body if line.start not in tabled]))))
    return Extract(
        "".join(texts),
        tuple(pages),
        starts,
        tables=whole_tables(reads),
        furniture=furniture,
        unread=tuple(unread),
        engine=ENGINE,
    )


def page_of(document: pypdfium2.PdfDocument, index: int) -> pypdfium2.PdfPage:
    """The page; what was typed into a form's fields is made part of it, or it would not be among its text."""
    page = document[index]
    if document.formenv is not None:
        page.flatten()
        page.close()
        page = document[index]
    return page
