"""The debate's JSON Schemas, shipped as files beside this one: what fits them, and what does not.

Source: agent framework §3, and spec/evidence-and-debate.md for the definitions that it points to.
"""

from __future__ import annotations

import math
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

import orjson
from jsonschema import Draft7Validator, FormatChecker

from casewright.domain.ids import is_uuid
from casewright.errors import InvalidInput

NAMES = (
    "debate_state",
    "agent_output",
    "muhasabah_record",
    "debate_message",
    "arbiter_decision",
    "dissent_record",
    "challenge",
    "tool_call",
    "position",
)
_LISTED = 5
_formats = FormatChecker(formats=())


@_formats.checks("uuid")
def _uuid(value: object) -> bool:
    return not isinstance(value, str) or is_uuid(value)


@_formats.checks("date-time", raises=ValueError)
def _date_time(value: object) -> bool:
    return not isinstance(value, str) or ("T" in value and datetime.fromisoformat(value).tzinfo is not None)


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema of that name, complete in itself."""
    found: dict[str, Any] = orjson.loads((files("casewright.agents.debate") / "schemas" / f"{name}.json").read_bytes())
    return found


def problems(name: str, data: object) -> list[str]:
    """What in ``data`` does not fit the schema, a sentence each; empty where it fits. Formats are checked too."""
    found = [
        f"{_place(error.absolute_path)}: {error.message[:200]}"
        for error in sorted(_validator(name).iter_errors(data), key=lambda error: str(error.absolute_path))
    ]
    # JSON has no NaN, and a comparison with it is never true: a schema's minimum and maximum let it pass.
    return found + [f"{place}: is not a finite number" for place in _not_finite(data, "$")]


def require(name: str, data: object) -> None:
    """Raise ``InvalidInput`` naming the first problems where ``data`` does not fit the schema."""
    found = problems(name, data)
    if found:
        more = f" (and {len(found) - _LISTED} more)" if len(found) > _LISTED else ""
        raise InvalidInput(f"This is no {name.replace('_', ' ')}: {'; '.join(found[:_LISTED])}{more}.")


@cache
def _validator(name: str) -> Draft7Validator:
    return Draft7Validator(schema(name), format_checker=_formats)


def _place(path: Any) -> str:
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def _not_finite(data: object, place: str) -> list[str]:
    if isinstance(data, float):
        return [] if math.isfinite(data) else [place]
    if isinstance(data, dict):
        return [one for key, value in data.items() for one in _not_finite(value, f"{place}.{key}")]
    if isinstance(data, list | tuple):
        return [one for index, value in enumerate(data) for one in _not_finite(value, f"{place}[{index}]")]
    return []
