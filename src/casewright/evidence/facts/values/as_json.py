"""Values as JSON and back: ``type`` and the parts by their names, dates ISO, decimals as strings."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

from casewright.domain.facts import (
    ClauseValue,
    DateValue,
    DurationValue,
    EndValue,
    LawValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    RenewalValue,
    TextValue,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.facts import FactValue

TYPES: Final = {
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
_NAMES: Final = {made: name for name, made in TYPES.items()}
_DECIMALS: Final = frozenset(("count", "amount", "percent"))


def as_json(value: FactValue | PercentValue) -> dict[str, Any]:
    """The value in JSON's own types."""
    return {"type": _NAMES[type(value)]} | {part.name: _part(getattr(value, part.name)) for part in fields(value)}


def from_json(given: Mapping[str, Any]) -> Any:
    """The value that ``as_json`` wrote. Raises ``ValueError`` naming what does not fit."""
    made = TYPES.get(given.get("type", ""))
    if made is None:
        raise ValueError(f"no such type of value: {given.get('type')!r}")
    try:
        return made(**{name: _read(name, part) for name, part in given.items() if name != "type"})
    except (TypeError, InvalidOperation, AttributeError) as error:
        raise ValueError(f"this is no value of type {given['type']}: {error}") from error


def _part(part: object) -> object:
    match part:
        case Decimal():
            return f"{part:f}"
        case date():
            return part.isoformat()
        case tuple():
            return [_part(one) for one in part]
        case _ if type(part) in _NAMES:
            return as_json(part)  # type: ignore[arg-type]
        case _:
            return part


def _read(name: str, part: Any) -> Any:
    if isinstance(part, dict):
        return from_json(part)
    if isinstance(part, list):
        return tuple(_read(name, one) for one in part)
    if name in _DECIMALS:
        return Decimal(part)
    return date.fromisoformat(part) if name == "date" else part
