"""What ``find_section`` found, for a person: the clause in its own words, or which numbers there are instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.quotes import whole_items, write_quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent

_LONGEST = 1_600
_MOST = 6
_NAMED = 8


def sections(intent: Intent, found: Mapping[str, Any]) -> str:
    """Each section that has the number; where no document has it, what each has instead."""
    shown = whole_items(found.get("sections"))
    missing = [one for one in found.get("not_found", []) if isinstance(one, dict)]
    lines = [_section(one) for one in shown[:_MOST]]
    left = int(found.get("total_found", len(shown))) - len(lines)
    if left > 0:
        lines.append(f"{left} more have this number: ask about one document, or say the annex or article too.")
    lacking = [one for one in missing if one["reference"] not in {str(section["reference"]) for section in shown}]
    if lacking or not shown:
        lines.append(_missing(lacking, intent))
    return "\n".join(lines)


def _section(one: Mapping[str, Any]) -> str:
    heading = f" {one['heading']}" if one.get("heading") else ""
    ends = "" if one.get("certain", True) else " (where it ends is not certain: read on in the document)"
    longer = int(one["end"]) - int(one["citation"]["start"]) > _LONGEST
    rest = " (its beginning)" if longer else ""
    return f"- {one['name']}{heading}{rest}{ends}: {write_quote(one['citation'], _LONGEST)}"


def _missing(lacking: Sequence[Mapping[str, Any]], intent: Intent) -> str:
    asked = str(intent.arguments.get("reference") or "it")
    said = "; ".join(f"{one['filename']}: {one['nearest']}" for one in lacking[:_NAMED])
    more = f"; and {len(lacking) - _NAMED} more documents" if len(lacking) > _NAMED else ""
    return f"{asked} was not found by its number. {said}{more}." if said else f"{asked} was not found by its number."
