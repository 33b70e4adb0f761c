"""Tools whose schemas have everything in them that a provider could stumble over."""

from __future__ import annotations

import datetime  # noqa: TC003 (pydantic reads the annotations at run time)
import enum
import uuid
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, Field

from casewright.tools.definition import Tool, define_tool, tool

if TYPE_CHECKING:
    from collections.abc import Mapping


class Severity(enum.StrEnum):
    """How bad it is."""

    FATAL = "FATAL"
    MINOR = "MINOR"


class Span(BaseModel):
    """A stretch of text."""

    start: int = Field(ge=0)
    end: int | None = None


class Node(BaseModel):
    """A tree."""

    text: str
    title: str | None = None
    children: list[Node] = []


class Flagged(BaseModel):
    """What the tool returns."""

    id: uuid.UUID
    spans: list[Span]


@tool(safety_level="cautious", output=Flagged)
def flag_everything(
    severity: Annotated[Severity, Field(description="From the taxonomy")],
    kind: Literal["cap", "law"],
    spans: Annotated[list[Span], Field(min_length=1, max_length=9)],
    tree: Node,
    on: datetime.date,
    at: datetime.datetime,
    claim_id: uuid.UUID,
    share: Annotated[float, Field(ge=0, le=1, description="From 0 to 1")] = 0.5,
    name: Annotated[str, Field(pattern="^[a-z]+$", min_length=2)] = "ab",
    more: dict[str, Span] | None = None,
    choice: Span | Node | int | None = None,
    schema: bool = False,
    _hidden: bool = False,
) -> object:
    """Flag everything at once: nested models, enumerations, formats, unions, „quotes“ and a recursive tree."""
    return None


def _handle(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return arguments


SEED: Tool = define_tool(
    "write_file",
    "Write content to a file. DESTRUCTIVE - requires user approval.",
    [
        {"name": "path", "type": "string", "description": "File path to write"},
        {"name": "content", "type": "string", "description": "Content to write"},
        {"name": "options", "type": "object", "description": "Anything"},
        {"name": "lines", "type": "array", "description": "Anything, many times"},
    ],
    required=["path", "content"],
    safety_level="dangerous",
    handler=_handle,
)

EMPTY: Tool = define_tool("list_matters", "List the matters.", [], handler=_handle)

TOOLS: tuple[Tool, ...] = (flag_everything, SEED, EMPTY)
