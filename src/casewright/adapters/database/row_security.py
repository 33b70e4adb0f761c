"""Row-level security of a PostgreSQL database: every table's policies, what the run-time role may do, what is amiss.

A row belongs to one tenant, and is seen and written where the setting ``casewright.tenant`` of the transaction names
that one. The policies hold for the tables' owner too, who sees every row only where ``casewright.maintenance`` is on:
migrations, and the function that tells which tenants there are. No other role has that way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

_TENANT = "(SELECT nullif(current_setting('casewright.tenant', true), ''))"
_MAINTENANCE = "current_setting('casewright.maintenance', true) = 'on'"
_OF_THREAD = f"split_part(thread_id, '/', 1) = {_TENANT}"

CONDITIONS: Mapping[str, str] = {
    # LangGraph's: what a thread is called begins with its tenant (agents/*/threads.py, agents/document/keys.py).
    "checkpoints": _OF_THREAD,
    "checkpoint_blobs": _OF_THREAD,
    "checkpoint_writes": _OF_THREAD,
    # One value for all tenants, which says nothing about the key that it is derived from.
    "vault_key_check": "tenant_id = ''",
}
"""When a row of the table is seen, where that is not by its ``tenant_id``."""
OF_NOBODY = frozenset({"alembic_version", "checkpoint_migrations"})
"""Tables of nobody's rows: which revision of the schema there is."""
LISTED: Mapping[str, str] = {
    **dict.fromkeys(("audit_checkpoints", "audit_events", "audit_heads", "call_effects", "original_removals"), "true"),
    "jobs": "state IN ('queued', 'doing')",
    "job_events": "true",
    "tenants": "true",
}
"""Tables whose tenants are told to the run-time role, with which rows count: what is to be finished or done for all
tenants, which audits there are, and who is here."""
ENDED_JOBS = "ended_jobs"
"""The name by which tenants are told that have jobs which have ended."""
_OTHERS: Mapping[str, tuple[str, str]] = {ENDED_JOBS: ("jobs", "ended_at IS NOT NULL")}
"""Other rows of tables that are listed, by the name that they are asked for by."""

_TABLES = text(
    "SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,"
    " EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id') AS has_tenant,"
    " EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'casewright_tenant') AS has_policy"
    " FROM pg_class c WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema()))"
    " AND c.relkind IN ('r', 'p') ORDER BY c.relname"
)
_ROLE = text(
    "SELECT rolname AS name, rolsuper AS superuser, rolbypassrls AS bypasses, EXISTS (SELECT FROM pg_class c"
    " WHERE c.relowner = r.oid AND c.relkind IN ('r', 'p') AND c.relnamespace ="
    " to_regnamespace(quote_ident(current_schema()))) AS owner FROM pg_roles r WHERE rolname = current_user"
)
_MAINTAIN = text("SELECT set_config('casewright.maintenance', 'on', true)")


class Role(NamedTuple):
    """Who is connected: whether it is a superuser, passes policies by, or owns tables here."""

    name: str
    superuser: bool
    bypasses: bool
    owner: bool

    @property
    def is_confined(self) -> bool:
        """Whether policies hold for it whatever it does."""
        return not (self.superuser or self.bypasses or self.owner)


def connected_role(connection: Connection) -> Role:
    """The role that the connection is of."""
    return Role(*connection.execute(_ROLE).one())


def maintain(connection: Connection) -> None:
    """Let the owner of the tables see every tenant's rows until the transaction ends."""
    connection.execute(_MAINTAIN)


def protect(connection: Connection) -> None:
    """Put every table that holds tenants' rows under its policies. May be done again and again."""
    for table in connection.execute(_TABLES).all():
        condition = CONDITIONS.get(table.name) or (f"tenant_id = {_TENANT}" if table.has_tenant else None)
        if condition is None:
            continue
        for statement in policies(_quoted(connection, table.name), condition):
            connection.exec_driver_sql(statement)


def policies(table: str, condition: str) -> Sequence[str]:
    """The statements that put the table under its policies; ``table`` is quoted where it has to be."""
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"DROP POLICY IF EXISTS casewright_tenant ON {table}",
        f"CREATE POLICY casewright_tenant ON {table} USING ({condition}) WITH CHECK ({condition})",
        f"DROP POLICY IF EXISTS casewright_owner ON {table}",
        f"CREATE POLICY casewright_owner ON {table} TO CURRENT_USER USING ({_MAINTENANCE})",
    )


