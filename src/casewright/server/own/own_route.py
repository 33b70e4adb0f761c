"""Routes with more to them than one call: each says for itself what it takes and gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from fastapi import Request, Response


@dataclass(frozen=True, slots=True)
class OwnRoute:
    """One route. ``described`` is its part of the description, where that says more than the name.

    ``gives``: the tool whose output its successes are, with what they say themselves.
    ``open_to_all``: it may be asked by somebody who is not signed in, and then answers ``problems`` alone.
    """

    method: str
    path: str
    name: str
    summary: str
    tag: str
    endpoint: Callable[[Request], Awaitable[Response]]
    # Any: a description is JSON.
    described: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    gives: str | None = None
    open_to_all: bool = False
    problems: frozenset[str] = frozenset()
