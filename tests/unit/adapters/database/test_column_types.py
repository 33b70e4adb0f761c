"""Values come back from a column as they were given, from either database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.engine.default import DefaultDialect

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables import matters
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database

ANY = st.text(st.characters() | st.sampled_from("\x00\x1a\ud800\udfff0019af"))
DIALECT = DefaultDialect()


@pytest.mark.requirement("storage-any-text")
@given(ANY)
def test_any_text_round_trips_through_storable_text(value: str) -> None:
    """What is stored has no U+0000 and no surrogate, and reads back as what was given."""
    kind = AnyText()
    stored = kind.process_bind_param(value, DIALECT)

    assert stored is not None
    assert "\x00" not in stored
    assert stored.encode("utf-8").decode("utf-8") == stored
    assert kind.process_result_value(stored, DIALECT) == value


@given(ANY, ANY)
def test_different_texts_are_stored_differently(first: str, second: str) -> None:
    """Two texts share a stored form only where they are one text, so that keys never mix."""
    kind = AnyText()

    assert (kind.process_bind_param(first, DIALECT) == kind.process_bind_param(second, DIALECT)) == (first == second)


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_round_trip(value: datetime) -> None:
    """A time comes back with its microseconds, in UTC."""
    kind = UtcTime()

    assert kind.process_result_value(kind.process_bind_param(value, DIALECT), DIALECT) == value


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_order_of_stored_times_is_that_of_times(first: datetime, second: datetime) -> None:
    """Ordering by the column orders by time."""
    kind = UtcTime()
    stored = [kind.process_bind_param(value, DIALECT) or "" for value in (first, second)]

    assert (stored[0] < stored[1]) == (first < second)


def test_other_zones_are_stored_in_utc() -> None:
    """A time of another zone is the same instant in UTC."""
    east = datetime(2025, 1, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))

    assert UtcTime().process_bind_param(east, DIALECT) == "2024-12-31T23:30:00.000000+00:00"


def test_time_without_a_zone_is_refused() -> None:
    """A naive time means nothing and is an error."""
    with pytest.raises(ValueError, match="no zone"):
        UtcTime().process_bind_param(datetime(2025, 1, 1), DIALECT)  # noqa: DTZ001


def test_time_changed_by_hand_is_an_integrity_error(database: Database) -> None:
    """A stored time that is none says so when it is read."""
    with database.write() as connection:
        connection.execute(
            text(
                "INSERT INTO matters (tenant_id, id, number, ordinal, title, description, kind, status, created_by, "
                "created_at, updated_at) VALUES ('t', 'i', 'n', 1, '', '', 'deal', 'active', 'u', 'soon', 'later')"
            )
        )

    with pytest.raises(IntegrityError, match="'soon'"), database.read() as connection:
        connection.execute(matters.matters.select()).all()
