"""Writes a tree as IQL: the canonical text, with no parentheses but those that are needed."""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from casewright.iql.escapes import written_argument, written_statement
from casewright.iql.tree import And, Comparison, Invocation, Mean, Node, Not, Or, Statement, children

_LOOSEST, _AND, _NOT, _COMPARISON, _MEAN, _TIGHTEST = range(6)


def write(root: Node, *, compact: bool = False) -> str:
    """``root`` as IQL text; reading it with the same templates gives ``root`` again.

    ``compact`` leaves out every space that is not needed, and the brackets of a lone statement where it can:
    never longer than any other way to write the query.
    """
    if compact and isinstance(root, Statement | Invocation) and not set("{}") & set(_said(root)):
        return _inside(root, bracket_follows=False)
    words: list[str] = []
    waiting: list[str | tuple[Node, int]] = [(root, _LOOSEST)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            words.append(item)
        else:
            waiting.extend(reversed(_pieces(*item)))
    return _join(words, compact=compact)


def written_leaf(node: Statement | Invocation) -> str:
    """``{statement}`` or ``{IS template "argument"}``."""
    return f"{{{_inside(node, bracket_follows=True)}}}"


def _said(node: Statement | Invocation) -> str:
    return node.text if isinstance(node, Statement) else node.argument or ""


def _inside(node: Statement | Invocation, *, bracket_follows: bool) -> str:
    if isinstance(node, Statement):
        return written_statement(node.text, bracket_follows=bracket_follows)
    if node.argument is None:
        return f"IS {node.template}"
    return f'IS {node.template} "{written_argument(node.argument)}"'


def _pieces(node: Node, floor: int) -> list[str | tuple[Node, int]]:
    """The words of ``node`` and its operands, in parentheses where it binds looser than ``floor``."""
    match node:
        case Statement() | Invocation():
            return [written_leaf(node)]
        case Not():
            level, pieces = _NOT, _between(node, _NOT, ())
            pieces.insert(0, "NOT")
        case And():
            level, pieces = _AND, _between(node, _NOT, ("AND",))
        case Or():
            level, pieces = _LOOSEST, _between(node, _AND, ("OR",))
        case Mean():
            level, pieces = _MEAN, _between(node, _TIGHTEST, ("+",))
        case Comparison():
            level, pieces = _COMPARISON, _between(node, _MEAN, node.signs)
        case _:
            assert_never(node)
    return ["(", *pieces, ")"] if level < floor else pieces


def _between(node: Node, floor: int, operators: tuple[str, ...]) -> list[str | tuple[Node, int]]:
    """The operands of ``node`` with its operators between them; a single operator stands between all."""
    pieces: list[str | tuple[Node, int]] = []
    for i, operand in enumerate(children(node)):
        if i:
            pieces.append(operators[min(i, len(operators)) - 1])
        pieces.append((operand, floor))
    return pieces


def _join(words: list[str], *, compact: bool) -> str:
    """The words with a space between two of them, except inside parentheses or where ``compact`` can do without."""
    text = words[0]
    for before, word in pairwise(words):
        tight = before == "(" or word == ")" or (compact and not (before.isalpha() and word.isalpha()))
        text += word if tight else " " + word
    return text
