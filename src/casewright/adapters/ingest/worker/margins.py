"""What stands in the margins of a Word document's pages: headers, footers, and the words across the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from docx.opc.part import XmlPart
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml

from casewright.domain.documents import FurnitureKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docx.opc.part import Part
    from lxml.etree import _Element

_KINDS: Final = {qn("w:headerReference"): FurnitureKind.HEADER, qn("w:footerReference"): FurnitureKind.FOOTER}
_ACROSS: Final = "{urn:schemas-microsoft-com:vml}textpath"
_OFF: Final = frozenset({"0", "false", "off"})


def margins_of(main: Part, root: _Element, settings: _Element | None) -> Iterator[tuple[FurnitureKind, _Element | str]]:
    """The headers and footers that Word shows, each part once, and the words of watermarks.

    Those of first pages and of even ones are shown where the section, or the settings, say so.
    """
    has_even = settings is not None and _is_on(settings.find(qn("w:evenAndOddHeaders")))
    seen: set[str] = set()
    for section in root.iter(qn("w:sectPr")):
        # What a section was before a tracked change is none that is shown.
        parent = section.getparent()
        if parent is not None and parent.tag == qn("w:sectPrChange"):
            continue
        has_first = _is_on(section.find(qn("w:titlePg")))
        for reference in section:
            kind = _KINDS.get(str(reference.tag))
            related = reference.get(qn("r:id"), "")
            where = reference.get(qn("w:type"), "default")
            is_shown = where == "default" or (where == "first" and has_first) or (where == "even" and has_even)
            if kind is None or related in seen or not is_shown:
                continue
            seen.add(related)
            part = main.related_parts.get(related)
            story = part.element if isinstance(part, XmlPart) else parse_xml(part.blob) if part is not None else None
            if story is not None:
                yield kind, story
                for path in story.iter(_ACROSS):
                    if words := (path.get("string") or "").strip():
                        yield FurnitureKind.WATERMARK, words


def _is_on(switch: _Element | None) -> bool:
    return switch is not None and switch.get(qn("w:val"), "1") not in _OFF
