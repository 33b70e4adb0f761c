"""Each path to an answer by itself, so that the table of confidence knows those that another mostly comes before."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

from casewright.toolbox.documents.answering import looking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


def every_path(*, table: bool, asked_by_people: bool = False) -> Iterator[AbstractContextManager[object]]:
    """The product as it is; for the ``table`` every path in its turn, however unlikely its answers are.

    Facts and what follows them; search where the facts had none; clauses alone; search alone. What people ask, of
    which few have a field, the first and the last.
    """
    if not table:
        yield ExitStack()
        return
    yield _with()
    if not asked_by_people:
        yield _with(by_clauses=True)
        yield _with(fields_of=True)
    yield _with(fields_of=True, by_clauses=True)


@contextmanager
def _with(*, by_clauses: bool = False, fields_of: bool = False) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(patch.object(looking, "LEAST", -1.0))
        if by_clauses:
            stack.enter_context(patch.object(looking, "by_clauses", lambda *_, **__: None))
        if fields_of:
            stack.enter_context(patch.object(looking, "fields_of", lambda _: ()))
        yield
