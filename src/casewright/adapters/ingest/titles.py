"""Which short lines are headings, and which words at a clause's beginning are its heading."""

from __future__ import annotations

import re
from typing import Final

from casewright.vocabulary.company_forms import ENGLISH

LONGEST: Final = 100
"""Most characters of a heading that only its looks make one."""

_SMALL_WORDS: Final = frozenset({
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "per", "the", "to", "under",
    "upon", "with", "without", "not", "no", "its", "any", "all", "vs", "de", "la", "al", "ale", "din", "în", "pe",
    "și", "cu", "prin",
})  # fmt: skip
_SENTENCES_BEGIN: Final = _SMALL_WORDS | {
    "the", "this", "these", "that", "those", "each", "either", "neither", "both", "every", "it", "he", "she", "they",
    "we", "you", "i", "if", "such", "subject", "unless", "except", "notwithstanding", "during", "there", "where",
    "when", "upon", "provided", "not", "yes", "n/a",
}  # fmt: skip
"""Words with which a short sentence begins rather than a heading that is written like one."""
_NO_PHRASE: Final = re.compile(r"[,“”\"]")
_WORD: Final[re.Pattern[str]] = re.compile(r"[^\W\d_][\w’'\-]*")
_EMPHASIS: Final = re.compile(r"\*\*|__|(?<!\w)[*_]|[*_](?!\w)")
_FIRM: Final = "|".join(form for form in ENGLISH if form not in ("incorporated", "llp"))
_NO_HEADING: Final = re.compile(
    rf"_{{3}}|\.{{4}}|@|https?:|\b(?:{_FIRM}|l\.p|n\.a|gmbh)\b\.?,?\W*\Z"
    r"|\b(?:by|name|title|date|its|attn|attention|tel|fax|e-?mail)\s*:",
    re.I,
)
_RUN_IN: Final = re.compile(r"(?P<title>[“\"‘'(]?[A-Z][^.:\n]{1,80}?)[”\"’')]?(?:[.:](?=\s|\Z)|[ \t]+[–—-]{1,2}[ \t])")


def is_capitals(line: str) -> bool:
    """Whether the line is a heading in capitals: short, no sentence, no name of a firm, nothing to fill in."""
    if not 3 < len(line) <= LONGEST or line != line.upper() or line[-1] in ",;":
        return False
    if line[0] in "[*<{" or _NO_HEADING.search(line):
        return False
    words = _WORD.findall(line)
    digits = sum(character.isdigit() for character in line)
    longest = max([len(word) for word in words], default=0)
    return len(words) <= 12 and digits <= 2 and longest > 3


def is_title(line: str) -> bool:
    """Whether the line's words begin with capitals as a heading's do."""
    if not 1 < len(line) <= LONGEST or line[-1] in ",;" or _NO_HEADING.search(line):
        return False
    words: list[str] = [word for word in _WORD.findall(line) if word.lower() not in _SMALL_WORDS]
    if not 0 < len(words) <= 10 or not line.lstrip("“\"‘'(")[:1].isupper():
        return False
    return sum(word[0].isupper() for word in words) * 3 >= len(words) * 2


def is_phrase(line: str) -> bool:
    """Whether the line may be a heading in small letters, as contracts have them after a number."""
    shown = line.strip()
    if not 2 < len(shown) <= LONGEST or not shown[0].isupper() or shown[-1] in ".,;:" or _NO_HEADING.search(shown):
        return False
    return len(shown.split()) <= 10 and not any(map(str.isdigit, shown))


def plain_title(line: str) -> str:
    """The heading without Markdown's emphasis, a final stop or surplus space."""
    return " ".join(_without_emphasis(line).split()).strip(" .:–—-").strip()


def run_in_title(text: str) -> str | None:
    """The heading with which a clause's text begins ("Security. Provider will …"), None where it begins with none."""
    match = _RUN_IN.match(_without_emphasis(text[:160]))
    if match is None:
        return None
    title = plain_title(match["title"])
    words = title.split()
    is_short = 0 < len(words) <= 4 and words[0].lower() not in _SENTENCES_BEGIN and not _NO_PHRASE.search(title)
    if len(words) > 9 or not (is_short or is_title(title)):
        return None
    begins_sentence = words[0].lower() in _SENTENCES_BEGIN
    has_small_words = any(word[0].islower() and word not in _SMALL_WORDS for word in words)
    return None if begins_sentence and has_small_words else title


def _without_emphasis(text: str) -> str:
    return _EMPHASIS.sub("", text) if "*" in text or "_" in text else text
