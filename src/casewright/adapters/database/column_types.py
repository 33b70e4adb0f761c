"""How Python values stand in a column, the same way in both databases."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Text
from sqlalchemy.types import TypeDecorator

from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.engine import Dialect

_ESCAPE = "\x1a"
_UNSTORABLE = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPED = re.compile("\x1a([0-9a-f]{4})")


class AnyText(TypeDecorator[str]):
    """Any Python string, told back exactly.

    PostgreSQL stores no U+0000 and neither database stores a lone surrogate (file names on POSIX systems may hold
    some): those, and U+001A itself, are written as U+001A and four hexadecimal digits.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str | None:
        """The text to store."""
        if value is None or _UNSTORABLE.search(value) is None:
            return value
        return _UNSTORABLE.sub(lambda match: f"{_ESCAPE}{ord(match[0]):04x}", value)

    def process_result_value(self, value: str | None, _dialect: Dialect) -> str | None:
        """The text that was given."""
        if value is None or _ESCAPE not in value:
            return value
        return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), value)

    def bind_processor(self, _dialect: Dialect) -> Callable[[str | None], str | None]:
        """``process_bind_param`` without what lies between: thousands of values are written at a time."""
        process = self.process_bind_param

        def written(value: str | None) -> str | None:
            return value if value is None or (value.isascii() and value.isprintable()) else process(value, _dialect)

        return written

    def result_processor(self, _dialect: Dialect, _coltype: object) -> Callable[[str | None], str | None]:
        """``process_result_value`` without what lies between: thousands of values are read at a time."""
        process = self.process_result_value

        def told(value: str | None) -> str | None:
            return value if value is None or _ESCAPE not in value else process(value, _dialect)

        return told


class UtcTime(TypeDecorator[datetime]):
    """An aware time, as ISO 8601 text in UTC with microseconds, so that text order is time order."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> str | None:
        """The text to store. Raises ``ValueError`` for a time without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"the time {value!r} has no zone: give an aware one")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, _dialect: Dialect) -> datetime | None:
        """The time, in UTC. Raises ``IntegrityError`` where the text is none."""
        if value is None:
            return None
        try:
            time = datetime.fromisoformat(value)
            return time if time.tzinfo is UTC else time.astimezone(UTC)
        except ValueError as error:
            raise IntegrityError(f"The database holds {value!r} where a time should stand: it was changed.") from error
