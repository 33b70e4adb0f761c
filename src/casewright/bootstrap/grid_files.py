"""Review grids as files: what makes each format loads when one is asked for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.grids import Grid


class GridFormat(StrEnum):
    """How a review grid is written."""

    XLSX = "xlsx"
    CSV = "csv"


def grid_file(grid: Grid, kind: GridFormat, made: datetime) -> bytes:
    """The grid as a file, made at this time."""
    if kind is GridFormat.XLSX:
        from casewright.adapters.exports.grid_xlsx import grid_xlsx

        return grid_xlsx(grid, made)
    from casewright.adapters.exports.grid_csv import grid_csv

    return grid_csv(grid)
