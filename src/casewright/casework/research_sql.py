"""The guard of research: one SELECT over one table of the corpus, of allow-listed parts only, or nothing at all.

What is not on a list here is refused, node by node and argument by argument of the parsed query; what runs is written
anew from the checked tree, so that nothing that the parser did not understand can reach a database
(spec/casework.md, "Research").
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError
from sqlglot.tokenizer_core import TokenType

from casewright.casework.research_tables import MOST_ROWS, TABLES
from casewright.casework.research_width import too_wide
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MOST_CHARACTERS = 10_000
MOST_NODES = 1_000
MOST_DEPTH = 60
MOST_OFFSET = 1_000_000
SEED_DATASET = ("relexro", "romanian_legal_data")
"""The project and dataset that the seed's prompts name; always accepted before a table's name."""


class RefusedQuery(InvalidInput):
    """A research query that may not run; the message says which part of it and what to write instead."""


@dataclass(frozen=True, slots=True)
class ResearchQuery:
    """A query that passed: ``tree`` is a SELECT over ``table`` alone, with a LIMIT of at most ``MOST_ROWS``.

    ``plain`` says that its rows are rows of the table: neither grouped, counted nor made distinct.
    """

    table: str
    tree: exp.Select
    plain: bool


_TWO = frozenset({"this", "expression"})
_ONE = frozenset({"this"})
_ALLOWED: dict[type[exp.Expr], frozenset[str]] = {
    exp.Select: frozenset({"expressions", "from_", "where", "group", "having", "order", "limit", "offset", "distinct"}),
    exp.From: _ONE,
    exp.Table: frozenset({"this", "db", "catalog", "alias"}),
    exp.TableAlias: _ONE,
    exp.Identifier: frozenset({"this", "quoted"}),
    exp.Column: frozenset({"this", "table"}),
    exp.Star: frozenset({"except_"}),
    exp.Alias: frozenset({"this", "alias"}),
    exp.Where: _ONE,
    exp.Group: frozenset({"expressions"}),
    exp.Having: _ONE,
    exp.Order: frozenset({"expressions"}),
    exp.Ordered: frozenset({"this", "desc", "nulls_first"}),
    exp.Limit: frozenset({"expression"}),
    exp.Offset: frozenset({"expression"}),
    exp.Distinct: frozenset({"expressions"}),
    exp.Literal: frozenset({"this", "is_string"}),
    exp.RawString: _ONE,
    exp.Null: frozenset(),
    exp.Boolean: _ONE,
    exp.Paren: _ONE,
    exp.Not: _ONE,
    exp.Neg: _ONE,
    **dict.fromkeys((exp.And, exp.Or, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is), _TWO),
    **dict.fromkeys((exp.Add, exp.Sub, exp.Mul, exp.Mod), _TWO),
    exp.Div: _TWO | {"typed", "safe"},
    exp.Like: _TWO | {"negate"},
    exp.In: frozenset({"this", "expressions"}),
    exp.Between: frozenset({"this", "low", "high"}),
    exp.DPipe: _TWO | {"safe"},
    exp.Case: frozenset({"this", "ifs", "default"}),
    exp.If: frozenset({"this", "true", "false"}),
    exp.Cast: frozenset({"this", "to"}),
    exp.TryCast: frozenset({"this", "to", "safe"}),
    exp.DataType: frozenset({"this", "nested"}),
    exp.Var: _ONE,
    exp.Count: frozenset({"this", "big_int"}),
    exp.Min: _ONE,
    exp.Max: _ONE,
    exp.Lower: _ONE,
    exp.Upper: _ONE,
    exp.Trim: _ONE,
    exp.Length: frozenset({"this", "binary"}),
    exp.Substring: frozenset({"this", "start", "length"}),
    exp.Concat: frozenset({"expressions", "safe", "coalesce"}),
    exp.Coalesce: frozenset({"this", "expressions"}),
    exp.StartsWith: _TWO,
    exp.EndsWith: _TWO,
    exp.Contains: _TWO,
    exp.StrPosition: frozenset({"this", "substr"}),
    exp.RegexpLike: _TWO,
    exp.Extract: _TWO,
    exp.Date: _ONE,
    exp.DateFromParts: frozenset({"year", "month", "day"}),
    exp.CurrentDate: frozenset(),
}
"""Every kind of node there may be, with the arguments that may be filled. All else is refused."""

_TYPES = frozenset({exp.DType.TEXT, exp.DType.BIGINT, exp.DType.DATE, exp.DType.BOOLEAN, exp.DType.DOUBLE})
_PARTS = frozenset({"YEAR", "MONTH", "DAY"})
_WORDS = {
    exp.With: "WITH",
    exp.Join: "a join",
    exp.Subquery: "a subquery",
    exp.Union: "UNION",
    exp.Window: "a window function",
    exp.Qualify: "QUALIFY",
    exp.Version: "FOR SYSTEM_TIME AS OF",
    exp.TableSample: "TABLESAMPLE",
    exp.Parameter: "a parameter or system variable",
    exp.SessionParameter: "a system variable",
    exp.Placeholder: "a placeholder",
    exp.Lateral: "a lateral view",
    exp.Unnest: "UNNEST",
    exp.Hint: "a hint",
    exp.Pivot: "PIVOT",
}


def guard(query: str, table: str, datasets: Collection[tuple[str, ...]] = ()) -> ResearchQuery:
    """The query as it may run. ``datasets`` are accepted before the table's name, as the seed's is.

    Raises ``InvalidInput`` for a table that there is none of ("Invalid table name") and ``RefusedQuery`` for the rest.
    """
    if table not in TABLES:
        raise InvalidInput("Invalid table name")
    tree = _parsed(query)
    if sum(1 for _ in _nodes(tree)) > MOST_NODES:
        raise RefusedQuery(f"the query has more than {MOST_NODES} parts: ask for less at once")
    _only_select(tree)
    assert isinstance(tree, exp.Select), "anything else was refused"
    source = _only_table(tree, table, {SEED_DATASET, *datasets})
    for node in _nodes(tree):
        _allowed(node)
    _only_columns(tree, table)
    _limited(tree)
    _spelled_out(tree, table)
    if (why := too_wide(tree, table)) is not None:
        raise RefusedQuery(why)
    source.replace(exp.Table(this=exp.to_identifier(table), alias=source.args.get("alias")))
    plain = not tree.args.get("group") and not tree.args.get("distinct") and not tree.find(exp.AggFunc)
    return ResearchQuery(table, tree, plain)


def _parsed(query: str) -> exp.Expr:
    if len(query) > MOST_CHARACTERS:
        raise RefusedQuery(f"the query has {len(query):,} characters: {MOST_CHARACTERS:,} is the most")
    if "\x00" in query:
        raise RefusedQuery("the query holds a NUL character: leave it out")
    try:
        tokens = sqlglot.tokenize(query, read="bigquery")
        if any(token.comments for token in tokens):
            raise RefusedQuery("the query holds a comment: leave it out")
        if any(token.token_type is TokenType.PIPE_GT for token in tokens):
            raise RefusedQuery("pipe syntax (|>) is not allowed in research queries")
        _shallow(tokens)
        statements = sqlglot.parse(query, read="bigquery")
    except SqlglotError as error:
        raise RefusedQuery(f"the query is no SQL that can be read: {_first_line(error)}") from error
    except RecursionError as error:
        raise RefusedQuery("the query is nested too deep") from error
    if any(token.token_type is TokenType.SEMICOLON for token in tokens[:-1]) or len(statements) != 1:
        raise RefusedQuery("one SELECT is asked for: send one statement at a time")
    if statements[0] is None:
        raise RefusedQuery("the query is empty: write a SELECT")
    if any(node.comments for node in _nodes(statements[0])):
        raise RefusedQuery("the query holds a comment: leave it out")
    return statements[0]


def _shallow(tokens: Collection[sqlglot.Token]) -> None:
    depth = 0
    for token in tokens:
        if token.token_type in (TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE):
            depth += 1
        elif token.token_type in (TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE):
            depth -= 1
        if depth > MOST_DEPTH:
            raise RefusedQuery(f"the query is nested more than {MOST_DEPTH} deep")


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(". ").replace("\x1b[4m", "").replace("\x1b[0m", "")[:200]


def _nodes(tree: exp.Expr) -> Iterator[exp.Expr]:
    """Every node, also those in arguments that a walk over children of known kinds would skip."""
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, exp.Expr):
            yield node
            waiting.extend(node.args.values())
        elif isinstance(node, list | tuple):
            waiting.extend(node)


def _only_select(tree: exp.Expr) -> None:
    if not isinstance(tree, exp.Select):
        raise RefusedQuery(f"only SELECT may run here, not {_called(tree)}")
    if sum(isinstance(node, exp.Query) for node in _nodes(tree)) > 1:
        raise RefusedQuery("one SELECT without WITH, UNION or subqueries is asked for")


def _only_table(tree: exp.Select, table: str, datasets: Collection[tuple[str, ...]]) -> exp.Table:
    tables: list[exp.Table] = [node for node in _nodes(tree) if isinstance(node, exp.Table)]
    source = tree.args.get("from_")
    if len(tables) != 1 or source is None or source.this is not tables[0]:
        raise RefusedQuery(f"the query has to read from the table {table!r} alone, and name it once")
    found: exp.Table = tables[0]
    parts = [found.args.get(part) for part in ("catalog", "db", "this")]
    if not all(part is None or isinstance(part, exp.Identifier) for part in parts):
        raise RefusedQuery(f"the query has to read from the table {table!r}, not from a function or a file")
    names = tuple(part.name for part in parts if part is not None)
    prefix, name = names[:-1], names[-1]
    known = {(), *datasets, *((dataset[-1],) for dataset in datasets)}
    if name != table or prefix not in known:
        raise RefusedQuery(f"the query reads {'.'.join(names)!r}, and only {table!r} was asked for")
    return found


def _allowed(node: exp.Expr) -> None:
    arguments = _ALLOWED.get(type(node))
    if arguments is None:
        raise RefusedQuery(f"{_called(node)} is not allowed in research queries")
    for name, value in node.args.items():
        if name not in arguments and value not in (None, False, []):
            inner = value[0] if isinstance(value, list) else value
            what = _called(inner) if isinstance(inner, exp.Expr) else f"{name.rstrip('_')!r}"
            raise RefusedQuery(f"{what} is not allowed in research queries")
    match node:
        case exp.DataType() if node.this not in _TYPES:
            raise RefusedQuery("CAST is allowed to STRING, INT64, FLOAT64, DATE and BOOL only")
        case exp.Extract() if not isinstance(node.this, exp.Var) or node.this.name.upper() not in _PARTS:
            raise RefusedQuery("EXTRACT is allowed of YEAR, MONTH and DAY only")
        case exp.Var() if not isinstance(node.parent, exp.Extract):
            raise RefusedQuery(f"{node.name!r} is not allowed in research queries")
        case exp.TableAlias() if not isinstance(node.this, exp.Identifier):
            raise RefusedQuery("a table's alias is one name")


def _called(node: exp.Expr) -> str:
    for kind, word in _WORDS.items():
        if isinstance(node, kind):
            return word
    if isinstance(node, exp.Anonymous):
        return f"the function {node.name}"
    if isinstance(node, exp.Func):
        written, called, _ = node.sql(dialect="bigquery", unsupported_level=ErrorLevel.IGNORE).partition("(")
        return f"the function {written if called and written.isidentifier() else node.sql_name()}"
    return node.key.upper().replace("_", " ")


def _only_columns(tree: exp.Select, table: str) -> None:
    """Every column is one of the table's, or the name that the SELECT gives one of its own expressions."""
    columns = TABLES[table]
    aliases = {item.alias for item in tree.expressions if isinstance(item, exp.Alias)}
    called = {table, tree.args["from_"].this.alias_or_name}
    late = {
        id(node) for part in ("group", "having", "order") if tree.args.get(part) for node in _nodes(tree.args[part])
    }
    for node in _nodes(tree):
        if not isinstance(node, exp.Column):
            continue
        qualifier = node.args.get("table")
        if qualifier is not None and qualifier.name not in called:
            raise RefusedQuery(f"{qualifier.name!r} is not the table {table!r}")
        if isinstance(node.this, exp.Star) or node.name.lower() in columns:
            continue
        if not (id(node) in late and qualifier is None and node.name in aliases):
            near = get_close_matches(node.name.lower(), columns, 1)
            meant = f"; did you mean {near[0]!r}?" if near else f": it has {', '.join(columns)}"
            raise RefusedQuery(f"the table {table!r} has no column {node.name!r}{meant}")


