"""The sentences for files that cannot be read: each names the file, says what it seems to be, and what to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.formats import EXTENSION_OF, FORMATS, NAME_OF
from casewright.adapters.ingest.page_reports import report_of
from casewright.adapters.ingest.wire import CELL_LIMIT, TEXT_LIMIT
from casewright.domain.documents import SIZE_LIMIT
from casewright.errors import UnreadableDocument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.ingest.formats import Format, Seeming
    from casewright.adapters.ingest.recogniser import Failure
    from casewright.adapters.ingest.wire import Fault

_READ: Final = ", ".join(f"{name} ({EXTENSION_OF[kind]})" for kind, name in NAME_OF.items())

_OFFICE = "save it in its program as .docx, .xlsx, .eml or PDF and add that"
_PICTURE = "run it through OCR (text recognition) and add the resulting PDF or text"

_REMEDIES: Final[dict[str, tuple[str, str]]] = {
    "ole": ("an old Microsoft Office file (.doc, .xls, .ppt or .msg)", _OFFICE),
    "rtf": ("a rich text file (RTF)", "open it in a word processor, save it as a Word document (.docx) and add that"),
    "image": ("an image", _PICTURE),
    "archive": ("a packed archive", "unpack it and add the files that it holds"),
    "program": ("a program", "add the document itself"),
    "media": ("audio or video", "add a transcript as text"),
    "postscript": ("a PostScript file", "convert it to PDF and add that"),
    "zip": ("a ZIP archive", "unpack it and add the files that it holds"),
    "xlsm": (
        "an Excel workbook with macros, a template or in the strict format",
        "save it as a plain workbook (.xlsx) and add that",
    ),
    "pptx": ("a PowerPoint presentation", "save it as PDF and add that"),
    "odf": ("an OpenDocument file", _OFFICE),
    "epub": ("an e-book (EPUB)", "convert it to PDF or HTML and add that"),
    "docm": ("a Word document with macros or a template", "save it as a plain Word document (.docx) and add that"),
    "binary": ("no text but binary data", "check that the right file was chosen"),
}


def _error(filename: str, sentence: str) -> UnreadableDocument:
    return UnreadableDocument(f"{filename!r} {sentence}")


def empty(filename: str) -> UnreadableDocument:
    """No bytes at all."""
    return _error(filename, "is empty (0 bytes): check that it was saved or copied completely and add it again.")


def blank(filename: str) -> UnreadableDocument:
    """Nothing but white space."""
    return _error(filename, "holds no text, only white space: check that the right file was chosen and add that one.")


def too_large(filename: str, size: int) -> UnreadableDocument:
    """More bytes than an original may have."""
    most = f"{SIZE_LIMIT:,} (50 MB)"
    return _error(filename, f"has {size:,} bytes and at most {most} are read: split it and add the parts.")


def unknown(filename: str, seeming: Seeming) -> UnreadableDocument:
    """The name claims no format that is read."""
    if seeming in ("pdf", "html", "docx", "xlsx"):
        kind = next(entry.kind for entry in FORMATS if entry.kind == seeming)
        remedy = f"it seems to be {NAME_OF[kind]}, so rename it to end in {EXTENSION_OF[kind]} and add it again"
    elif seeming == "locked-office":
        remedy = "it seems to be an Office file with a password, so save it without, as .docx or .xlsx, and add that"
    elif seeming in _REMEDIES and seeming != "zip":
        what, remedy = _REMEDIES[seeming]
        remedy = f"it seems to be {what}, so {remedy}"
    else:
        remedy = "save it as one of these and add that"
    return _error(filename, f"is of a format that is not read; {remedy}. Read are {_READ}.")


def not_what_it_says(filename: str, claimed: Format, seeming: str) -> UnreadableDocument:
    """The name claims a format and the bytes are of another."""
    said = f"is named like {claimed.name}"
    if seeming in ("pdf", "html", "docx", "xlsx", "text"):
        kind = next(entry.kind for entry in FORMATS if entry.kind == seeming)
        extension = EXTENSION_OF[kind]
        return _error(
            filename, f"{said} but seems to be {NAME_OF[kind]}: rename it to end in {extension} and add it again."
        )
    what, remedy = _REMEDIES[seeming]
    return _error(filename, f"{said} but seems to be {what}: {remedy}.")


def locked(filename: str) -> UnreadableDocument:
    """A password is needed to open it."""
    return _error(filename, "is protected with a password: save a copy without the password and add that.")


def wrong_characters(filename: str) -> UnreadableDocument:
    """Bytes that are text in none of the encodings that are read."""
    return _error(
        filename,
        "is text in an encoding that is not recognised for sure (read are UTF-8, UTF-16, Windows-1252, Windows-1250,"
        " ISO-8859-2 and ISO-8859-16): save it as UTF-8 and add it again.",
    )


def timed_out(filename: str, seconds: float) -> UnreadableDocument:
    """The child did not answer in time."""
    return _error(
        filename, f"took longer than {seconds:g} seconds to read: split it, or save it as plain text, and add that."
    )


def crashed(filename: str, claimed: Format) -> UnreadableDocument:
    """The child died, or answered nonsense."""
    return _error(
        filename,
        f"made the reader for {claimed.name} fail: open it in its program, save it anew (or as plain text) and add"
        " the new file.",
    )


def from_fault(filename: str, claimed: Format, fault: Fault) -> UnreadableDocument:
    """The sentence for what the child reports."""
    if fault.code == "encrypted":
        return locked(filename)
    if fault.code in ("not-docx", "not-xlsx"):
        is_known = fault.detail in _REMEDIES or fault.detail in ("docx", "xlsx")
        return not_what_it_says(filename, claimed, fault.detail if is_known else "zip")
    if fault.code == "cells":
        return too_many_cells(filename)
    if fault.code == "formulas":
        return _formulas(filename, fault.detail)
    sentences = {
        "damaged": f"is damaged and cannot be opened as {claimed.name}: open it in its program, save it anew and add"
        " the new file.",
        "unpacked": "unpacks to far more than a document holds, so it is not opened: open it in its program, save it as"
        " PDF and add that.",
        "nested": "nests its elements more than 1,024 deep, which no page needs: open it in a browser, save it as PDF"
        " and add that.",
        "characters": f"holds more than {TEXT_LIMIT:,} characters of text: split it and add the parts.",
        "memory": "needs more memory than reading one document may take: split it, or save it as plain text, and add"
        " that.",
    }
    return _error(filename, sentences[fault.code])


def too_many_cells(filename: str) -> UnreadableDocument:
    """Tables with more cells than a document may have."""
    return _error(filename, f"has more than {CELL_LIMIT:,} cells: split it and add the parts.")


def open_quote(filename: str, row: int) -> UnreadableDocument:
    """A quoted field that does not end."""
    return _error(
        filename,
        f"has a quotation mark in row {row:,} that opens a field and no other that closes it: close it, or save the"
        " table anew, and add it again.",
    )


_FORMULAS: Final = re.compile(r"([A-Z]{1,3}[1-9][0-9]{0,6}) (\d{1,5}) (\d{1,9})")


def _formulas(filename: str, detail: str) -> UnreadableDocument:
    """``detail`` is "<first such cell> <number of its sheet> <how many there are>"."""
    found = _FORMULAS.fullmatch(detail)
    where = f" (the first is {found[1]} of sheet {found[2]}; {int(found[3]):,} in all)" if found is not None else ""
    return _error(
        filename,
        f"holds formulas without stored values{where}: open it in a spreadsheet program, save it and add the new file.",
    )


def scanned(
    filename: str, pages: int, unread: Sequence[int], failures: Mapping[int, Failure], blank: Sequence[int]
) -> UnreadableDocument:
    """No text at all: recognition was not tried on ``unread``, failed for these reasons, or found none on ``blank``."""
    without = len(unread) + len(blank)
    if not without:
        return _error(filename, f"has no text layer ({_pages(pages, pages)}) and shows none: {_PICTURE}.")
    report = report_of(pages, unread, (), failures, blank)
    tried = blank or len(failures) == len(unread)
    why = report.reason if tried else "it was probably scanned"
    remedy = "scan it anew at 300 dpi and add that" if blank and not unread else report.remedy
    return _error(filename, f"has no text layer ({_pages(without, pages)}): {why}; {remedy}.")


def _pages(without: int, pages: int) -> str:
    if pages == 1:
        return "its page has no text"
    return f"{without} of its {pages} pages have no text"