def list_tenants(connection: Connection) -> None:
    """Make the function that tells which tenants have rows in the ``LISTED`` tables, and nothing else of them."""
    schema = _quoted(connection, connection.execute(text("SELECT current_schema()")).scalar_one())
    asked = {name: (name, rows) for name, rows in LISTED.items()} | dict(_OTHERS)
    parts = (
        f"SELECT DISTINCT tenant_id FROM {table} WHERE of_table = '{name}' AND {rows}"  # noqa: S608 (our own names)
        for name, (table, rows) in asked.items()
    )
    # A function's own SET of such a setting is the superuser's to give, so the body sets it, and takes it back.
    connection.exec_driver_sql(
        "CREATE OR REPLACE FUNCTION casewright_tenants(of_table text) RETURNS SETOF text LANGUAGE plpgsql"
        f" SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$ BEGIN"
        " PERFORM set_config('casewright.maintenance', 'on', true);"
        f" RETURN QUERY {' UNION ALL '.join(parts)};"
        " PERFORM set_config('casewright.maintenance', '', true); END $$"
    )
    connection.exec_driver_sql("REVOKE ALL ON FUNCTION casewright_tenants(text) FROM PUBLIC")


def tell_newest(connection: Connection) -> None:
    """Make the function that tells the newest time at the end of any tenant's audit, and nothing else of them.

    It reads the time out of the event's text as it stands, so that what a hand made unreadable raises nothing.
    """
    schema = _quoted(connection, connection.execute(text("SELECT current_schema()")).scalar_one())
    stamp = """'"timestamp":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+[+]00:00)"'"""
    connection.exec_driver_sql(
        "CREATE OR REPLACE FUNCTION casewright_newest_event() RETURNS text LANGUAGE plpgsql"  # noqa: S608 (our own)
        f" SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$ DECLARE newest text; BEGIN"
        " PERFORM set_config('casewright.maintenance', 'on', true);"
        f" SELECT max(substring(encode(e.body, 'escape') from {stamp})) INTO newest"
        " FROM audit_heads h JOIN audit_events e ON e.tenant_id = h.tenant_id AND e.seq = h.count;"
        " PERFORM set_config('casewright.maintenance', '', true);"
        " RETURN newest; END $$"
    )
    connection.exec_driver_sql("REVOKE ALL ON FUNCTION casewright_newest_event() FROM PUBLIC")


def grant(connection: Connection, role: str) -> None:
    """Let the role read and write rows, and no more: it may make, change, empty and own no table."""
    schema = _quoted(connection, connection.execute(text("SELECT current_schema()")).scalar_one())
    to = _quoted(connection, role)
    rows = [table.name for table in connection.execute(_TABLES).all() if table.has_policy]
    known = [table.name for table in connection.execute(_TABLES).all() if table.name in OF_NOBODY]
    listed = [", ".join(_quoted(connection, name) for name in names) for names in (rows, known)]
    for statement in (
        f"GRANT USAGE ON SCHEMA {schema} TO {to}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {listed[0]} TO {to}",
        f"GRANT SELECT ON {listed[1]} TO {to}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {to}",
        f"GRANT EXECUTE ON FUNCTION casewright_tenants(text) TO {to}",
        f"GRANT EXECUTE ON FUNCTION casewright_newest_event() TO {to}",
    ):
        connection.exec_driver_sql(statement)
    if connection.execute(text("SELECT to_regnamespace('procrastinate')")).scalar() is not None:
        # The queue's: which jobs are to be looked at, in a schema of its own (``adapters.jobs.queue_schema``).
        connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA procrastinate TO {to}")
        connection.exec_driver_sql(
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA procrastinate TO {to}"
        )
        connection.exec_driver_sql(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA procrastinate TO {to}")


def unprotected(connection: Connection) -> Sequence[str]:
    """Tables whose rows are not kept apart by tenant."""
    tables = connection.execute(_TABLES).all()
    return [one.name for one in tables if one.name not in OF_NOBODY and not (one.forced and one.has_policy)]


def _quoted(connection: Connection, name: str) -> str:
    return connection.dialect.identifier_preparer.quote_identifier(name)
