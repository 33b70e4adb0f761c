"""Word files for tests, made with python-docx, with lists that number themselves."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import docx
from docx.oxml.ns import nsdecls
from docx.oxml.parser import parse_xml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from docx.document import Document
    from docx.oxml.xmlchemy import BaseOxmlElement

CLAUSES = (("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"), ("lowerRoman", "(%4)"))
"""The number formats and texts of a contract's list, level by level."""

_CLAUSES_ID, _RESTARTED_ID = "901", "902"


def word(*items: str | Mapping[str, object]) -> bytes:
    """A DOCX of these items in order: plain paragraphs, or mappings.

    ``{"heading": text, "level": 1}``; ``{"clause": text, "level": 0}`` in a list that numbers itself, anew
    with ``"restart": true``; ``{"table": rows of cells}``; ``{"xml": a paragraph's own XML}``.
    """
    document = docx.Document()
    _add_list(document)
    for item in items:
        if isinstance(item, str):
            document.add_paragraph(item)
        else:
            _add(document, item)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _add(document: Document, item: Mapping[str, object]) -> None:
    level = item.get("level", 0)
    assert isinstance(level, int)
    if "heading" in item:
        document.add_heading(str(item["heading"]), level)
    elif "clause" in item:
        paragraph = document.add_paragraph(str(item["clause"]))
        number = _RESTARTED_ID if item.get("restart") else _CLAUSES_ID
        properties = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
        paragraph._p.get_or_add_pPr().append(parse_xml(properties))
    elif "table" in item:
        rows = item["table"]
        assert isinstance(rows, list)
        _add_table(document, rows)
    else:
        body = document.element.body
        body.insert(len(body) - 1, _xml(str(item["xml"])))


def _add_table(document: Document, rows: Sequence[Sequence[str]]) -> None:
    table = document.add_table(rows=0, cols=max(map(len, rows)))
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=False):
            first, *others = str(text).split("\n\n")
            cell.text = first
            for other in others:
                cell.add_paragraph(other)


def _xml(text: str) -> BaseOxmlElement:
    """An element written with the prefixes w and mc."""
    compatibility = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    return parse_xml(text.replace(">", f" {nsdecls('w')} {compatibility}>", 1))


def _add_list(document: Document) -> None:
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for level, (kind, text) in enumerate(CLAUSES)
    )
    numbering.insert(0, _xml(f'<w:abstractNum w:abstractNumId="90">{levels}</w:abstractNum>'))
    numbering.append(_xml(f'<w:num w:numId="{_CLAUSES_ID}"><w:abstractNumId w:val="90"/></w:num>'))
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering.append(_xml(f'<w:num w:numId="{_RESTARTED_ID}"><w:abstractNumId w:val="90"/>{override}</w:num>'))


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ROOTS = {
    "comments": ("comments", f"{_OFFICE}/comments"),
    "comments_extended": ("commentsEx", "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"),
    "footnotes": ("footnotes", f"{_OFFICE}/footnotes"),
    "endnotes": ("endnotes", f"{_OFFICE}/endnotes"),
    "header": ("hdr", f"{_OFFICE}/header"),
    "first_header": ("hdr", f"{_OFFICE}/header"),
    "even_header": ("hdr", f"{_OFFICE}/header"),
    "footer": ("ftr", f"{_OFFICE}/footer"),
}
_SPACES = (
    f'xmlns:w="{W}" xmlns:r="{_OFFICE}" xmlns:v="urn:schemas-microsoft-com:vml"'
    ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    ' xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'
    ' xmlns:w16du="http://schemas.microsoft.com/office/word/2023/wordml/word16du"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def word_parts(body: str, **parts: str) -> bytes:
    """A DOCX with this XML as its body, in the list of ``word``, and parts of this XML, named as in ``_ROOTS``.

    ``settings`` are added to the settings; ``section`` is what the last section has besides its headers.
    """
    data = word()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        read = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith((".xml", ".rels"))}
    types, related = read["[Content_Types].xml"], read["word/_rels/document.xml.rels"]
    changed, references = {}, ""
    for name, (root, kind) in _ROOTS.items():
        if name not in parts:
            continue
        w15 = name == "comments_extended"
        tag = f"{'w15' if w15 else 'w'}:{root}"
        changed[f"word/{name}.xml"] = f"<{tag} {_SPACES}>{parts[name]}</{tag}>"
        type_ = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{name.split('_')[-1]}+xml"
        types = types.replace("</Types>", f'<Override PartName="/word/{name}.xml" ContentType="{type_}"/></Types>')
        relation = f'<Relationship Id="made_{name}" Type="{kind}" Target="{name}.xml"/></Relationships>'
        related = related.replace("</Relationships>", relation)
        if root in ("hdr", "ftr"):
            which = name.split("_")[0] if "_" in name else "default"
            element = "headerReference" if root == "hdr" else "footerReference"
            references += f'<w:{element} w:type="{which}" r:id="made_{name}"/>'
    section = f"<w:sectPr>{references}{parts.get('section', '')}</w:sectPr>"
    changed["word/document.xml"] = f"<w:document {_SPACES}><w:body>{body}{section}</w:body></w:document>"
    settings = read["word/settings.xml"].replace("</w:settings>", f"{parts.get('settings', '')}</w:settings>")
    changed |= {"[Content_Types].xml": types, "word/_rels/document.xml.rels": related, "word/settings.xml": settings}
    return repacked(data, {name: text.encode() for name, text in changed.items()})


def packed(entries: Mapping[str, bytes]) -> bytes:
    """A ZIP of these entries."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return written.getvalue()


def repacked(data: bytes, changed: Mapping[str, bytes]) -> bytes:
    """A DOCX with these entries exchanged or added."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    return packed({**entries, **changed})
