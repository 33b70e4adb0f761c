"""Calculations in a SQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from casewright.adapters.database.claim_columns import (
    pack_period,
    pack_value,
    unpack_period,
    unpack_value,
    value_of,
    value_parts,
)
from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import calculations
from casewright.domain.calculations import CalcInput, CalcType, Calculation
from casewright.domain.evidence import Grade
from casewright.domain.ids import ActorId, CalcId, ClaimId, MatterId, TenantId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from casewright.adapters.database.engine import Database

_calculations = calculations.calculations
_KEY = ["tenant_id", "deal_id", "reproducibility_hash"]


class SqlCalculations:
    """Fits ``tools.ports.calculations.CalculationStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, calculation: Calculation) -> Calculation:
        """Store it; where the deal has one with the same reproducibility hash, that one comes back."""
        of_deal = (_calculations.c.tenant_id == calculation.tenant, _calculations.c.deal_id == calculation.deal)
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_calculations.c.position)).where(*of_deal)).scalar()
            insert = insert_into(connection, _calculations).values(**_row(calculation, int(last or 0) + 1))
            connection.execute(insert.on_conflict_do_nothing(index_elements=_KEY))
            same = _calculations.c.reproducibility_hash == calculation.reproducibility_hash
            return _calculation(connection.execute(select(_calculations).where(*of_deal, same)).one())

    def get(self, tenant: TenantId, calc: CalcId) -> Calculation | None:
        """The calculation, None where the tenant has none of that id."""
        query = select(_calculations).where(_calculations.c.tenant_id == tenant, _calculations.c.id == calc)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _calculation(row)

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Calculation]:
        """The deal's calculations, oldest first."""
        query = select(_calculations).where(_calculations.c.tenant_id == tenant, _calculations.c.deal_id == deal)
        oldest_first = query.order_by(_calculations.c.position, _calculations.c.id)
        with self._database.read() as connection:
            return [_calculation(row) for row in connection.execute(oldest_first)]


def _row(calculation: Calculation, position: int) -> dict[str, object]:
    return {
        "tenant_id": calculation.tenant,
        "id": calculation.id,
        "deal_id": calculation.deal,
        "position": position,
        "type": calculation.type.value,
        "inputs": dump_json([_input_parts(one) for one in calculation.inputs]),
        "output": pack_value(calculation.output),
        "remark": calculation.remark,
        "formula": calculation.formula,
        "formula_hash": calculation.formula_hash,
        "reproducibility_hash": calculation.reproducibility_hash,
        "code_version": calculation.code_version,
        "grade": calculation.grade.value,
        "explanation": dump_json(calculation.explanation),
        "made_by": calculation.made_by,
        "made_at": calculation.made_at,
    }


def _input_parts(given: CalcInput) -> list[object]:
    period = pack_period(given.period)
    return [given.name, given.claim, value_parts(given.value), given.grade.value, given.material, period]


def _calculation(row: Row[*tuple[object, ...]]) -> Calculation:
    return Calculation(
        id=CalcId(row.id),
        tenant=TenantId(row.tenant_id),
        deal=MatterId(row.deal_id),
        type=CalcType(row.type),
        inputs=tuple(
            CalcInput(name, ClaimId(claim), value_of(value), Grade(grade), material, unpack_period(period))
            for name, claim, value, grade, material, period in load_json(row.inputs)
        ),
        output=unpack_value(row.output),
        remark=row.remark,
        formula=row.formula,
        formula_hash=row.formula_hash,
        reproducibility_hash=row.reproducibility_hash,
        code_version=row.code_version,
        grade=Grade(row.grade),
        explanation=tuple(load_json(row.explanation)),
        made_by=ActorId(row.made_by),
        made_at=row.made_at,
    )
