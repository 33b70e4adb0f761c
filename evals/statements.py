"""The statements with which categories are asked for when a scorer is measured: ``statements.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "statements.toml"


@dataclass(frozen=True, slots=True)
class Asked:
    """One category: a plain description of it, and statements that training never reads.

    ``asked`` is how people may put it, ``roundabout`` avoids the usual words.
    """

    named: str
    asked: tuple[str, ...]
    roundabout: tuple[str, ...]


@lru_cache(maxsize=1)
def statements() -> Mapping[str, Asked]:
    """By category."""
    written = tomllib.loads(FILE.read_text("utf-8"))
    return {
        name: Asked(entry["named"], tuple(entry["asked"]), tuple(entry["roundabout"]))
        for name, entry in written.items()
    }
