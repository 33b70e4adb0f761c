"""One call of a tool as a benchmark makes it: only the call is timed, so its result stays plain JSON data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.bootstrap.home import Casewright


# Any: plain JSON data whose shape is the tool's.
def answer(casewright: Casewright, tool: str, arguments: Mapping[str, object] | None = None) -> Any:
    """The structured result of one call. Stops the benchmark where the call does not succeed."""
    result = casewright.call(tool, arguments)
    if not result.success:
        raise SystemExit(f"{tool}: {result.error or result.content}")
    return result.structured
