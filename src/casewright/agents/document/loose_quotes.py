"""Quotes of an answer that no link bears out: each has to stand in what the model was shown in this turn.

A quote is what stands between quotation marks, or a block of lines that begin with ``>``. One word alone without a
figure is taken for a word that is talked about. Words of the question and names of files are quoted from there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.agents.document.state import Passage

NOTHING_READ = "no passage was opened for this answer"
NOT_READ = "these words stand in no passage that was opened for this answer"
_MARKED = re.compile(
    r"“(?P<curly>[^“”]+)”|„(?P<low>[^„“”]+)[“”]|«(?P<angle>[^«»]+)»"
    r"|‘(?P<single>[^‘]+?)’(?!\w)|(?<![\w{])\"(?P<straight>[^\"\n{}]+)\"(?!\w)"
)
_BLOCK = re.compile(r"(?:^[ \t]*>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`|\{[^{}\n]*\}")
_BETWEEN = " \t([,–—-:.;"
_ELISION = re.compile(r"\s*\[?(?:…|\.\.\.)\]?\s*")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class LooseQuote:
    """Where a quote stands in the answer, and its words."""

    start: int
    end: int
    words: str


def loose_quotes(answer: str, links: Sequence[tuple[int, int]]) -> list[LooseQuote]:
    """The quotes of an answer that are not followed by one of the ``links`` (spans), in order.

    A block of lines is among them whatever follows: a link bears out the words before it, and a block is all quote.
    """
    alone = [one for one in _marked(answer) if not _has_link(answer, one.end, links)]
    found = {one.end: one for one in (*alone, *_blocks(answer, links))}
    return [one for _, one in sorted(found.items()) if _says_something(one)]


def objections(quotes: Iterable[LooseQuote], shown: Sequence[Passage], asked: str) -> Iterator[tuple[LooseQuote, str]]:
    """The quotes that nothing bears out, with the reason: not what was shown, and not what was ``asked``."""
    said = (asked, *(one["filename"] for one in shown), *(one["quote"] for one in shown))
    sources = [" ".join(text.split()) for text in dict.fromkeys(said)]
    for quote in quotes:
        if not any(_stands(quote.words, source) for source in sources):
            yield quote, NOT_READ if shown else NOTHING_READ


def _marked(answer: str) -> Iterator[LooseQuote]:
    hidden = [match.span() for match in _CODE.finditer(answer)]
    for match in _MARKED.finditer(answer):
        if not any(low <= match.start() and match.end() <= high for low, high in hidden):
            yield LooseQuote(*match.span(), next(group for group in match.groups() if group is not None))


def _blocks(answer: str, links: Sequence[tuple[int, int]]) -> Iterator[LooseQuote]:
    for match in _BLOCK.finditer(answer):
        text = match[0].rstrip()
        if not _MARKED.search(text):
            for low, high in sorted(links, reverse=True):
                if match.start() <= low and high <= match.start() + len(text):
                    text = text[: low - match.start()] + text[high - match.start() :]
            words = re.sub(r"^[ \t]*>[ \t]?", "", text, flags=re.MULTILINE).rstrip(_BETWEEN + "\n)]")
            yield LooseQuote(match.start(), match.start() + len(match[0].rstrip()), words)


def _has_link(answer: str, end: int, links: Sequence[tuple[int, int]]) -> bool:
    """Whether a link comes right after the quote, stands in it at its end, or has it in its label."""
    after = end + len(answer[end:]) - len(answer[end:].lstrip(_BETWEEN))
    return any(end <= low <= after or low < end <= high for low, high in links)


def _says_something(quote: LooseQuote) -> bool:
    words = _WORD.findall(quote.words)
    return len(words) > 1 or any(any(map(str.isdigit, word)) for word in words)


def _stands(words: str, plain: str) -> bool:
    """Whether the words stand in the text in their order, white space and the case of the first letter aside."""
    at = 0
    for part in _ELISION.split(" ".join(words.split()).rstrip(".,;: ")):
        place = _find(plain, part, at)
        if place < 0:
            return False
        at = place + len(part)
    return True


def _find(text: str, part: str, at: int) -> int:
    """Where the part stands from there on; its first letter may be another case, as within a sentence."""
    exact = text.find(part, at)
    return exact if exact >= 0 or not part else text.find(part[:1].swapcase() + part[1:], at)
