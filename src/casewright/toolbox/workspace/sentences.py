"""The seed's sentences: what its handlers return as text is the content here, word for word, of a call that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import ToolFailed
from casewright.tools.calls import Failure

if TYPE_CHECKING:
    from casewright.errors import CasewrightError

LONGEST_NAME = 1_000
"""Characters of a dotted name that is looked up: the time that takes grows with the square of its parts."""


def failed(error: CasewrightError) -> Failure:
    """What went wrong, said as it is: "Symbol X not found"."""
    return Failure(str(error), str(error), type(error))


def raised(error: str, printed: str) -> Failure:
    """What a form raised: "Error: …"; what it printed before that follows."""
    return Failure(f"Error: {error}", with_printed(f"Error: {error}", printed), ToolFailed)


def with_printed(text: str, printed: str) -> str:
    """The text, and below it what was printed."""
    return f"{text}\nPrinted:\n{printed}" if printed else text
