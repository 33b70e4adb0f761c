"""Approvals on the command line: a call pauses, another person decides, and the trail tells it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


def asked(shell: Shell, contracts: Path) -> tuple[str, str, str]:
    """A matter with one document whose deletion was asked for: the matter, the document, the request."""
    matter = shell.matter()
    shell("ingest", matter, contracts / "lease.txt")
    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", json.dumps({"matter_id": matter}))
    document = listed.json["structured"]["documents"][0]["document_id"]
    arguments = json.dumps({"matter_id": matter, "document_id": document})
    call = ["--json", "tools", "call", "delete_document", "--args", arguments, "--key", "once", "--why", "a mistake"]
    waiting = shell(*call, code=3).json
    assert waiting["status"] == "approval_required"
    assert shell(*call, code=3).json["metadata"]["approval_id"] == waiting["metadata"]["approval_id"]
    return matter, document, waiting["metadata"]["approval_id"]


@pytest.mark.requirement("approval-trail", "document-deleted")
def test_call_pauses_and_another_person_approves(shell: Shell, contracts: Path) -> None:
    """The request is shown with what it would do; not the requester but another who sees the matter approves it."""
    matter, _, request = asked(shell, contracts)
    assert request in shell("approvals", "list").out
    shown = shell("approvals", "show", request).out
    for text in ("a mistake", "lease.txt' for good", "not who asked", "touches     the document", matter):
        assert text in shown
    refused = shell("approvals", "approve", request, code=3)
    assert "needs four eyes" in refused.err
    pat = ["--as", shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]]
    assert shell(*pat, "--json", "approvals", "list").json["approvals"] == []
    for command in (["show"], ["approve"]):
        assert "not found" in shell(*pat, "approvals", *command, request, code=2).err
    shell("matter", "share", matter, "pat", "--role", "counsel")
    approved = shell(*pat, "--json", "approvals", "approve", request).json
    assert (approved["status"], approved["approved_by"]) == ("success", "pat")
    assert shell("--json", "approvals", "list").json["approvals"] == []
    assert shell("--json", "approvals", "show", request).json["state"] == "consumed"
    shown = shell("--json", "audit", "show", "--tool", "delete_document").json
    assert [(one["event_type"], one["phase"]) for one in shown["events"]] == [
        ("approval.requested", "requested"),
        ("person.tool_call", "stopped"),
        ("approval.refused", "decided"),
        ("approval.granted", "decided"),
        ("person.tool_call", "intent"),
        ("person.tool_call", "outcome"),
    ]
    assert shell("--json", "audit", "verify").json["verified"]
    assert shell("calls", "unresolved").out == "Every call that was begun has its outcome.\n"


@pytest.mark.requirement("approval-rejected")
def test_request_is_rejected(shell: Shell, contracts: Path) -> None:
    """Rejecting ends with 0 and runs nothing; whoever asks again under the key is told why."""
    matter, document, request = asked(shell, contracts)
    rejected = shell("--json", "approvals", "reject", request, "--reason", "still needed").json
    assert rejected["content"] == "Tool execution denied by user: still needed. Do not retry."
    arguments = json.dumps({"matter_id": matter, "document_id": document})
    again = shell(
        "tools", "call", "delete_document", "--args", arguments, "--key", "once", "--why", "a mistake", code=3
    )
    assert "still needed" in again.err
    assert "rejected" in shell("approvals", "list", "--all").out


def test_unknown_request(shell: Shell) -> None:
    """A request that is not there is a sentence and exit code 2, whatever is wanted of it."""
    for command in (["show"], ["approve"], ["reject"]):
        assert "not found" in shell("approvals", *command, "nothing", code=2).err
    assert shell("approvals", "list").out == "No call waits for approval.\n"


def test_call_that_is_not_unresolved(shell: Shell) -> None:
    """Resolving a call that has its outcome is a sentence and exit code 2."""
    shell.matter()
    assert "no unresolved call '1'" in shell("calls", "resolve", "1", "--outcome", "done", code=2).err


@pytest.mark.requirement("approval-target")
def test_what_is_not_there_is_refused_at_once(shell: Shell) -> None:
    """Every dangerous tool says so before a person is asked, and files nothing."""
    matter, nothing = shell.matter(), "00000000-0000-4000-8000-000000000000"
    calls = {
        "delete_document": {"matter_id": matter, "document_id": nothing},
        "remove_template": {"name": "nothing"},
        "delete_party": {"party_id": nothing},
        "delete_matter": {"matter_id": nothing},
    }
    listed = shell("--json", "tools", "list").json["tools"]
    assert sorted(one["name"] for one in listed if one["safety_level"] == "dangerous") == sorted(calls)
    for tool, arguments in calls.items():
        refused = shell("--json", "tools", "call", tool, "--args", json.dumps(arguments), code=2).json
        assert (refused["status"], "not found" in refused["content"].lower()) == ("error", True), refused
    assert shell("approvals", "list", "--all").out == "No call waits for approval.\n"


@pytest.mark.requirement("approval-once")
def test_same_deletion_waits_once(shell: Shell) -> None:
    """Asked for twice, it is one request."""
    shell("templates", "define", "short notice", "{IS confidentiality clause}")
    first, second = (shell("templates", "remove", "short notice", code=3).err for _ in range(2))
    assert first == second
    assert len(shell("--json", "approvals", "list").json["approvals"]) == 1


@pytest.mark.requirement("approval-second-person")
def test_single_administrator_is_told_how_a_second_person_comes(shell: Shell, contracts: Path) -> None:
    """The very commands, as they are told, lead from the request to the deletion; then nothing is told any more."""
    matter, _, request = asked(shell, contracts)
    told = shell("approvals", "approve", request, code=3).err
    for command in (
        "casewright users add NAME --role PARTNER",
        f"casewright matter share {matter} NAME --role counsel",
        f"casewright --as KEYFILE approvals approve {request}",
    ):
        assert f"'{command}'" in told
    key = shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]
    shell("matter", "share", matter, "pat", "--role", "counsel")
    assert "users add" not in shell("approvals", "approve", request, code=3).err
    assert shell("--as", key, "approvals", "approve", request).out.startswith("Approved, and done:")
