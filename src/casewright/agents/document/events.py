"""What the agent that answers questions tells its listener: the text as it comes, and each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """One thing that happened: a piece of ``text``, a ``call`` that begins, its ``result``, a ``pause``, or an answer
    that was ``refused`` with all its calls.
    """

    kind: Literal["text", "call", "result", "pause", "refused"]
    text: str
    step: int = 0
