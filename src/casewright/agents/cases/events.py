"""What a case's turn tells its listener."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ASKED = "[asked]\n"
"""Before each text that a model is asked; the last one in what was ``sent`` is the new one."""


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One thing that happened. ``who`` is the state, the tool or the mind; a mind's words hold placeholders only.

    A ``state`` of the graph begins; a ``call`` begins; its ``result`` is there; a mind was ``sent`` a text; a text was
    ``received`` from it.
    """

    kind: Literal["state", "call", "result", "sent", "received"]
    who: str
    text: str = ""
