"""What the agent that answers questions tells its listener: the text as it comes, and each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """One thing that happened: a piece of ``text``, a ``call`` that begins, its ``result``, or a ``pause``."""

    kind: Literal["text", "call", "result", "pause"]
    text: str
    step: int = 0
