"""The result that a message of a governed tool carries, before and after a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from casewright.tools.calls import Metadata, SafetyLevel, Status, ToolResult

if TYPE_CHECKING:
    from langchain_core.messages import ToolMessage

CHECKPOINT_TYPES = (Status, SafetyLevel)
"""What results hold beside plain JSON: for ``JsonPlusSerializer(allowed_msgpack_modules=CHECKPOINT_TYPES)``."""
_RESULT = {field.name for field in fields(ToolResult)}
_METADATA = {field.name for field in fields(Metadata)}


def read_result(message: ToolMessage) -> ToolResult | None:
    """The result of the call that the message answers; None for the message of another tool.

    A message that comes from a checkpoint carries the fields of the result and not the result itself.
    """
    artifact = message.artifact
    if isinstance(artifact, ToolResult):
        return artifact
    if not isinstance(artifact, Mapping) or artifact.keys() != _RESULT:
        return None
    return ToolResult(**{**artifact, "status": Status(artifact["status"]), "metadata": _metadata(artifact["metadata"])})


def _metadata(kept: Mapping[str, Any]) -> Metadata:  # Any: of the types that the fields have
    level = kept["safety_level"]
    known = {name: value for name, value in kept.items() if name in _METADATA}
    return Metadata(**{**known, "safety_level": None if level is None else SafetyLevel(level)})
