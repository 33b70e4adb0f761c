"""On PostgreSQL a tenant's rows are kept from everybody who does not work for it, by the database itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import psycopg
import pytest
from sqlalchemy import func, select, text

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.effects import SqlEffects
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.people import SqlUsers
from casewright.adapters.database.row_security import OF_NOBODY, connected_role, protect, unprotected
from casewright.adapters.database.tables.audit import audit_heads
from casewright.adapters.database.tables.effects import call_effects
from casewright.adapters.database.tables.matters import matters as matter_rows
from casewright.domain.matters import MatterKind
from casewright.errors import Unavailable
from casewright.tools.tenancy import acting_in
from tests.audit_events import event
from tests.databases import OWNER, as_role
from tests.fakes.fixed_clock import START, FixedClock
from tests.shelf import ANN, OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.adapters.database.engine import Database
    from casewright.domain.ids import TenantId

pytestmark = [pytest.mark.postgresql, pytest.mark.requirement("storage-tenants-kept-apart")]


@pytest.fixture
def address(new_address: Callable[[str], str]) -> str:
    """A database with the schema and nothing in it, for the run-time role."""
    return new_address("postgresql")


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """The same, open as a server has it, over one connection that all take in turn."""
    with closing(open_database(address, connections=1)) as database:
        yield database


def create(database: Database, tenant: TenantId, title: str = "x") -> None:
    """A matter of the tenant's."""
    SqlMatters(database).create(
        tenant, title=title, description="", kind=MatterKind.MATTER, jurisdiction=None, created_by=ANN, at=START
    )


def seen(database: Database) -> set[str]:
    """The tenants of all the matters that are seen now, asked for none of them in particular."""
    with database.read() as connection:
        return set(connection.execute(select(matter_rows.c.tenant_id)).scalars())


def test_the_run_time_role_can_do_nothing_but_read_and_write(database: Database, address: str) -> None:
    """It owns no table, is no superuser and passes no policy by; it makes, changes and empties none."""
    with database.read() as connection:
        assert connected_role(connection).is_confined
    for statement in (
        "CREATE TABLE mine (x int)",
        "TRUNCATE matters",
        "ALTER TABLE matters DISABLE ROW LEVEL SECURITY",
        "DROP POLICY casewright_tenant ON matters",
        f"SET ROLE {OWNER}",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), psycopg.connect(address) as raw:
            raw.execute(statement.encode())


def test_every_table_of_the_catalogue_is_kept_apart(database: Database) -> None:
    """LangGraph's too. What is of nobody is a list of two, and a table that is added without a policy is found."""
    with database.read() as connection:
        assert unprotected(connection) == []
        names = set(
            connection.execute(text("SELECT relname FROM pg_class WHERE relkind = 'r' AND relrowsecurity")).scalars()
        )
        rest = text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND NOT rowsecurity")
        assert set(connection.execute(rest).scalars()) == OF_NOBODY
    assert {"matters", "audit_events", "checkpoints", "checkpoint_blobs", "checkpoint_writes"} <= names


def test_every_policy_compares_with_the_tenant_that_is_set(database: Database) -> None:
    """But for the one value that all tenants share; and each holds for what is written as for what is read."""
    query = text(
        "SELECT polrelid::regclass::text, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), polcmd"
        " FROM pg_policy WHERE polname = 'casewright_tenant'"
    )
    with database.read() as connection:
        policies = {name: rest for name, *rest in connection.execute(query)}
    [shared] = [name for name, (using, _, _) in policies.items() if "casewright.tenant" not in using]
    assert shared == "vault_key_check"
    assert all(using == check and command == "*" for using, check, command in policies.values())


def test_a_table_that_is_added_is_found_and_can_be_put_under_policies(address: str) -> None:
    """By its column ``tenant_id``; one without it stays on the list of what is not kept apart."""
    with closing(open_database(as_role(address, OWNER))) as owned, suppress(Undone), owned.write() as connection:
        connection.exec_driver_sql("CREATE TABLE added (tenant_id text PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE strange (x int)")
        before = unprotected(connection)
        protect(connection)
        after = unprotected(connection)
        raise Undone
    assert (before, after) == (["added", "strange"], ["strange"])


class Undone(Exception):
    """Nothing of it stays."""


