"""Every kind of case that there is: a TOML file and a template each, beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.casework.kinds.reading import read_kind, read_part_facts, read_shared_parts
from casewright.errors import InvalidInput
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from casewright.casework.kinds.case_kind import CaseKind, DraftKind, Fact

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


def fact_of_part(kind: CaseKind, name: str) -> Fact | None:
    """The fact that mandatory parts of this name are made of; None where the kind has none for them."""
    folded = fold(name)
    named = (kind.fact(fact) for word, fact in _part_facts() if word in folded)
    return next((fact for fact in named if fact is not None), None)


def read_kinds(folder: Traversable) -> Mapping[str, CaseKind]:
    """The kinds of a folder, as ``case_kinds``. Raises InvalidInput naming the file and the key that is wrong."""
    shared = read_shared_parts(_draft_parts())
    found = []
    for one in folder.iterdir():
        name, dot, ending = one.name.partition(".")
        if dot and ending == "toml":
            template = folder.joinpath(f"{name}.md").read_text(encoding="utf-8")
            found.append(read_kind(name, tomllib.loads(one.read_text(encoding="utf-8")), template, shared))
    _require_apart(found)
    return {one.id: one for one in sorted(found, key=lambda one: (one.id == GENERAL, -one.tier, one.id))}


def _require_apart(kinds: Sequence[CaseKind]) -> None:
    """No two kinds have one name, one draft or one place in the order in which drafts are tried."""
    taken: dict[tuple[str, object], str] = {}
    for kind in kinds:
        own: list[tuple[str, object]] = [("name.ro", kind.name["ro"]), ("draft.file", kind.draft)]
        if kind.draft_kind is not None:
            own += [("draft.name", kind.draft_kind.name), ("draft.tried", kind.draft_kind.tried)]
        for key in own:
            other = taken.setdefault(key, kind.id)
            if other != kind.id:
                raise InvalidInput(f"{kind.id}.toml: {key[0]} is {key[1]!r}, as in {other}.toml: give another")


@cache
def _part_facts() -> tuple[tuple[str, str], ...]:
    return read_part_facts(_draft_parts())


@cache
def _draft_parts() -> Mapping[str, object]:
    return tomllib.loads(files("casewright.casework").joinpath("draft_parts.toml").read_text(encoding="utf-8"))
