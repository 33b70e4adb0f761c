"""Counts of calls and rates of requests in a SQL database: one statement each, whoever else counts at the time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, select, update

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import limits
from casewright.tools.memory_limits import microseconds
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.limits import Round

_counts = limits.call_counts
_rates = limits.request_rates
_NO_ROUND = -1
KEPT = timedelta(days=30)
"""How long counts of rounds are kept: a run that pauses for longer begins its round anew."""
_SWEEP = timedelta(hours=1)


class SqlCallCounts:
    """Fits ``tools.ports.limits.CallCounts``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._swept = _Swept()

    def take(self, round_: Round, most: int, now: datetime) -> bool:
        """Count one more where that makes ``most`` at most; whether it was counted."""
        if most < 1:
            return False
        with self._database.write() as connection:
            new = insert_into(connection, _counts).values(**_key(round_), count=1, counted_at=now)
            counted = new.on_conflict_do_update(
                index_elements=list(_counts.primary_key),
                set_={"count": _counts.c["count"] + 1},
                where=_counts.c["count"] < most,
            )
            row = connection.execute(counted.returning(_counts.c["count"])).one_or_none()
            if self._swept.is_due(round_.tenant, now):
                old = (_counts.c.tenant_id == round_.tenant, _counts.c.counted_at < now - KEPT)
                connection.execute(delete(_counts).where(*old))
            return row is not None

    def give_back(self, round_: Round) -> None:
        """Count one less; never below none."""
        of_round = [_counts.c[name] == value for name, value in _key(round_).items()]
        less = update(_counts).where(*of_round, _counts.c["count"] > 0).values(count=_counts.c["count"] - 1)
        with self._database.write() as connection:
            connection.execute(less)


class SqlRates:
    """Fits ``tools.ports.limits.Rates``. It is asked before anybody acts in the tenant."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._swept = _Swept()

    def take(self, tenant: TenantId, key: str, most: int, seconds: int, now: datetime) -> float | None:
        """Let it happen now, ``most`` times in ``seconds``; else the seconds until it may again."""
        at, whole = microseconds(now), seconds * 1_000_000
        step = whole // most
        due = _since(at, whole)
        with acting_in(tenant), self._database.write() as connection:
            new = insert_into(connection, _rates).values(tenant_id=tenant, key=key, due=at + step)
            taken = new.on_conflict_do_update(
                index_elements=["tenant_id", "key"], set_={"due": due + step}, where=due + step <= at + whole
            )
            row = connection.execute(taken.returning(_rates.c.due)).one_or_none()
            if self._swept.is_due(tenant, now):
                unused = (_rates.c.tenant_id == tenant, _rates.c.due <= at)
                connection.execute(delete(_rates).where(*unused))
            if row is not None:
                return None
            used = select(due).where(_rates.c.tenant_id == tenant, _rates.c.key == key)
            return (int(connection.execute(used).scalar_one()) + step - at - whole) / 1_000_000


class _Swept:
    """When each tenant's old rows were last removed from here."""

    def __init__(self) -> None:
        self._at: dict[TenantId, datetime] = {}

    def is_due(self, tenant: TenantId, now: datetime) -> bool:
        """Whether it is time, which it then is for nobody else for a while."""
        last = self._at.get(tenant)
        if last is not None and last <= now < last + _SWEEP:
            return False
        self._at[tenant] = now
        return True


def _since(at: int, whole: int) -> ColumnElement[int]:
    """Until when the rate is used up in part; now, where that is over, or further off than it can be."""
    stored = _rates.c.due
    return case(((stored > at) & (stored <= at + whole), stored), else_=at)


def _key(round_: Round) -> dict[str, object]:
    return {
        "tenant_id": round_.tenant,
        "run": round_.run,
        "round": _NO_ROUND if round_.round is None else round_.round,
        "role": round_.role,
        "tool": round_.tool,
    }
