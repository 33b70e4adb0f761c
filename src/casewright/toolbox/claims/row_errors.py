"""What is wrong with rows that are to be imported: each row, field and reason, told together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from casewright.tools.calls import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 20
"""How many errors are told; there may be one a row."""


@dataclass(frozen=True, slots=True)
class RowError:
    """One error. ``row`` counts as people do who look at the file: from 1, in CSV the header being row 1.

    ``field`` is empty where the whole row is wrong.
    """

    row: int
    field: str
    reason: str

    def __post_init__(self) -> None:
        # A file's own words stand in both, and may hold what no JSON can.
        for name in ("field", "reason"):
            plain = getattr(self, name).encode("utf-8", "backslashreplace").decode()
            object.__setattr__(self, name, plain)

    def __str__(self) -> str:
        return f"row {self.row}, {self.field}: {self.reason}" if self.field else f"row {self.row} {self.reason}"


def refusal(errors: Sequence[RowError]) -> Failure:
    """The refusal of an import, with the first errors in words and as data."""
    told = [str(error) for error in errors[:SHOWN]]
    more = len(errors) - len(told)
    if more:
        told.append(f"and {more} more")
    heading = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    message = "\n  ".join([f"Nothing was imported, because of {heading}:", *told])
    items = [{"row": error.row, "field": error.field, "reason": error.reason} for error in errors[:SHOWN]]
    return Failure(message, {"error": message, "errors": items, "total_errors": len(errors)}, InvalidInput)
