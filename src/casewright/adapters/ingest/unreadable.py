"""The sentences for files that cannot be read: each names the file, says what it seems to be, and what to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from casewright.adapters.ingest.formats import EXTENSION_OF, FORMATS, NAME_OF
from casewright.adapters.ingest.page_reports import report_of
from casewright.adapters.ingest.unsupported import unsupported
from casewright.adapters.ingest.wire import CELL_LIMIT, TEXT_LIMIT
from casewright.domain.documents import ARCHIVE_LIMIT, SIZE_LIMIT, ReadingState
from casewright.errors import InvalidInput, UnreadableDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.adapters.ingest.formats import Format, Seeming
    from casewright.adapters.ingest.page_reports import Lacking
    from casewright.adapters.ingest.page_wire import PageFault
    from casewright.adapters.ingest.recogniser import Failure
    from casewright.adapters.ingest.wire import Fault

_READ: Final = ", ".join(f"{name} ({EXTENSION_OF[kind]})" for kind, name in NAME_OF.items())

_OFFICE = "save it in its program as .docx, .xlsx, .eml or PDF and add that"
_SPLIT = "split it and add the parts"
_PICTURE = "run it through OCR (text recognition) and add the resulting PDF or text"

_REMEDIES: Final[dict[str, tuple[str, str]]] = {
    "ole": ("an old Microsoft Office file (.doc, .xls, .ppt or .msg)", _OFFICE),
    "rtf": ("a rich text file (RTF)", "open it in a word processor, save it as a Word document (.docx) and add that"),
    "image": ("an image", _PICTURE),
    "archive": ("a packed archive", "unpack it and add the files that it holds"),
    "program": ("a program", "add the document itself"),
    "media": ("audio or video", "add a transcript as text"),
    "postscript": ("a PostScript file", "convert it to PDF and add that"),
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


def _error(
    filename: str, state: ReadingState, reason: str, remedy: str, *, known: str = "", pages_read: int | None = None
) -> UnreadableDocument:
    """``known`` is added to the sentence: the formats there are."""
    sentence = f"{filename!r} {reason}{';' if ': ' in reason else ':'} {remedy}.{known}"
    return UnreadableDocument(sentence, state=state, reason=reason, remedy=remedy, pages_read=pages_read)


def empty(filename: str) -> UnreadableDocument:
    """No bytes at all."""
    remedy = "check that it was saved or copied completely and add it again"
    return _error(filename, ReadingState.DAMAGED, "is empty (0 bytes)", remedy)


def blank(filename: str, *, has_pictures: bool = False) -> UnreadableDocument:
    """Nothing but white space, and pictures perhaps."""
    if has_pictures:
        return _error(filename, ReadingState.NEEDS_OCR, "holds pictures and no text", _PICTURE)
    remedy = "check that the right file was chosen and add that one"
    return _error(filename, ReadingState.DAMAGED, "holds no text, only white space", remedy)


def too_large(filename: str, size: int, claimed: Format | None = None) -> UnreadableDocument:
    """More bytes than an original, or an archive, may have."""
    if claimed is not None and claimed.kind == "zip":
        reason = f"has {size:,} bytes and archives of at most {ARCHIVE_LIMIT:,} (256 MB) are opened"
        return _error(filename, ReadingState.TOO_LARGE, reason, "unpack it and add the folder")
    if claimed is None and (named := unsupported(filename)) is not None:
        return _error(filename, ReadingState.NOT_SUPPORTED, f"is named like {named[0]}, which is not read", named[1])
    reason = f"has {size:,} bytes and at most {SIZE_LIMIT:,} (50 MB) are read"
    return _error(filename, ReadingState.TOO_LARGE, reason, _SPLIT)


def unknown(filename: str, seeming: Seeming | Literal["text"]) -> UnreadableDocument:
    """The name claims no format that is read."""
    state = ReadingState.NOT_SUPPORTED
    named = unsupported(filename)
    if seeming in ("pdf", "html", "docx", "xlsx", "zip", "text") and named is None:
        kind = next(entry.kind for entry in FORMATS if entry.kind == seeming)
        said = f"it seems to be {NAME_OF[kind]}"
        remedy = f"rename it to end in {EXTENSION_OF[kind]} and add it again"
    elif seeming == "locked-office":
        said, remedy = (
            "it seems to be an Office file with a password",
            "save it without, as .docx or .xlsx, and add that",
        )
        state = ReadingState.PASSWORD
    elif named is not None:
        said, remedy = f"it is named like {named[0]}", named[1]
    elif seeming in _REMEDIES:
        what, remedy = _REMEDIES[seeming]
        said = f"it seems to be {what}"
    else:
        said, remedy = "", "save it as one of these and add that"
    reason = f"is of a format that is not read{'; ' if said else ''}{said}"
    return _error(filename, state, reason, remedy, known=f" Read are {_READ}.")


def not_what_it_says(filename: str, claimed: Format, seeming: str) -> UnreadableDocument:
    """The name claims a format and the bytes are of another."""
    said = f"is named like {claimed.name}"
    if seeming in ("pdf", "html", "docx", "xlsx", "zip", "text"):
        kind = next(entry.kind for entry in FORMATS if entry.kind == seeming)
        what, remedy = NAME_OF[kind], f"rename it to end in {EXTENSION_OF[kind]} and add it again"
    else:
        what, remedy = _REMEDIES[seeming]
    return _error(filename, ReadingState.NOT_SUPPORTED, f"{said} but seems to be {what}", remedy)


def locked(filename: str) -> UnreadableDocument:
    """A password is needed to open it."""
    remedy = "save a copy without the password and add that"
    return _error(filename, ReadingState.PASSWORD, "is protected with a password", remedy)


def archive(filename: str) -> InvalidInput:
    """A ZIP where one document is asked for."""
    said = "is a ZIP archive, whose files are documents of their own: open it with open_container and add each of them."
    return InvalidInput(f"{filename!r} {said}")


def no_container(filename: str) -> InvalidInput:
    """No archive and no e-mail where one is to be opened."""
    return InvalidInput(f"{filename!r} is no ZIP archive and no e-mail, so it holds no files: add it as a document.")


def wrong_characters(filename: str) -> UnreadableDocument:
    """Bytes that are text in none of the encodings that are read."""
    reason = (
        "is text in an encoding that is not recognised for sure (read are UTF-8, UTF-16, Windows-1252, Windows-1250,"
        " ISO-8859-2 and ISO-8859-16)"
    )
    return _error(filename, ReadingState.NOT_SUPPORTED, reason, "save it as UTF-8 and add it again")


def timed_out(filename: str, seconds: float) -> UnreadableDocument:
    """The child did not answer in time."""
    reason = f"took longer than {seconds:g} seconds to read"
    return _error(filename, ReadingState.TOO_LARGE, reason, "split it, or save it as plain text, and add that")


def crashed(filename: str, claimed: Format) -> UnreadableDocument:
    """The child died, or answered nonsense."""
    remedy = "open it in its program, save it anew (or as plain text) and add the new file"
    return _error(filename, ReadingState.DAMAGED, f"made the reader for {claimed.name} fail", remedy)


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
    return _error(filename, *_FAULTS[fault.code](claimed.name))


_FAULTS: Final[dict[str, Callable[[str], tuple[ReadingState, str, str]]]] = {
    "damaged": lambda format_: (
        ReadingState.DAMAGED,
        f"is damaged and cannot be opened as {format_}",
        "open it in its program, save it anew and add the new file",
    ),
    "unpacked": lambda _: (
        ReadingState.TOO_LARGE,
        "unpacks to far more than a document holds, so it is not opened",
        "open it in its program, save it as PDF and add that",
    ),
    "nested": lambda _: (
        ReadingState.TOO_LARGE,
        "nests its elements more than 1,024 deep, which no page needs",
        "open it in a browser, save it as PDF and add that",
    ),
    "characters": lambda _: (
        ReadingState.TOO_LARGE,
        f"holds more than {TEXT_LIMIT:,} characters of text",
        _SPLIT,
    ),
    "memory": lambda _: (
        ReadingState.TOO_LARGE,
        "needs more memory than reading one document may take",
        "split it, or save it as plain text, and add that",
    ),
}


def boxes_unknown(filename: str, engine: str | None) -> UnreadableDocument:
    """Where words stand on pages cannot be said for sure: the document was read before that was kept, or otherwise."""
    remedy = "have it read anew (casewright documents reread)"
    reason = "was read before places on pages were kept, so they are not known"
    if engine is not None:
        reason = f"reads otherwise now than when it was added (with {engine}), so places on its pages are not known"
    return _error(filename, ReadingState.PART, reason, remedy)


def page_not_shown(filename: str, number: int, code: PageFault) -> UnreadableDocument:
    """A page of a PDF of which no picture can be made, or whose words cannot be placed."""
    if code == "encrypted":
        return locked(filename)
    state, reason = _PAGE_FAULTS[code]
    remedy = "open the original in its program"
    return _error(filename, state, f"cannot be shown at page {number:,}, {reason}", remedy)


def page_too_slow(filename: str, number: int, seconds: float) -> UnreadableDocument:
    """A page that was not drawn in time."""
    reason = f"cannot be shown at page {number:,}, which takes longer than {seconds:g} seconds to draw"
    return _error(filename, ReadingState.TOO_LARGE, reason, "open the original in its program")


_PAGE_FAULTS: Final[dict[PageFault, tuple[ReadingState, str]]] = {
    "damaged": (ReadingState.DAMAGED, "which is damaged"),
    "memory": (ReadingState.TOO_LARGE, "which needs more memory than drawing a page may take"),
    "pixels": (ReadingState.TOO_LARGE, "whose pictures have more pixels than are unpacked"),
}


def too_many_cells(filename: str) -> UnreadableDocument:
    """Tables with more cells than a document may have."""
    return _error(filename, ReadingState.TOO_LARGE, f"has more than {CELL_LIMIT:,} cells", _SPLIT)


def open_quote(filename: str, row: int) -> UnreadableDocument:
    """A quoted field that does not end."""
    reason = f"has a quotation mark in row {row:,} that opens a field and no other that closes it"
    return _error(filename, ReadingState.DAMAGED, reason, "close it, or save the table anew, and add it again")


_FORMULAS: Final = re.compile(r"([A-Z]{1,3}[1-9][0-9]{0,6}) (\d{1,5}) (\d{1,9})")


def _formulas(filename: str, detail: str) -> UnreadableDocument:
    """``detail`` is "<first such cell> <number of its sheet> <how many there are>"."""
    found = _FORMULAS.fullmatch(detail)
    where = f" (the first is {found[1]} of sheet {found[2]}; {int(found[3]):,} in all)" if found is not None else ""
    return _error(
        filename,
        ReadingState.NOT_SUPPORTED,
        f"holds formulas without stored values{where}",
        "open it in a spreadsheet program, save it and add the new file",
    )


def scanned(
    filename: str,
    pages: int,
    unread: Sequence[int],
    failures: Mapping[int, Failure],
    blank: Sequence[int],
    lacking: Lacking = "extra",
) -> UnreadableDocument:
    """No text at all: recognition was not tried on ``unread``, failed for these reasons, or found none on ``blank``."""
    without = len(unread) + len(blank)
    if not without:
        reason = f"has no text layer ({_pages(pages, pages)}) and shows none"
        return _error(filename, ReadingState.NEEDS_OCR, reason, _PICTURE, pages_read=0)
    report = report_of(pages, unread, (), failures, blank, lacking)
    tried = blank or len(failures) == len(unread)
    why = report.reason if tried else "it was probably scanned"
    remedy = "scan it anew at 300 dpi and add that" if blank and not unread else report.remedy or _PICTURE
    reason = f"has no text layer ({_pages(without, pages)}): {why}"
    return _error(filename, ReadingState.NEEDS_OCR, reason, remedy, pages_read=0)


def _pages(without: int, pages: int) -> str:
    if pages == 1:
        return "its page has no text"
    return f"{without} of its {pages} pages have no text"
