"""How large a query may be, before and after its templates are expanded."""

from __future__ import annotations

MAX_CHARACTERS = 10_000
"""Of the query's text; after expansion, of all its statements together."""

MAX_STATEMENTS = 64
"""Written in the query; after expansion, counted each time they occur."""

MAX_DEPTH = 100
"""Parentheses and NOTs inside each other in the text; operators and templates above a statement in the tree."""
