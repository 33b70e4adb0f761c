"""From plain words to IQL by rules (spec/iql.md, "From plain words to IQL"). What comes out has passed the parser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from casewright.errors import InvalidInput
from casewright.iql.parser import parse
from casewright.iql.plain_comparisons import find_comparison
from casewright.iql.plain_description import describe
from casewright.iql.plain_items import OWN_WORDS, read_items
from casewright.iql.plain_queries import join_items
from casewright.iql.plain_wishes import describe_clause, wish
from casewright.iql.spelling import correct
from casewright.iql.syntax_error import IqlSyntaxError
from casewright.iql.tree import Invocation, postorder
from casewright.iql.wording import fold_words, vocabulary

if TYPE_CHECKING:
    from casewright.iql.query import Query

Scope = Literal["chunk", "document"]

MAX_WORDS = 2_000
"""Characters of a question that are read; what comes after them is left out, and the explanation says so."""
_SURE, _LIKELY, _SPELT, _OWN_WORDS = 0.95, 0.8, 0.9, 0.4


@dataclass(frozen=True, slots=True)
class Translation:
    """A query for plain words: valid IQL, and how it is to be read.

    ``explanation`` tells a lawyer what the query asks, in a sentence or two; ``templates_used`` are the names of its
    templates in order. ``confidence`` is from 0 to 1: 1.0 where the words were IQL, about 0.4 where no template
    covered them; it is an order of trust made by rules, not a measured probability.
    """

    iql: str
    scope: Scope
    explanation: str
    templates_used: tuple[str, ...]
    confidence: float


def translate(text: str) -> Translation:
    """The query that ``text`` asks for.

    What no template covers becomes ``{IS clause that "…"}`` in the asker's words. Raises InvalidInput for a text
    without a word in it, and nothing else.
    """
    if not re.search(r"\w", text):
        raise InvalidInput(
            "There is nothing to translate: say which clauses you look for, such as 'uncapped indemnity'"
        )
    given = iql_inside(text)
    if given is not None:
        return check_translation(given, "chunk", 1.0)
    words = " ".join(fold_words(text[:MAX_WORDS]).split())
    spelt = correct(words, _known())
    iql, scope, confidence = _by_rules(wish(spelt))
    if spelt != words:
        confidence *= _SPELT
    made = check_translation(iql, scope, round(confidence, 2))
    if len(text) > MAX_WORDS:
        cut = f"{made.explanation} Only the first {MAX_WORDS:,} characters were read."
        return Translation(made.iql, made.scope, cut, made.templates_used, made.confidence)
    return made


def check_translation(iql: str, scope: Scope, confidence: float, explanation: str = "") -> Translation:
    """The translation that consists of this query; where no ``explanation`` is given it is told from the query itself.

    Raises IqlSyntaxError for what the parser does not take.
    """
    query = parse(iql)
    return Translation(iql, scope, explanation or describe(query.tree, scope), templates_of(query), confidence)


def templates_of(query: Query) -> tuple[str, ...]:
    """The names of the templates that the query invokes, in order, each once."""
    return tuple(dict.fromkeys(node.template for node in postorder(query.tree) if isinstance(node, Invocation)))


def iql_inside(text: str) -> str | None:
    """The IQL that ``text`` holds, with or without words around it; None where there is none that parses."""
    first, last = text.find("{"), text.rfind("}")
    if first < 0 or last < first:
        return None
    for start in (_BEFORE.search(text, 0, first), None):
        low = start.start() if start else first
        tail = _AFTER.match(text, last + 1)
        candidate = text[low : tail.end() if tail else last + 1].strip()
        for tried in (candidate, text[first : last + 1]):
            try:
                parse(tried)
            except IqlSyntaxError:
                continue
            return tried
    return None


_BEFORE = re.compile(r"(?:(?:NOT\b|\()\s*)+\Z")
_AFTER = re.compile(r"(?:\s*\))+")


def _by_rules(words: str) -> tuple[str, Scope, float]:
    comparison = find_comparison(words)
    if comparison is not None:
        return comparison, "chunk", _LIKELY
    if OWN_WORDS.search(words):
        return describe_clause(words), "chunk", _OWN_WORDS
    items = read_items(words)
    if not items.any:
        return describe_clause(words), "chunk", _OWN_WORDS
    iql, scope = join_items(items)
    unread = len(items.left.split())
    return iql, scope, max(_SURE - 0.05 * unread, 0.5)


@cache
def _known() -> frozenset[str]:
    return frozenset(vocabulary())
