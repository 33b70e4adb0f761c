"""A hit of research as it is shown: with a mark where it was not in force yet, or where it is an invented example."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

CARRIED = "casewright_"
"""What the names of columns begin with that were asked for the marks' sake."""


def mark_hit(row: Mapping[str, Any], at: date) -> dict[str, Any]:
    """The row without what it carried, with ``in_force: false`` where the act came into force after ``at``, and
    ``synthetic: true`` where it was written as an example (spec/casework.md, "Research").
    """
    plain = {name: value for name, value in row.items() if not name.startswith(CARRIED)}
    since = row.get(f"{CARRIED}data_vigoare")
    if isinstance(since, date) and since > at:
        plain["in_force"] = False
        plain["in_force_from"] = since.isoformat()
    if row.get(f"{CARRIED}synthetic"):
        plain["synthetic"] = True
    return plain
