"""Texts of chunks that stand nowhere any more: their numbers, their features and their scores go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import delete, select, update

from casewright.adapters.database.chunk_columns import unpack_chunks
from casewright.adapters.database.statements import slices
from casewright.adapters.database.tables import documents, scoring
from casewright.domain.ids import DocumentId
from casewright.tools.ports.scoring import PAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from casewright.domain.ids import TenantId

_texts = documents.document_texts
_contents = documents.chunk_contents
_pages = scoring.score_pages
_runs = scoring.feature_runs
_STORED = np.dtype("<f2")


def own_contents(connection: Connection, tenant: TenantId, ids: Sequence[str]) -> list[int]:
    """The numbers of the texts that stand in these documents of the tenant and in no other, ascending."""
    mine, others = set[int](), set[int]()
    wanted = frozenset(ids)
    query = select(_texts.c.document_id, _texts.c.chunks, _texts.c.sections).where(_texts.c.tenant_id == tenant)
    for row in connection.execute(query.execution_options(yield_per=64)) if wanted else ():
        columns = unpack_chunks(DocumentId(row.document_id), row.chunks or b"", row.sections or "[]")
        numbers = {*columns.content.tolist(), *columns.unit.tolist()}
        (mine if row.document_id in wanted else others).update(numbers)
    return sorted(mine - others)


def forget_contents(connection: Connection, tenant: TenantId, numbers: Sequence[int]) -> None:
    """Forget the texts of these numbers. Their numbers are not given again; features beside theirs are made anew."""
    for part in slices(list(numbers)):
        of_part = (_contents.c.tenant_id == tenant) & _contents.c.number.in_(part)
        connection.execute(delete(_contents).where(of_part))
    _forget_scores(connection, tenant, numbers)
    _forget_features(connection, tenant, numbers)


def _forget_scores(connection: Connection, tenant: TenantId, numbers: Sequence[int]) -> None:
    places: dict[int, list[int]] = {}
    for number in numbers:
        places.setdefault(number // PAGE, []).append(number % PAGE)
    for page, within in places.items():
        of_page = (_pages.c.tenant_id == tenant) & (_pages.c.page == page)
        for row in connection.execute(select(_pages).where(of_page)).all():
            scores = np.frombuffer(row.data, dtype=_STORED).copy()
            if scores.shape != (PAGE,):
                continue
            scores[within] = np.nan
            this = of_page & (_pages.c.model == row.model) & (_pages.c.statement == row.statement)
            connection.execute(update(_pages).where(this).values(data=scores.tobytes()))


def _forget_features(connection: Connection, tenant: TenantId, numbers: Sequence[int]) -> None:
    if not numbers:
        return
    sought = np.asarray(numbers, np.int64)
    overlap = (_runs.c.first <= numbers[-1]) & (_runs.c.first + _runs.c["count"] > numbers[0])
    query = select(_runs.c.model, _runs.c.first, _runs.c["count"]).where(_runs.c.tenant_id == tenant, overlap)
    for model, first, count in connection.execute(query).all():
        at = int(np.searchsorted(sought, first))
        if at < len(sought) and sought[at] < first + count:
            this = (_runs.c.tenant_id == tenant) & (_runs.c.model == model) & (_runs.c.first == first)
            connection.execute(delete(_runs).where(this))
