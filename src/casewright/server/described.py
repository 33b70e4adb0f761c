"""Parts of a description (OpenAPI 3.1), put together for routes that say for themselves what they take and give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Any in this module: descriptions are JSON.
TEXT: Mapping[str, Any] = {"type": "string"}
ANY_OBJECT: Mapping[str, Any] = {"type": "object"}
WAITS: Mapping[str, Any] = {
    "type": "object",
    "properties": {name: dict(TEXT) for name in ("status", "approval_id", "detail")},
}
"""Of a call that waits for a person."""
WAITS_OR_RUNS: Mapping[str, Any] = {
    "type": "object",
    "properties": {name: dict(TEXT) for name in ("status", "approval_id", "job_id", "detail")},
}
"""Of one that waits for a person, or runs as a job."""


def an_object(required: Sequence[str] = (), **properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def takes_json(schema: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    """A JSON body."""
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": dict(schema)}}}}


def takes_bytes() -> dict[str, Any]:
    """A body of bytes, whatever they are, but some."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary", "minLength": 1}}}
    return {"requestBody": {"required": True, "content": content}}


def gives(schema: Mapping[str, Any], status: int = 200, text: str = "Done") -> dict[str, Any]:
    """A success in JSON."""
    return {str(status): {"description": text, "content": {"application/json": {"schema": dict(schema)}}}}


def gives_bytes(media_type: str = "application/octet-stream", text: str = "The bytes") -> dict[str, Any]:
    """A success in bytes."""
    schema = {"type": "string", "format": "binary"}
    return {"200": {"description": text, "content": {media_type: {"schema": schema}}}}


def empty(status: int = 204, text: str = "Done") -> dict[str, Any]:
    """A success without a body."""
    return {str(status): {"description": text}}


def in_path(*names: str) -> list[dict[str, Any]]:
    """Parameters of the path."""
    return [{"name": name, "in": "path", "required": True, "schema": dict(TEXT)} for name in names]


def in_query(name: str, schema: Mapping[str, Any], text: str, *, required: bool = False) -> dict[str, Any]:
    """A parameter of the query."""
    return {"name": name, "in": "query", "required": required, "description": text, "schema": dict(schema)}


def in_header(name: str, text: str) -> dict[str, Any]:
    """A header that may be sent."""
    return {"name": name, "in": "header", "required": False, "description": text, "schema": dict(TEXT)}
