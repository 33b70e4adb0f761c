"""A tree as lines to be drawn: how deep each node stands, and what to call it."""

from __future__ import annotations

from typing import assert_never

from casewright.iql.printer import written_leaf
from casewright.iql.tree import And, Comparison, Invocation, Mean, Node, Not, Or, Statement, children


def label(node: Node) -> str:
    """What to call one node: its operator, or how the statement or invocation is written."""
    match node:
        case Statement() | Invocation():
            return written_leaf(node)
        case Not():
            return "NOT"
        case And():
            return "AND"
        case Or():
            return "OR"
        case Mean():
            return "+"
        case Comparison():
            return " ".join(node.signs)
        case _:
            assert_never(node)


def outline(root: Node) -> tuple[tuple[int, str], ...]:
    """Each node's depth and label from the top down, the root first at depth 0.

    Under an invocation stands what it expands to, so the statements that are scored are the deepest lines.
    """
    lines, waiting = [], [(0, root)]
    while waiting:
        depth, node = waiting.pop()
        lines.append((depth, label(node)))
        waiting.extend((depth + 1, child) for child in reversed(children(node)))
    return tuple(lines)
