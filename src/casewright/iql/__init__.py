"""IQL, the clause query language: text in, a tree out, scores combined. No I/O."""

from __future__ import annotations

from casewright.iql.parser import parse
from casewright.iql.query import Query
from casewright.iql.syntax_error import IqlSyntaxError
from casewright.iql.templates import BUILTIN, Template

__all__ = ["BUILTIN", "IqlSyntaxError", "Query", "Template", "parse"]
