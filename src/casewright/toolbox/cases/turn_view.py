"""What failed in a turn of a case as those read it who print it: ``message_case`` promises plain objects."""

from __future__ import annotations

from pydantic import BaseModel


class FailureView(BaseModel):
    """The tool that failed, what happens now, and the cause for developers."""

    tool: str
    happens: str
    cause: str
