"""A home over PostgreSQL, set up as docs/postgresql.md says: an owner migrates, a role that owns nothing works."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.revision import SCHEMA_HEAD
from casewright.bootstrap.home import Casewright
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import Unavailable
from casewright.tools.calls import CallContext, ToolCall, ToolResult
from casewright.tools.tenancy import acting_in
from tests.databases import RUN_TIME, as_role, create_migrated, create_owned
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.postgresql
FIRMS = tuple(Actor(TenantId(name), ActorId("ann"), "PARTNER") for name in ("one-firm", "another-firm"))


@pytest.fixture
def owner(shell: Shell, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The owner's address of a bare database, whose run-time role the settings name."""
    address = create_owned(postgresql_socket, "operated")
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", as_role(address, RUN_TIME))
    return address


@pytest.mark.requirement("storage-migrated-by-owner")
def test_operator_migrates_and_sees_how_it_stands(shell: Shell, owner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, nothing works and it is said why; then the owner migrates once, and the run-time role works."""
    assert "It has no schema" in shell("database", "status", code=4).out
    assert "casewright database migrate" in shell("matter", "list", code=4).err

    monkeypatch.setenv("CASEWRIGHT_DATABASE_OWNER_URL", owner)
    assert "needs " + SCHEMA_HEAD + ": run" in " ".join(shell("matter", "list", code=4).err.split())
    assert f"The role {RUN_TIME} sees one tenant's rows" in shell("database", "migrate").out
    monkeypatch.delenv("CASEWRIGHT_DATABASE_OWNER_URL")

    state = shell("--json", "database", "status").json
    assert (state["current"], state["confined"], state["unprotected"]) == (True, True, [])
    shell.matter("Alpha")
    assert "Alpha" in shell("matter", "list").out
    assert "Verified" in shell("audit", "verify").out


@pytest.mark.parametrize("role", ["postgres", "casewright_owner"])
def test_a_role_that_policies_do_not_hold_for_is_refused(
    shell: Shell, owner: str, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A superuser never; the owner once it owns tables. Status says so of either."""
    monkeypatch.setenv("CASEWRIGHT_DATABASE_OWNER_URL", owner)
    shell("database", "migrate")
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", as_role(owner, role))
    assert "row-level security" in " ".join(shell("database", "migrate", code=2).err.split())
    assert shell("--json", "database", "status").json["confined"] is False


@pytest.mark.requirement("storage-migrated-by-owner")
def test_a_server_waits_for_the_migration(
    tmp_path: Path, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened without it, a schema that is behind is a sentence, and nothing was changed."""
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", create_owned(postgresql_socket, "operated"))
    for _ in range(2):
        with pytest.raises(Unavailable, match=rf"has no schema, this version needs {SCHEMA_HEAD}: run 'casewright"):
            Casewright.open(tmp_path / "home", migrate=False)
    Casewright.open(tmp_path / "home", migrate=True).close()
    Casewright.open(tmp_path / "home", migrate=False).close()


@pytest.mark.requirement("storage-tenants-kept-apart")
def test_two_firms_on_one_server(tmp_path: Path, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their calls at the same time, over the same connections: each has its own matters, numbers and audit."""
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", create_migrated(postgresql_socket, "operated"))
    with Casewright.open(tmp_path / "home") as home:
        for firm in FIRMS:
            with acting_in(firm.tenant):
                key = sha256(firm.tenant.encode()).hexdigest()
                home.parts.materials.stores.users.add(firm.tenant, firm.id, role=firm.role, key_hash=key, at=START)

        async def call(number: int, tool: str, **arguments: object) -> ToolResult:
            context = CallContext(actor=FIRMS[number % 2])
            return await home.executor.execute(ToolCall(f"{tool}-{number}", tool, arguments), context)

        async def work() -> None:
            made = await asyncio.gather(*(call(n, "create_matter", title=f"Matter {n}") for n in range(20)))
            assert [one.error for one in made] == [None] * 20
            for firm in range(2):
                listed = await call(firm, "list_matters")
                assert isinstance(listed.structured, dict)
                titles = {one["title"] for one in listed.structured["matters"]}
                assert titles == {f"Matter {n}" for n in range(firm, 20, 2)}

        home.wait(work())
        for firm in FIRMS:
            assert home.parts.materials.proofs.verify(firm.tenant).flaw is None
    with Casewright.open(tmp_path / "home") as home:  # what is to be recovered is asked of every tenant
        assert home.parts.materials.proofs.verify(FIRMS[1].tenant).reached.count >= 22
