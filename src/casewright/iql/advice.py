"""Warnings about queries that are valid but may not say what their author meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.iql.braces import PlainStatement
from casewright.iql.excerpt import show_excerpt
from casewright.iql.templates import find, fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.iql.grammar import Step
    from casewright.iql.templates import Template

_OPERATOR_IN_BARE_TEXT = re.compile(r"(?<!\w)(?:AND|OR|NOT)(?!\w)|(?<=\s)[<>+](?=\s)")
_NAMELESS = re.compile(r"\{?\s*IS\s*(?:\}|\Z)")


def warnings(text: str, steps: Sequence[Step], templates: Mapping[str, Template]) -> Iterator[str]:
    """What the author of the query ``text``, read as ``steps``, should know; each a sentence with its remedy."""
    operator = _OPERATOR_IN_BARE_TEXT.search(text)
    if operator and "{" not in text:
        yield (
            f"The query has no curly brackets, so all of it is one statement and {operator[0]} is not an operator; "
            f"to combine statements write each in curly brackets, such as {{…}} {operator[0]} {{…}}."
        )
    for step in steps:
        if not isinstance(step, PlainStatement):
            continue
        if _NAMELESS.match(text, step.position):
            yield "A statement holds nothing but IS and is read as plain text; a template's name belongs after IS."
        keyword, _, name = step.text.partition(" ")
        if keyword != "IS" and keyword.lower() == "is" and find(fold(name.partition('"')[0]), templates):
            yield (
                f"The statement beginning {keyword!r} is read as plain text, because IS is written in capitals to "
                f"invoke a template: {{IS {show_excerpt(name)}}}."
            )
