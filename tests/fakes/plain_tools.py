"""Two tools that do little: one adds, the other greets."""

from __future__ import annotations

from casewright.tools.calls import CallContext  # noqa: TC001 (read at run time: tool() fills it in)
from casewright.tools.definition import tool


@tool(safety_level="safe")
def add(left: int, right: int = 1) -> int:
    """Add two whole numbers."""
    return left + right


@tool(safety_level="safe")
async def greet(context: CallContext, name: str) -> str:
    """Greet someone."""
    return f"{context.actor.id} greets {name}"
