"""What users said, fit to stand in a draft or an answer: text for good, every placeholder one that can be filled."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.identifiers import KINDS
from casewright.casework.printable import printable
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

_BRACES = re.compile(r"\{\{\s*([^{}\n]{1,80}?)\s*\}\}")
_PARTY = re.compile(r"(party(?:0|[1-9][0-9]{0,5}))\.([A-Za-z]{1,40})")
_PERSON = re.compile(rf"person_(?:0|[1-9][0-9]{{0,5}})\.(?:{'|'.join(KINDS)})")
_NUMBERED = re.compile(
    r",?\s*\b(?:având |cu |with )?C\.?N\.?P\.?(?:-ul)?\s*:?\s*\{\{(?:party|person_)\d{1,6}\.cnp\}\}", re.IGNORECASE
)
"""A CNP in a story is left out: the party's own line has it."""
_TWICE = re.compile(r"o persoană(?:[ -]+o persoană)+")
_MARKUP = re.compile(r"([\\`*_#<>|~!])")
_LEADING = re.compile(r"^\s*(?:[-+*>]\s+|\d{1,9}[.)]\s+|=+\s*$|-+\s*$)")
_OF_SOMEBODY = re.compile(r"\blui o persoană\b", re.IGNORECASE)
SOMEBODY = "o persoană"
SOMETHING = "(date care nu sunt scrise aici)"


def fillable(parties: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """What may stand between braces: every detail that an attached party has."""
    return frozenset(f"{one.get('partyId')}.{name}" for one in parties for name in one.get("has") or ())


def with_placeholders(text: str, known: Collection[str], *, persons: bool = True) -> str:
    """The text with each placeholder that cannot be filled said in words; no other pair of braces is left.

    ``persons``: whether numbers that were masked, such as ``{{person_3.iban}}``, stay.
    """

    def kept(match: re.Match[str]) -> str:
        inside = match[1]
        if inside in known and _PARTY.fullmatch(inside):
            return f"{{{{{inside}}}}}"
        if _PERSON.fullmatch(inside):
            return f"{{{{{inside}}}}}" if persons else SOMETHING
        return SOMEBODY if inside.startswith(("person_", "party")) else inside

    pieces: list[str] = []
    at = 0
    for match in _BRACES.finditer(text):
        pieces += (_no_braces(text[at : match.start()]), kept(match))
        at = match.end()
    pieces.append(_no_braces(text[at:]))
    return _OF_SOMEBODY.sub("unei persoane", "".join(pieces))


def as_text(text: str, known: Collection[str], *, persons: bool = True) -> str:
    """The text on one line, as words that Markdown reads as nothing else, in letters that can be printed."""
    line = with_placeholders(" ".join(printable_part(text).split()), known, persons=persons)
    line = _NUMBERED.sub("", _LEADING.sub("", line))
    line = _TWICE.sub(SOMEBODY, line)
    pieces: list[str] = []
    at = 0
    for match in _BRACES.finditer(line):
        pieces += (_plain(line[at : match.start()]), match[0])
        at = match.end()
    pieces.append(_plain(line[at:]))
    return "".join(pieces)


def sentence(text: str) -> str:
    """The text beginning with a capital and ending with a full stop."""
    text = text.strip()
    if not text:
        return text
    end = "" if text[-1] in ".!?…" else "."
    return f"{text[0].upper()}{text[1:]}{end}"


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text.replace("[", "(").replace("]", ")"))


def _no_braces(text: str) -> str:
    return re.sub(r"\{(?=\{)|\}(?=\})", "", text)


def printable_part(text: str) -> str:
    """The text without the signs that no draft can be printed with."""
    try:
        return printable(text)
    except InvalidInput:
        return "".join(sign for sign in text if _can_be_printed(sign))


@cache
def _can_be_printed(sign: str) -> bool:
    try:
        printable(sign)
    except InvalidInput:
        return False
    return True
