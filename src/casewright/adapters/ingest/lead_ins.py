"""The words that an item of a list goes on from: "The Supplier shall:" before "(a) keep records".

An item says little by itself, so it is scored together with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.labels import label_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.marks import Place
    from casewright.adapters.ingest.paragraphs import Paragraph

    Span = tuple[int, int]

LONGEST: Final = 300
"""Most characters of a lead-in; of a longer one the end is taken, from a word on."""
_REACH: Final = 40
"""An item whose lead-in stands more paragraphs before it has none."""
_TAIL: Final = 60
"""Characters at a paragraph's end that tell whether a list goes on from it."""

_BEFORE_LIST: Final = re.compile(r":[ \xa0]*[-–—]?[\"'”’)\]*_]*\Z")
_GOES_ON: Final = re.compile(
    r"""(?xi)
    :[ \xa0]*[-–—]?["'”’)\]*_]*\Z
    | [^\W_][ \xa0]?[-–—]\Z
    | (?<!\bor)(?<!\band)(?<!\bsau)(?<!\b[sșş]i),\Z
    | \b(?:follows|following|urm[aăã]toarele),?;?\Z
    | \b(?:shall|will|may|must|to|that|which|who|of|by|if|is|are|be|where|when|with|for|from|in|on|upon|including|not
        |either|means|until|unless|să|sã|că|cã|dacă|dacã|pentru|de|în|la|prin|va|vor|cu|pe|este|sunt|inclusiv)\Z
    """
)
"""How what stands before a list ends: nothing else may be taken for the words that an item goes on from."""
_JOINED: Final = r"[ \xa0]*(?:and|or|and/or|sau|[sșş]i)"
_SIBLING: Final = re.compile(rf"(?i)(?:;|,{_JOINED})(?:{_JOINED})?,?\Z")
"""How an item ends that others follow, though nothing else may tell that it is one."""
_SHORTENED: Final = r"(?<!\b[A-ZȘȚĂÎÂ])(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bCo)(?<!\bNo)(?<!\bNr)(?<!\bArt)(?<!\bSec)"
_BEGINS: Final = re.compile(
    rf"(?:{_SHORTENED}\.|[!?])[\"'”’)\]]{{0,3}}\s+(?=[A-ZȘȚĂÎÂ\"“„])|;[\"'”’)\]]{{0,3}}\s+(?=[A-ZȘȚĂÎÂ\"“„(])"
)
_FORMULA: Final = re.compile(
    r"(?i)\bparties\b[^.;:]{0,60}\bagree[^.;:]{0,40}\bas follows:\Z|\bp[aă]r[tțţ]ile\b[^.;:]{0,60}\burm[aăã]toarele:\Z"
)
_WORDS: Final = re.compile(r"[^\W\d_]{2}")
_BULLET: Final = re.compile(r"([-*+•●○▪◦–—]|o(?=[ \t\xa0]))[ \t\xa0]+\S")


def lead_in_of(text: str, first: int, paragraphs: Sequence[Paragraph], places: Sequence[Place]) -> Span | None:
    """Where paragraph number ``first`` has its lead-in; None where it is no item, or what is above it is a sentence.

    Of an item whose place is known it stands in the clause above it; of another, before the items beside it.
    """
    section, label = places[first].section, paragraphs[first].mark.label
    printed = None if label is None else (label.item or label).text
    if label is None or section[-1:] != (printed,):
        return _beside(text, first, paragraphs)
    if len(section) > 1 and (label.kind == "letter" or label.item is not None):
        return _above(text, first, paragraphs, places, _GOES_ON)
    if len(section) > 1 and label.kind == "number":
        return _above(text, first, paragraphs, places, _BEFORE_LIST)
    return _beside(text, first, paragraphs)


def _above(
    text: str, first: int, paragraphs: Sequence[Paragraph], places: Sequence[Place], goes_on: re.Pattern[str]
) -> Span | None:
    """The nearest paragraph before that lies in the section that holds the item's own."""
    above = places[first].section[:-1]
    for at in range(first - 1, max(first - _REACH, 0) - 1, -1):
        place, paragraph = places[at], paragraphs[at]
        if paragraph.role in ("noise", "furniture"):
            continue
        if place.section[: len(above)] != above or (place.section == above and paragraph.role != "text"):
            return None
        if place.section == above and not _is_sibling(text, paragraph):
            return _ending(text, paragraph, goes_on)
    return None


def _beside(text: str, first: int, paragraphs: Sequence[Paragraph]) -> Span | None:
    """What stands before the items that follow one another up to this one, where it says that a list comes."""
    own = _style_of(text, paragraphs[first])
    is_within = False
    for at in range(first - 1, max(first - _REACH, 0) - 1, -1) if own else ():
        paragraph = paragraphs[at]
        if paragraph.role in ("noise", "furniture"):
            continue
        if paragraph.role != "text":
            return None
        style = _style_of(text, paragraph)
        if not style or not (is_within or style & own or _BEFORE_LIST.search(text, *_tail(paragraph)) is None):
            return _ending(text, paragraph, _BEFORE_LIST)
        is_within = is_within or not style & own
    return None


def _style_of(text: str, paragraph: Paragraph) -> frozenset[str]:
    """What its label may count, or its bullet; empty where it is no item of a list, or a clause in capitals."""
    if bullet := _BULLET.match(text, paragraph.start, paragraph.end):
        return frozenset((bullet[1],))
    label = paragraph.mark.label or label_at(text, paragraph.start, paragraph.end)
    if label is None or label.kind != "letter" or (label.text.isupper() and "(" not in label.text):
        return frozenset()
    return frozenset(style for style, _ in label.values)


def _is_sibling(text: str, paragraph: Paragraph) -> bool:
    tail = _tail(paragraph)
    return _SIBLING.search(text, *tail) is not None and _GOES_ON.search(text, *tail) is None


def _tail(paragraph: Paragraph) -> Span:
    return max(paragraph.start, paragraph.end - _TAIL), paragraph.end


def _ending(text: str, paragraph: Paragraph, goes_on: re.Pattern[str]) -> Span | None:
    """The sentence that has not ended at the paragraph's end.

    None where the last one has, shows no words, or only says that a whole contract follows.
    """
    start, end = paragraph.start, paragraph.end
    if goes_on.search(text, *_tail(paragraph)) is None or _FORMULA.search(text, max(start, end - 160), end):
        return None
    begun = [match.end() for match in _BEGINS.finditer(text, start, end)]
    low = begun[-1] if begun else start
    if end - low > LONGEST:
        low = end - LONGEST
        space = text.find(" ", low, end)
        low = low if space < 0 else space + 1
    return (low, end) if low < end and _WORDS.search(text, low, end) else None
