"""The canonical JSON form of RFC 8785, for values without floats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, Union

import orjson

Json: TypeAlias = Union[bool, int, str, Sequence["Json"], Mapping[str, "Json"], None]  # noqa: UP007 (recursive)

_FIRST_LEAD_BYTE_OUT_OF_ORDER = 0xEE
"""UTF-8 and UTF-16 order differ only from U+E000 on, whose lead byte in UTF-8 is 0xEE."""
_OUT_OF_ORDER = bytes(range(_FIRST_LEAD_BYTE_OUT_OF_ORDER, 0xF5))
_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def canonical_json(value: Json) -> bytes:
    """The one UTF-8 text of ``value`` (RFC 8785 §3.2): keys sorted by UTF-16 code units, no white space.

    ``value`` must hold no floats (``without_floats`` writes them as strings). Raises ``TypeError`` for an
    integer beyond ±(2^53 − 1), for a lone surrogate and for anything that JSON lacks.
    """
    text = orjson.dumps(value, option=_OPTIONS)
    if text.translate(None, _OUT_OF_ORDER) is text or len(text.translate(None, _OUT_OF_ORDER)) == len(text):
        return text
    return orjson.dumps(_sorted(value), option=orjson.OPT_STRICT_INTEGER)


def without_floats(value: object) -> Json:
    """``value`` with every float written as the shortest decimal string that reads back as it (§ hashed records)."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return {str(key): without_floats(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [without_floats(item) for item in value]
    return str(value)


def _sorted(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_sorted(item) for item in value]
    return value
