"""The agent's threads go on: after other questions, after a failure, and in another process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.asked import asked
from tests.databases import create_postgresql
from tests.fakes.scripted_model import ScriptedModel, calls, says

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.agents.document.events import AnswerEvent


@pytest.mark.requirement("ask-threads")
def test_thread_goes_on(tmp_path: Path) -> None:
    """A thread remembers; its context is said again only when it changes; its history can be read."""
    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        document = one.add("memo.txt", "The fee is EUR 5.")
        model.script(says("Hello."), says("Thanks."), says("Sorry."))
        thread = one.ask("First?")["thread_id"]
        one.ask("Second?", thread_id=thread)
        one.ask("Third?", thread_id=thread, document_id=document)
        said = [str(message.content) for message in model.asked[2] if message.type in ("human", "ai")]
        assert [text for text in said if not text.startswith("[")] == [
            "First?",
            "Hello.",
            "Second?",
            "Thanks.",
            "Third?",
        ]
        contexts = [text for text in said if text.startswith("[CONTEXT]")]
        assert len(contexts) == 2
        assert f'document "memo.txt" (document_id: {document})' in contexts[1]
        history = one.done("list_threads", matter_id=one.matter, thread_id=thread)["threads"][0]
        assert [(turn["question"], turn["text"]) for turn in history["turns"]] == [
            ("First?", "Hello."),
            ("Second?", "Thanks."),
            ("Third?", "Sorry."),
        ]
    with asked(tmp_path, model, matter=one.matter) as again:
        model.script(says("Four."))
        again.ask("Fourth?", thread_id=thread)
    assert "First?" in [message.content for message in model.asked[3]]


@pytest.mark.requirement("ask-budget")
def test_budget_of_a_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the matter's tokens or money are used up the model is not asked, and the answer says so."""
    monkeypatch.setenv("CASEWRIGHT_MATTER_TOKENS", "100")
    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        listing = ("list_matter_documents", {"matter_id": one.matter})
        model.script(calls(listing, tokens=(60, 10)), calls(listing, tokens=(60, 10)), says("never"))
        found = one.ask("Count")
        assert found["stopped"] == "budget"
        assert "140 of 100 tokens" in found["answer"]
        assert found["usage"]["input_tokens"] == 120
        assert len(model.asked) == 2
        assert one.ask("Again?")["stopped"] == "budget"
        other = one.new_matter("Beta")
        assert one.ask("Elsewhere?", matter_id=other)["stopped"] is None
    monkeypatch.delenv("CASEWRIGHT_MATTER_TOKENS")
    monkeypatch.setenv("CASEWRIGHT_MATTER_DOLLARS", "0.01")
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_INPUT_PRICE", "100")
    with asked(tmp_path, model, matter=one.matter) as one:
        assert "$0.01 of $0.01" in one.ask("And now?")["answer"]


def test_model_that_fails_leaves_a_thread_that_goes_on(tmp_path: Path) -> None:
    """Where the model fails the question stays in its thread: going on asks the model again."""
    from casewright.errors import Unavailable

    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        model.script(Unavailable("The provider is down"), says("Hello."))
        failed = one.result("Hello?")
        assert "The provider is down" in failed.content
        (thread,) = one.done("list_threads", matter_id=one.matter)["threads"]
        assert one.ask(None, thread_id=thread["thread_id"])["answer"] == "Hello."
        assert "Nothing waits" in one.result(None, thread_id=thread["thread_id"]).content


@pytest.mark.requirement("ask-keys")
def test_call_that_ran_is_not_run_again(tmp_path: Path) -> None:
    """Cut off after a call ran and before that was written down, a run finds the call's result by its key."""
    model = ScriptedModel()

    def cut(said: AnswerEvent) -> None:
        task = asyncio.current_task()
        if said.text == "list_matter_documents: success" and task is not None:
            task.cancel()

    with asked(tmp_path, model) as one:
        model.script(calls(("list_matter_documents", {"matter_id": one.matter})), says("Hello."))
        assert not one.casewright.ask({"matter_id": one.matter, "question": "How many?"}, cut).success
        (thread,) = one.done("list_threads", matter_id=one.matter)["threads"]
        found = one.ask(None, thread_id=thread["thread_id"])
        assert (found["answer"], len(model.asked)) == ("Hello.", 2)
        own = [event for event in one.events("list_matter_documents") if event["role"] == "document_agent"]
        assert [event["phase"] for event in own] == ["intent", "outcome", "replayed"]
        assert len({event["idempotency_key"] for event in own}) == 1


@pytest.mark.postgresql
@pytest.mark.requirement("ask-threads", "ask-checkpoints")
def test_thread_in_postgresql(tmp_path: Path, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the database is PostgreSQL, threads and checkpoints are there too, and go on from another process."""
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", create_postgresql(postgresql_socket, "asked"))
    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        model.script(calls(("list_matter_documents", {"matter_id": one.matter})), says("Hello."))
        thread = one.ask("First?")["thread_id"]
    with asked(tmp_path, model, matter=one.matter) as again:
        model.script(says("Thanks."))
        again.ask("Second?", thread_id=thread)
        history = again.done("list_threads", matter_id=one.matter, thread_id=thread)["threads"][0]["turns"]
    assert [turn["text"] for turn in history] == ["Hello.", "Thanks."]
    assert not (tmp_path / "checkpoints.db").exists()
