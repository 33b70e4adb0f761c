"""The conversation of a case, as its log tells it: who said what, and what was done for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_TIERED = "case.tiered"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done between two turns, by its event."""

    event: str
    text: str
    at: str


@dataclass(slots=True)
class Turn:
    """What the person or the assistant said. ``steps`` is what was done before it."""

    is_persons: bool
    text: str
    at: str
    steps: list[Step] = field(default_factory=list)


# Any: entries of the log are what agents and tools wrote.
def talk_of(details: Mapping[str, Any]) -> list[Turn]:
    """The turns, oldest first. Steps behind the last turn stand in one of the assistant's without words."""
    turns: list[Turn] = []
    steps: list[Step] = []
    for entry in details["agent_interactions"]["log"]:
        if not isinstance(entry, dict):
            continue
        event, text, at = (str(entry.get(name) or "") for name in ("event", "text", "timestamp"))
        if (entry.get("who"), event) == ("user", "message"):
            turns.append(Turn(True, text, at))
        elif entry.get("who") == "assistant" and text:
            turns.append(Turn(False, text, at, steps))
            steps = []
        else:
            steps.append(Step(event, text or str(entry.get("justification") or ""), at))
    if steps:
        turns.append(Turn(False, "", steps[-1].at, steps))
    return turns


def tier_reason(details: Mapping[str, Any]) -> str:
    """Why the case has the tier that it has; empty where nobody said."""
    found = [
        one for one in details["agent_interactions"]["log"] if isinstance(one, dict) and one.get("event") == _TIERED
    ]
    return str(found[-1].get("justification") or "") if found else ""
