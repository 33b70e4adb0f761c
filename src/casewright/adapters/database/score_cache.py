"""Scores in a SQL database, a page of 1,024 chunk numbers a row, two bytes a score, bounded per tenant."""

from __future__ import annotations

import threading
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import bindparam, delete, select, update

from casewright.adapters.database.statements import insert_into, slices
from casewright.adapters.database.tables import scoring
from casewright.tools.ports.scoring import PAGE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Table

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import FloatArray

PAGE_BYTES = 2 * PAGE
MEGABYTES = 200
"""What a tenant keeps unless it is set otherwise: 105 million scores."""
_TOUCHED_LIMIT = 1_000
_STORED = np.dtype("<f2")

_usage = scoring.score_usage
_statements = scoring.score_statements
_pages = scoring.score_pages

Key = tuple["TenantId", str, bytes]
"""Tenant, model, SHA-256 of the statement."""


class SqlScoreCache:
    """Fits ``tools.ports.scoring.ScoreCache``.

    A tenant keeps at most ``megabytes`` of scores: beyond that, the statements used longest ago are forgotten,
    never the one just stored. Loading writes nothing: what was loaded is noted in memory and
    counts as used from this process's next ``merge`` on.
    """

    def __init__(self, database: Database, *, megabytes: float = MEGABYTES) -> None:
        self._database = database
        self._limit = round(megabytes * 1_000_000) // PAGE_BYTES
        self._touched: dict[Key, None] = {}
        self._lock = threading.Lock()

    def load(self, tenant: TenantId, model: str, statement: str, pages: Sequence[int]) -> Mapping[int, FloatArray]:
        """The stored pages among those asked for: shape (PAGE,) each, NaN where no score is known."""
        key = (tenant, model, _digest(statement))
        with self._database.read() as connection:
            loaded = _load(connection, key, pages)
        if loaded:
            self._touch(key)
        return loaded

    def merge(self, tenant: TenantId, model: str, statement: str, pages: Mapping[int, FloatArray]) -> None:
        """Store every value that is not NaN; where a value is NaN, what was stored stays."""
        new = {page: scores for page, scores in pages.items() if not np.isnan(scores).all()}
        if not new:
            return
        key = (tenant, model, _digest(statement))
        with self._database.write() as connection:
            used, tick = _hold_usage(connection, tenant)
            stored = _load(connection, key, sorted(new))
            _store(connection, key, {page: _merged(stored.get(page), scores) for page, scores in new.items()})
            added = len(new.keys() - stored.keys())
            tick = _note_touched(connection, self._take_touched(tenant, but=key), tick) + 1
            _note_use(connection, key, added, tick)
            used = _forget(connection, key, used + added, self._limit)
            row = {"pages": used, "tick": tick}
            connection.execute(update(_usage).where(_usage.c.tenant_id == tenant).values(row))

    def forget_versions(self, tenant: TenantId, family: str, *, but: str) -> None:
        """Drop every score of the models whose names begin with ``family``, but those of the model ``but``."""
        old = (_statements.c.tenant_id == tenant) & _statements.c.model.startswith(family, autoescape=True)
        with self._database.read() as connection:
            query = select(_statements.c.model).where(old, _statements.c.model != but).distinct()
            gone = list(connection.execute(query).scalars())
        if not gone:
            return
        with self._database.write() as connection:
            used, _ = _hold_usage(connection, tenant)
            dropped = delete(_statements).where(_statements.c.tenant_id == tenant, _statements.c.model.in_(gone))
            counts = connection.execute(dropped.returning(_statements.c.pages)).scalars().all()
            connection.execute(delete(_pages).where(_pages.c.tenant_id == tenant, _pages.c.model.in_(gone)))
            left = update(_usage).where(_usage.c.tenant_id == tenant).values(pages=used - sum(counts))
            connection.execute(left)

    def _touch(self, key: Key) -> None:
        with self._lock:
            self._touched.pop(key, None)
            self._touched[key] = None
            if len(self._touched) > _TOUCHED_LIMIT:
                del self._touched[next(iter(self._touched))]

    def _take_touched(self, tenant: TenantId, *, but: Key) -> list[Key]:
        """The tenant's statements loaded since, in order of their last use."""
        with self._lock:
            mine = [key for key in self._touched if key[0] == tenant]
            for key in mine:
                del self._touched[key]
        return [key for key in mine if key != but]


