"""Values as JSON and back: the ``value_struct`` of a claim, checked field by field.

Decimals are strings in plain notation, days are ISO dates; ``{"type": "monetary", "amount": "12500000.00",
"currency": "EUR"}``. What is wrong is named with its field, such as ``low.currency``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, assert_never

from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text, Value
from casewright.errors import InvalidInput
from casewright.vocabulary.currencies import MINOR_DIGITS

if TYPE_CHECKING:
    from typing import TypeAlias

    Struct: TypeAlias = dict[str, str | dict[str, str]]

WHOLE_DIGITS = 24
"""Digits before the decimal point that a value may have: beyond them no sum of money is real."""
PLACES = 12
"""Digits after the decimal point that a value may have."""
LETTERS = 4_000
"""How long a text may be, and a unit a hundredth of it."""

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_FIELDS = {
    "monetary": ("amount", "currency"),
    "percentage": ("fraction",),
    "count": ("number", "unit"),
    "date": ("day",),
    "range": ("low", "high"),
    "text": ("text",),
}


def to_struct(value: Value) -> Struct:
    """The JSON form of ``value``; ``from_struct`` reads it back as an equal value."""
    match value:
        case Range(low, high):
            return {"type": "range", "low": _plain_struct(low), "high": _plain_struct(high)}
        case _:
            return dict(_plain_struct(value))


def from_struct(struct: object) -> Value:
    """The value that ``struct`` says.

    Raises ``InvalidInput`` naming the field and the reason: an unknown type, a missing or unknown field, a number that
    is none (NaN included) or has more than 24 digits before or 12 after the point, a currency that ISO 4217 lacks, a
    range whose ends are of two kinds or the wrong way round.
    """
    return _read(struct, "")


def decimal_text(number: Decimal) -> str:
    """``number`` in plain notation, with the digits it was given."""
    return f"{number:f}"


def _plain_struct(value: Monetary | Percentage | Count | Date | Text) -> dict[str, str]:
    match value:
        case Monetary(amount, currency):
            return {"type": "monetary", "amount": decimal_text(amount), "currency": currency}
        case Percentage(fraction):
            return {"type": "percentage", "fraction": decimal_text(fraction)}
        case Count(number, unit):
            return {"type": "count", "number": decimal_text(number), "unit": unit}
        case Date(day):
            return {"type": "date", "day": day.isoformat()}
        case Text(text):
            return {"type": "text", "text": text}
        case _:
            assert_never(value)


def _read(struct: object, place: str) -> Value:
    if not isinstance(struct, Mapping):
        raise InvalidInput(f"{_named(place)} is {_told(struct)}, not an object with a type such as monetary")
    kind = struct.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise InvalidInput(f"{_named(place, 'type')} is {_told(kind)}; it is one of {', '.join(_FIELDS)}")
    wanted = _FIELDS[kind]
    missing = [name for name in wanted if name not in struct]
    if missing:
        raise InvalidInput(f"{_named(place, missing[0])} is missing; {kind} needs {' and '.join(wanted)}")
    unknown = [name for name in struct if name != "type" and name not in wanted]
    if unknown:
        raise InvalidInput(f"{_named(place, str(unknown[0]))} is unknown; {kind} has {' and '.join(wanted)}")
    match kind:
        case "monetary":
            return Monetary(_number(struct, "amount", place), _currency(struct, place))
        case "percentage":
            return Percentage(_number(struct, "fraction", place))
        case "count":
            return Count(_number(struct, "number", place), _text(struct, "unit", place, LETTERS // 100))
        case "date":
            return Date(_day(struct, place))
        case "range":
            return _range(struct, place)
        case _:
            return Text(_text(struct, "text", place, LETTERS))


def _range(struct: Mapping[object, object], place: str) -> Range:
    if place:
        raise InvalidInput(f"{_named(place)} is a range inside a range; give its ends as single values")
    low, high = (_read(struct[name], name) for name in ("low", "high"))
    match low, high:
        case Monetary(below, currency), Monetary(above, other) if currency == other:
            ordered = below <= above
        case Percentage(below), Percentage(above):
            ordered = below <= above
        case Count(below, unit), Count(above, other) if unit == other:
            ordered = below <= above
        case Date(first), Date(last):
            ordered = first <= last
        case _:
            raise InvalidInput(
                "value_struct.low and value_struct.high are of two kinds; both must be amounts of one currency, "
                "percentages, counts of one unit, or dates"
            )
    if not ordered:
        raise InvalidInput("value_struct.low is above value_struct.high; change them round")
    return Range(low, high)


def _number(struct: Mapping[object, object], name: str, place: str) -> Decimal:
    given = struct[name]
    if isinstance(given, bool) or not isinstance(given, str | int | Decimal):
        raise InvalidInput(f'{_named(place, name)} is {_told(given)}; write the number as text, such as "12500000.00"')
    if isinstance(given, int) and abs(given) >= 10**WHOLE_DIGITS:
        raise InvalidInput(f"{_named(place, name)} has more than {WHOLE_DIGITS} digits before the decimal point")
    try:
        number = Decimal(given)
    except InvalidOperation:
        number = None
    problem = None if number is None else number_problem(number)
    if problem:
        raise InvalidInput(f"{_named(place, name)} is {str(given)[:60]!r}: {problem}")
    if number is None or (isinstance(given, str) and not _NUMBER.fullmatch(given)):
        raise InvalidInput(
            f'{_named(place, name)} is {str(given)[:60]!r}, which is not a number; write it as "12500000.00"'
        )
    return number


def number_problem(number: Decimal) -> str | None:
    """Why ``number`` cannot stand in a value; None where it can."""
    if not number.is_finite():
        return "only finite numbers can be compared and calculated with"
    if number and number.adjusted() >= WHOLE_DIGITS:
        return f"more than {WHOLE_DIGITS} digits before the decimal point"
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and (exponent < -PLACES or exponent > WHOLE_DIGITS):
        return f"more than {PLACES} digits after the decimal point" if exponent < 0 else "an exponent that large"
    return None


def _currency(struct: Mapping[object, object], place: str) -> str:
    given = struct["currency"]
    if not isinstance(given, str) or given not in MINOR_DIGITS:
        raise InvalidInput(
            f"{_named(place, 'currency')} is {_told(given)}, which is no currency of ISO 4217, such as EUR"
        )
    return given


def _text(struct: Mapping[object, object], name: str, place: str, most: int) -> str:
    given = struct[name]
    if not isinstance(given, str) or not given.strip():
        raise InvalidInput(f"{_named(place, name)} is {_told(given)}; it must be text")
    if len(given) > most:
        raise InvalidInput(f"{_named(place, name)} has {len(given):,} characters; at most {most:,} are kept")
    if any("\ud800" <= letter <= "\udfff" for letter in given):
        raise InvalidInput(f"{_named(place, name)} holds half a character (a lone surrogate); write it out")
    if "\0" in given:
        raise InvalidInput(f"{_named(place, name)} holds a NUL character, which no text has; leave it out")
    return given


def _day(struct: Mapping[object, object], place: str) -> date:
    given = struct["day"]
    try:
        day = date.fromisoformat(given) if isinstance(given, str) else None
    except ValueError:
        day = None
    if day is None or not isinstance(given, str) or len(given) != len("2025-12-31"):
        raise InvalidInput(f"{_named(place, 'day')} is {_told(given)}; write the day as 2025-12-31")
    return day


def _told(given: object) -> str:
    """What was given, at most 60 characters of it, as JSON writes it."""
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _named(place: str, name: str = "") -> str:
    return ".".join(part for part in ("value_struct", place, name) if part)
