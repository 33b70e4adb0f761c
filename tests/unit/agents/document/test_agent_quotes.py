"""The quotes in the agent's answers stand at their places, or are marked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.asked import LAW, asked
from tests.fakes.scripted_model import ScriptedModel, calls, says

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from langchain_core.messages import AIMessage, BaseMessage


QUERY = "{IS governing law clause}"


def results(messages: Sequence[BaseMessage]) -> list[Any]:
    """What the model was last shown: every result since it spoke, out of its boundary."""
    shown = [message for message in messages if message.type == "tool"]
    return [json.loads(str(message.content).split("\n", 1)[1].rsplit("\n", 1)[0]) for message in shown]


def citation(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """The first citation of the last result."""
    found: dict[str, Any] = results(messages)[-1]["document_results"][0]["matches"][0]["citation"]
    return found


def quoting(messages: Sequence[BaseMessage]) -> AIMessage:
    """An answer that quotes the best clause word for word, with its place."""
    one = citation(messages)
    return says(f"England: “{one['quote']}” [{one['filename']}](cite:{one['document_id']}@{one['start']}-{one['end']})")


@pytest.mark.requirement("ask-answer", "ask-ledger")
def test_question_is_answered_with_a_quote_that_opens(tmp_path: Path) -> None:
    """The answer's quote stands at its place, the ledger has the passage, the calls are told with their audit."""
    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        model.script(calls(("isaacus_iql", {"matter_id": one.matter, "query": QUERY})), quoting)
        found = one.ask("Which law governs the lease?")
        (cited,) = found["citations"]
        text = one.done("get_document_text", matter_id=one.matter, document_id=cited["document_id"])["text"]
        assert text[cited["start"] : cited["end"]] == cited["quote"]
        assert LAW in cited["quote"]
        assert found["unverified"] == []
        (passage,) = found["ledger"]
        assert (passage["start"], passage["end"]) == (cited["start"], cited["end"])
        framing, call = found["tool_calls"]
        assert framing["name"] == "frame_question"
        assert (call["name"], call["status"]) == ("isaacus_iql", "success")
        outcome = one.events("isaacus_iql")[-1]
        assert outcome["seq"] == call["audit_seq"]
        assert (outcome["event_type"], outcome["role"]) == ("agent.tool_call", "document_agent")
        assert outcome["agent_id"] == f"document_agent/{one.casewright.actor.id}"
        assert one.casewright.verify_audit().flaw is None


@pytest.mark.requirement("ask-unverified")
def test_false_quotes_are_marked(tmp_path: Path) -> None:
    """A quote that does not stand at its place is marked in the text, told with its sentence, and no citation."""
    model = ScriptedModel()

    def lying(messages: Sequence[BaseMessage]) -> AIMessage:
        one = citation(messages)
        place = f"cite:{one['document_id']}@{one['start']}-{one['end']}"
        return says(f"“{one['quote']}” [lease]({place}). The rent is “EUR 9,999” [lease]({place}).")

    with asked(tmp_path, model) as one:
        model.script(calls(("isaacus_iql", {"matter_id": one.matter, "query": QUERY})), lying)
        found = one.ask("Which law?")
    assert len(found["citations"]) == 1
    (false,) = found["unverified"]
    assert false["sentence"].startswith("The rent is “EUR 9,999”")
    assert found["answer"].endswith("[unverified].")


def test_quote_from_elsewhere_is_read_up(tmp_path: Path) -> None:
    """A quote that the model was not shown in this turn is held to the document, by a call that is told."""
    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        document = one.add("memo.txt", "The fee is EUR 5.")
        model.script(
            says(f"“The fee is EUR 5.” [memo](cite:{document}@0-17) and “EUR 6” [memo](cite:{document}@11-16)")
        )
        found = one.ask("What is the fee?")
    assert [cited["quote"] for cited in found["citations"]] == ["The fee is EUR 5."]
    assert len(found["unverified"]) == 1
    assert [call["name"] for call in found["tool_calls"]] == ["frame_question", "get_document_text"]


@pytest.mark.requirement("ask-no-match")
def test_no_match_offers_templates(tmp_path: Path) -> None:
    """Where no document has a match the answer says so and offers other templates."""
    model = ScriptedModel()
    with asked(tmp_path, model) as one:
        query = "{IS liability cap clause}"
        model.script(calls(("isaacus_iql", {"matter_id": one.matter, "query": query})), says("Hm."))
        found = one.ask("Is there a cap?")
    assert "No matching clause was found." in found["answer"]
    assert "{IS liability limitation clause}" in found["answer"]
