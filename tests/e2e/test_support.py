"""Support over a home of its own: tickets on the command line, the reasoner's session, and what is forgotten of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from casewright.adapters.locks.postgresql import PostgresLocks
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, MatterId
from casewright.tools.calls import CallContext, ToolCall
from tests.canaries import PERSON
from tests.databases import create_migrated
from tests.fakes.scripted_reasoner import ScriptedReasoner

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.tools.calls import ToolResult
    from tests.e2e.conftest import Shell

QUESTION = "Ce urmează?"


def as_assistant(casewright: Casewright, case: str, tool: str, **arguments: object) -> ToolResult:
    """A call that the case's assistant makes for the home's own person."""
    person = casewright.actor
    model = Actor(person.tenant, ActorId(f"case_assistant/{person.id}"), "case_assistant", ActorKind.MODEL)
    context = CallContext(model, matter=MatterId(case), on_behalf_of=person)
    call = ToolCall(str(uuid4()), tool, {"case_id": case, **arguments})
    return casewright.wait(casewright.executor.execute(call, context))


def opened(casewright: Casewright) -> str:
    made: Any = casewright.call("create_case", {"title": "Amendă"}).structured
    case: str = made["case_id"]
    return case


@pytest.mark.requirement("support-ticket", "support-resume", "case-closed")
def test_ticket_from_the_command_line(shell: Shell, tmp_path: Path) -> None:
    """Opened, listed, resumed by an administrator and by nobody else; then the case is closed and read only."""
    case = shell("--json", "case", "create", "Amendă").json["case"]["case_id"]
    assert "There are no support tickets" in shell("case", "tickets").out
    told = json.dumps({"case_id": case, "issue_description": "Căutarea nu răspunde."})
    ticket = shell("--json", "tools", "call", "create_support_ticket", "--args", told).json["structured"]["ticket_id"]

    assert f"{ticket}  open" in shell("case", "tickets", case).out
    assert "paused_support" in shell("case", "list").out
    shell("users", "add", "pat", "--role", "PARTNER", "--key-file", tmp_path / "pat.key")
    refused = shell("case", "resume", case, "--as", tmp_path / "pat.key", code=3)
    assert "not permitted" in refused.err
    resumed = shell("case", "resume", case, "--note", "Reparat.").out
    assert resumed.strip() == f"{case} is tier_pending, 1 ticket closed"
    listed = shell("case", "tickets").out
    assert "closed" in listed
    assert "Reparat." in listed
    again = shell.any("case", "resume", case)
    assert (again.code, "not paused" in again.err) == (3, True)

    assert shell("case", "close", case).out.strip() == f"{case} is closed"
    change = json.dumps({"case_id": case, "updates": {"summary.current": "x"}})
    denied = shell("tools", "call", "update_case_details", "--args", change, code=3)
    assert "The case is closed: it can be read, not changed" in denied.err
    assert shell("--json", "case", "close", case, "--archive").json["case_status"] == "archived"
    assert "archived" in shell("case", "show", case).out


@pytest.mark.requirement("plan-approved", "consult-reasoner", "reasoner-session")
def test_a_draft_needs_the_reasoners_plan(tmp_path: Path) -> None:
    """The assistant is refused, consults, makes the draft; another home opened later goes on in the same session."""
    reasoner = ScriptedReasoner("Plan: 1. Salut.\nACȚIUNE: REDACTEAZĂ\nPLAN APROBAT: Scrisoare")
    draft = {"markdown_content": "Bună ziua.", "draft_name": "Scrisoare"}
    with Casewright.open(tmp_path / "home", case_minds=reasoner) as casewright:
        case = opened(casewright)
        refused = as_assistant(casewright, case, "generate_draft_pdf", **draft, revision=1)
        assert refused.metadata.error_kind == "Refused"
        assert "The reasoner approved no plan for Scrisoare" in refused.content
        reply = as_assistant(casewright, case, "consult_grok", context_summary="O amendă.", specific_question=QUESTION)
        assert isinstance(reply.structured, dict)
        assert (reply.structured["approved_draft"], reply.structured["reasoner"]) == ("Scrisoare", "scripted")
        assert as_assistant(casewright, case, "generate_draft_pdf", **draft, revision=1).success
        assert not as_assistant(casewright, case, "generate_draft_pdf", **draft, revision=2).success
        assert casewright.call("generate_draft_pdf", {"case_id": case, **draft, "revision": 2}).success

    with Casewright.open(tmp_path / "home", case_minds=reasoner) as casewright:
        assert as_assistant(casewright, case, "consult_grok", context_summary="O.", specific_question=QUESTION).success
    assert reasoner.asked[-1][2] == [(QUESTION, reasoner.reply)]


@pytest.mark.requirement("support-ticket")
def test_the_assistant_asks_for_help_and_no_more(tmp_path: Path) -> None:
    """It opens a ticket; it lists none, resumes nothing and closes nothing."""
    with Casewright.open(tmp_path / "home") as casewright:
        case = opened(casewright)
        assert as_assistant(casewright, case, "create_support_ticket", issue_description="x").success
        for tool in ("list_tickets", "resume_case", "close_case"):
            assert as_assistant(casewright, case, tool).status == "denied", tool


@pytest.mark.requirement("consult-reasoner")
def test_without_minds_it_is_told_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reasoner that cannot be opened is the seed's failure, with what is wrong with the setting."""
    monkeypatch.setenv("CASEWRIGHT_REASONER", "nobody:nothing")
    with Casewright.open(tmp_path / "home") as casewright:
        case = opened(casewright)
        reply = as_assistant(casewright, case, "consult_grok", context_summary="O.", specific_question=QUESTION)
    assert isinstance(reply.structured, dict)
    assert reply.structured["error_message"].startswith("Grok API error: ")


