"""What a workspace session needs of a model: its next turn, once it was told what came of the last one's calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.calls import ToolCall, ToolResult


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """What the model says, and the calls that it asks for, which are made one after the other."""

    says: str
    calls: tuple[ToolCall, ...] = ()


class WorkspaceModel(Protocol):
    """Something that thinks in a session."""

    def next_turn(self, results: Sequence[ToolResult]) -> ModelTurn | None:
        """The next turn, None at the end; ``results`` are of the last turn's calls, in order."""
        ...
