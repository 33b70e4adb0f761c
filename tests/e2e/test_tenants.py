"""Tenants on the command line, and people who are invited: what is printed opens what it says, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from casewright.errors import Refused

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell

PASSWORD = "correct horse battery"


def secret_of(path: str) -> str:
    """The secret of a link's path."""
    assert path.startswith("/join/cwi.")
    return path.removeprefix("/join/")


def test_first_user_of_a_tenant_invites_another(shell: Shell) -> None:
    """The printed link makes its ADMIN; who is invited there has a session; neither link works twice."""
    added = shell("--json", "tenants", "add", "smith", "--title", "Smith & Co.").json
    assert (added["tenant"], added["title"]) == ("smith", "Smith & Co.")
    assert "smith" in shell("tenants", "list").out
    assert shell("--json", "tenants", "list").json["total_count"] == 1
    newest = shell("--json", "tenants", "set-up", "smith").json["path"]
    with Casewright.open(shell.home) as casewright:
        accounts = casewright.parts.accounts
        with pytest.raises(Refused):
            accounts.accept_invitation(secret_of(added["path"]), PASSWORD, "eva")
        eva = accounts.accept_invitation(secret_of(newest), PASSWORD, "eva").actor
        assert (eva.tenant, eva.role) == ("smith", "ADMIN")
        with pytest.raises(Refused):
            accounts.accept_invitation(secret_of(newest), PASSWORD, "eve")
    with Casewright.open(shell.home, actor=eva) as casewright:
        path, invited = casewright.invite_user("bo", "CLIENT")
        assert invited.success
        bo = casewright.parts.accounts.accept_invitation(secret_of(path), PASSWORD)
        assert (bo.actor.tenant, bo.actor.id, bo.actor.role) == ("smith", "bo", "CLIENT")
        assert casewright.parts.accounts.of_session(bo.secret).actor == bo.actor
        assert casewright.verify_audit().flaw is None
    stored = b"".join(path.read_bytes() for path in shell.home.rglob("*") if path.is_file())
    for secret in (secret_of(path), bo.secret, PASSWORD):
        assert secret.rpartition(".")[2].encode() not in stored
    assert "has users already" in shell("tenants", "set-up", "smith", code=3).err


def test_invited_user_of_the_home(shell: Shell) -> None:
    """The command prints the link once; who follows it is a user of the home's own tenant."""
    said = shell("users", "invite", "ada", "--role", "PARTNER").out
    path = next(line for line in said.splitlines() if line.startswith("/join/"))
    with Casewright.open(shell.home) as casewright:
        ada = casewright.parts.accounts.accept_invitation(secret_of(path), PASSWORD).actor
    assert (ada.tenant, ada.role) == ("local", "PARTNER")
    assert shell("users", "list").out.split()[:2] == ["ada", "PARTNER"]
    assert "taken" in shell("users", "invite", "ada", "--role", "PARTNER", code=2).err


def test_tenants_are_the_operators(shell: Shell) -> None:
    """Whoever acts by a key, ADMIN included, is told so, and nothing is made."""
    key = shell("--json", "users", "add", "root-2", "--role", "ADMIN").json["key_file"]
    for command in (["add", "smith"], ["list"], ["set-up", "local"]):
        assert "Tenants are the operator's" in shell("--as", key, "tenants", *command, code=3).err
    assert shell("--json", "tenants", "list").json["tenants"] == []
    assert "no tenant's name" in shell("tenants", "add", "Smith", code=2).err
    assert "'smith' not found" in shell("tenants", "set-up", "smith", code=2).err


def test_invitations_are_listed_and_taken_back(shell: Shell) -> None:
    """Made under either name, an invitation is told until it is revoked; then it is missing."""
    assert "No invitation is open" in shell("invitations", "list").out
    shell("invitations", "make", "ada", "--role", "PARTNER")
    shell("users", "invite", "bo", "--role", "ANALYST")

    listed = shell("invitations", "list", "--json").json["invitations"]
    assert [(one["name"], one["role"]) for one in listed] == [("ada", "PARTNER"), ("bo", "ANALYST")]
    first = listed[0]["invitation_id"]
    assert "ada" in shell("invitations", "revoke", first).out

    told = shell("invitations", "list").out
    assert "bo" in told
    assert "ada" not in told
    assert f"{first!r} not found" in shell("invitations", "revoke", first, code=2).err
