"""The walls of pyproject.toml: every library that the package imports has one, and the pure packages are behind it."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
_IMPORT = re.compile(r"^ *(?:from ([a-z]\w*)[\w.]* import |import ([a-z]\w*))", re.MULTILINE)


# Any: the contracts as TOML has them.
def walls() -> list[dict[str, Any]]:
    """The contracts that deny libraries to the whole package."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return [one for one in contracts if one["type"] == "forbidden" and one["source_modules"] == ["casewright"]]


def let_in(package: str) -> set[str]:
    """The libraries that some module of the package may import."""
    exceptions = [one.split(" -> ") for wall in walls() for one in wall.get("ignore_imports", ())]
    inside = f"casewright.{package}."
    places = [(f"{importer.partition('*')[0].rstrip('.')}.", library) for importer, library in exceptions]
    return {library for place, library in places if place.startswith(inside) or inside.startswith(place)}


def test_every_library_has_a_wall() -> None:
    """A library that is imported somewhere is denied everywhere else; a new one is put behind a wall first."""
    texts = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    imported = {one or other for text in texts for one, other in _IMPORT.findall(text)}
    denied = [library for wall in walls() for library in wall["forbidden_modules"]]

    assert imported - set(sys.stdlib_module_names) - {"casewright"} - set(denied) == set()
    assert len(denied) == len(set(denied))


@pytest.mark.parametrize(
    ("package", "libraries"),
    [
        ("errors", set()),
        ("domain", set()),
        ("policy", set()),
        ("canonical", {"orjson"}),
        ("evidence", {"pyxirr"}),
        ("audit", {"orjson"}),
        ("questions", set()),
        ("iql", {"numpy"}),
        ("casework", {"markdown_it", "sqlglot", "stdnum"}),
    ],
)
def test_pure_packages_know_the_standard_library(package: str, libraries: set[str]) -> None:
    """And the few libraries that are let in by name; the nouns and the errors none at all."""
    assert let_in(package) == libraries
