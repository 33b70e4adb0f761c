"""The text of one paragraph of a Word document: what is seen of its runs with every change accepted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from docx.oxml.ns import qn

from casewright.adapters.ingest.worker.blocks import Stretch
from casewright.adapters.ingest.worker.fields import FIELD, Fields
from casewright.adapters.ingest.worker.revisions import GONE, INSERTED, Changes, revision_of
from casewright.adapters.ingest.worker.symbols import CROSSED_BOX, EMPTY_BOX, in_pictures, is_of_pictures, symbol

if TYPE_CHECKING:
    from lxml.etree import _Element

    from casewright.adapters.ingest.worker.blocks import Key
    from casewright.adapters.ingest.worker.notes import Notes
    from casewright.adapters.ingest.worker.revisions import Revision

THROUGH: Final = frozenset(
    qn(f"w:{name}")
    for name in (
        "hyperlink",
        "smartTag",
        "sdt",
        "sdtContent",
        "customXml",
        "fldSimple",
        "dir",
        "bdo",
        "ruby",
        "rubyBase",
    )
)
"""What only wraps text that is seen; what is not named here (field codes, properties) is not seen."""

ALTERNATIVES: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_DRAWN: Final = {
    qn("w:tab"): "\t",
    qn("w:ptab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
}
_TEXT, _GONE_TEXT, _RUN, _SYMBOL = qn("w:t"), qn("w:delText"), qn("w:r"), qn("w:sym")
_SDT, _CHECK_BOX = qn("w:sdt"), "{http://schemas.microsoft.com/office/word/2010/wordml}checkbox"
_BEGUN, _ENDED, _REFERRED = qn("w:commentRangeStart"), qn("w:commentRangeEnd"), qn("w:commentReference")
_LEAVES, _LEFT, _MOVED_FROM = qn("w:moveFromRangeStart"), qn("w:moveFromRangeEnd"), qn("w:moveFrom")
_MOVE_BEGUN: Final = frozenset({_LEAVES, qn("w:moveToRangeStart")})
_MOVE_ENDED: Final = frozenset({_LEFT, qn("w:moveToRangeEnd")})
_ID, _NAME, _PROPERTIES, _VANISH, _FONTS = qn("w:id"), qn("w:name"), qn("w:rPr"), qn("w:vanish"), qn("w:rFonts")
_NOTES: Final = {qn("w:footnoteReference"): "footnote", qn("w:endnoteReference"): "endnote"}
_OFF: Final = frozenset({"0", "false", "off"})


@dataclass(slots=True)
class Line:
    """A paragraph's text in the making, where things stand in it, and the text boxes anchored in it."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    stretches: list[Stretch] = field(default_factory=list)
    boxes: list[_Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What was said so far."""
        return "".join(self.parts)

    def say(self, text: str) -> None:
        """Go on with the text."""
        self.parts.append(text)
        self.length += len(text)

    def place(self, key: Key, start: int | None = None) -> None:
        """Something stands between ``start`` and here, or only here."""
        self.stretches.append(Stretch(key, self.length if start is None else start, self.length))


class Runs:
    """Reads paragraphs of one story (body, note, header) in order, since fields go on from one to the next."""

    def __init__(self, changes: Changes, notes: Notes | None = None) -> None:
        """Without ``notes`` the marks of notes are not seen."""
        self.changes = changes
        self.fields = Fields()
        self._notes = notes
        self._moves: dict[bool, dict[str, str]] = {True: {}, False: {}}
        """The names of the moves whose range is open, by whether it is where they leave from, and by its id."""

    def read(self, element: _Element, line: Line, around: Revision | None = None) -> None:
        """Add what is seen of a paragraph's, or a wrapper's, children; ``around`` is the change that they stand in."""
        for child in element:
            tag = child.tag
            if tag == _RUN:
                self._run(child, line, around)
            elif tag in THROUGH:
                before = line.length
                self.read(child, line, around)
                if tag == _SDT and line.length == before and (around is None or not around.is_gone):
                    self._check_box(child, line, around)
            elif tag in INSERTED or tag in GONE:
                self.read(child, line, self.within(child, around))
            elif tag == ALTERNATIVES and len(child):
                self.read(child[0], line, around)
            else:
                self.anchor(child, line)

    def within(self, element: _Element, around: Revision | None) -> Revision:
        """The change that stands in the element: what is gone with more around it is gone with that."""
        return around if around is not None and around.is_gone else revision_of(element, self._move_of(element))

    def anchor(self, element: _Element, line: Line) -> None:
        """Take note of where a comment's range, or a move, begins or ends; anything else is not looked at."""
        tag = element.tag
        if tag in (_BEGUN, _ENDED):
            line.place(("comment", element.get(_ID, "")))
        elif tag in _MOVE_BEGUN:
            self._moves[tag == _LEAVES][element.get(_ID, "")] = element.get(_NAME, "")
        elif tag in _MOVE_ENDED:
            self._moves[tag == _LEFT].pop(element.get(_ID, ""), None)

    def _move_of(self, element: _Element) -> str:
        """The name of the move whose range is open; the last begun, where several are."""
        open_ranges = self._moves[element.tag == _MOVED_FROM]
        return next(reversed(open_ranges.values()), "")

    def _check_box(self, control: _Element, line: Line, around: Revision | None) -> None:
        """A content control that is a check box, where nothing is seen in it."""
        box = control.find(f"{qn('w:sdtPr')}/{_CHECK_BOX}")
        if box is not None:
            state = next((child.get(_CHECK_BOX.replace("checkbox", "val"), "0") for child in box), "0")
            self._say(EMPTY_BOX if state in ("0", "false") else CROSSED_BOX, line, around)

    def _run(self, run: _Element, line: Line, around: Revision | None) -> None:
        properties = run.find(_PROPERTIES)
        hidden = properties is not None and is_hidden(properties)
        font = _font(properties) if properties is not None else ""
        begun = None
        for child in run:
            tag = child.tag
            if tag == FIELD:
                shown = self.fields.pass_over(child)
                if shown and not hidden:
                    self._say(shown, line, around)
            elif hidden or self.fields.in_code:
                continue
            elif tag in (_TEXT, _GONE_TEXT):
                if tag == _TEXT or (around is not None and around.is_gone):
                    self._say(in_pictures(font, child.text or "") if font else child.text or "", line, around)
            elif tag in _DRAWN:
                self._say(_DRAWN[tag], line, around)
            elif tag == _SYMBOL:
                self._say(symbol(child.get(qn("w:font"), ""), child.get(qn("w:char"), "")), line, around)
            elif tag in _NOTES:
                begun = self._mark(child, line, around) or begun
            elif tag == _REFERRED:
                line.place(("comment mark", child.get(_ID, "")))
            elif around is None or not around.is_gone:
                line.boxes += boxes_in(child)
        if begun is not None:
            line.place(*begun)

    def _mark(self, reference: _Element, line: Line, around: Revision | None) -> tuple[Key, int] | None:
        """The mark of a note; where its own follows in the same run, what it is a stretch of and where it begins."""
        kind, identity = _NOTES[reference.tag], reference.get(_ID, "")
        if self._notes is None:
            return None
        if around is not None and around.is_gone:
            self._say(self._notes.lost(kind, identity), line, around)
            return None
        key: Key = (f"{kind} mark", identity)
        start = line.length
        if reference.get(qn("w:customMarkFollows"), "0") not in _OFF:
            self._notes.refer(kind, identity, "")
            return key, start
        self._say(self._notes.refer(kind, identity), line, around)
        line.place(key, start)
        return None

    def _say(self, text: str, line: Line, around: Revision | None) -> None:
        if not text:
            return
        if around is None:
            self.changes.interrupt()
            line.say(text)
        elif around.is_gone:
            line.place(self.changes.lose(around, text))
        else:
            start = line.length
            line.say(text)
            line.place(self.changes.key(around), start)


def boxes_in(element: _Element) -> list[_Element]:
    """The outermost text boxes in it; of alternatives, which all show the same, those of the first."""
    if element.tag == qn("w:txbxContent"):
        return [element]
    children = list(element)
    return [box for child in (children[:1] if element.tag == ALTERNATIVES else children) for box in boxes_in(child)]


def is_hidden(properties: _Element) -> bool:
    """Whether a run's, or a paragraph mark's, properties hide it."""
    vanish = properties.find(_VANISH)
    return vanish is not None and vanish.get(qn("w:val"), "1") not in _OFF


def _font(properties: _Element) -> str:
    """The run's own font where its letters are pictures, else empty."""
    fonts = properties.find(_FONTS)
    if fonts is None or fonts.get(qn("w:asciiTheme")) is not None:
        return ""
    font = fonts.get(qn("w:ascii")) or ""
    return font if is_of_pictures(font) else ""
