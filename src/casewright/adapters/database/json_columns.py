"""How lists, objects and keys of any length stand in a column, read back equal."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import orjson

from casewright.errors import IntegrityError


def dump_json(value: object) -> str:
    """JSON; lone surrogates, which the fast writer refuses, are kept as escapes."""
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return json.dumps(value, separators=(",", ":"))


# Any: JSON, whose shape is the column's.
def load_json(text: str | bytes) -> Any:
    """What ``dump_json`` wrote; Raises ``IntegrityError`` where it was changed."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return _load_slowly(text)


def _load_slowly(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise IntegrityError(f"The database holds {text[:80]!r} where JSON should stand: it was changed.") from error


def hash_key(key: str) -> bytes:
    """What stands for a key of any length in an index."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()
