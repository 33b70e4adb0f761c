"""What a document's page draws, taken from its HTML and compared with what it was asked to mark."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

EXACT, MUCH, LITTLE, UNKNOWN = "exact", "too much", "too little", "said unknown"
UNKNOWN_WORDS: Final = "Where it stands on this page is not known"
Rect = tuple[float, float, float, float]
_BLOCKS: Final = frozenset({"p", "td"})
_LABELS: Final = frozenset({"anchor", "visually-hidden", "small"})
_VOID: Final = frozenset({"input", "br", "image", "rect", "meta", "link", "img", "hr"})


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a page and the middle of it.

    ``place`` is where it stands in the document's text, and ``word`` the word it is part of; both are None where
    that is not certain. ``is_askew``: it lies neither upright nor on its side, as a watermark over the words does, and
    no box of those can leave it out.
    """

    letter: str
    x: float
    y: float
    place: int | None = None
    word: int | None = None
    is_furniture: bool = False
    is_askew: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on a page: ``body`` is its text there without page furniture.

    ``only_furniture``: the whole place is page furniture, and so has to be marked for once.
    """

    start: int
    end: int
    body: str
    only_furniture: bool = False


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


def judge_picture(found: Drawn, letters: Sequence[Letter], asked: Asked) -> str:
    """Whether the rectangles hold the middle of every letter of the place, and of no word outside it.

    Where the page has letters of the place that cannot be told from others, as in tables that are read in another
    order than they are printed, the letters held have to be those of the text, in any order.
    """
    inside = [one for one in letters if one.place is not None and asked.start <= one.place < asked.end]
    body = [one for one in inside if asked.only_furniture or not one.is_furniture]
    words = {one.word for one in inside}
    counted = [one for one in letters if one in inside or not one.is_askew]
    if any(one.place is not None and one.word not in words and _is_held(one, found.rects) for one in counted):
        return MUCH
    if not asked.body.strip():
        return MUCH if found.rects else EXACT
    if not found.rects:
        return UNKNOWN if found.says_unknown else LITTLE
    if not all(_is_held(one, found.rects) for one in body):
        return LITTLE
    if len(body) == len(_squeezed(asked.body)):
        return EXACT
    # Half of a letter that is printed as one sign with its neighbour is marked with it.
    beside = [one for one in letters if one.word in words and one not in inside and one.place is not None]
    near = letters if asked.only_furniture else counted
    held = [one for one in near if _is_held(one, found.rects) and one not in beside]
    return _judge_letters(_letters("".join(one.letter for one in held)), asked.body)


def _judge_letters(held: Counter[str], body: str) -> str:
    wanted = _letters(body)
    if held - wanted:
        return MUCH
    return LITTLE if wanted - held else EXACT


def _letters(text: str) -> Counter[str]:
    """How often it has each letter and figure; other signs may be read otherwise than they are printed."""
    return Counter(one for one in unicodedata.normalize("NFKC", text) if one.isalnum())


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