@pytest.mark.requirement("checkpoints-forgotten", "case-canaries")
def test_name_declared_later_is_in_no_checkpoint(tmp_path: Path) -> None:
    """A bare name that nobody had declared went to the reasoner's session; once declared it stands in no file."""
    home, name = tmp_path / "home", PERSON["lastName"].lower()
    reasoner = ScriptedReasoner(f"Despre {name}: trebuie notificat.")
    with Casewright.open(home, case_minds=reasoner) as casewright:
        case = opened(casewright)
        for _ in range(3):
            asked = {"context_summary": f"tot {name} nu a plătit.", "specific_question": f"Ce fac cu {name}?"}
            assert casewright.call("consult_grok", {"case_id": case, **asked}).success
        assert name in repr(reasoner.asked[-1])
        assert holding(home, name)

        party: Any = casewright.call("add_party", {"kind": "individual", **PERSON}).structured
        attach = {"case_id": case, "party_id": party["party_id"], "role": "pârât"}
        assert casewright.call("attach_party", attach).success
        assert holding(home, name) == []
        assert casewright.call("consult_grok", {"case_id": case, **asked}).success
        summary, question, before = reasoner.asked[-1]
        assert (name in summary + question, before) == (False, [])
    assert holding(home, name) == []


def holding(home: Path, name: str) -> list[str]:
    """The files of the home in which the name stands."""
    return [path.name for path in home.rglob("*") if path.is_file() and name.encode() in path.read_bytes()]


@pytest.mark.postgresql
@pytest.mark.requirement("checkpoints-forgotten", "support-ticket", "case-lock")
def test_over_postgresql(tmp_path: Path, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same over a server: a session is forgotten, a ticket opened, and one at a time works on the case."""
    address = create_migrated(postgresql_socket, "support")
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", address)
    reasoner, asked = (
        ScriptedReasoner(),
        {"context_summary": "tot zamfirov nu a plătit.", "specific_question": QUESTION},
    )
    with Casewright.open(tmp_path / "home", case_minds=reasoner) as casewright:
        case = opened(casewright)
        for _ in range(2):
            assert casewright.call("consult_grok", {"case_id": case, **asked}).success
        assert len(reasoner.asked[-1][2]) == 1
        party: Any = casewright.call(
            "add_party", {"kind": "individual", "firstName": "Ion", "lastName": "Zamfirov"}
        ).structured
        attach = {"case_id": case, "party_id": party["party_id"], "role": "pârât"}
        with PostgresLocks(address).held(LOCAL_TENANT, case):
            assert casewright.call("attach_party", attach).metadata.error_kind == "Busy"
        asked["specific_question"] = "Ce fac cu zamfirov?"
        assert casewright.call("consult_grok", {"case_id": case, **asked}).success
        assert casewright.call("attach_party", attach).success
        assert casewright.call("consult_grok", {"case_id": case, **asked}).success
        assert reasoner.asked[-1][2] == []
        assert as_assistant(casewright, case, "create_support_ticket", issue_description="x").success
        assert casewright.call("resume_case", {"case_id": case}).success
