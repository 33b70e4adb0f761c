"""The values of facts as JSON data and back: ``type``, and the parts as ``domain.facts`` names them.

Dates are in ISO 8601 and decimals are strings, so that nothing is lost on the way.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    FactValue,
    LawValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    RenewalValue,
    TextValue,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_CLASSES: Final[Mapping[str, type[FactValue]]] = {
    "text": TextValue,
    "party": PartyValue,
    "date": DateValue,
    "duration": DurationValue,
    "end": EndValue,
    "renewal": RenewalValue,
    "money": MoneyValue,
    "percent": PercentValue,
    "law": LawValue,
    "clause": ClauseValue,
}
_TYPES: Final = {kind: name for name, kind in _CLASSES.items()}
_DECIMALS: Final = frozenset({"count", "amount", "percent"})


def to_json(value: FactValue, *, words: Callable[[FactValue], str] | None = None) -> dict[str, Any]:
    """The value as JSON data; with ``words`` each value in it has what these say of it as ``shown``."""
    found: dict[str, Any] = {"type": _TYPES[type(value)]}
    for part in fields(value):
        found[part.name] = _plain(getattr(value, part.name), words)
    if words is not None:
        found["shown"] = words(value)
    return found


def from_json(data: Mapping[str, Any]) -> FactValue:
    """The value again. Raises ``KeyError`` or ``ValueError`` for what ``to_json`` did not make."""
    kind = _CLASSES[data["type"]]
    parts: dict[str, Any] = {part.name: _read(part.name, data[part.name]) for part in fields(kind)}
    return kind(**parts)


def _plain(part: object, words: Callable[[FactValue], str] | None) -> Any:  # any JSON
    if isinstance(part, tuple):
        return [_plain(one, words) for one in part]
    if isinstance(part, date):
        return part.isoformat()
    if isinstance(part, Decimal):
        return format(part, "f")
    return to_json(part, words=words) if type(part) in _TYPES else part  # type: ignore[arg-type]  # it is one of them


def _read(name: str, part: Any) -> Any:  # any JSON
    if isinstance(part, list):
        return tuple(_read(name, one) for one in part)
    if isinstance(part, dict):
        return from_json(part)
    if name == "date":
        return date.fromisoformat(part)
    return Decimal(part) if name in _DECIMALS else part
