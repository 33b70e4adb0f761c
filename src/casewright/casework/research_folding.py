"""Text in research queries compared without regard to case and diacritics, whatever database answers them.

``LOWER(title) LIKE '%chirie%'`` and ``title = 'Lege'`` become comparisons of folded text: a column by the folded copy
that the database has of it, an expression by the database's own folding, and what stands in the query folded here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlglot import exp

from casewright.casework.research_tables import TABLES, ColumnKind
from casewright.casework.research_width import CASED, COMPARING
from casewright.vocabulary.folding import fold, without_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.casework.research_sql import ResearchQuery


def fold_text(
    query: ResearchQuery, *, column: Callable[[exp.Column], exp.Expr], computed: Callable[[exp.Expr], exp.Expr]
) -> exp.Select:
    """A copy of the tree with text comparisons folded; ``column`` and ``computed`` say how the database folds."""
    tree = query.tree.copy()
    kinds = TABLES[query.table]
    comparisons = [node for node in tree.walk() if isinstance(node, COMPARING)]
    for node in reversed(comparisons):  # the innermost first: what encloses it is copied with it
        if any(_is_text(side, kinds) for side in _sides(node)):
            for side in _sides(node):
                side.replace(_folded(side, kinds, column, computed, pattern=_is_pattern(node, side)))
    return tree


def _sides(node: exp.Expr) -> list[exp.Expr]:
    return [
        item
        for value in node.args.values()
        for item in (value if isinstance(value, list) else [value])
        if isinstance(item, exp.Expr)
    ]


def _is_pattern(node: exp.Expr, side: exp.Expr) -> bool:
    return isinstance(node, exp.RegexpLike) and side is node.expression


def _is_text(side: exp.Expr | None, kinds: Mapping[str, ColumnKind]) -> bool:
    """Whether the expression gives text that comes from a text column, at least in part."""
    match side:
        case exp.Column():
            return kinds.get(side.name.lower()) is ColumnKind.TEXT
        case exp.Lower() | exp.Upper() | exp.Trim() | exp.Substring() | exp.Paren() | exp.Min() | exp.Max():
            return _is_text(side.this, kinds)
        case exp.Concat() | exp.Coalesce() | exp.DPipe():
            return any(_is_text(part, kinds) for part in _sides(side))
        case exp.If():
            return any(_is_text(side.args.get(part), kinds) for part in ("true", "false"))
        case exp.Case():
            return any(_is_text(part, kinds) for part in (*side.args["ifs"], side.args.get("default")))
        case _:
            return False


def _folded(
    side: exp.Expr,
    kinds: Mapping[str, ColumnKind],
    column: Callable[[exp.Column], exp.Expr],
    computed: Callable[[exp.Expr], exp.Expr],
    *,
    pattern: bool,
) -> exp.Expr:
    inner = side
    while isinstance(inner, (*CASED, exp.Paren)):
        inner = cast("exp.Expr", inner.this)
    if isinstance(inner, exp.Literal | exp.RawString) and (isinstance(inner, exp.RawString) or inner.is_string):
        # Lower case would change what \S and \W mean, so a pattern says itself that case does not count.
        return exp.Literal.string(f"(?i){without_marks(inner.this)}" if pattern else fold(inner.this))
    if isinstance(inner, exp.Column):
        return column(inner.copy()) if kinds.get(inner.name.lower()) is ColumnKind.TEXT else inner.copy()
    if isinstance(inner, exp.Literal | exp.Null | exp.Boolean) or not _is_text(inner, kinds):
        return inner.copy()
    return computed(inner.copy())
