"""Who watches calls while they run, for the operations of a host: traces and measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from casewright.tools.calls import CallContext, ToolCall, ToolResult
    from casewright.tools.definition import Tool


class Telemetry(Protocol):
    """Watches calls. It must not raise, and takes no arguments and no results of calls along."""

    def observe(
        self, call: ToolCall, context: CallContext, tool: Tool | None
    ) -> AbstractContextManager[Callable[[ToolResult], None]]:
        """Watch the call while the block runs, in the caller's context; what it gives is told how the call ended.

        ``tool`` is None where there is none of the call's name.
        """
        ...
