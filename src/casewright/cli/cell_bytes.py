"""A cell of a workbook as its file has it: the XML that a person finds who unzips it."""

from __future__ import annotations

import io
import re
from html import unescape
from zipfile import BadZipFile, ZipFile


def raw_cell(data: bytes, address: str) -> dict[str, str] | None:
    """The part of the workbook that holds the cell ``sheet!C7`` and the cell's XML; None where it is not found.

    The text of a cell that holds a shared string is in another part, which is not looked up.
    """
    sheet, _, cell = address.rpartition("!")
    try:
        with ZipFile(io.BytesIO(data)) as book:
            part = _part_of(book, sheet)
            xml = "" if part is None else book.read(part).decode("utf-8")
    except (BadZipFile, KeyError, UnicodeDecodeError):
        return None
    found = re.search(rf'<c [^>]*\br="{re.escape(cell)}"[^>]*?(?:/>|>.*?</c>)', xml, re.DOTALL)
    return None if part is None or found is None else {"part": part, "xml": found[0]}


def _part_of(book: ZipFile, sheet: str) -> str | None:
    """The name of the part that is this sheet, by way of the workbook's relations."""
    workbook = book.read("xl/workbook.xml").decode("utf-8")
    relations = book.read("xl/_rels/workbook.xml.rels").decode("utf-8")
    for tag in re.findall(r"<sheet\b[^>]*>", workbook):
        name, relation = _attribute(tag, "name"), _attribute(tag, "r:id")
        if name == sheet:
            for one in re.findall(r"<Relationship\b[^>]*>", relations):
                if _attribute(one, "Id") == relation:
                    target = _attribute(one, "Target") or ""
                    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    return None


def _attribute(tag: str, name: str) -> str | None:
    found = re.search(rf'\s{re.escape(name)}="([^"]*)"', tag)
    return None if found is None else unescape(found[1])
