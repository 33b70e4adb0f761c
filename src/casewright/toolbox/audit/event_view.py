"""An event of the audit as those read it who print it: ``read_audit`` promises events as they were recorded."""

from __future__ import annotations

from pydantic import BaseModel


class EventView(BaseModel):
    """Who did what, and what came of it."""

    seq: int
    timestamp: str
    event_type: str
    tool_name: str
    agent_id: str
    role: str
    phase: str
    result_status: str | None
    reason: str | None
