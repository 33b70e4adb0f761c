"""The option ``--threshold``: a number, or the word that leaves it to each statement."""

from __future__ import annotations

from typing import Annotated

import typer

from casewright.errors import InvalidInput

AUTO = "auto"
Threshold = Annotated[
    str,
    typer.Option(
        metavar="NUMBER|auto",
        help="Lowest score of a match, from 0 to 1; auto: for each statement the one that fits what answers it.",
    ),
]
DEFAULT = "0.5"


def threshold_of(given: str) -> float | str:
    """The tool's argument. Raises ``InvalidInput`` for what is neither."""
    if given.strip().lower() == AUTO:
        return AUTO
    try:
        number = float(given)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise InvalidInput(f"--threshold is {given}: give a number from 0 to 1, or auto")
    return number