def test_nothing_set_is_nothing_seen_or_written(database: Database) -> None:
    """Neither on a fresh connection, nor on one that worked for a tenant before."""
    assert seen(database) == set()
    for _ in range(2):
        with pytest.raises(Unavailable, match="keeps a row out"):
            create(database, OURS)
        with acting_in(OURS):
            create(database, OURS)
        assert seen(database) == set()
        with database.write() as connection:
            assert connection.execute(matter_rows.delete()).rowcount == 0
            assert connection.execute(matter_rows.update().values(title="theirs now")).rowcount == 0
    with acting_in(OURS):
        assert [matter.title for matter in SqlMatters(database).all(OURS)] == ["x", "x"]


def test_a_connection_used_again_carries_nothing_over(database: Database) -> None:
    """One connection serves two tenants in turn, through successes and failures: each sees its own."""
    servers = set()
    for _ in range(5):
        for tenant, other in ((OURS, THEIRS), (THEIRS, OURS)):
            with acting_in(tenant):
                create(database, tenant)
                assert seen(database) == {tenant}
                with pytest.raises(Unavailable, match="keeps a row out"):
                    create(database, other)
                with database.read() as connection:
                    servers.add(connection.execute(select(func.pg_backend_pid())).scalar_one())
            assert seen(database) == set()
    assert len(servers) == 1


def test_threads_at_once_see_each_their_own(address: str) -> None:
    """However connections change hands between them."""
    with closing(open_database(address, connections=3)) as database:

        def work(number: int) -> set[str]:
            tenant = (OURS, THEIRS)[number % 2]
            with acting_in(tenant):
                create(database, tenant)
                return seen(database) ^ {tenant}

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(work, range(60))) == [set()] * 60


def test_a_transaction_turns_to_who_is_worked_for(database: Database) -> None:
    """Within one transaction too; what is undone in part leaves the tenant known."""
    with acting_in(OURS), database.together():
        create(database, OURS)
        with acting_in(THEIRS):
            create(database, THEIRS)
            assert seen(database) == {THEIRS}
        assert seen(database) == {OURS}
        with acting_in(None):
            assert seen(database) == set()


def test_one_batch_records_events_of_many_tenants(database: Database) -> None:
    """The thread that writes the audit works for nobody: each event is chained as its own tenant's."""
    log = SqlAuditLog(database)
    futures = [log.submit(event(tenant=name)) for name in ("ours", "theirs", "ours")]
    numbers = [one if isinstance(one, int) else one.result() for one in futures]
    log.close()

    assert numbers == [1, 1, 2]
    assert log.head(OURS).count == 0
    with acting_in(OURS):
        assert (log.head(OURS).count, log.head(THEIRS).count, len(list(log.records(OURS)))) == (2, 0, 2)
    assert database.tenants(audit_heads) == ["ours", "theirs"]
    assert log.last_recorded() is not None


def test_effects_of_all_tenants_are_recovered(database: Database) -> None:
    """The run-time role is told which tenants have some, and works for each in turn."""
    log = SqlAuditLog(database, durability="each")
    for tenant in (OURS, THEIRS):
        seq = log.submit(event(tenant=tenant))
        with acting_in(tenant), database.write() as connection:
            mark = {"tenant_id": tenant, "intent_seq": seq, "result_status": "SUCCESS", "result_hash": "h"}
            connection.execute(call_effects.insert(), mark)
    effects = SqlEffects(database, log, now=FixedClock().now)

    assert (effects.recover(), effects.recover()) == (2, 0)
    for tenant in (OURS, THEIRS):
        with acting_in(tenant):
            assert log.head(tenant).count == 2


def test_telling_the_tenants_opens_nothing_else(address: str) -> None:
    """Neither for the run-time role nor, after it was told, for the owner over the same transaction."""
    for role in (address, as_role(address, OWNER)):
        with closing(open_database(role)) as database:
            with acting_in(OURS):
                create(database, OURS)
            with database.write() as connection:
                connection.execute(text("SELECT casewright_tenants('audit_heads')"))
                assert connection.execute(select(func.count()).select_from(matter_rows)).scalar_one() == 0
                connection.execute(text("SELECT set_config('casewright.maintenance', 'on', true)"))
                everything = connection.execute(select(func.count()).select_from(matter_rows)).scalar_one()
            assert (everything > 0) is (role is not address)


def test_the_owner_is_held_to_the_policies_too(address: str) -> None:
    """An installation that has one address, the owner's, works as another, and is kept apart as another."""
    with closing(open_database(as_role(address, OWNER))) as database:
        assert seen(database) == set()
        with acting_in(OURS):
            create(database, OURS)
            assert SqlUsers(database).all(OURS) == []
            assert seen(database) == {OURS}
        with acting_in(THEIRS):
            assert seen(database) == set()
