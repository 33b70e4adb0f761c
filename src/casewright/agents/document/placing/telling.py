"""The lines that stand for a statement that something is not there: what was looked for, and what is nearest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.telling import documents_named, nearest, not_found, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.document.state import Lookup

_NEAREST = 3
_LONG = 80
_SIGNS: Final = re.compile(r"[\s“”„«»\"`\[\]<>|*#.;:!?]+")


def looked(one: Lookup, *, romanian: bool) -> str:
    """The line that stands for a statement that something is not there: what was looked for, where and by what."""
    if one["found"] is not None:
        return not_found(_sought(one, romanian=romanian), one["filenames"], one["number"], one["by"], romanian=romanian)
    where = documents_named(one["filenames"], one["number"], romanian=romanian)
    where = told("in", romanian=True, names=where).strip() if romanian else where
    return told("searched", romanian=romanian, where=where, sought=_sought(one, romanian=romanian))


def nearest_of(lookups: Sequence[Lookup], shown: Sequence[dict[str, Any]], *, romanian: bool) -> list[str]:
    """The passages nearest to what was looked for that the answer does not show itself."""
    seen = {(one["document_id"], one["start"], one["end"]) for one in shown}
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for lookup in lookups:
        for one in lookup["nearest"][:_NEAREST]:
            place = (one["document_id"], one["start"], one["end"])
            if not any(place[0] == low[0] and place[1] < low[2] and low[1] < place[2] for low in seen):
                found.setdefault(place, one)
    return nearest(list(found.values()), told("nearest", romanian=romanian))


def _sought(one: Lookup, *, romanian: bool) -> str:
    """What was looked for: as it is known in English, else the call's words in quotation marks, which these keep."""
    if one["said"] and not romanian:
        return one["said"]
    words = _SIGNS.sub(" ", one["words"]).strip()
    words = words if len(words) <= _LONG else f"{words[:_LONG].rsplit(' ', 1)[0]} …"
    return told("quoted", romanian=romanian, words=words)
