"""Which request is being answered here: for whatever is logged on its way."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

request_id: ContextVar[str | None] = ContextVar("casewright_request_id", default=None)
"""The id of the request that is being answered; None outside of one."""


@contextmanager
def answering(request: str) -> Iterator[None]:
    """Within it what is logged belongs to this request."""
    token = request_id.set(request)
    try:
        yield
    finally:
        request_id.reset(token)
