"""What a query asks, told in a sentence to a person who does not read IQL."""

from __future__ import annotations

from typing import Literal, assert_never

from casewright.iql.tree import And, Comparison, Invocation, Mean, Node, Not, Or, Statement

_DEEPEST = 20
"""Queries made by rules are a few levels deep; one that a person wrote deeper is shown as it is."""


def describe(root: Node, scope: Literal["chunk", "document"]) -> str:
    """A sentence that says which clauses or documents the query finds."""
    match root:
        case Comparison() if scope == "chunk":
            pairs = [_pair(root, at) for at in range(len(root.signs))]
            return f"Finds clauses that are {'; and '.join(pairs)}."
        case Not() if scope == "document":
            return (
                f"Finds documents in which no clause is {_said(root.operand, 1)}; it names no clauses, only documents."
            )
        case And() if scope == "document":
            return f"Finds documents that have {', and '.join(_has(part) for part in root.operands)}."
        case _ if scope == "document":
            return f"Finds documents with a clause that is {_said(root, 0)}."
        case _:
            return f"Finds every clause that is {_said(root, 0)}."


def _has(node: Node) -> str:
    if isinstance(node, Not):
        return f"{_said(node.operand, 1)} nowhere"
    return f"{_said(node, 1)} somewhere"


def _pair(node: Comparison, at: int) -> str:
    more, less = (at, at + 1) if node.signs[at] == ">" else (at + 1, at)
    return f"more clearly {_said(node.operands[more], 1)} than {_said(node.operands[less], 1)}"


def _said(node: Node, depth: int) -> str:
    """``node`` as it stands after "is"; the depth is bounded, so a hostile query cannot exhaust the stack."""
    if depth > _DEEPEST:
        return "what the rest of the query says"
    match node:
        case Statement():
            return f"described by “{node.text}”"
        case Invocation():
            return _named(node)
        case Not():
            return f"not {_said(node.operand, depth + 1)}"
        case And():
            return " and at the same time ".join(_said(part, depth + 1) for part in node.operands)
        case Or():
            return " or ".join(_said(part, depth + 1) for part in node.operands)
        case Mean():
            return "on average " + " and ".join(_said(part, depth + 1) for part in node.operands)
        case Comparison():
            return "; and ".join(_pair(node, at) for at in range(len(node.signs)))
        case _:
            assert_never(node)


def _named(node: Invocation) -> str:
    article = "an" if node.template[0] in "aeio" else "a"
    if node.template == "relevant to ai law":
        return "relevant to AI law"
    if node.argument is None:
        return f"{article} {node.template}"
    if node.template == "clause called":
        return f"a clause called “{node.argument}”"
    return f"{article} {node.template} {node.argument}"
