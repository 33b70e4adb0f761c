"""The shape that a JSON schema has before any client sees it: closed objects, bare references, no empty titles."""

from __future__ import annotations

from typing import Any

_ONE = ("items", "contains", "not", "if", "then", "else", "propertyNames", "additionalProperties")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED = ("properties", "$defs", "patternProperties")


def tidy(schema: dict[str, Any]) -> dict[str, Any]:
    """``schema`` in the form that all clients take, meaning what strict validation does.

    Objects with named properties take nothing extra. A ``$ref`` stands alone, wrapped in ``anyOf`` where a
    description or default stands beside it: Gemini refuses other keywords next to it. Titles that pydantic makes of
    names are left out; they tell a model nothing.
    """
    shaped = {key: _part(key, value) for key, value in schema.items() if key != "title"}
    if "properties" in shaped:
        shaped["additionalProperties"] = False
    if "$ref" in shaped and len(shaped) > 1:
        return {"anyOf": [{"$ref": shaped.pop("$ref")}], **shaped}
    return shaped


def _part(key: str, value: Any) -> Any:  # a JSON schema's parts are any JSON
    if key in _ONE and isinstance(value, dict):
        return tidy(value)
    if key in _MANY:
        return [tidy(part) for part in value]
    if key in _NAMED:
        return {name: tidy(part) for name, part in value.items()}
    return value
