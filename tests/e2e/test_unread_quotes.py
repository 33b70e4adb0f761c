"""A model that answers from memory: its quotes are marked on the command line, in JSON, in threads, in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright import Casewright
from casewright.agents.document.placing.judging import NO_PLACE
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.behind import put_behind
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Call, Turn

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell
    from tests.providers.scripted import ScriptedProvider

FROM_MEMORY = Turn("The lease says: “The rent is EUR 7 a month.” So it is cheap.")
UNBORNE = "No passage of the documents bears this answer out."
MARKED = f"{UNBORNE} The lease says: “The rent is EUR 7 a month.” [unverified] So it is cheap. [unverified]"
NOTHING_READ = "no passage was opened for this answer"


@pytest.mark.requirement("ask-unread")
@pytest.mark.parametrize("kind", [ScriptedOpenAI, ScriptedGemini, ScriptedAnthropic])
def test_answer_from_memory_is_marked_everywhere(
    kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark stands behind the quote, wherever the answer is shown; as data with its sentence and the reason."""
    with kind(always=FROM_MEMORY) as server:
        put_behind(server, monkeypatch)
        shown = shell("ask", matter, "What is the rent?").out
        found = shell("--json", "ask", matter, "What is the rent?").json
        thread = shell("threads", "show", matter, found["thread_id"]).out
        listed = shell("--json", "threads", "show", matter, found["thread_id"]).json
        with Casewright.open(shell.home) as casewright:
            ours = casewright.ask({"matter_id": matter, "question": "What is the rent?"}).structured
    assert isinstance(ours, dict)
    assert MARKED in " ".join(shown.split())
    assert "Not verified:" in shown
    assert NOTHING_READ in " ".join(shown.split())
    assert " ".join(found["answer"].split()) == MARKED
    assert found["answer"] == ours["answer"]
    assert found["unverified"] == ours["unverified"]
    one, two = found["unverified"]
    assert (one["link"], one["reason"]) == ("", NOTHING_READ)
    assert "EUR 7" in one["sentence"]
    assert (two["sentence"], two["reason"]) == ("So it is cheap.", NO_PLACE)
    assert MARKED in " ".join(thread.split())
    assert found["answer"] in [turn["text"] for turn in listed["turns"]]


@pytest.mark.requirement("ask-unread")
def test_quote_beside_what_was_read(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two quotes the one whose words were read stands without a mark."""
    found = shell("--json", "ask", matter, "Find governing law clauses").json
    read = found["citations"][0]["quote"].split(".")[0]
    query = Call("isaacus_iql", {"matter_id": matter, "query": "{IS governing law clause}"})
    with ScriptedOpenAI(Turn(calls=(query,)), Turn(f"“{read}”, and “the rent is EUR 7”.")) as server:
        put_behind(server, monkeypatch)
        answer = shell("--json", "ask", matter, "What does it say?").json
    assert answer["answer"] == f"{UNBORNE}\n\n“{read}”, and “the rent is EUR 7” [unverified]."
    assert [one["reason"].split(" ")[0] for one in answer["unverified"]] == ["these"]