def _hold_usage(connection: Connection, tenant: TenantId) -> tuple[int, int]:
    """Lock the tenant's row, so that merges of one tenant follow each other; its pages and its newest tick."""
    start = insert_into(connection, _usage).values(tenant_id=tenant, pages=0, tick=0).on_conflict_do_nothing()
    connection.execute(start)
    query = select(_usage.c.pages, _usage.c.tick).where(_usage.c.tenant_id == tenant).with_for_update()
    row = connection.execute(query).one()
    return int(row.pages), int(row.tick)


def _load(connection: Connection, key: Key, pages: Sequence[int]) -> dict[int, FloatArray]:
    loaded: dict[int, FloatArray] = {}
    for part in slices(pages):
        query = select(_pages.c.page, _pages.c.data).where(_of(_pages, key), _pages.c.page.in_(part))
        for row in connection.execute(query):
            scores = np.frombuffer(row.data, dtype=_STORED).astype(np.float32)
            if scores.shape == (PAGE,):
                loaded[row.page] = scores
    return loaded


def _store(connection: Connection, key: Key, pages: Mapping[int, FloatArray]) -> None:
    insert = insert_into(connection, _pages)
    statement = insert.on_conflict_do_update(
        index_elements=["tenant_id", "model", "statement", "page"], set_={"data": insert.excluded.data}
    )
    names = _names(key)
    rows = [{**names, "page": page, "data": scores.astype(_STORED).tobytes()} for page, scores in pages.items()]
    connection.execute(statement, rows)


def _merged(stored: FloatArray | None, scores: FloatArray) -> FloatArray:
    if stored is None:
        return scores
    return np.where(np.isnan(scores), stored, scores)


def _note_touched(connection: Connection, touched: Sequence[Key], tick: int) -> int:
    """Give each the next tick; the newest one."""
    if touched:
        statement = (
            update(_statements)
            .where(
                _statements.c.tenant_id == bindparam("of_tenant"),
                _statements.c.model == bindparam("of_model"),
                _statements.c.statement == bindparam("of_statement"),
            )
            .values(used=bindparam("now"))
        )
        rows = [
            {"of_tenant": tenant, "of_model": model, "of_statement": statement_, "now": tick + place}
            for place, (tenant, model, statement_) in enumerate(touched, start=1)
        ]
        connection.execute(statement, rows)
    return tick + len(touched)


def _note_use(connection: Connection, key: Key, added: int, tick: int) -> None:
    insert = insert_into(connection, _statements).values(**_names(key), pages=added, used=tick)
    statement = insert.on_conflict_do_update(
        index_elements=["tenant_id", "model", "statement"],
        set_={"pages": _statements.c.pages + insert.excluded.pages, "used": insert.excluded.used},
    )
    connection.execute(statement)


def _forget(connection: Connection, kept: Key, used: int, limit: int) -> int:
    """Drop the statements used longest ago until the tenant's pages fit, but not ``kept``; the pages left."""
    if used <= limit:
        return used
    oldest_first = select(_statements).where(_statements.c.tenant_id == kept[0]).order_by(_statements.c.used)
    for row in connection.execute(oldest_first).all():
        key = (kept[0], row.model, row.statement)
        if key == kept:
            continue
        connection.execute(delete(_pages).where(_of(_pages, key)))
        connection.execute(delete(_statements).where(_of(_statements, key)))
        used -= row.pages
        if used <= limit:
            break
    return used


def _of(table: Table, key: Key) -> ColumnElement[bool]:
    tenant, model, statement = key
    return (table.c.tenant_id == tenant) & (table.c.model == model) & (table.c.statement == statement)


def _names(key: Key) -> dict[str, object]:
    tenant, model, statement = key
    return {"tenant_id": tenant, "model": model, "statement": statement}


def _digest(statement: str) -> bytes:
    return sha256(statement.encode("utf-8", "surrogatepass")).digest()
