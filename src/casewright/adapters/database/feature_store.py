"""Features of chunks in a SQL database, a run of consecutive chunk numbers a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import scoring
from casewright.tools.ports.scoring import FeatureRun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

_runs = scoring.feature_runs


class SqlFeatureStore:
    """Fits ``tools.ports.scoring.FeatureStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def runs(self, tenant: TenantId, model: str, low: int, high: int) -> Sequence[FeatureRun]:
        """Every run that has a number in [low, high), ordered by ``first``; runs may overlap."""
        query = (
            select(_runs.c.first, _runs.c.count, _runs.c.data)
            .where(
                _runs.c.tenant_id == tenant,
                _runs.c.model == model,
                _runs.c.first < high,
                _runs.c.first + _runs.c["count"] > low,
            )
            .order_by(_runs.c.first)
        )
        with self._database.read() as connection:
            return [FeatureRun(first, count, data) for first, count, data in connection.execute(query)]

    def add(self, tenant: TenantId, model: str, runs: Sequence[FeatureRun]) -> None:
        """Store the runs; one with the same ``first`` is replaced where it is shorter, else kept."""
        if not runs:
            return
        rows = [
            {"tenant_id": tenant, "model": model, "first": run.first, "count": run.count, "data": run.data}
            for run in runs
        ]
        with self._database.write() as connection:
            insert = insert_into(connection, _runs)
            statement = insert.on_conflict_do_update(
                index_elements=["tenant_id", "model", "first"],
                set_={"count": insert.excluded["count"], "data": insert.excluded.data},
                where=_runs.c["count"] < insert.excluded["count"],
            )
            connection.execute(statement, rows)

    def forget_versions(self, tenant: TenantId, family: str, *, but: str) -> None:
        """Drop every feature of the models whose names begin with ``family``, but those of the model ``but``."""
        old = (_runs.c.tenant_id == tenant) & _runs.c.model.startswith(family, autoescape=True) & (_runs.c.model != but)
        with self._database.read() as connection:
            if connection.execute(select(_runs.c.first).where(old).limit(1)).first() is None:
                return
        with self._database.write() as connection:
            connection.execute(delete(_runs).where(old))
