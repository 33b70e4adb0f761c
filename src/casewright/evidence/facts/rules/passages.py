"""A document's text as the rules read it: without furniture and marks on letters, cut into sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.skipping import blanked
from casewright.vocabulary.folding import plain_letters, plain_signs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.facts import FactText

_END: Final = re.compile(r"[.!?][\"')\]]{0,3}(?=\s+[\"'(\[]{0,2}[A-Z0-9])|\n[^\S\n]*\n")
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\"'])(?:[A-Z]|[A-Za-z]\.[A-Za-z]|U\.S\.A|no|nos|nr|art|lit|alin|pct|str|jud|sec|inc|ltd|co|corp|bros|mr|mrs|ms"
    r"|dr|st|vs|approx|ste|ave|blvd|etc|tel|ext|lei|S\.R\.L|S\.A|N\.V|B\.V|L\.P)\.$",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\(?\d{1,2}(?:\.\d{1,2}){0,4}\.$")
_LABEL: Final = re.compile(
    r"(?:(?:section|article|clause|art|articolul|sectiunea|capitolul)\.?\s{1,3})?"
    r"(?:\(?(?:\d{1,2}(?:\.\d{1,2}){0,4}|[a-z]{1,2}|[ivx]{1,5})[.)]{1,2}|\d{1,2}(?:\.\d{1,2}){1,4})\s+",
    re.IGNORECASE,
)
_HEADING_WORDS: Final = 9


@dataclass(frozen=True, slots=True)
class Sentence:
    """``text[start:end]`` is a sentence; ``said`` is it in lower case on one line, ``heading`` what stands over it."""

    start: int
    end: int
    said: str
    heading: str
    is_heading: bool = False


def plain_text(text: FactText) -> str:
    """The document's text without what nobody reads and without marks on its letters, as long as it was."""
    return plain_signs(plain_letters(blanked(text.text, text.furniture)))


def sentences(text: FactText, plain: str) -> Iterator[Sentence]:
    """Every sentence of every chunk, in order. A short one without a verb's end is the heading of those behind it."""
    for chunk in text.chunks:
        over = " ".join((chunk.heading or "").lower().split())
        own = ""
        for start, end in _cut(plain, chunk.start, chunk.end):
            said = " ".join(plain[start:end].lower().split())
            is_heading = said.count(" ") < _HEADING_WORDS and not _says_something(said)
            if is_heading:
                own = said
            yield Sentence(start, end, said, f"{over} | {own}", is_heading)


def _says_something(said: str) -> bool:
    return re.search(r"\b(?:shall|will|may|must|is|are|has|agrees?|va|este|se|pot|poate)\b|\d{4}|%", said) is not None


def _cut(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _END.finditer(plain, start, end):
        tail = plain[max(at, match.end() - 16) : match.end()]
        if match[0][0] == "." and (_ABBREVIATION.search(tail) or _NUMBER.fullmatch(plain[at : match.end()].strip())):
            continue
        yield from _trimmed(plain, at, match.end())
        at = match.end()
    yield from _trimmed(plain, at, end)


def _trimmed(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Without white space around it and its own number before it; nothing where nothing is left."""
    end -= len(plain[start:end]) - len(plain[start:end].rstrip())
    start += len(plain[start:end]) - len(plain[start:end].lstrip())
    label = _LABEL.match(plain, start, end)
    if label is not None:
        start = label.end()
    if start < end:
        yield start, end
