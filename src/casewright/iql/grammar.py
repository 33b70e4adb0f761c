"""Reads a query's text into steps, in the order in which a stack would carry them out: operands before operators.

The grammar, loosest first. A step is written as soon as what follows shows that it is complete; nothing recurses::

    query      = statement without curly brackets | or
    or         = and { "OR" and }
    and        = not { "AND" not }
    not        = { "NOT" } comparison
    comparison = mean { ( ">" | "<" ) mean }
    mean       = operand { "+" operand }
    operand    = "{" statement "}" | "(" or ")"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from casewright.iql import mistakes
from casewright.iql.braces import PlainStatement, TemplateUse, read_braces
from casewright.iql.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_STATEMENTS
from casewright.iql.tokens import BINARY, Kind, tokenize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.iql.templates import Template
    from casewright.iql.tokens import Token
    from casewright.iql.tree import Sign


@dataclass(frozen=True, slots=True)
class Join:
    """Takes the last ``count`` operands and leaves one: their AND, OR, mean or comparison, or the NOT of one."""

    operator: Literal["AND", "OR", "NOT", "+", "compare"]
    count: int
    signs: tuple[Sign, ...] = ()


Step = PlainStatement | TemplateUse | Join


def read(text: str, templates: Mapping[str, Template]) -> list[Step]:
    """The steps of the query ``text``, templates not expanded, in time linear in its length.

    Raises IqlSyntaxError for a text that is not a query.
    """
    if len(text) > MAX_CHARACTERS:
        raise mistakes.too_long(text, len(text))
    if not text or text.isspace():
        raise mistakes.empty_query(text)
    if "{" not in text and "}" not in text:
        return [read_braces(text, 0, len(text), templates)]
    tokens, failure = tokenize(text)
    if failure:
        for token in tokens:  # a mistake inside a statement is often what broke the brackets: it comes first
            if token.kind is Kind.STATEMENT:
                read_braces(text, token.start, token.end, templates)
        raise failure
    return _Reader(text, templates).read(tokens)


@dataclass(slots=True)
class _Group:
    """What is still open in the whole query or in one parenthesis; each ``end`` writes the step that it completes."""

    steps: list[Step]
    opened: int = 0
    outside: int = 0
    """How many parentheses and NOTs stand round it."""
    ors: int = 0
    ands: int = 0
    nots: int = 0
    signs: list[Sign] = field(default_factory=list)
    operands: int = 0

    def end_mean(self) -> None:
        if self.operands > 1:
            self.steps.append(Join("+", self.operands))
        self.operands = 0

    def end_comparison(self) -> None:
        self.end_mean()
        if self.signs:
            self.steps.append(Join("compare", len(self.signs) + 1, tuple(self.signs)))
            self.signs.clear()

    def end_not(self) -> None:
        self.end_comparison()
        self.steps.extend([Join("NOT", 1)] * self.nots)
        self.nots = 0

    def end_and(self) -> None:
        self.end_not()
        if self.ands:
            self.steps.append(Join("AND", self.ands + 1))
            self.ands = 0

    def end(self) -> None:
        self.end_and()
        if self.ors:
            self.steps.append(Join("OR", self.ors + 1))

    def go_on(self, operator: Kind) -> None:
        """A binary operator follows a complete operand."""
        match operator:
            case Kind.GREATER | Kind.LESS:
                self.end_mean()
                self.signs.append(">" if operator is Kind.GREATER else "<")
            case Kind.AND:
                self.end_not()
                self.ands += 1
            case Kind.OR:
                self.end_and()
                self.ors += 1


class _Reader:
    """Goes through the tokens of one query once."""

    def __init__(self, text: str, templates: Mapping[str, Template]) -> None:
        self._text = text
        self._templates = templates
        self._steps: list[Step] = []
        self._groups = [_Group(self._steps)]
        self._statements = 0

    def read(self, tokens: list[Token]) -> list[Step]:
        before: Token | None = None
        for token, after in zip(tokens, [*tokens[1:], None], strict=True):
            if before is not None and before.kind in {Kind.STATEMENT, Kind.CLOSE}:
                self._go_on(token, after)
            else:
                self._begin(before, token, after)
            before = token
        if before is not None and before.kind not in {Kind.STATEMENT, Kind.CLOSE, Kind.OPEN}:
            raise mistakes.no_right_side(self._text, before.start, before.kind)
        if len(self._groups) > 1:
            raise mistakes.parenthesis_not_closed(self._text, self._groups[-1].opened)
        self._groups[0].end()
        return self._steps

    def _begin(self, before: Token | None, token: Token, after: Token | None) -> None:
        """An operand is due."""
        match token.kind:
            case Kind.STATEMENT:
                self._add_statement(token)
            case Kind.OPEN:
                group = self._groups[-1]
                self._groups.append(_Group(self._steps, token.start, group.outside + group.nots + 1))
                self._check_depth(token)
            case Kind.NOT:
                self._check_not(before, token, after)
                self._groups[-1].nots += 1
                self._check_depth(token)
            case Kind.TEXT:
                raise mistakes.text_outside(self._text, token.start, token.end, after_operand=False)
            case _ if before is not None and before.kind is not Kind.OPEN:
                raise mistakes.no_right_side(self._text, before.start, before.kind)
            case Kind.CLOSE if before is not None:
                raise mistakes.empty_parentheses(self._text, before.start)
            case Kind.CLOSE:
                raise mistakes.no_parenthesis_to_close(self._text, token.start)
            case _:
                raise mistakes.no_left_side(self._text, token.start, token.kind)

    def _go_on(self, token: Token, after: Token | None) -> None:
        """An operand is complete."""
        match token.kind:
            case Kind.TEXT:
                raise mistakes.text_outside(self._text, token.start, token.end, after_operand=True)
            case Kind.CLOSE:
                if len(self._groups) == 1:
                    raise mistakes.no_parenthesis_to_close(self._text, token.start)
                self._groups.pop().end()
                self._groups[-1].operands += 1
            case Kind.NOT:
                self._check_not(None, token, after)
                raise mistakes.no_operator(self._text, token.start, negated=True)
            case Kind.STATEMENT | Kind.OPEN:
                raise mistakes.no_operator(self._text, token.start, negated=False)
            case _:
                self._groups[-1].go_on(token.kind)

    def _add_statement(self, token: Token) -> None:
        self._statements += 1
        if self._statements > MAX_STATEMENTS:
            raise mistakes.too_many_statements(self._text, token.start)
        self._steps.append(read_braces(self._text, token.start, token.end, self._templates))
        self._groups[-1].operands += 1

    def _check_not(self, before: Token | None, token: Token, after: Token | None) -> None:
        if before is not None and before.kind in {Kind.GREATER, Kind.LESS, Kind.PLUS}:
            raise mistakes.not_after_symbol(self._text, token.start, before.kind)
        if after is not None and after.kind in BINARY:
            raise mistakes.not_before_operator(self._text, token.start, after.kind)

    def _check_depth(self, token: Token) -> None:
        group = self._groups[-1]
        if group.outside + group.nots > MAX_DEPTH:
            raise mistakes.too_deep(self._text, token.start)
