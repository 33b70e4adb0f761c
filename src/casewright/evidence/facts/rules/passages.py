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

_END: Final = re.compile(r"[.!?][\"')\]]{0,3}(?=\s+[\"'(\[{]{0,2}[A-Z0-9{])|\n[^\S\n]*\n|\n(?=[^\S\n]*[\"(]?[A-Z0-9{])")
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\"'])(?:[A-Z]|[A-Za-z]\.[A-Za-z]|U\.S\.A|no|nos|nr|art|lit|alin|pct|str|jud|sec|inc|ltd|co|corp|bros|mr"
    r"|mrs|ms|dr|st|vs|approx|ste|ave|blvd|etc|tel|ext|S\.R\.L|S\.A|N\.V|B\.V|L\.P)\.$",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\(?\d{1,2}(?:\.\d{1,2}){0,4}\.$")
_LABEL: Final = re.compile(
    r"(?:(?:section|article|clause|art|articolul|sectiunea|capitolul)\.?\s{1,3})?"
    r"(?:\(?(?:\d{1,2}(?:\.\d{1,2}){0,4}|[a-z]{1,2}|[ivx]{1,5})[.)]{1,2}|\d{1,2}(?:\.\d{1,2}){1,4})\s+",
    re.IGNORECASE,
)
_LOUD: Final = re.compile(
    r"[A-Z][A-Z &/,;.'()-]{5,80}\s(?=(?:The|This|That|Each|Neither|Either|All|Any|Except|No|In|Unless|If|Upon)\b)"
)
"""A heading in capitals that runs into its first sentence."""
_SAYS: Final = re.compile(
    r"\b(?:shall|will|may|must|is|are|has|agrees?|va|vor|este|sunt|se|pot|poate|au|are)\b|\d{4}|%"
)
_HEADING_WORDS: Final = 10
_HEADING_LINE: Final = 64
"""A line of so many characters is no heading over the next."""
_LONGEST_MARK: Final = 20
"""Characters before a full stop in which an abbreviation or a clause's number may stand."""


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
            is_heading = _is_heading(said)
            if is_heading:
                own = said
            yield Sentence(start, end, said, f"{over} | {own}", is_heading)


def _is_heading(said: str) -> bool:
    """Whether it is too short to say something, or says nothing of anybody."""
    words = said.count(" ") + 1
    return words < _HEADING_WORDS and (words < 4 or not said.endswith(".")) and _SAYS.search(said) is None


def _cut(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _END.finditer(plain, start, end):
        if match[0][0] == "." and not _ends(plain[max(at, match.end() - _LONGEST_MARK) : match.end()], at, match.end()):
            continue
        if match[0] == "\n" and not (match.start() - at < _HEADING_LINE and _stands_over(plain[at : match.start()])):
            continue
        yield from _trimmed(plain, at, match.end())
        at = match.end()
    yield from _trimmed(plain, at, end)


def _ends(tail: str, start: int, end: int) -> bool:
    """Whether the full stop that ``tail`` ends with, of a sentence from ``start`` to ``end``, ends the sentence."""
    is_number = end - start <= _LONGEST_MARK and _NUMBER.fullmatch(tail.strip()) is not None
    return not is_number and _ABBREVIATION.search(tail) is None


def _stands_over(line: str) -> bool:
    """Whether what comes before a line's end is a heading of what follows."""
    shown = line.strip()
    return shown[-1:] not in {",", ";", "-"} and _is_heading(shown.lower())


def _trimmed(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Without white space around it and its own number before it; nothing where nothing is left."""
    end -= len(plain[start:end]) - len(plain[start:end].rstrip())
    start += len(plain[start:end]) - len(plain[start:end].lstrip())
    label = _LABEL.match(plain, start, end)
    if label is not None:
        start = label.end()
    loud = _LOUD.match(plain, start, end)
    if loud is not None:
        start = loud.end()
    if start < end:
        yield start, end
