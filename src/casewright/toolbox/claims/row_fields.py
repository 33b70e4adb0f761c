"""The fields of one row, taken one by one, each checked; what is wrong is noted with the row and the field."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeVar

from casewright.domain.ids import is_uuid
from casewright.errors import InvalidInput
from casewright.evidence.period_names import read_period
from casewright.evidence.value_struct import from_struct
from casewright.toolbox.claims.row_errors import RowError
from casewright.vocabulary.outside_text import is_visible

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import StrEnum

    from casewright.domain.periods import Period
    from casewright.domain.values import Value

    Kind = TypeVar("Kind", bound=StrEnum)

LONGEST_TEXT = 4_000
LONGEST_NAME = 300


class Fields:
    """The fields of one object of a row; ``place`` stands before their names where the object is inside another."""

    def __init__(self, row: int, given: Mapping[str, Any], errors: list[RowError], place: str = "") -> None:
        self._row = row
        self._given = given
        self._errors = errors
        self._place = place

    def wrong(self, name: str, reason: str) -> None:
        """Note an error."""
        self._errors.append(RowError(self._row, f"{self._place}{name}", reason))

    def only(self, *names: str) -> None:
        """Note every field that is none of these."""
        for name in self._given:
            if name not in names:
                near = get_close_matches(str(name), names, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
                self.wrong(str(name), f"there is no such field: {hint}")

    def has(self, name: str) -> bool:
        """Whether the field is given; null is not."""
        return self._given.get(name) is not None

    def empty(self, name: str) -> bool:
        """Whether the field is left out, null or a list of nothing."""
        return self._given.get(name) in (None, [])

    def text(self, name: str, *, needed: bool = False, most: int = LONGEST_NAME) -> str | None:
        """A text with a visible character."""
        given = self._given.get(name)
        if given is None:
            if needed:
                self.wrong(name, "is missing")
            return None
        if isinstance(given, str) and _halved(given):
            self.wrong(name, "holds half a character (a lone surrogate); write it out")
        elif not isinstance(given, str) or not is_visible(given):
            self.wrong(name, f"is {shown(given)}; it must be text")
        elif len(given) > most:
            self.wrong(name, f"has {len(given):,} characters; {most:,} are the most")
        elif "\0" in given:
            self.wrong(name, "holds a NUL character, which no text has; leave it out")
        else:
            return given
        return None

    def choice(self, name: str, kind: type[Kind], default: Kind | None = None) -> Kind | None:
        """One of an enumeration's values; ``default`` where the field is left out, None where it must not be."""
        given = self._given.get(name)
        if given is None:
            if default is None:
                self.wrong(name, f"is missing; it is one of {', '.join(kind)}")
            return default
        try:
            return kind(given)
        except ValueError:
            self.wrong(name, f"is {shown(given)}; it is one of {', '.join(kind)}")
            return None

    def flag(self, name: str) -> bool:
        """True or false; false where it is left out."""
        given = self._given.get(name, False)
        if given is not None and not isinstance(given, bool):
            self.wrong(name, f"is {shown(given)}; it is true or false")
        return given is True

    def share(self, name: str) -> float:
        """A number from 0 to 1; 1 where it is left out. Null is wrong: nobody said that it is 1."""
        given = self._given.get(name, 1)
        if isinstance(given, int | float | Decimal) and not isinstance(given, bool) and _is_share(given):
            return float(given)
        hint = ", or left out, which says 1" if given is None else ""
        self.wrong(name, f"is {shown(given)}; it is a number from 0 to 1{hint}")
        return 1.0

    def whole(self, name: str) -> int | None:
        """A whole number from 0."""
        given = self._given.get(name)
        if given is None:
            return None
        if isinstance(given, bool) or not isinstance(given, int) or given < 0:
            self.wrong(name, f"is {shown(given)}; it is a whole number from 0, counted in characters")
            return None
        return given

    def uuid(self, name: str) -> str | None:
        """A UUID in lower case."""
        given = self._given.get(name)
        if given is None:
            return None
        if not isinstance(given, str) or not is_uuid(given):
            self.wrong(name, f"is {shown(given)}, which is no UUID; leave it out to get one")
            return None
        return given.lower()

    def texts(self, name: str) -> list[str]:
        """A list of texts; none where it is left out."""
        given = self._given.get(name)
        if given is None:
            return []
        if not isinstance(given, list) or not all(
            isinstance(item, str) and item and not _halved(item) and "\0" not in item for item in given
        ):
            self.wrong(name, f"is {shown(given)}; it is a list of texts")
            return []
        return given

    def objects(self, name: str) -> list[Fields]:
        """A list of objects; none where it is left out."""
        given = self._given.get(name)
        if given is None:
            return []
        if not isinstance(given, list) or not all(isinstance(item, dict) for item in given):
            self.wrong(name, f"is {shown(given)}; it is a list of objects")
            return []
        places = [
            f"{self._place}{name}[{at}]." if len(given) > 1 else f"{self._place}{name}." for at in range(len(given))
        ]
        return [Fields(self._row, item, self._errors, place) for item, place in zip(given, places, strict=True)]

    def value(self) -> Value | None:
        """The claim's value."""
        given = self._given.get("value_struct")
        if given is None:
            return None
        try:
            return from_struct(given)
        except InvalidInput as error:
            field, _, reason = str(error).partition(" ")
            about_two = reason.startswith("and ")
            self.wrong("value_struct" if about_two else field, str(error) if about_two else reason)
            return None

    def period(self) -> Period | None:
        """The period that the figure is about."""
        given = self.text("period")
        if given is None:
            return None
        found = read_period(given)
        if found is None:
            self.wrong("period", f"is {shown(given)}; write FY2025, LTM 2025-09, 2025-Q3, 2025-09 or 2025-09-30")
        return found

    def moment(self, name: str) -> datetime | None:
        """A day, or a time with its zone; a day is its beginning in UTC."""
        given = self._given.get(name)
        if given is None:
            return None
        found = read_moment(given) if isinstance(given, str) else None
        if found is None:
            self.wrong(name, f"is {shown(given)}; write the day as 2026-01-31, or a time with its zone")
        return found


def read_moment(text: str) -> datetime | None:
    """A day as its beginning in UTC, or a time with a zone; None for anything else."""
    try:
        if len(text) == len("2026-01-31"):
            day = date.fromisoformat(text)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def folded(name: str | None) -> str | None:
    """A metric's or an entity's name as claims are compared by it."""
    return None if name is None else " ".join(name.casefold().split())


def _is_share(number: float | Decimal) -> bool:
    """Whether it is from 0 to 1. Decimals that are no number cannot even be compared."""
    return not (isinstance(number, Decimal) and number.is_nan()) and 0 <= number <= 1


def _halved(text: str) -> bool:
    """Whether it holds half a character."""
    return not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)


def shown(value: object) -> str:
    """What stands in a file as an error tells it: at most 60 characters."""
    if isinstance(value, Decimal):
        return str(value)
    if value is None:
        return "null"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
