"""A number format's code, cut into its sections and tokens. Source: ECMA-376 part 1, 18.8.31."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

Kind = Literal["digit", "point", "comma", "percent", "power", "fraction", "general", "date", "elapsed", "text"]


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a section; ``text`` is what it shows, or the letters of a placeholder."""

    kind: Kind
    text: str


_PIECE: Final = re.compile(
    r'"(?P<quoted>[^"]*)"?'
    r"|\\(?P<escaped>.)"
    r"|_(?P<width>.)"
    r"|\*(?P<fill>.)"
    r"|\[(?P<bracket>[^\]]*)\]"
    r"|(?P<general>General)"
    r"|(?P<half>AM/PM|A/P)"
    r"|(?P<power>E[+-]0+)"
    r"|(?P<digit>[0#?])"
    r"|(?P<date>y+|m+|d+|h+|s+)"
    r"|(?P<other>.)",
    re.I | re.S,
)
_ELAPSED: Final = re.compile("h+|m+|s+", re.I)
_KINDS: Final[dict[str, Kind]] = {".": "point", ",": "comma", "/": "fraction"}


@lru_cache(maxsize=256)
def sections_of(code: str) -> tuple[str, ...]:
    """The code's sections, which semicolons part: for positive numbers, negative ones, zero and text."""
    sections = [""]
    for found in _PIECE.finditer(code):
        if found[0] == ";":
            sections.append("")
        else:
            sections[-1] += found[0]
    return tuple(sections)


@lru_cache(maxsize=256)
def tokens_of(section: str) -> tuple[Token, ...]:
    """The section's tokens; colours, conditions and languages show nothing and are left out."""
    tokens: list[Token] = []
    for found in _PIECE.finditer(section):
        token = _token(found)
        if token is not None:
            tokens.append(token)
    if any(token.kind == "fraction" for token in tokens) and not _has_fraction(tokens):
        return tuple(Token("text", "/") if token.kind == "fraction" else token for token in tokens)
    return tuple(tokens)


def _has_fraction(tokens: list[Token]) -> bool:
    """Whether a slash stands between digits; elsewhere it is only a slash."""
    for place, token in enumerate(tokens):
        if token.kind == "fraction":
            around = tokens[max(place - 1, 0) : place + 2]
            if sum(other.kind == "digit" for other in around) > 0:
                return True
    return False


def _token(found: re.Match[str]) -> Token | None:
    kind = found.lastgroup or "other"
    text = found[kind]
    if kind in ("quoted", "escaped"):
        return Token("text", text)
    if kind == "width":
        return Token("text", " ")
    if kind == "fill":
        return None
    if kind == "bracket":
        return _bracketed(text)
    if kind == "power":
        return Token("power", text.upper())
    if kind == "general":
        return Token("general", text)
    if kind == "digit":
        return Token("digit", text)
    if kind in ("date", "half"):
        return Token("date", text)
    if text == "%":
        return Token("percent", text)
    return Token(_KINDS.get(text, "text"), text)


def _bracketed(text: str) -> Token | None:
    """A currency shows its sign, a duration counts on; all else in brackets shows nothing."""
    if text.startswith("$"):
        return Token("text", text[1:].rpartition("-")[0] if "-" in text else text[1:])
    return Token("elapsed", text) if _ELAPSED.fullmatch(text) else None
