"""What a query leaves out of the words that it was made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.iql.plain_items import read_items
from casewright.iql.plain_words import iql_inside
from casewright.iql.spelling import correct
from casewright.iql.wording import fold_words, vocabulary, words_of
from casewright.questions.frame import frame_of, pieces_of
from casewright.questions.specific import says_nothing

if TYPE_CHECKING:
    from casewright.questions.frame import FramedWord, QuestionFrame

    Span = tuple[int, int]

_STEM: Final = 5
_COMPARING: Final = words_of("more less than about rather harder stricter onerous favourable")
_COMPARED: Final = re.compile(r"[<>]")
_SIDES: Final = re.compile(r"\b(?:one[- ]sided|unilateral\w*|mutual\w*|reciproc\w*)\b")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


def unsaid(words: str, iql: str) -> tuple[str, ...]:
    """What ``words`` ask and the query ``iql``, made of them, does not say; none of words that were a query.

    A word is said where it stands in an argument of the query, where a template of it stands for it, or where it
    says nothing by itself. A law, a day or a sum that a document is to state is in no query.
    """
    if iql_inside(words) is not None:
        return ()
    frame = frame_of(words)
    quoted = set(_COMPARING) if _COMPARED.search(_QUOTED.sub("", iql)) else set()
    quoted |= {word for said in _QUOTED.findall(iql) for word in re.findall(r"[^\W_]+", fold_words(said).lower())}
    places = _places(frame, iql)
    typed = [
        (one.start, one.end)
        for one in frame.conditions
        if one.value is not None
        or (one.kind == "left_out" and not any(low < one.end and one.start < high for low, high in places))
    ]
    left = [one for one in frame.words if _overlaps(one, typed) or not _is_said(one, quoted, places)]
    return pieces_of(frame.question, left)


def _places(frame: QuestionFrame, iql: str) -> list[Span]:
    """Where the words stand that the query has: those of its templates, and of clauses that are there or not."""
    items = read_items(fold_words(frame.question))
    found = [
        (one.start, one.end) for one in (*items.positive, *items.negative) if any(leaf in iql for leaf in one.leaves)
    ]
    present = [(one.start, one.end, one.statement) for one in frame.conditions if one.value is None]
    for start, end, statement in [*present, *((one.start, one.end, one.statement) for one in frame.subjects)]:
        asked = statement is not None and any(part.strip() in iql for part in statement.split(" OR "))
        if asked or any(low < end and start < high for low, high in found):
            found.append((start, end))
    if "unilateral clause" in iql:
        found += [hit.span() for hit in _SIDES.finditer(fold_words(frame.question).lower())]
    return found


def _overlaps(word: FramedWord, spans: list[Span]) -> bool:
    return any(low < word.end and word.start < high for low, high in spans)


def _is_said(word: FramedWord, quoted: set[str], places: list[Span]) -> bool:
    if word.use == "filler" or says_nothing(word.text):
        return True
    small = fold_words(word.text).lower()
    parts = re.findall(r"[^\W_]+", small)
    if parts and all(_is_among(part, quoted) for part in parts):
        return True
    if _overlaps(word, places):
        return True
    return correct(small, frozenset(vocabulary())) != small


def _is_among(part: str, quoted: set[str]) -> bool:
    """Whether the word is one of these, an ending aside: "survive" is said by "survives"."""
    return part in quoted or (len(part) >= _STEM and any(word.startswith(part[:-1]) for word in quoted))
