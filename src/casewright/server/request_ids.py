"""Which request is being answered here: for whatever is logged on its way."""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Iterator

request_id: ContextVar[str | None] = ContextVar("casewright_request_id", default=None)
"""The id of the request that is being answered; None outside of one."""
_USABLE = re.compile(r"[A-Za-z0-9._-]{1,64}")


def new_request_id(given: str | None = None) -> str:
    """The id that a proxy in front gave the request, where it can be used as it is, else a new one."""
    return given if given is not None and _USABLE.fullmatch(given) else uuid4().hex


@contextmanager
def answering(request: str) -> Iterator[None]:
    """Within it what is logged belongs to this request."""
    token = request_id.set(request)
    try:
        yield
    finally:
        request_id.reset(token)
