"""Every kind of case that there is: a TOML file and a template each, beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.casework.kinds.reading import read_kind, read_shared_parts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from casewright.casework.kinds.case_kind import CaseKind, DraftKind

GENERAL = "general"
"""The kind of every case that no other kind fits."""


def case_kind(name: str) -> CaseKind:
    """The kind of that id. Raises ``KeyError`` where there is none."""
    return case_kinds()[name]


@cache
def case_kinds() -> Mapping[str, CaseKind]:
    """Every kind by its id, those of the highest tier first, the general one last."""
    return read_kinds(files("casewright.casework.kinds"))


@cache
def draft_kinds() -> tuple[DraftKind, ...]:
    """The kinds of drafts that are checked, in the order in which they are tried."""
    found = [one.draft_kind for one in case_kinds().values() if one.draft_kind is not None]
    return tuple(sorted(found, key=lambda one: one.tried))


def read_kinds(folder: Traversable) -> Mapping[str, CaseKind]:
    """The kinds of a folder, as ``case_kinds``. Raises InvalidInput naming the file and the key that is wrong."""
    parts = files("casewright.casework").joinpath("draft_parts.toml").read_text(encoding="utf-8")
    shared = read_shared_parts(tomllib.loads(parts))
    found = []
    for one in folder.iterdir():
        name, dot, ending = one.name.partition(".")
        if dot and ending == "toml":
            template = folder.joinpath(f"{name}.md").read_text(encoding="utf-8")
            found.append(read_kind(name, tomllib.loads(one.read_text(encoding="utf-8")), template, shared))
    return {one.id: one for one in sorted(found, key=lambda one: (one.id == GENERAL, -one.tier, one.id))}
