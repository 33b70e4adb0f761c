"""How arguments name the matter that a call is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId

if TYPE_CHECKING:
    from collections.abc import Mapping

MATTER_NAMES = ("matter_id", "deal_id", "case_id")
"""How arguments call the matter that a call is about."""
_NAMES = frozenset(MATTER_NAMES)


def named_matters(arguments: Mapping[str, object]) -> list[MatterId]:
    """The matters that the arguments name, under whatever name."""
    if _NAMES.isdisjoint(arguments):
        return []  # most calls of a tool that is about no matter: asked several times a call
    values = (arguments.get(name) for name in MATTER_NAMES)
    return [MatterId(value) for value in values if isinstance(value, str)]


def named_matter(arguments: Mapping[str, object]) -> MatterId | None:
    """The first matter that the arguments name, None where they name none."""
    found = named_matters(arguments)
    return found[0] if found else None


def matter_not_found(matter: str) -> str:
    """The one sentence for a matter that is missing and for one that is not the caller's to see."""
    return f"Matter {matter!r} not found: 'casewright matter list' shows the ids"
