"""Formats that are not read: what people call them, and the way out of each."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

_WORD: Final = "open it in Word or LibreOffice, save it as a Word document (.docx) and add that"
_EXCEL: Final = "open it in Excel or LibreOffice, save it as a workbook (.xlsx) and add that"
_AS_PDF: Final = "save it as PDF in its program and add that"
_PICTURE: Final = "run it through OCR (text recognition) and add the resulting PDF or text"
_UNPACK: Final = "unpack it, or pack it anew as a ZIP archive (.zip), and add that"
_MAIL: Final = "open it in Outlook, save it as .eml and add that"
_AS_TEXT: Final = "save it as plain text (.txt) and add that"
_HEARD: Final = "add a transcript as text"

_NAMES: Final[tuple[tuple[str, str, str], ...]] = (
    (".doc .dot", "an old Word document", _WORD),
    (".docm .dotx .dotm", "a Word document with macros or a template", _WORD),
    (".rtf", "a rich text file (RTF)", _WORD),
    (".odt .ott .fodt", "an OpenDocument text", _WORD),
    (".wpd .wps .wri .sxw", "a document of another word processor", _WORD),
    (".pages", "an Apple Pages document", "open it in Pages, export it as Word (.docx) or PDF and add that"),
    (".numbers", "an Apple Numbers workbook", "open it in Numbers, export it as Excel (.xlsx) and add that"),
    (".key", "an Apple Keynote presentation", "open it in Keynote, export it as PDF and add that"),
    (".xls .xlt", "an old Excel workbook", _EXCEL),
    (".xlsm .xlsb .xltx .xltm", "an Excel workbook with macros, a template or in binary form", _EXCEL),
    (".ods .fods", "an OpenDocument spreadsheet", _EXCEL),
    (".ppt .pptx .pptm .ppsx .pps .odp", "a presentation", _AS_PDF),
    (".vsd .vsdx .pub .one .mpp .dwg .xps .djvu .indd", "a file of another program", _AS_PDF),
    (".epub .mobi", "an e-book", "convert it to PDF or HTML and add that"),
    (".msg", "an Outlook message", _MAIL),
    (".pst .ost .mbox", "a mailbox", "save the e-mails that matter as .eml and add those"),
    (".png .jpg .jpeg .jpe .gif .bmp .tif .tiff .webp .heic .heif .svg", "a picture", _PICTURE),
    (".7z .rar .tar .gz .tgz .bz2 .xz .zst .cab .iso .z", "a packed archive that is no ZIP", _UNPACK),
    (".mp3 .wav .m4a .ogg .flac .mp4 .mov .avi .mkv .webm .wmv", "audio or video", _HEARD),
    (".xml .json .yaml .yml .ics .vcf .log .ini .sql", "text of another kind", _AS_TEXT),
    (".p7m .p7s .asice .asics .p7b", "a signed or encrypted container", "take the document out of it and add that"),
    (".exe .dll .msi .bat .cmd .sh .js .com .scr", "a program", "add the document itself"),
    (".lnk .url .webloc", "a shortcut to another place", "add the document that it leads to"),
)  # fmt: skip
_BY_EXTENSION: Final = {
    extension: (what, remedy) for extensions, what, remedy in _NAMES for extension in extensions.split()
}


def unsupported(filename: str) -> tuple[str, str] | None:
    """What a file of that name is, and the way out; None where the name says nothing that is known here."""
    return _BY_EXTENSION.get(PurePosixPath(filename.replace("\\", "/")).suffix.lower())
