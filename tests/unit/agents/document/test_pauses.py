"""A call that needs approval pauses the run; a restart loses nothing, and the effect happens once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.tools.decisions import Approve, Reject
from tests.asked import asked, policy_that_lets_the_agent_delete
from tests.fakes.scripted_model import ScriptedModel, calls, says
from tests.joined import joined

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.tools.decisions import Decision
    from tests.asked import Asked


@pytest.fixture(autouse=True)
def _policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(policy_that_lets_the_agent_delete(tmp_path)))


def pause(one: Asked) -> tuple[str, str, str]:
    """A run that asked for a listing and a deletion, and waits: thread, document, request."""
    document = one.done("list_matter_documents", matter_id=one.matter)["documents"][0]["document_id"]
    one.model.script(
        calls(
            ("list_matter_documents", {"matter_id": one.matter}),
            ("delete_document", {"matter_id": one.matter, "document_id": document}),
        ),
        says("Thanks."),
    )
    found = one.ask("Delete the lease")
    assert found["stopped"] == "approval"
    assert found["citations"] == []
    (pending,) = found["approvals"]
    assert pending["approval_id"] in found["answer"]
    return found["thread_id"], document, pending["approval_id"]


def turns(one: Asked, thread: str) -> list[dict[str, Any]]:
    """The thread, whole."""
    found: list[dict[str, Any]] = one.done("list_threads", matter_id=one.matter, thread_id=thread)["threads"][0][
        "turns"
    ]
    return found


def decide(one: Asked, request: str, decision: Decision) -> bool:
    """A partner's decision on the request; whether it was done."""
    other = replace(one.casewright.context(), actor=joined(one.casewright, "pat", "PARTNER"))
    one.done("share_matter", matter_id=one.matter, user="pat", role="counsel")
    return one.casewright.wait(one.casewright.executor.decide(request, decision, other)).success


def test_thread_tells_what_waits_and_then_what_was_called(tmp_path: Path) -> None:
    """The question that has no answer yet stands last with its request; the answered one keeps calls and passages."""
    with asked(tmp_path, ScriptedModel()) as one:
        thread, document, request = pause(one)
        (waits,) = turns(one, thread)
        assert (waits["question"], waits["stopped"], waits["approvals"]) == (
            "Delete the lease",
            "approval",
            [{"approval_id": request, "tool": "delete_document"}],
        )
        assert decide(one, request, Reject("no")) is False
        one.ask(None, thread_id=thread)
        one.model.script(
            calls(("get_document_text", {"matter_id": one.matter, "document_id": document})), says("Read.")
        )
        one.ask("Read it", thread_id=thread, document_id=document)
        first, second = turns(one, thread)
    assert (first["stopped"], first["documents"]) == (None, [])
    assert [call["status"] for call in first["tool_calls"]][-1] == "rejected"
    assert second["documents"] == [document]
    assert [one["call"] for one in second["ledger"]] == [second["tool_calls"][-1]["id"]]


@pytest.mark.requirement("ask-pause")
def test_run_goes_on_after_a_restart_and_the_effect_happens_once(tmp_path: Path) -> None:
    """Another process takes the run up where it waits; the approved call runs once, the others are not repeated."""
    model = ScriptedModel()
    with asked(tmp_path / "home", model) as one:
        thread, document, request = pause(one)
    with asked(tmp_path / "home", model, matter=one.matter) as again:
        waiting = again.ask(None, thread_id=thread)
        assert (waiting["stopped"], waiting["approvals"][0]["approval_id"]) == ("approval", request)
        assert "waits for a decision" in again.result("Something else?", thread_id=thread).content
        assert decide(again, request, Approve())
    with asked(tmp_path / "home", model, matter=one.matter) as last:
        found = last.ask(None, thread_id=thread)
        assert (found["stopped"], found["answer"]) == (None, "Thanks.")
        assert [(call["name"], call["status"]) for call in found["tool_calls"]] == [
            ("frame_question", "success"),
            ("list_matter_documents", "success"),
            ("delete_document", "success"),
        ]
        phases = [event["phase"] for event in last.events("delete_document")]
        assert phases.count("requested") == phases.count("intent") == 1
        agents = [event for event in last.events("list_matter_documents") if event["role"] == "document_agent"]
        assert [event["phase"] for event in agents] == ["intent", "outcome"]
        assert "Nothing waits" in last.result(None, thread_id=thread).content
    told = [one for one in last.model.asked[0] if not str(one.content).startswith("[FRAME]")]
    assert document not in str(told)


@pytest.mark.requirement("ask-pause")
def test_rejection_is_told_to_the_model(tmp_path: Path) -> None:
    """A rejected call does not run; the model hears the reason and goes on."""
    model = ScriptedModel()
    with asked(tmp_path / "home", model) as one:
        thread, document, request = pause(one)
        decide(one, request, Reject("still needed"))
        model.script(lambda messages: says(f"I was told: {messages[-1].content}"))
        assert "Tool execution denied by user: still needed." in one.ask(None, thread_id=thread)["answer"]
        listed = one.done("list_matter_documents", matter_id=one.matter)["documents"]
        assert [row["document_id"] for row in listed] == [document]


@pytest.mark.requirement("ask-pause-four-eyes")
def test_nobody_approves_what_their_agent_asks_for(tmp_path: Path) -> None:
    """What an agent asks for in a person's name needs somebody else's approval, where four eyes are asked for."""
    model = ScriptedModel()
    with asked(tmp_path / "home", model) as one:
        _, document, request = pause(one)
        refused = one.casewright.decide(request, Approve())
        assert "needs four eyes" in refused.content
        listed = one.done("list_matter_documents", matter_id=one.matter)["documents"]
        assert [row["document_id"] for row in listed] == [document]
