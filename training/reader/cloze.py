"""Questions made of sentences: a sentence without some of its words asks for them.

The words asked for are a value (a day, a sum, a length of time, a name) or a part of the sentence. What is left is
thinned out, said in other words and put behind a question word, so that the reader learns to find what is meant, not
what is written alike.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_NUMBER = r"\d[\d,.]*\d|\d"
_COUNT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|thirty|forty|forty-five|sixty|"
    r"ninety|one hundred(?: and)? (?:twenty|eighty)|hundred)"
)
VALUES: dict[str, re.Pattern[str]] = {
    "when": re.compile(
        rf"{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?{_MONTH},?\s+\d{{4}}"
    ),
    "how_long": re.compile(
        rf"(?:{_COUNT}\s*(?:\(\s*\d+\s*\))?|\d+(?:\s*\(\d+\))?)[\s-]+(?:(?:business|calendar|working|consecutive)\s+)?"
        r"(?:day|week|month|year|hour|quarter)s?\b",
        re.IGNORECASE,
    ),
    "how_much": re.compile(rf"(?:US\s?\$|\$|£|€|USD|EUR|GBP|RMB)\s?(?:{_NUMBER})(?:\s+(?:million|billion|thousand))?"),
    "percent": re.compile(
        rf"(?:{_COUNT}\s+(?:percent|per cent)\s*\(\s*\d+(?:\.\d+)?\s?%\s*\)|\d+(?:\.\d+)?\s?(?:%|percent|per cent))",
        re.I,
    ),
    "who": re.compile(
        r"(?:the|The|each|either|Each|Either)\s+(?:[A-Z][a-z]+)(?=\s+(?:shall|will|may|must|agrees|is|has|represents))|"
        r"(?:[A-Z][\w&.-]*\s+){1,4}(?:Inc|Corp|Corporation|LLC|Ltd|Limited|Company|GmbH|S\.A|L\.P)\b\.?"
    ),
    "where": re.compile(r"(?:[A-Z][a-z]+\s+){0,2}[A-Z][a-z]+,\s+(?:[A-Z]{2}|[A-Z][a-z]+(?:\s[A-Z][a-z]+)?)\b"),
    "how_many": re.compile(r"\b\d[\d,]*\b(?=\s+[a-z]{4,})"),
    "which": re.compile(r"(?:State|Commonwealth|Republic|laws)\s+of\s+(?:the\s+)?[A-Z][a-z]+(?:\s[A-Z][a-z]+)?"),
}
_ASKS: Mapping[str, Sequence[str]] = {
    "when": ("when", "on what date", "by when", "what day", "what is the date", "date"),
    "how_long": (
        "how long",
        "how many days",
        "within what time",
        "what period",
        "what is the deadline",
        "for how long",
        "how much time",
    ),
    "how_much": ("how much", "what amount", "what is the price", "how much money", "what sum", "what does it cost"),
    "percent": ("what percentage", "what rate", "how many percent", "what share", "how much"),
    "who": ("who", "which party", "whose", "who is it that", "which company", "by whom"),
    "where": ("where", "in which place", "in what city", "at what place", "what location", "address"),
    "how_many": ("how many", "what number", "how much", "what quantity"),
    "which": ("which", "which state", "what law", "under whose laws", "which law"),
    "what": (
        "what",
        "what happens",
        "what must be done",
        "which",
        "what is",
        "what are",
        "tell me",
        "under what conditions",
        "why",
        "how",
    ),
    "whether": ("can", "may", "must", "does", "is", "is it allowed that", "are", "do they have to", "could"),
}
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*|\d[\d,.%]*")
_SENTENCE = re.compile(r"(?<=[a-z\d)”\"’][.;])\s+(?=[\"“(]?[A-Z(\d])|\n\s*\n")
_PART = re.compile(r"[,;:()]|\b(?:shall|will|may|must|that|which|if|unless|to|by|for|of|and|or|with|in|provided)\b")
_STOP = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "and",
        "or",
        "any",
        "such",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "as",
        "be",
        "is",
        "are",
        "been",
        "shall",
        "will",
        "under",
        "hereof",
        "herein",
        "hereto",
        "hereunder",
        "thereof",
        "said",
        "from",
        "not",
        "no",
        "all",
        "each",
        "other",
        "which",
        "if",
        "so",
        "upon",
        "into",
    ]
)
_FEWEST, _MOST = 8, 70
_LEFT, _RIGHT = 14, 10


def sentences(text: str, low: int) -> Iterator[tuple[int, int]]:
    """Where the sentences of text[low:] stand."""
    start = low
    for hit in [*_SENTENCE.finditer(text, low), None]:
        end = len(text) if hit is None else hit.start()
        if _FEWEST <= len(text[start:end].split()) <= _MOST:
            yield start, end
        start = end if hit is None else hit.end()


def questions(text: str, low: int, random_: random.Random) -> Iterator[tuple[str, str, int, int]]:
    """At most one question for each sentence of text[low:]: kind, question, and where the answer stands."""
    for start, end in sentences(text, low):
        chosen = _chosen(text, start, end, random_)
        if chosen is None:
            continue
        kind, first, last = chosen
        left = [] if kind == "whether" else _WORD.findall(text[start:first])[-_LEFT:]
        right = _WORD.findall(text[last:end])[:_RIGHT]
        if kind == "whether":
            right = _WORD.findall(text[start:end])[: _LEFT + _RIGHT]
        said = _said(left, random_), _said(right, random_)
        if sum(map(len, said)) < 2:
            continue
        words = [*said[1], *said[0]] if random_.random() < 0.35 else [*said[0], *said[1]]
        ask = random_.choice(_ASKS[kind])
        place = random_.random()
        told = " ".join([ask, *words] if place < 0.75 else [*words, ask] if place < 0.9 else words)
        yield kind, told.lower() if random_.random() < 0.6 else told, first, last


def _chosen(text: str, start: int, end: int, random_: random.Random) -> tuple[str, int, int] | None:
    hits = [(kind, *hit.span()) for kind, found in VALUES.items() for hit in found.finditer(text, start, end)]
    if hits and random_.random() < 0.7:
        return random_.choice(hits)
    if random_.random() < 0.35:
        return "whether", start, end
    borders = [start, *(hit.start() for hit in _PART.finditer(text, start, end)), end]
    parts = [(a, b) for at, a in enumerate(borders) for b in borders[at + 1 : at + 4]]
    parts = [one for one in parts if 2 <= len(text[slice(*one)].split()) <= 14]
    if not parts:
        return None
    first, last = random_.choice(parts)
    words = text[first:last]
    first += len(words) - len(words.lstrip(" ,;:()\n\t"))
    last = first + len(text[first:last].rstrip(" ,;:()\n\t"))
    return ("what", first, last) if last > first else None


def _said(words: Sequence[str], random_: random.Random) -> list[str]:
    """The words, some left out, some said otherwise."""
    drop = random_.choice((0.1, 0.25, 0.45))
    made = []
    for word in words:
        bare = word.lower()
        if random_.random() < (0.6 if bare in _STOP else drop):
            continue
        others = _synonyms().get(bare)
        made.append(random_.choice(others) if others and random_.random() < 0.5 else word)
    return made


@cache
def _synonyms() -> dict[str, list[str]]:
    groups = tomllib.loads(Path(__file__).with_name("synonyms.toml").read_text("utf-8"))["groups"]
    return {word: [other for other in group if other != word] for group in groups for word in group if " " not in word}
