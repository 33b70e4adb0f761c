"""How a party is called within a case: ``party0``, ``party1`` and so on."""

from __future__ import annotations

import re

_ALIAS = re.compile(r"party(0|[1-9][0-9]{0,5})\Z")


def alias_of(number: int) -> str:
    """The alias of that number."""
    return f"party{number}"


def alias_number(text: str) -> int | None:
    """The number in an alias, None where ``text`` is none."""
    match = _ALIAS.match(text)
    return None if match is None else int(match[1])
