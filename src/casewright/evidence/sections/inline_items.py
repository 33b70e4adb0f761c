"""Items of a list that stand in the middle of a clause's text: "… (a) the fees; (b) the costs; and (c) …"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.domain.documents import Section
from casewright.evidence.sections.numbers import roman

if TYPE_CHECKING:
    from collections.abc import Sequence

_ITEM: Final = re.compile(r"(?<![\w)])\(?(?<![.\w])(?P<name>[a-z]{1,4}|[A-Z]{1,4}|\d{1,2})\)(?=\s)")
_REFERS: Final = re.compile(
    r"(?i)(?:\b(?:sections?|articles?|clauses?|paragraphs?|and|or|of|in|to|lit\.|alin\.)|§)\s*\Z"
)
_ENDS: Final = re.compile(r"(?:[,;.:](?:\s+(?:and|or|și|sau))?|\b(?:and|or|și|sau))\s*\Z")


def inline_item(text: str, section: Section, number: str) -> Section | None:
    """The item of that number inside a section's text; None where the items before it do not lead to it.

    An item is believed where those before it stand there, too, in order and once each; its end is certain where the
    next one follows.
    """
    found = [match for match in _ITEM.finditer(text, section.start, section.end) if not _is_reference(text, match)]
    for style in (_letters, _figures):
        chain = _chain(found, style)
        for at, match in enumerate(chain):
            if match["name"] == number or match["name"].lower() == number:
                follows = at + 1 < len(chain)
                end = _trimmed(text, match.start(), chain[at + 1].start() if follows else section.end)
                label = match[0]
                return Section(label, (*section.path, label), None, match.start(), end, certain=follows)
    return None


def _chain(found: Sequence[re.Match[str]], style: object) -> list[re.Match[str]]:
    """The items from the first on that count one by one; none where a number comes twice."""
    assert callable(style)
    chain: list[re.Match[str]] = []
    for match in found:
        value = style(match["name"])
        if value == len(chain) + 1 and (not chain or _shape(match) == _shape(chain[0])):
            chain.append(match)
        elif chain and value == 1 and _shape(match) == _shape(chain[0]) and style is not _figures:
            return []
    return chain if len(chain) > 1 else []


def _shape(match: re.Match[str]) -> tuple[bool, bool, bool]:
    return match[0].startswith("("), match["name"].isupper(), match["name"].isdecimal()


def _letters(name: str) -> int:
    return ord(name.lower()) - 96 if len(name) == 1 and name.isalpha() else 0


def _figures(name: str) -> int:
    return int(name) if name.isdecimal() else roman(name)


def _is_reference(text: str, match: re.Match[str]) -> bool:
    before = text[max(match.start() - 24, 0) : match.start()]
    return _REFERS.search(before) is not None and _ENDS.search(before) is None


def _trimmed(text: str, start: int, end: int) -> int:
    shown = re.sub(r"\s+(?:and|or|și|sau)\s*\Z", "", text[start:end].rstrip())
    return start + len(shown)
