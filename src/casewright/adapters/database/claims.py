"""Claims, their chains and their evidence in a SQL database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, exists, func, select, update
from sqlalchemy.exc import IntegrityError as KeyTaken

from casewright.adapters.database.claim_columns import pack_chain
from casewright.adapters.database.claim_rows import (
    claim_of,
    evidence_of,
    evidence_row,
    row_of_claim,
    standing_values,
)
from casewright.adapters.database.json_columns import load_json
from casewright.adapters.database.statements import insert_into, slices
from casewright.adapters.database.tables import claims, evidence
from casewright.domain.claims import ClaimType, Derivation
from casewright.domain.evidence import Grade
from casewright.domain.ids import CalcId, ClaimId
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Connection, Table

    from casewright.adapters.database.engine import Database
    from casewright.domain.claims import Claim, Standing
    from casewright.domain.evidence import Evidence, SourceType
    from casewright.domain.ids import DocumentId, EvidenceId, MatterId, TenantId

_claims = claims.claims
_evidence = evidence.evidence
_rests = claims.claim_evidence
_ONE = select(_claims).where(_claims.c.tenant_id == bindparam("tenant"), _claims.c.id == bindparam("claim"))


class SqlClaims:
    """Fits ``tools.ports.claims.ClaimStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> None:
        """Store claims with their chains and the evidence they rest on, all of it or nothing.

        Evidence that is there already stays as it is. Raises ``InvalidInput`` naming a claim's id that is taken.
        """
        with self._database.write() as connection:
            _refuse_taken(connection, claims)
            rows = []
            for (tenant, deal), part in _by_deal(claims).items():
                first = _next(connection, _claims, tenant, deal)
                rows += [row_of_claim(claim, first + at) for at, claim in enumerate(part)]
            _insert_evidence(connection, evidence)
            if rows:
                try:
                    connection.execute(_claims.insert(), rows)
                except KeyTaken as error:
                    raise InvalidInput("The id of one of the claims was taken meanwhile: try again") from error
            links = [link for claim in claims for link in _links(claim)]
            if links:
                connection.execute(insert_into(connection, _rests).on_conflict_do_nothing(), links)

    def get(self, tenant: TenantId, claim: ClaimId) -> Claim | None:
        """The claim, whatever deal it belongs to; None where the tenant has none of that id."""
        with self._database.read() as connection:
            row = connection.execute(_ONE, {"tenant": tenant, "claim": claim}).one_or_none()
        return None if row is None else claim_of(row)

    def known(self, tenant: TenantId, ids: Sequence[ClaimId], deal: MatterId | None = None) -> Collection[ClaimId]:
        """Those of these ids that the tenant has claims of, in this deal or, without one, in any."""
        query = select(_claims.c.id, _claims.c.deal_id).where(_claims.c.tenant_id == tenant)
        with self._database.read() as connection:
            parts = slices(list(dict.fromkeys(ids)))
            return {
                ClaimId(found)
                for part in parts
                for found, of in connection.execute(query.where(_claims.c.id.in_(part)))
                if deal in (None, of)
            }

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Claim]:
        """Every claim of the deal, in the order they were stored."""
        query = select(_claims).where(_claims.c.tenant_id == tenant, _claims.c.deal_id == deal)
        with self._database.read() as connection:
            return [claim_of(row) for row in connection.execute(query.order_by(_claims.c.position, _claims.c.id))]

    def grades(self, tenant: TenantId, deal: MatterId) -> Mapping[Grade, int]:
        """How many claims of the deal have each grade; grades that none has are left out."""
        query = select(_claims.c.grade, func.count()).where(_claims.c.tenant_id == tenant, _claims.c.deal_id == deal)
        with self._database.read() as connection:
            return {Grade(grade): int(number) for grade, number in connection.execute(query.group_by(_claims.c.grade))}

    def some(self, tenant: TenantId, deal: MatterId, ids: Collection[ClaimId]) -> Sequence[Claim]:
        """The deal's claims of these ids, in the order they were stored; unknown ids are left out."""
        # By the primary key alone: asked for the deal, too, SQLite reads every claim of it.
        query = select(_claims).where(_claims.c.tenant_id == tenant)
        with self._database.read() as connection:
            parts = slices(list(dict.fromkeys(ids)))
            found = [row for part in parts for row in connection.execute(query.where(_claims.c.id.in_(part)))]
        rows = sorted((row for row in found if row.deal_id == deal), key=lambda row: (row.position, row.id))
        return [claim_of(row) for row in rows]

    def metrics(self, tenant: TenantId, deal: MatterId) -> Collection[str]:
        """The metrics of the deal's claims, as they are called there."""
        query = select(_claims.c.metric).distinct().where(_claims.c.tenant_id == tenant, _claims.c.deal_id == deal)
        with self._database.read() as connection:
            return {metric for metric in connection.execute(query).scalars() if metric is not None}

    def evidence_dated(self, tenant: TenantId, deal: MatterId, year: int) -> int:
        """How much of the deal's evidence bears a date in that year (UTC)."""
        dated = _evidence.c.source_date
        query = select(func.count()).where(
            _evidence.c.tenant_id == tenant,
            _evidence.c.deal_id == deal,
            dated >= datetime(year, 1, 1, tzinfo=UTC),
            dated < datetime(year + 1, 1, 1, tzinfo=UTC),
        )
        with self._database.read() as connection:
            return int(connection.execute(query).scalar() or 0)

    def entities(self, tenant: TenantId, deal: MatterId, metrics: Collection[str]) -> Mapping[ClaimId, str | None]:
        """The claims about these metrics, and the entity that each is about."""
        query = select(_claims.c.id, _claims.c.entity).where(_claims.c.tenant_id == tenant, _claims.c.deal_id == deal)
        with self._database.read() as connection:
            parts = slices(sorted(metrics))
            return {
                ClaimId(name): entity
                for part in parts
                for name, entity in connection.execute(query.where(_claims.c.metric.in_(part)))
            }

    def derivations(self, tenant: TenantId, deal: MatterId) -> Mapping[ClaimId, Derivation]:
        """The derived claims of the deal, and what each comes from."""
        query = select(_claims.c.id, _claims.c.derived_from, _claims.c.source_calc).where(
            _claims.c.tenant_id == tenant,
            _claims.c.deal_id == deal,
            _claims.c.claim_type == ClaimType.DERIVED.value,
        )
        with self._database.read() as connection:
            return {
                ClaimId(name): Derivation(tuple(load_json(names)), None if calc is None else CalcId(calc))
                for name, names, calc in connection.execute(query)
            }

    def evidence(self, tenant: TenantId, deal: MatterId, ids: Sequence[EvidenceId] | None = None) -> Sequence[Evidence]:
        """The deal's evidence of these ids, or all of it, in the order it was stored; unknown ids are left out."""
        query = select(_evidence).where(_evidence.c.tenant_id == tenant, _evidence.c.deal_id == deal)
        with self._database.read() as connection:
            if ids is None:
                rows = list(connection.execute(query))
            else:
                parts = slices(list(dict.fromkeys(ids)))
                rows = [row for part in parts for row in connection.execute(query.where(_evidence.c.id.in_(part)))]
        return [evidence_of(row) for row in sorted(rows, key=lambda row: (row.position, row.id))]

    def add_evidence(self, evidence: Sequence[Evidence]) -> None:
        """Store evidence that no claim rests on yet; what is there already stays as it is."""
        with self._database.write() as connection:
            _insert_evidence(connection, evidence)

    def drop_evidence(self, tenant: TenantId, deal: MatterId, document: DocumentId) -> int:
        """Forget the document's evidence that no claim rests on; how many items."""
        rested_on = exists().where(
            _rests.c.tenant_id == _evidence.c.tenant_id,
            _rests.c.deal_id == _evidence.c.deal_id,
            _rests.c.evidence_id == _evidence.c.id,
        )
        of_document = (
            _evidence.c.tenant_id == tenant,
            _evidence.c.deal_id == deal,
            _evidence.c.document_id == document,
        )
        with self._database.write() as connection:
            return connection.execute(delete(_evidence).where(*of_document, ~rested_on)).rowcount

    def describe(
        self,
        tenant: TenantId,
        deal: MatterId,
        document: DocumentId,
        *,
        source_type: SourceType,
        source_grade: Grade,
        source_system: str | None,
        upstream_origin: str | None,
        source_date: datetime | None,
    ) -> int:
        """Say what kind of source the document's evidence comes from; None leaves what is there. How many items."""
        given = {"source_system": source_system, "upstream_origin": upstream_origin, "source_date": source_date}
        values: dict[str, object] = {name: value for name, value in given.items() if value is not None}
        values |= {"source_type": source_type.value, "source_grade": source_grade.value}
        statement = update(_evidence).where(
            _evidence.c.tenant_id == tenant, _evidence.c.deal_id == deal, _evidence.c.document_id == document
        )
        with self._database.write() as connection:
            return connection.execute(statement.values(**values)).rowcount

    def settle(self, tenant: TenantId, standings: Mapping[ClaimId, tuple[Standing, tuple[str, ...]]]) -> None:
        """Give these claims their standing and their notes."""
        rows = [
            {"of": claim, **{f"new_{name}": value for name, value in standing_values(standing, notes).items()}}
            for claim, (standing, notes) in standings.items()
        ]
        if not rows:
            return
        names = [name.removeprefix("new_") for name in rows[0] if name != "of"]
        statement = (
            update(_claims)
            .where(_claims.c.tenant_id == tenant, _claims.c.id == bindparam("of"))
            .values({name: bindparam(f"new_{name}") for name in names})
        )
        with self._database.write() as connection:
            connection.execute(statement, rows)

    def verify(self, tenant: TenantId, claim: Claim) -> None:
        """Store who verified the claim, with the chain that says so."""
        statement = (
            update(_claims)
            .where(_claims.c.tenant_id == tenant, _claims.c.id == claim.id)
            .values(verified_by=claim.verified_by, chain=pack_chain(claim.sanad.nodes))
        )
        with self._database.write() as connection:
            connection.execute(statement)


