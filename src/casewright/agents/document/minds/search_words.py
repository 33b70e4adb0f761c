"""What a question asks to search for, as the person wrote it."""

from __future__ import annotations

import re

from casewright.agents.document.minds.cues import SEARCHED
from casewright.agents.document.minds.named_documents import PLACEHOLDER

_LEADING = re.compile(
    r"\A[\s\"':,]*(?:(?:any|all|the|a|an|every|each|some|me|us|for|about|on|of|to|it|us|please|references?"
    r"|mentions?|passages?"
    r"|anything|something|stuff|everything)\b[\s\"':,]*)*",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"(?:[\s\"'?!.,;:]+|[\s,]*\b(?:anywhere|in here|in there|at all|please|thanks|thank you|for me|here"
    rf"|in (?:it|them|{PLACEHOLDER})"
    r"|(?:in|across|throughout|of|from) (?:the|this|these|those|all|any|our)(?: \w+){0,2} ?(?:documents?|matter"
    r"|contracts?|agreements?|files?|instrument)"
    r"|can you find (?:it|where|out where)|where is it|mentioned|discussed)\b|"
    rf"[\s,]*\b(?:in|of|from) {PLACEHOLDER})+\Z",
    re.IGNORECASE,
)


def find_subject(said: str) -> tuple[int, int]:
    """Where the subject of a search stands in the words ``said``; all of them where no rule knows it."""
    for pattern in SEARCHED:
        hit = pattern.search(said)
        if hit:
            span = _trimmed(said, *hit.span("x"))
            if span is not None:
                return span
    return _trimmed(said, 0, len(said)) or (0, len(said))


def as_written(said: str, written: str, start: int, end: int) -> str:
    """``said[start:end]`` in the words of ``written``, of which ``said`` may be the tail, spelt."""
    tokens = written.split(" ")
    offset = len(tokens) - len(said.split(" "))
    if offset < 0:
        return said[start:end]
    low, high = offset + said.count(" ", 0, start), offset + said.count(" ", 0, end) + 1
    return " ".join(tokens[low:high]).strip(" \"'?!.,;:")


def _trimmed(said: str, start: int, end: int) -> tuple[int, int] | None:
    text = said[start:end]
    leading = _LEADING.match(text)
    low = leading.end() if leading else 0
    trailing = _TRAILING.search(text, low)
    high = trailing.start() if trailing else len(text)
    return (start + low, start + high) if high > low else None
