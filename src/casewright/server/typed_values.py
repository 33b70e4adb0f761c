"""Words of a query string as the values that a tool's schema wants; what does not fit stays text, and is refused."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BOOLEANS = {"true": True, "false": False}


# Any: a schema as JSON has it.
def typed(schema: Mapping[str, Any], defs: Mapping[str, Any], texts: Sequence[str]) -> object:
    """The value that the texts of one name stand for: a list where the schema has one, else the last."""
    kinds = _kinds(schema, defs)
    listed = next((one for one in kinds if one.get("type") == "array"), None)
    if listed is not None:
        return [_single(_kinds(listed.get("items", {}), defs), text) for text in texts]
    return _single(kinds, texts[-1])


def is_list(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> bool:
    """Whether the value may be a list."""
    return any(one.get("type") == "array" for one in _kinds(schema, defs))


def _kinds(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The alternatives of a schema, references followed."""
    if "$ref" in schema:
        return _kinds(defs[schema["$ref"].rpartition("/")[2]], defs)
    several = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    return [schema] if several is None else [kind for one in several for kind in _kinds(one, defs)]


def _single(kinds: Sequence[Mapping[str, Any]], text: str) -> object:
    wanted = {kind.get("type") for kind in kinds}
    if "boolean" in wanted and text in _BOOLEANS:
        return _BOOLEANS[text]
    if wanted & {"integer", "number"}:
        # int() and float() read more than JSON does, such as 1_000 and Arabic digits.
        if text.isascii() and (text.removeprefix("-").isdigit()) and len(text) <= 20:
            return int(text)
        if "number" in wanted and text.isascii() and "_" not in text:
            try:
                number = float(text)
            except ValueError:
                return text
            # JSON has no NaN and no infinity, which float() reads.
            return number if isfinite(number) else text
    return text
