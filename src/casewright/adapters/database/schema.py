"""The whole schema, for what makes or compares it; a store imports the tables of its own family."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from casewright.adapters.database import tables
from casewright.adapters.database.tables.metadata import metadata

if TYPE_CHECKING:
    from sqlalchemy import MetaData


def load_schema() -> MetaData:
    """Every table of every file in ``tables/``."""
    for module in iter_modules(tables.__path__, f"{tables.__name__}."):
        import_module(module.name)
    return metadata
