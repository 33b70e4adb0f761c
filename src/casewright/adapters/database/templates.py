"""Templates of one's own in a SQL database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import templates
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.templates import Defined, OwnTemplate, Trained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row

    from casewright.adapters.database.engine import Database

_templates = templates.templates


class SqlTemplates:
    """Fits ``tools.ports.templates.TemplateStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, tenant: TenantId) -> Sequence[OwnTemplate]:
        """Every template of the tenant, by name."""
        with self._database.read() as connection:
            query = select(_templates).where(_templates.c.tenant_id == tenant)
            found = [_template(row) for row in connection.execute(query)]
        # Sorted here: databases collate differently.
        return sorted(found, key=lambda template: template.name)

    def get(self, tenant: TenantId, name: str) -> OwnTemplate | None:
        """The template of this name; None where the tenant has none."""
        with self._database.read() as connection:
            row = connection.execute(select(_templates).where(_named(tenant, name))).one_or_none()
        return None if row is None else _template(row)

    def put(self, template: OwnTemplate) -> None:
        """Store the template; it replaces one of the same name."""
        key = {"tenant_id": template.tenant, "name": template.name}
        row = {**_body(template.body), "made_by": template.made_by, "made_at": template.made_at}
        with self._database.write() as connection:
            statement = insert_into(connection, _templates).values(key | row)
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=row))

    def remove(self, tenant: TenantId, name: str) -> bool:
        """Delete the template, with its examples; whether there was one."""
        statement = delete(_templates).where(_named(tenant, name)).returning(_templates.c.name)
        with self._database.write() as connection:
            return connection.execute(statement).one_or_none() is not None


def _named(tenant: TenantId, name: str) -> ColumnElement[bool]:
    return (_templates.c.tenant_id == tenant) & (_templates.c.name == name)


def _body(body: Defined | Trained) -> dict[str, object]:
    """The columns of what it stands for; those of the other kind are empty."""
    empty = dict.fromkeys(("query", "parameter", "positive", "negative", "model", "head"))
    if isinstance(body, Defined):
        return empty | {"query": body.query, "parameter": body.parameter}
    examples = {"positive": json.dumps(body.positive), "negative": json.dumps(body.negative)}
    return empty | examples | {"model": body.model, "head": body.head}


def _template(row: Row[*tuple[object, ...]]) -> OwnTemplate:
    body: Defined | Trained
    if row.query is not None:
        body = Defined(row.query, row.parameter)
    else:
        positive, negative = (tuple(json.loads(column)) for column in (row.positive, row.negative))
        body = Trained(positive, negative, row.model, bytes(row.head))
    return OwnTemplate(TenantId(row.tenant_id), row.name, body, ActorId(row.made_by), row.made_at)
