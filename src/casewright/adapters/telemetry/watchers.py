"""Several watchers of calls as one."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.tools.calls import CallContext, ToolCall, ToolResult
    from casewright.tools.definition import Tool
    from casewright.tools.ports.telemetry import Telemetry


class Watchers:
    """Fits ``tools.ports.telemetry.Telemetry``: each watches every call, the first one outermost."""

    def __init__(self, watchers: Sequence[Telemetry]) -> None:
        self._watchers = tuple(watchers)

    @contextmanager
    def observe(
        self, call: ToolCall, context: CallContext, tool: Tool | None
    ) -> Iterator[Callable[[ToolResult], None]]:
        """Watch the call while the block runs; what it gives is told how the call ended."""
        with ExitStack() as open_here:
            told = [open_here.enter_context(one.observe(call, context, tool)) for one in self._watchers]

            def end(result: ToolResult) -> None:
                for one in told:
                    one(result)

            yield end