def _spelled_out(tree: exp.Select, table: str) -> None:
    """Every ``*`` of the SELECT becomes the table's columns, whatever else the stored table has."""
    spelled: list[exp.Expr] = []
    for item in tree.expressions:
        star = item.this if isinstance(item, exp.Column) else item
        if not isinstance(star, exp.Star):
            spelled.append(item)
            continue
        left_out = {column.name.lower() for column in star.args.get("except_") or ()}
        qualifier = item.args.get("table") if isinstance(item, exp.Column) else None
        spelled += [exp.column(name, table=qualifier) for name in TABLES[table] if name not in left_out]
    if not spelled:
        raise RefusedQuery("the query asks for no column")
    tree.set("expressions", spelled)


def _limited(tree: exp.Select) -> None:
    limit, offset = tree.args.get("limit"), tree.args.get("offset")
    rows = MOST_ROWS if limit is None else min(_number(limit.expression, "LIMIT"), MOST_ROWS)
    tree.set("limit", exp.Limit(expression=exp.Literal.number(rows)))
    if offset is not None and _number(offset.expression, "OFFSET") > MOST_OFFSET:
        raise RefusedQuery(f"OFFSET is at most {MOST_OFFSET:,}: narrow the WHERE instead")


def _number(node: exp.Expr | None, what: str) -> int:
    if not isinstance(node, exp.Literal) or node.is_string or not str(node.this).isdecimal():
        raise RefusedQuery(f"{what} takes a whole number as it is")
    return int(node.this)
