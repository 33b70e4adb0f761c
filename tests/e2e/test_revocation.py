"""Who is dismissed does nothing more: not by an open handle, not through a model, not by approving."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import local_user
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.decisions import Approve, Reject

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.tools.calls import ToolResult
    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("people-revoked")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a partner, ada, an analyst, ben, a client, cy, and a matter of ada's."""
    place = tmp_path / "home"
    with Casewright.open(place) as casewright:
        for name, role in (("ada", "PARTNER"), ("ben", "ANALYST"), ("cy", "CLIENT")):
            assert casewright.add_user(name, role)[1].success
    with opened(place, "ada") as casewright:
        assert casewright.call("create_matter", {"title": "Alpha"}).success
    return place


def opened(home: Path, name: str) -> Casewright:
    return Casewright.open(home, user_key=home / "keys" / f"{name}.key")


def deactivate(home: Path, name: str) -> None:
    """As from another process."""
    with Casewright.open(home) as casewright:
        assert casewright.call("deactivate_user", {"name": name}).success


def matter(casewright: Casewright) -> str:
    found = casewright.call("list_matters").structured
    assert isinstance(found, dict)
    return str(found["matters"][0]["matter_id"])


def document(casewright: Casewright, matter_id: str) -> dict[str, str]:
    """What names a new document of the matter."""
    blob = casewright.keep(matter_id, b"The supplier shall deliver by Friday.")
    made = casewright.call("add_document", {"matter_id": matter_id, "filename": "a.txt", "blob_id": blob}).structured
    assert isinstance(made, dict)
    return {"matter_id": matter_id, "document_id": str(made["document_id"])}


def test_open_handle_of_a_dismissed_user_does_nothing(home: Path) -> None:
    """Reading, writing and asking for an approval are denied from the next call on, and recorded."""
    with opened(home, "ada") as casewright:
        matter_id = matter(casewright)
        deactivate(home, "ada")
        calls = [
            ("list_matters", {}),
            ("create_matter", {"title": "Beta"}),
            ("list_matter_documents", {"matter_id": matter_id}),
        ]
        for tool, arguments in calls:
            result = casewright.call(tool, arguments)
            assert (result.status, result.content) == (
                Status.DENIED,
                "The user 'ada' is deactivated: ask an ADMIN",
            )
            assert result.metadata.audit_seq is not None


def test_dismissed_approver_approves_and_rejects_nothing(home: Path) -> None:
    """The deletion does not run, and the request waits for somebody else."""
    with Casewright.open(home) as asking, opened(home, "ada") as approving:
        given = document(asking, matter(asking))
        asked = asking.call("delete_document", given)
        assert asked.status is Status.APPROVAL_REQUIRED
        deactivate(home, "ada")
        for decision in (Approve(), Reject("no")):
            decided = approving.decide(str(asked.metadata.approval_id), decision)
            assert (decided.status, "deactivated" in decided.content) == (Status.DENIED, True)
        assert asking.call("get_document_text", given).success


def through(casewright: Casewright, model: Actor, matter_id: str, person: Actor | None) -> ToolResult:
    """What a model is told that lists the matter's documents."""
    call = ToolCall("1", "list_matter_documents", {"matter_id": matter_id})
    context = CallContext(model, matter=MatterId(matter_id), on_behalf_of=person)
    return casewright.wait(casewright.executor.execute(call, context))


@pytest.mark.parametrize("named", [True, False])
def test_model_of_a_dismissed_person_does_nothing(home: Path, named: bool) -> None:
    """Whether the person stands in the context or in the model's name."""
    with opened(home, "ada") as casewright:
        matter_id, tenant = matter(casewright), casewright.actor.tenant
        name = "document_agent/ada" if named else "agent-1"
        model = Actor(tenant, ActorId(name), "document_agent", ActorKind.MODEL)
        person = None if named else casewright.actor
        assert through(casewright, model, matter_id, person).success
        deactivate(home, "ada")

        assert through(casewright, model, matter_id, person).status is Status.DENIED


def test_request_of_a_dismissed_person_is_not_approved(home: Path) -> None:
    """Nobody's approval runs it."""
    with opened(home, "ada") as asking, Casewright.open(home) as approving:
        asked = asking.call("delete_document", document(asking, matter(asking)))
        deactivate(home, "ada")
        decided = approving.decide(str(asked.metadata.approval_id), Approve())

    assert decided.status is Status.DENIED
    assert "ada" in decided.content


def test_grant_of_a_dismissed_approver_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Granted, dismissed before the call ran: it does not run."""
    with Casewright.open(home) as asking, opened(home, "ada") as approving:
        given = document(asking, matter(asking))
        asked = asking.call("delete_document", given)
        process = approving.executor._process
        assert process is not None
        use = process._use

        async def dismissed_then_used(*given: Any) -> str | None:
            await asyncio.to_thread(deactivate, home, "ada")
            return await use(*given)

        monkeypatch.setattr(process, "_use", dismissed_then_used)
        decided = approving.decide(str(asked.metadata.approval_id), Approve())
        assert decided.status is Status.DENIED
        assert "granted by ada" in decided.content
        assert asking.call("get_document_text", given).success


def test_somebody_made_up_is_nobody(home: Path) -> None:
    """A person who is no stored user and not the one that the home was opened for."""
    with Casewright.open(home) as casewright:
        for person in ("mallory", "ada-2"):
            actor = Actor(casewright.actor.tenant, ActorId(person), "ADMIN")
            call = ToolCall("1", "list_matters", {})
            result = asyncio.run(casewright.executor.execute(call, CallContext(actor)))
            assert (result.status, "no user" in result.content) == (Status.DENIED, True)


def test_role_is_the_stored_one(home: Path) -> None:
    """Whoever says that they are more than is stored gets what is stored."""
    with Casewright.open(home, actor=Actor(local_user().tenant, ActorId("cy"), "ADMIN")) as casewright:
        result = casewright.call("add_user", {"name": "dan", "role": "ADMIN", "key_hash": "0" * 64})

    assert (result.status, "not permitted for CLIENT" in result.content) == (Status.DENIED, True)


def test_system_user_ends_with_the_first_administrator(shell: Shell) -> None:
    """Until an ADMIN has a key the operating system's user is one; then everybody acts with a key."""
    shell.matter("Alpha")
    said = shell("users", "add", "boss", "--role", "ADMIN")
    assert "--as" in said.out
    refused = shell("matter", "list", code=3)
    assert "there is an ADMIN with a key now" in refused.err
    key = shell.home / "keys" / "boss.key"
    assert "Alpha" in shell("--as", key, "matter", "list").out
