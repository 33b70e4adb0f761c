"""Which formats are read, which names claim them, and what bytes seem to be whatever their name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, Literal

Kind = Literal["text", "markdown", "html", "pdf", "docx", "xlsx", "csv", "mail", "zip"]

TEXT_KINDS: Final = frozenset({"text", "markdown", "csv"})
"""The kinds whose bytes are characters and nothing else: no parser, so no child process."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to name a file: its extension, what the extension claims, and what people call it."""

    extension: str
    media_type: str
    kind: Kind
    name: str


_DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

FORMATS: Final = (
    Format(".pdf", "application/pdf", "pdf", "PDF"),
    Format(".docx", _DOCX_TYPE, "docx", "Word (DOCX)"),
    Format(".txt", "text/plain", "text", "plain text"),
    Format(".text", "text/plain", "text", "plain text"),
    Format(".md", "text/markdown", "markdown", "Markdown"),
    Format(".markdown", "text/markdown", "markdown", "Markdown"),
    Format(".html", "text/html", "html", "HTML"),
    Format(".htm", "text/html", "html", "HTML"),
    Format(".xlsx", _XLSX_TYPE, "xlsx", "Excel workbook"),
    Format(".csv", "text/csv", "csv", "CSV"),
    Format(".tsv", "text/tab-separated-values", "csv", "CSV"),
    Format(".eml", "message/rfc822", "mail", "e-mail"),
    Format(".zip", "application/zip", "zip", "ZIP archive"),
)
"""Every extension that is read or opened, lower case with its dot; the first of a kind is the one to recommend."""

_BY_EXTENSION: Final = {entry.extension: entry for entry in FORMATS}

EXTENSION_OF: Final = {entry.kind: entry.extension for entry in reversed(FORMATS)}
"""The extension to recommend for each kind."""

NAME_OF: Final = {entry.kind: entry.name for entry in FORMATS}
"""What people call each kind."""


def format_of(filename: str) -> Format | None:
    """The format that the name claims, None where it claims none that is read; case does not matter."""
    return _BY_EXTENSION.get(PurePosixPath(filename.replace("\\", "/")).suffix.lower())


Seeming = Literal[
    "pdf", "docx", "xlsx", "pptx", "odf", "epub", "zip", "ole", "locked-office", "rtf", "image", "archive", "program",
    "media", "postscript", "html", "other",
]  # fmt: skip
"""What bytes seem to be; ``other`` may be text."""

ZIPPED: Final[frozenset[Seeming]] = frozenset({"docx", "xlsx", "pptx", "odf", "epub", "zip"})
"""What is packed as a ZIP; which of them it is can only be guessed without opening it."""

WRITTEN_AS_TEXT: Final[frozenset[Seeming]] = frozenset({"pdf", "rtf", "postscript"})
"""Formats whose bytes may all be characters, so that they could be mistaken for text."""

_SIGNATURES: Final[tuple[tuple[bytes, Seeming], ...]] = (
    (b"%PDF-", "pdf"),
    (b"PK\x05\x06", "zip"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG\r\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF87a", "image"),
    (b"GIF89a", "image"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!\x1a\x07", "archive"),
    (b"BZh", "archive"),
    (b"\xfd7zXZ\x00", "archive"),
    (b"\x7fELF", "program"),
    (b"MZ\x90\x00", "program"),
    (b"ID3", "media"),
    (b"OggS", "media"),
    (b"%!PS", "postscript"),
)

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED: Final = "EncryptedPackage".encode("utf-16-le")
_HTML: Final = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,4000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_ZIP_ENTRIES: Final[tuple[tuple[bytes, Seeming], ...]] = (
    (b"word/document", "docx"),
    (b"xl/workbook", "xlsx"),
    (b"ppt/presentation", "pptx"),
)


def seeming_of(data: bytes) -> Seeming:
    """What the bytes seem to be, by their signature alone."""
    head = data[:8192].removeprefix(b"\xef\xbb\xbf").lstrip()
    for signature, seeming in _SIGNATURES:
        if head.startswith(signature):
            return seeming
    if data.startswith(b"PK\x03\x04"):
        return _packed(data)
    if data.startswith(_OLE):
        return "locked-office" if _LOCKED in data else "ole"
    if data[:4] == b"RIFF" and data[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        return "image" if data[8:12] == b"WEBP" else "media"
    if data[4:8] == b"ftyp":
        return "media"
    return "html" if _HTML.match(head) else "other"


_HEADER: Final = re.compile(
    rb"^(?:from|to|date|subject|received|message-id|mime-version|return-path|delivered-to|content-type)[ \t]*:",
    re.I | re.M,
)
_BLANK: Final = re.compile(rb"\r?\n\r?\n|\r\r")


def has_mail_header(data: bytes) -> bool:
    """Whether a header that every e-mail has stands before the first blank line."""
    blank = _BLANK.search(data, 0, 1 << 20)
    return _HEADER.search(data, 0, blank.start() if blank is not None else 1 << 20) is not None


_PARTS: Final = re.compile(
    rb"^content-(?:type[ \t]*:\s*(?!text/(?:plain|html)\b)\S|disposition[ \t]*:\s*attachment)", re.I | re.M
)


def may_have_attachments(data: bytes) -> bool:
    """Whether an e-mail has any part that is not plain text or HTML; without one it has no attachments."""
    return _PARTS.search(data) is not None


def is_archive(data: bytes) -> bool:
    """Whether the bytes begin as a ZIP does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def has_pdf_header(data: bytes) -> bool:
    """Whether a PDF's header stands in the first KiB, where readers look for it."""
    return b"%PDF-" in data[:1024]


def _packed(data: bytes) -> Seeming:
    """What a ZIP holds, by the names of its entries, which are never packed themselves."""
    if data[30:38] == b"mimetype":
        return "odf" if b"opendocument" in data[38:120] else "epub" if b"epub" in data[38:120] else "zip"
    return next((seeming for name, seeming in _ZIP_ENTRIES if name in data), "zip")
