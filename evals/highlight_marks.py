"""What a document's page draws, taken from its HTML and compared with what it was asked to mark."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

EXACT, MUCH, LITTLE, UNKNOWN = "exact", "too much", "too little", "said unknown"
INCOMPARABLE: Final = "not comparable"
UNKNOWN_WORDS: Final = "Where it stands on this page is not known"
Rect = tuple[float, float, float, float]
_BLOCKS: Final = frozenset({"p", "td"})
_LABELS: Final = frozenset({"anchor", "visually-hidden", "small"})
_VOID: Final = frozenset({"input", "br", "image", "rect", "meta", "link", "img", "hr"})


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a page: its place in the document's text, the middle of it, and the word it is part of."""

    place: int
    x: float
    y: float
    word: int
    is_furniture: bool = False


@dataclass(slots=True)
class Drawn:
    """``marked`` is the text of all that is marked; ``before`` what its block shows before the first mark."""

    marked: str = ""
    before: str | None = None
    rects: list[Rect] = field(default_factory=list)
    says_unknown: bool = False


def drawn(html: str) -> Drawn:
    """What is drawn of the cited place."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    parser.found.says_unknown = UNKNOWN_WORDS in html
    return parser.found


def judge_text(found: Drawn, text: str, start: int, end: int) -> str:
    """Whether the marked text is ``text[start:end]`` and stands behind what precedes that, blanks aside."""
    wanted, marked = _squeezed(text[start:end]), _squeezed(found.marked)
    if marked == wanted:
        stands = not wanted or _squeezed(text[:start]).endswith(_squeezed(found.before or ""))
        return EXACT if stands else MUCH
    letters = iter(wanted)
    return LITTLE if all(one in letters for one in marked) else MUCH


def judge_picture(found: Drawn, letters: Sequence[Letter], start: int, end: int) -> str | None:
    """Whether the rectangles hold the middle of every letter of the place, and of no word outside it.

    None where the page has no letter of the place that could be compared.
    """
    inside = [one for one in letters if start <= one.place < end]
    body = [one for one in inside if not one.is_furniture]
    if not body:
        return None
    words = {one.word for one in inside}
    if any(_is_held(one, found.rects) for one in letters if one.word not in words):
        return MUCH
    if not found.rects:
        return UNKNOWN if found.says_unknown else LITTLE
    return EXACT if all(_is_held(one, found.rects) for one in body) else LITTLE


def _is_held(letter: Letter, rects: Sequence[Rect]) -> bool:
    return any(x <= letter.x <= x + width and y <= letter.y <= y + height for x, y, width, height in rects)


def _squeezed(text: str) -> str:
    return "".join(text.split())


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Drawn()
        self._open: list[tuple[str, frozenset[str]]] = []
        self._block = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        classes = frozenset(named.get("class", "").split())
        if tag == "rect" and {"box", "current"} <= classes:
            x, y, width, height = (float(named[name]) for name in ("x", "y", "width", "height"))
            self.found.rects.append((x, y, width, height))
        if tag in _BLOCKS:
            self._block = ""
        if tag == "mark" and "current" in classes and self.found.before is None:
            self.found.before = self._block
        if tag not in _VOID:
            self._open.append((tag, classes))

    def handle_endtag(self, tag: str) -> None:
        while self._open and any(name == tag for name, _ in self._open):
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if any(name in ("a", "span") and classes & _LABELS for name, classes in self._open):
            return
        self._block += data
        if any(name == "mark" and "current" in classes for name, classes in self._open):
            self.found.marked += data
