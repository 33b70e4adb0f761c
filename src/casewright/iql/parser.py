"""From the text of a query to a ``Query``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.iql import mistakes
from casewright.iql.advice import warnings
from casewright.iql.expansion import build
from casewright.iql.grammar import read
from casewright.iql.limits import MAX_CHARACTERS
from casewright.iql.printer import write
from casewright.iql.query import Query
from casewright.iql.templates import BUILTIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.iql.templates import Template


def parse(text: str, templates: Mapping[str, Template] = BUILTIN) -> Query:
    """The query that ``text`` says, its templates looked up in ``templates`` by name and expanded.

    Templates of one's own go beside the built-in ones: ``{**BUILTIN, "uncapped indemnity": Template(…)}``.

    Raises IqlSyntaxError, and nothing else, for a text that is not a query; TypeError for what is not a text.
    Takes time linear in the length of ``text`` and of the expansions that it leads to, and never recurses.
    """
    if not isinstance(text, str):
        raise TypeError(f"A query is a str, not {type(text).__name__}.")
    steps = read(text, templates)
    tree = build(text, steps, templates)
    if 3 * len(text) > MAX_CHARACTERS:  # a shorter one stays below the limit however it is written
        characters = len(write(tree, compact=True))
        if characters > MAX_CHARACTERS:
            raise mistakes.too_long(text, characters)
    return Query(tree, tuple(warnings(text, steps, templates)))
