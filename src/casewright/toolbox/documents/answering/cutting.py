"""Parts of passages as citations of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.domain.skipping import quote_text, span_of_unit, within
from casewright.errors import IntegrityError
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.domain.citations import Citation
    from casewright.domain.skipping import Span

LONGEST: Final = 300
"""Characters of a passage that is quoted whole; of a longer one the sentences that say most of what is asked."""

FEWEST: Final = 6
"""Words of a sentence; fewer are a number or a heading."""

_SENTENCE_END: Final = re.compile(r"(?<=[a-z\d)”\"’])[.;:](?=\s+[\"“(]?[A-ZĂÂÎȘȚ(\d])|\n\s*\n")
_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def cut(whole: Citation, words: str, part: Span, text: str) -> Citation:
    """``words[part]`` as a citation; ``words`` are those of ``whole`` without what it skips, ``text`` the document's.

    Raises ``IntegrityError`` where the part does not stand in the passage.
    """
    start, end = part
    if not 0 <= start < end <= len(words):
        raise IntegrityError(f"the answer lies outside the passage of {whole.filename!r} that it was read from")
    if not whole.skipped:
        return replace(whole, start=whole.start + start, end=whole.start + end, quote=words[start:end])
    low, high = span_of_unit(text, whole.start, whole.end, whole.skipped, part)
    skipped = within(low, high, whole.skipped)
    return replace(whole, start=low, end=high, quote=quote_text(text, low, high, skipped), skipped=skipped)


def cut_best(whole: Citation, words: str, text: str, question: str, *, longest: int = LONGEST) -> Citation:
    """The passage, or of a long one the sentence that has most of the question's words."""
    if len(words) <= longest:
        return whole
    stems = {_stem(one) for one in _WORD.findall(fold(question))}
    spans = sentences(words)
    shares = [len(stems & {_stem(one) for one in _WORD.findall(fold(words[slice(*span)]))}) for span in spans]
    best = spans[max(range(len(spans)), key=lambda at: (shares[at], -at))]
    return cut(whole, words, best, text)


def sentences(words: str) -> list[Span]:
    """Where the sentences stand, without the white space around them: all of it where there is none."""
    found: list[Span] = []
    start = 0
    for hit in [*_SENTENCE_END.finditer(words), None]:
        end = len(words) if hit is None else hit.end()
        piece = words[start:end]
        if len(piece.split()) >= FEWEST:
            low = start + len(piece) - len(piece.lstrip())
            found.append((low, start + len(piece.rstrip())))
        start = end
    return found or [(0, len(words))]


def _stem(word: str) -> str:
    return word[:6]
