"""Builds the tree from a query's steps, with every template expanded.

An expansion is read once a query however often it is invoked, and spliced in as steps, so neither deep nor wide
templates recurse or explode: the limits of a query hold for what it expands to, and are checked on the way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from casewright.iql import invocation_mistakes, mistakes
from casewright.iql.braces import PlainStatement, TemplateUse
from casewright.iql.grammar import Join, read
from casewright.iql.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_STATEMENTS
from casewright.iql.syntax_error import IqlSyntaxError
from casewright.iql.tree import And, Comparison, Invocation, Mean, Not, Or, Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.iql.grammar import Step
    from casewright.iql.templates import Template
    from casewright.iql.tree import Node


def build(text: str, steps: list[Step], templates: Mapping[str, Template]) -> Node:
    """The tree of the query ``text``, that ``grammar.read`` read as ``steps``.

    Raises IqlSyntaxError, placed where ``text`` invokes the template, for a cycle, for an expansion that is not
    valid IQL, and for a query that grows over a limit.
    """
    return _Builder(text, templates).build(steps)


@dataclass(slots=True)
class _Frame:
    """One expansion in progress: the query itself, or a template that it leads to."""

    steps: Iterator[Step]
    invoked: TemplateUse | None = None


@dataclass(slots=True)
class _Builder:
    text: str
    templates: Mapping[str, Template]
    nodes: list[Node] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    frames: list[_Frame] = field(default_factory=list)
    read_already: dict[str, list[Step]] = field(default_factory=dict)
    statements: int = 0
    characters: int = 0
    position: int = 0
    """Where in the query the statement or invocation stands that is being expanded."""

    def build(self, steps: list[Step]) -> Node:
        self.frames.append(_Frame(iter(steps)))
        while self.frames:
            step = next(self.frames[-1].steps, None)
            match step:
                case None:
                    self._leave()
                case PlainStatement():
                    self._say(step)
                case TemplateUse():
                    self._enter(step)
                case Join():
                    self._join(step)
                case _:
                    assert_never(step)
        return self.nodes[0]

    def _say(self, said: PlainStatement) -> None:
        self._place(said)
        statement = self._filled(said.text).strip()
        self.statements += 1
        self.characters += len(statement)
        if self.statements > MAX_STATEMENTS:
            raise mistakes.too_many_statements(self.text, self.position)
        self._check_characters(self.characters)
        self.nodes.append(Statement(statement))
        self.heights.append(0)

    def _enter(self, called: TemplateUse) -> None:
        self._place(called)
        active = [frame.invoked.name for frame in self.frames if frame.invoked]
        if called.name in active:
            circle = (*active[active.index(called.name) :], called.name)
            raise invocation_mistakes.cycle(self.text, self.position, circle)
        if len(active) >= MAX_DEPTH:
            raise mistakes.too_deep(self.text, self.position)
        argument = None if called.argument is None else self._filled(called.argument)
        invoked = TemplateUse(called.name, called.template, argument, called.position)
        self.frames.append(_Frame(iter(self._steps_of(called)), invoked))

    def _leave(self) -> None:
        invoked = self.frames.pop().invoked
        if invoked is not None:
            expansion = self.nodes[-1]
            self.nodes[-1] = Invocation(invoked.name, invoked.argument, expansion)
            self._grow(0 if isinstance(expansion, Statement) else 1)

    def _join(self, join: Join) -> None:
        operands = tuple(self.nodes[-join.count :])
        heights = self.heights[-join.count :]
        del self.nodes[-join.count :], self.heights[-join.count :]
        node = _joined(join, operands)
        absorbs = isinstance(node, And | Or)
        inner = max(
            height - 1 if absorbs and type(operand) is type(node) else height
            for operand, height in zip(operands, heights, strict=True)
        )
        self.nodes.append(node)
        self.heights.append(inner)
        self._grow(1)

    def _grow(self, levels: int) -> None:
        self.heights[-1] += levels
        if self.heights[-1] > MAX_DEPTH:
            raise mistakes.too_deep(self.text, self.position)

    def _place(self, step: PlainStatement | TemplateUse) -> None:
        if len(self.frames) == 1:
            self.position = step.position

    def _steps_of(self, called: TemplateUse) -> list[Step]:
        """The steps of the template's expansion."""
        if called.name not in self.read_already:
            try:
                self.read_already[called.name] = read(called.template.expansion, self.templates)
            except IqlSyntaxError as error:
                raise invocation_mistakes.broken_template(self.text, self.position, called.name, error) from error
        return self.read_already[called.name]

    def _filled(self, text: str) -> str:
        """``text`` of the expansion in progress with the argument in its slots."""
        invoked = self.frames[-1].invoked
        if invoked is None or invoked.argument is None:
            return text
        slot = invoked.template.slot
        self._check_characters(len(text) + text.count(slot) * (len(invoked.argument) - len(slot)))
        return text.replace(slot, invoked.argument)

    def _check_characters(self, characters: int) -> None:
        if characters > MAX_CHARACTERS:
            raise mistakes.too_long_expanded(self.text, self.position)


def _joined(join: Join, operands: tuple[Node, ...]) -> Node:
    """The node of one operator; an AND takes in the operands of an AND directly under it, and so does an OR."""
    match join.operator:
        case "NOT":
            return Not(operands[0])
        case "AND":
            return And(
                tuple(inner for node in operands for inner in (node.operands if isinstance(node, And) else (node,)))
            )
        case "OR":
            return Or(
                tuple(inner for node in operands for inner in (node.operands if isinstance(node, Or) else (node,)))
            )
        case "+":
            return Mean(operands)
        case "compare":
            return Comparison(operands, join.signs)
        case _:
            assert_never(join.operator)
