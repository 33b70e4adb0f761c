"""What a handler returned, as structured data, as text for a model, and as a hash for the audit."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson
from pydantic import BaseModel, ValidationError

from casewright.errors import CasewrightError, ToolFailed
from casewright.tools.calls import Failure, Status

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

_log = logging.getLogger("casewright.executor")

CONTENT_LIMIT = 100_000
"""Longest text for a model, in characters (spec: 100 KB)."""
_DATA = frozenset({str, int, float, bool, dict, list, tuple, type(None)})
"""What most tools return, which need not be asked whether it is something else."""
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
    try:
        return _of_value(tool, value)
    except ToolFailed as error:
        return of_error(error)
    except Exception as error:  # noqa: BLE001 (a value's own code runs here: validators, serialisers, mappings)
        _log.debug("the result of tool %s cannot be read", tool.name, exc_info=error)
        return of_message(f"the result is no data: {type(error).__name__} while reading it", ToolFailed)


def _of_value(tool: Tool, value: object) -> Outcome:
    if isinstance(value, Failure):
        structured, content = _rendered(value.structured)
        return Outcome(Status.ERROR, _cut(content), structured, value.message, value.kind.__name__, _hashed(content))
    # Exactly a pair, as the seed's (values result error): a named tuple is a result of its own.
    if type(value) is tuple and len(value) == 2 and (value[1] is None or isinstance(value[1], str)):
        result, error = value
        if error is not None:
            return of_message(str(error), ToolFailed)
        value = result
    structured, content = _rendered(_checked(tool, value))
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
    return Outcome(status, _cut(content), None, message, kind.__name__, _hashed(content))


def _checked(tool: Tool, value: object) -> object:
    if type(value) not in _DATA and (
        inspect.isgenerator(value) or inspect.isasyncgen(value) or inspect.isawaitable(value)
    ):
        _discard(value)
        raise ToolFailed(f"tool {tool.name!r} returned a {type(value).__name__} where a value was expected")
    if tool.output is None or isinstance(value, tool.output):
        return value
    try:
        return tool.output.model_validate(value)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "the result"
        raise ToolFailed(f"tool {tool.name!r} broke its output schema at {place}") from error


def _discard(value: object) -> None:
    """End what was begun and will never be awaited, so that nothing of it runs later."""
    if inspect.isgenerator(value) or inspect.iscoroutine(value):
        value.close()
    elif isinstance(value, asyncio.Future):
        value.get_loop().call_soon_threadsafe(value.cancel)


def _rendered(value: object) -> tuple[object, str]:
    """The value as plain JSON data and as text; None reads "nil", the seed's word."""
    if value is None:
        return None, "nil"
    if isinstance(value, str):
        text = str.__str__(value)  # plain, where it is an enumeration's
        return text, text
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", by_alias=True)
    try:
        encoded = orjson.dumps(value, _plain, orjson.OPT_NON_STR_KEYS)
    except (TypeError, ValueError) as error:
        raise ToolFailed(f"the result is no data: {error}") from error
    kind = type(value)
    # Read back, so that dates, models and the like inside it are plain data for whoever takes the structured form.
    plain = value if kind is int or kind is bool else orjson.loads(encoded)
    return plain, encoded.decode()


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def _cut(content: str) -> str:
    if len(content) <= CONTENT_LIMIT:
        return content
    return content[:CONTENT_LIMIT] + _CUT.format(left=len(content) - CONTENT_LIMIT)


def _hashed(content: str) -> str:
    return "sha256:" + sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
