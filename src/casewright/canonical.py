"""The canonical JSON form of RFC 8785, for values without floats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, Union

import orjson

Json: TypeAlias = Union[bool, int, str, Sequence["Json"], Mapping[str, "Json"], None]  # noqa: UP007 (recursive)

_OUT_OF_ORDER = bytes(range(0xEE, 0xF5))
"""UTF-8 and UTF-16 order differ only from U+E000 on, whose lead bytes in UTF-8 are 0xEE and above."""
_EXACT = 2**53 - 1
_UNSORTED = orjson.OPT_STRICT_INTEGER | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_SORTED = _UNSORTED | orjson.OPT_SORT_KEYS


def canonical_json(value: Json) -> bytes:
    """The one UTF-8 text of ``value`` (RFC 8785 §3.2): keys sorted by UTF-16 code units, no white space.

    ``value`` must hold no floats (``without_floats`` writes them as strings). Raises ``TypeError`` for an
    integer beyond ±(2^53 − 1), for a lone surrogate, for more than about 250 levels and for what JSON lacks.
    """
    text = orjson.dumps(value, _plain, _SORTED)
    if text.isascii() or len(text.translate(None, _OUT_OF_ORDER)) == len(text):
        return text
    return orjson.dumps(_sorted(value), None, _UNSORTED)


def without_floats(value: object) -> Json:
    """``value`` as plain JSON data whose floats, and integers beyond ±(2^53 − 1), are decimal strings.

    A float becomes the shortest string that reads back as it; what JSON lacks becomes its ``str``. Lone surrogates,
    which no UTF-8 text can hold, are written out as ``\\udXXX``.
    """
    if isinstance(value, str):
        return _encodable(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -_EXACT <= value <= _EXACT else str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, (dict, Mapping)):
        return {_encodable(str(key)): without_floats(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, Sequence)) and not isinstance(value, (bytes, bytearray, memoryview)):
        return [without_floats(item) for item in value]
    return _encodable(str(value))


def _encodable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _plain(value: object) -> object:
    """Mappings and sequences of other kinds, as orjson knows them."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    raise TypeError(f"JSON has no {type(value).__name__}")


def _sorted(value: Json) -> Json:
    if isinstance(value, (dict, Mapping)):
        return {key: _sorted(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, (list, tuple, Sequence)) and not isinstance(value, str):
        return [_sorted(item) for item in value]
    return value
