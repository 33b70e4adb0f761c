"""How much text a research query builds for each row: what a database holds of it at once is in nobody's accounts.

Columns count as long as they may well be, and every function that makes a new text counts with the most that it may
give. What is compared only is not built: databases have folded copies of the columns (``research_folding``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlglot import exp

from casewright.casework.research_tables import TABLES, ColumnKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FULL_TEXT: Final = 100_000
"""Characters that ``full_text`` counts as."""
SUMMARY: Final = 5_000
SHORT: Final = 500
"""Characters that every other column of text counts as."""
NUMBER: Final = 30
"""Characters that numbers, dates and flags count as."""
MOST_WIDE: Final = 250_000
"""Characters of one text that a query may build for a row."""
MOST_BUILT: Final = 600_000
"""Characters of all texts that a query may build for a row."""

COMPARING = (
    exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Like, exp.In, exp.Between,
    exp.StartsWith, exp.EndsWith, exp.Contains, exp.StrPosition, exp.RegexpLike,
)  # fmt: skip
"""What compares its parts, text among them."""
CASED = (exp.Lower, exp.Upper)
_JOINING = (exp.Concat, exp.DPipe)
_BUILDING = (*_JOINING, *CASED, exp.Trim, exp.Substring, exp.Coalesce, exp.Case, exp.Cast, exp.TryCast)
_HANDING_ON = (*CASED, exp.Trim, exp.Paren, exp.Alias, exp.Min, exp.Max, exp.Cast, exp.TryCast)


@dataclass(frozen=True, slots=True)
class Built:
    """Characters for one row at most: of the widest text that an expression gives, and of all that are built."""

    widest: int
    in_all: int


def built_text(tree: exp.Select, table: str) -> Built:
    """What the query builds; ``tree`` holds only what the guard lets through."""
    columns = {name: _column_width(name, kind) for name, kind in TABLES[table].items()}
    widths: dict[int, int] = {}
    for item in tree.expressions:
        _measure(item, columns, widths)
    # What ORDER BY, GROUP BY and HAVING call by a name of the SELECT is as wide as what it names.
    named = {item.alias: widths[id(item)] for item in tree.expressions if isinstance(item, exp.Alias)}
    wider = {name: max(named.get(name, 0), columns.get(name, 0)) for name in {*named, *columns}}
    for part in ("where", "group", "having", "order"):
        if (clause := tree.args.get(part)) is not None:
            _measure(clause, wider, widths)
    built = [widths[id(node)] for node in tree.walk() if isinstance(node, _BUILDING) and not _is_compared(node)]
    return Built(max(built, default=0), sum(built))


def too_wide(tree: exp.Select, table: str) -> str | None:
    """Why the query builds more text than it may, and what to do instead; None where it does not."""
    built = built_text(tree, table)
    counted = f"full_text counts as {FULL_TEXT:,}"
    if built.widest > MOST_WIDE:
        return (
            f"the query builds a text of up to {built.widest:,} characters for each row ({counted}), and {MOST_WIDE:,} "
            "is the most: put fewer long columns together, or take a SUBSTR of them"
        )
    if built.in_all > MOST_BUILT:
        return (
            f"the query builds texts of up to {built.in_all:,} characters for each row ({counted}), and {MOST_BUILT:,} "
            "is the most: build fewer of them, or take a SUBSTR of long columns"
        )
    return None


def _column_width(name: str, kind: ColumnKind) -> int:
    if kind not in (ColumnKind.TEXT, ColumnKind.CODE):
        return NUMBER
    return {"full_text": FULL_TEXT, "summary": SUMMARY}.get(name, SHORT)


def _measure(root: exp.Expr, columns: Mapping[str, int], widths: dict[int, int]) -> None:
    """The width of every node, the innermost first: chains of ``||`` may be deeper than a stack."""
    for node in reversed(list(root.walk())):
        widths[id(node)] = _width(node, columns, widths)


def _width(node: exp.Expr, columns: Mapping[str, int], widths: Mapping[int, int]) -> int:
    def of(*parts: object) -> Iterable[int]:
        return (widths[id(part)] for part in parts if isinstance(part, exp.Expr))

    match node:
        case exp.Column():
            return max(columns.get(node.name, 0), columns.get(node.name.lower(), 0))
        case exp.Literal() | exp.RawString():
            return len(str(node.this))
        case exp.Concat():
            return sum(of(*node.expressions))
        case exp.DPipe():
            return sum(of(node.this, node.expression))
        case exp.Coalesce():
            return max(of(node.this, *node.expressions))
        case exp.Case():
            return max(of(*node.args["ifs"], node.args.get("default")))
        case exp.If():
            return max(of(node.args.get("true"), node.args.get("false")))
        case exp.Substring():
            return min([*of(node.this), *_taken(node)])
        case _ if isinstance(node, _HANDING_ON):
            return max([NUMBER, *of(node.this)])
        case _:
            return NUMBER


def _taken(node: exp.Substring) -> list[int]:
    length = node.args.get("length")
    is_number = isinstance(length, exp.Literal) and not length.is_string and str(length.this).isdecimal()
    return [int(length.this)] if is_number and length is not None else []


def _is_compared(node: exp.Expr) -> bool:
    """Whether it only lowers or raises a column's letters to compare them, which is not done but looked up."""
    return isinstance(node, CASED) and isinstance(node.this, exp.Column) and isinstance(node.parent, COMPARING)
