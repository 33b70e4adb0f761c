"""Where no document has a match: that it is said, and which templates may find more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.iql import BUILTIN, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.document.state import Passage

_SUGGESTED = 3
_WORD = re.compile(r"[a-z-]{4,}")
_COMMON = frozenset({"clause", "that", "with"})


def nothing_matched(calls: Sequence[dict[str, Any]], shown: Sequence[Passage], answer: str) -> str | None:
    """What an answer must add where every query of the turn found nothing; None where it says so itself."""
    queries = [call for call in calls if call["name"] == "isaacus_iql" and call["matches"] is not None]
    if not queries or shown or any(call["matches"] for call in queries):
        return None
    if not any(parse(str(call["arguments"]["query"])).affirmed for call in queries):
        return None  # what asks only for absence has no matches, and that is its answer
    if any(f"{{IS {name}".lower() in answer.lower() for name in BUILTIN):
        return None
    asked = " ".join(str(call["arguments"].get("query", "")) for call in queries)
    others = ", ".join(f"{{IS {name}}}" for name in suggested(asked))
    return f"No matching clause was found. Other templates that may fit: {others}."


def suggested(query: str) -> list[str]:
    """The templates nearest to a query that found nothing, itself not among them, nearest first."""
    words = set(_WORD.findall(query.lower())) - _COMMON
    named = {name for name in BUILTIN if f"{{is {name}" in query.lower()}
    free = [name for name, template in BUILTIN.items() if name not in named and template.parameter is None]
    ranked = sorted(free, key=lambda name: -len(words & set(_WORD.findall(name))))
    return ranked[:_SUGGESTED]
