"""What may be opened as a ZIP of office documents, decided before anything is unpacked."""

from __future__ import annotations

import io
import zipfile
from typing import Final, Literal

from casewright.adapters.ingest.wire import Fault

UNPACKED_LIMIT: Final = 256 * 1024 * 1024
"""Most bytes that a package may unpack to; a 50 MB contract full of pictures unpacks to about as much as it has."""
_ENTRIES_LIMIT: Final = 10_000

Wanted = Literal["docx", "xlsx"]

_MAIN: Final[dict[Wanted, bytes]] = {
    "docx": b"wordprocessingml.document.main+xml",
    "xlsx": b"spreadsheetml.sheet.main+xml",
}
_STRICT: Final = b"purl.oclc.org/ooxml"
"""The namespaces of "Strict Open XML", which openpyxl takes for sheets without rows."""
_FOLDERS: Final[tuple[tuple[str, Wanted, str], ...]] = (("word/", "docx", "docm"), ("xl/", "xlsx", "xlsm"))


def fault_of(data: bytes, wanted: Wanted) -> Fault | None:
    """Why the bytes are not opened: no ZIP, locked, unpacking to too much, or a package of something else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _fault_of(archive, wanted)
    except zipfile.BadZipFile:
        return Fault("damaged")


def _fault_of(archive: zipfile.ZipFile, wanted: Wanted) -> Fault | None:
    entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        return Fault("encrypted")
    # zipfile never unpacks more of an entry than it declares, so that declared sizes are a bound.
    if len(entries) > _ENTRIES_LIMIT or sum(entry.file_size for entry in entries) > UNPACKED_LIMIT:
        return Fault("unpacked")
    kind = _kind_of(archive, frozenset(entry.filename for entry in entries))
    if kind == wanted:
        return None
    return Fault("not-docx" if wanted == "docx" else "not-xlsx", kind)


def _kind_of(archive: zipfile.ZipFile, names: frozenset[str]) -> str:
    if "[Content_Types].xml" in names:
        types = archive.read("[Content_Types].xml")
        for folder, plain, other in _FOLDERS:
            if any(name.startswith(folder) for name in names):
                is_strict = "xl/workbook.xml" in names and _STRICT in archive.read("xl/workbook.xml")[:4096]
                return plain if _MAIN[plain] in types and not is_strict else other
        if any(name.startswith("ppt/") for name in names):
            return "pptx"
    if "mimetype" in names:
        declared = archive.read("mimetype")[:100]
        return "epub" if b"epub" in declared else "odf" if b"opendocument" in declared else "zip"
    return "zip"
