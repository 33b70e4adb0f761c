"""Cuts a query that has curly brackets into tokens: statements, operators, parentheses, and text that fits nowhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.iql import mistakes
from casewright.iql.escapes import is_escaped
from casewright.iql.syntax_error import IqlSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Kind(StrEnum):
    """What a token is; for operators and parentheses, how it is written."""

    STATEMENT = "statement"
    AND = "AND"
    OR = "OR"
    NOT = "NOT"
    GREATER = ">"
    LESS = "<"
    PLUS = "+"
    OPEN = "("
    CLOSE = ")"
    TEXT = "text"


BINARY = frozenset({Kind.AND, Kind.OR, Kind.GREATER, Kind.LESS, Kind.PLUS})


@dataclass(frozen=True, slots=True)
class Token:
    """``text[start:end]`` of the query, a statement with its brackets."""

    kind: Kind
    start: int
    end: int


_PIECE = re.compile(r"[(){}<>+]|[^\s(){}<>+]+")
_CURLY = re.compile(r"[{}]")
_WRITTEN: Mapping[str, Kind] = MappingProxyType(
    {kind.value: kind for kind in BINARY | {Kind.NOT, Kind.OPEN, Kind.CLOSE}}
)


def tokenize(text: str) -> tuple[list[Token], IqlSyntaxError | None]:
    """The tokens of ``text`` in order, and the error for the first curly bracket that has no partner.

    The tokens end before that bracket. Words that stand together outside brackets are one TEXT token.
    """
    tokens: list[Token] = []
    try:
        for token in _cut(text):
            if token.kind is Kind.TEXT and tokens and tokens[-1].kind is Kind.TEXT:
                token = Token(Kind.TEXT, tokens.pop().start, token.end)
            tokens.append(token)
    except IqlSyntaxError as error:
        return tokens, error
    return tokens, None


def _cut(text: str) -> Iterator[Token]:
    position = 0
    while piece := _PIECE.search(text, position):
        start, position = piece.span()
        kind = _WRITTEN.get(piece[0], Kind.TEXT)
        if piece[0] in "{}":
            if start and text[start - 1] == "\\":
                raise mistakes.escaped_bracket_outside(text, start - 1)
            if piece[0] == "}":
                raise mistakes.nothing_to_close(text, start)
            kind, position = Kind.STATEMENT, _end_of_statement(text, start)
        yield Token(kind, start, position)


def _end_of_statement(text: str, start: int) -> int:
    """Where the statement whose bracket opens at ``start`` ends, its closing bracket included."""
    for curly in _CURLY.finditer(text, start + 1):
        if not is_escaped(text, curly.start(), start + 1):
            if curly[0] == "{":
                raise mistakes.bracket_inside_statement(text, start, curly.start())
            return curly.end()
    raise mistakes.statement_not_closed(text, start)
