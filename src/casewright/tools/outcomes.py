"""What a handler returned, as structured data, as text for a model, and as a hash for the audit."""

from __future__ import annotations

import inspect
from dataclasses import asdict, dataclass, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson
from pydantic import BaseModel, ValidationError

from casewright.errors import CasewrightError, ToolFailed
from casewright.tools.calls import Failure, Status

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

CONTENT_LIMIT = 100_000
"""Longest text for a model, in characters (spec: 100 KB)."""
_PLAIN = (str, int, float, dict, list, type(None))
_CUT = "\n[... {left} more characters cut; ask for less at once ...]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call that ran comes back with. ``error_kind`` names the error class that says what to do next."""

    status: Status
    content: str
    structured: object
    error: str | None
    error_kind: str | None
    result_hash: str


def of_value(tool: Tool, value: object) -> Outcome:
    """The outcome of what the handler returned: a value, ``(result, error)``, or a ``Failure``.

    A result that breaks the tool's output schema, or that is no data at all (a generator, say), is an error.
    """
    if isinstance(value, Failure):
        content = orjson.dumps(value.structured).decode()
        return Outcome(Status.ERROR, content, value.structured, value.message, value.kind.__name__, _hashed(content))
    if isinstance(value, tuple) and len(value) == 2 and (value[1] is None or isinstance(value[1], str)):
        result, error = value
        if error is not None:
            return of_message(str(error), ToolFailed)
        value = result
    try:
        structured, content = _rendered(_checked(tool, value))
    except ToolFailed as error:
        return of_error(error)
    return Outcome(Status.SUCCESS, _cut(content), structured, None, None, _hashed(content))


def of_error(error: BaseException) -> Outcome:
    """The outcome of what the handler raised: our own errors word for word, foreign ones by class only.

    A foreign message may hold paths, secrets or a document's text; none of it reaches a model.
    """
    if isinstance(error, CasewrightError):
        return of_message(str(error), type(error))
    return of_message(f"{type(error).__name__} inside the tool; the log of this process says more", ToolFailed)


def of_stop(status: Status, message: str, kind: type[CasewrightError]) -> Outcome:
    """The outcome of a call that ended without a result; its text is the message itself, word for word."""
    return Outcome(status, message, None, message, kind.__name__, _hashed(message))


def of_message(message: str, kind: type[CasewrightError], status: Status = Status.ERROR) -> Outcome:
    """An outcome that is only a sentence."""
    content = f"Tool error: {message}"
    return Outcome(status, content, None, message, kind.__name__, _hashed(content))


def _checked(tool: Tool, value: object) -> object:
    if tool.output is None and isinstance(value, _PLAIN):
        return value
    if inspect.isgenerator(value) or inspect.isasyncgen(value) or inspect.isawaitable(value):
        raise ToolFailed(f"tool {tool.name!r} returned a {type(value).__name__} where a value was expected")
    if tool.output is None or isinstance(value, tool.output):
        return value
    try:
        return tool.output.model_validate(value)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "the result"
        raise ToolFailed(f"tool {tool.name!r} broke its output schema at {place}") from error


def _rendered(value: object) -> tuple[object, str]:
    """The value as plain JSON data and as text; None reads "nil", the seed's word."""
    if value is None:
        return None, "nil"
    if isinstance(value, str):
        return value, value
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", by_alias=True)
    elif is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    try:
        text = orjson.dumps(value, default=_plain)
    except (TypeError, ValueError) as error:
        raise ToolFailed(f"the result is no data: {error}") from error
    return orjson.loads(text) if _needs_plain(value) else value, text.decode()


def _needs_plain(value: object) -> bool:
    return not isinstance(value, dict | list | int | float | bool)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} is not JSON")


def _cut(content: str) -> str:
    if len(content) <= CONTENT_LIMIT:
        return content
    return content[:CONTENT_LIMIT] + _CUT.format(left=len(content) - CONTENT_LIMIT)


def _hashed(content: str) -> str:
    return "sha256:" + sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
