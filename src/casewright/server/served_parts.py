"""What is served beside the home, as far as the server knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from starlette.routing import BaseRoute


class Metrics(Protocol):
    """Counts, for Prometheus."""

    def stream(self) -> AbstractContextManager[None]:
        """Counts one more open stream while the block lasts."""
        ...

    def exposition(self) -> tuple[bytes, str]:
        """The figures as text, and its media type."""
        ...


class McpPlaces(Protocol):
    """Answers clients of the Model Context Protocol."""

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """Where."""
        ...

    def running(self) -> AbstractAsyncContextManager[None]:
        """What has to go on meanwhile."""
        ...
