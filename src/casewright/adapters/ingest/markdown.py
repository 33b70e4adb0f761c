"""Where the headings of a Markdown text are. Source: CommonMark 0.31, 4.2 (ATX), 4.3 (setext), 4.5 (fences)."""

from __future__ import annotations

import re
from typing import Final

from casewright.adapters.ingest.wire import Heading

_INTERESTING: Final = re.compile(
    r"^ {0,3}(?:(?P<fence>`{3,}|~{3,})"
    r"|(?P<hashes>\#{1,6})(?:[ \t]+(?P<title>\S[^\n]*))?$"
    r"|(?P<rule>=+|-{2,})[ \t]*$)",
    re.M,
)
_CLOSING: Final = re.compile(r"(?:(?:\A|[ \t]+)#+)?[ \t]*\Z")


def headings_of(text: str) -> tuple[Heading, ...]:
    """The headings outside fenced code, in order: their titles without the marks, and their levels."""
    headings = []
    fence = ""
    for match in _INTERESTING.finditer(text):
        if match["fence"]:
            fence = _fence_after(fence, match["fence"])
        elif not fence:
            heading = _atx(match) if match["hashes"] else _setext(text, match)
            if heading is not None:
                headings.append(heading)
    return tuple(headings)


def _fence_after(open_fence: str, fence: str) -> str:
    """The fence that is open after this one; a longer or equal one of the same kind closes it."""
    if not open_fence:
        return fence
    return "" if fence[0] == open_fence[0] and len(fence) >= len(open_fence) else open_fence


def _atx(match: re.Match[str]) -> Heading | None:
    if not match["title"]:
        return None
    start = match.start("title")
    closing = _CLOSING.search(match["title"][-200:])
    end = match.end("title") - (len(closing[0]) if closing is not None else 0)
    return Heading(start, end, len(match["hashes"])) if end > start else None


def _setext(text: str, rule: re.Match[str]) -> Heading | None:
    """The line above a row of = or -, where it is the only line of its paragraph."""
    end = rule.start() - 1
    start = text.rfind("\n", 0, max(end, 0)) + 1
    title = text[start:end] if end > 0 else ""
    if (
        not title.strip()
        or title.lstrip()[0] in "|>#-*+"
        or len(title) > 200
        or text[start - 2 : start] not in ("", "\n\n")
    ):
        return None
    lead = len(title) - len(title.lstrip())
    return Heading(start + lead, start + len(title.rstrip()), 1 if rule["rule"][0] == "=" else 2)