def _by_deal(claims: Sequence[Claim]) -> dict[tuple[TenantId, MatterId], list[Claim]]:
    found: dict[tuple[TenantId, MatterId], list[Claim]] = {}
    for claim in claims:
        found.setdefault((claim.tenant, claim.deal), []).append(claim)
    return found


def _refuse_taken(connection: Connection, claims: Sequence[Claim]) -> None:
    seen: set[tuple[TenantId, ClaimId]] = set()
    for claim in claims:
        if (claim.tenant, claim.id) in seen:
            raise InvalidInput(f"The claim id {claim.id!r} is given twice: every claim needs an id of its own")
        seen.add((claim.tenant, claim.id))
    for tenant in {claim.tenant for claim in claims}:
        for part in slices([claim.id for claim in claims if claim.tenant == tenant]):
            query = select(_claims.c.id).where(_claims.c.tenant_id == tenant, _claims.c.id.in_(part)).limit(1)
            taken = connection.execute(query).scalar()
            if taken is not None:
                raise InvalidInput(f"The claim id {taken!r} is taken: leave it out, or give another")


def _insert_evidence(connection: Connection, evidence: Sequence[Evidence]) -> None:
    rows = []
    for tenant, deal in {(item.tenant, item.deal): None for item in evidence}:
        first = _next(connection, _evidence, tenant, deal)
        part = [item for item in evidence if (item.tenant, item.deal) == (tenant, deal)]
        rows += [evidence_row(item, first + at) for at, item in enumerate(part)]
    if rows:
        connection.execute(insert_into(connection, _evidence).on_conflict_do_nothing(), rows)


def _next(connection: Connection, table: Table, tenant: TenantId, deal: MatterId) -> int:
    last = select(func.max(table.c.position)).where(table.c.tenant_id == tenant, table.c.deal_id == deal)
    return int(connection.execute(last).scalar() or 0) + 1


def _links(claim: Claim) -> list[dict[str, object]]:
    return [
        {"tenant_id": claim.tenant, "deal_id": claim.deal, "evidence_id": item, "claim_id": claim.id}
        for item in dict.fromkeys(claim.sanad.evidence)
    ]
