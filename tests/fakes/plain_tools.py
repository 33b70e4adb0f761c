"""Two tools that do little: one adds, the other greets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.tools.definition import tool

if TYPE_CHECKING:
    from casewright.tools.calls import CallContext


@tool(safety_level="safe")
def add(left: int, right: int = 1) -> int:
    """Add two whole numbers."""
    return left + right


@tool(safety_level="safe")
async def greet(context: CallContext, name: str) -> str:
    """Greet someone."""
    return f"{context.actor.id} greets {name}"
