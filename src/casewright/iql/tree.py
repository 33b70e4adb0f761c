"""The tree of a query: frozen nodes, and the two ways to walk them, neither of which recurses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterator

Sign = Literal[">", "<"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One assertion about a piece of text, as a scorer is asked it: trimmed and without escapes."""

    text: str


@dataclass(frozen=True, slots=True)
class Invocation:
    """``{IS template "argument"}`` and what it stands for: a statement, or a whole query.

    ``template`` is the name in lower case with white space folded; ``argument`` is None where the template takes
    none.
    """

    template: str
    argument: str | None
    expansion: Node


@dataclass(frozen=True, slots=True)
class Not:
    """``NOT A``."""

    operand: Node


@dataclass(frozen=True, slots=True)
class And:
    """``A AND B AND …``, two or more; never directly inside another And."""

    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """``A OR B OR …``, two or more; never directly inside another Or."""

    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mean:
    """``A + B + …``, the operands of one unparenthesised chain, two or more."""

    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """``A > B``, ``A < B`` or a chain of them: sign i stands between operands i and i + 1, all links joined by AND."""

    operands: tuple[Node, ...]
    signs: tuple[Sign, ...]

    def favoured(self) -> tuple[Node, ...]:
        """The operands that ought to score higher in some link: A of ``A > B``, B of ``A < B``; each once."""
        places = {i if sign == ">" else i + 1 for i, sign in enumerate(self.signs)}
        return tuple(self.operands[place] for place in sorted(places))


Node = Statement | Invocation | Not | And | Or | Mean | Comparison


def children(node: Node) -> tuple[Node, ...]:
    """What stands directly under ``node``, in the order of the query's text."""
    match node:
        case Statement():
            return ()
        case Invocation():
            return (node.expansion,)
        case Not():
            return (node.operand,)
        case And() | Or() | Mean() | Comparison():
            return node.operands
        case _:
            assert_never(node)


def postorder(root: Node) -> list[Node]:
    """All nodes, each after its children, children from left to right."""
    order, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(children(node))
    order.reverse()
    return order


def statements(root: Node) -> Iterator[str]:
    """The texts of all statements, from left to right, as often as they occur."""
    return (node.text for node in postorder(root) if isinstance(node, Statement))


def meaning(node: Node) -> Node:
    """``node`` itself, or for an invocation what it stands for in the end."""
    while isinstance(node, Invocation):
        node = node.expansion
    return node


def affirmed_statements(root: Node) -> Iterator[str]:
    """The texts of the statements that the query affirms, from left to right, as often as they occur.

    Affirmed is an occurrence under an even number of NOTs; of ``A > B`` only A and of ``A < B`` only B.
    """
    waiting = [(root, True)]
    while waiting:
        node, positive = waiting.pop()
        match node:
            case Statement():
                if positive:
                    yield node.text
            case Not():
                waiting.append((node.operand, not positive))
            case Comparison():
                waiting.extend((operand, positive) for operand in reversed(node.favoured()))
            case _:
                waiting.extend((child, positive) for child in reversed(children(node)))
