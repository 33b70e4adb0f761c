"""A question at the terminal and the line that answers it; no answer is no yes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.cli.output import Output


class NobodyAnswers(Exception):
    """Standard input has ended: nobody decides."""


def ask_line(output: Output, question: str) -> str:
    """What is typed, without spaces around it. The question is a note, so that standard output stays as it is.

    Raises ``NobodyAnswers``.
    """
    output.note(f"{question} ", style="bold", end="")
    try:
        typed = sys.stdin.readline()
    except (OSError, ValueError):  # closed, or not to be read from
        typed = ""
    if not typed:
        output.note("")
        raise NobodyAnswers
    return typed.strip()
