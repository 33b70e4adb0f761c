"""Generated queries: texts with the statements that they hold, written with random spacing and parentheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from casewright.iql.escapes import written_argument, written_statement
from casewright.iql.templates import BUILTIN

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Written = tuple[str, tuple[str, ...]]
"""A query's text, and its distinct statements in order."""

_WORDS = st.text(st.one_of(st.sampled_from('{}"\\ ISANDORNOT<>()'), st.characters()), min_size=1, max_size=12)
"""Text in which the characters that mean something are common."""


def statement_texts() -> SearchStrategy[str]:
    """Texts of plain statements: trimmed, not empty."""
    return _WORDS.map(str.strip).filter(bool)


def arguments() -> SearchStrategy[str]:
    """Arguments of templates: not blank."""
    return _WORDS.filter(lambda text: bool(text.strip()))


def leaves() -> SearchStrategy[Written]:
    """Statements and invocations in curly brackets."""
    without = [template for template in BUILTIN.values() if template.parameter is None]
    taking = [template for template in BUILTIN.values() if template.parameter is not None]
    return st.one_of(
        statement_texts().map(lambda text: (f"{{{written_statement(text)}}}", (text,))),
        st.sampled_from(without).map(lambda t: (f"{{IS {t.name}}}", (t.expansion,))),
        st.tuples(st.sampled_from(taking), arguments()).map(
            lambda pair: (
                f'{{IS {pair[0].name} "{written_argument(pair[1])}"}}',
                (pair[0].expansion.replace(pair[0].slot, pair[1]),),
            )
        ),
    )


def trees() -> SearchStrategy[Written]:
    """Whole queries with every operator, every group in parentheses."""
    return st.recursive(leaves(), _grown, max_leaves=12)


def _grown(inner: SearchStrategy[Written]) -> SearchStrategy[Written]:
    groups = st.lists(inner.map(lambda part: (f"({part[0]})", part[1])) | leaves(), min_size=2, max_size=4)
    operators = st.sampled_from(["AND", " OR ", ">", " < ", "+\n"])
    return st.one_of(
        st.tuples(operators, groups).map(
            lambda pair: (
                pair[0].join(part[0] for part in pair[1]),
                tuple(dict.fromkeys(said for part in pair[1] for said in part[1])),
            )
        ),
        inner.map(lambda part: (f"NOT ({part[0]})", part[1])),
    )
