"""``casewright models check`` against servers that speak the providers' own formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.checked_model import inventing_turns, passing_turns
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOpenAI, ScriptedXai
from tests.providers.replies import Fail, Turn

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell
    from tests.providers.scripted import ScriptedProvider


def set_up(monkeypatch: pytest.MonkeyPatch, server: ScriptedProvider, role: str = "assistant") -> None:
    """Put the server's model into the role."""
    for name, value in server.environment(role).items():
        monkeypatch.setenv(name, value)


@pytest.mark.requirement("models-check")
@pytest.mark.parametrize("kind", [ScriptedOpenAI, ScriptedGemini, ScriptedAnthropic])
def test_good_model_passes(shell: Shell, monkeypatch: pytest.MonkeyPatch, kind: type[ScriptedProvider]) -> None:
    """Each check is a line; before the first, what is sent and to whom; no home is made."""
    with kind(*passing_turns()) as server:
        set_up(monkeypatch, server)
        ended = shell("models", "check")

    host = server.base_url.removeprefix("http://").partition("/")[0]
    assert f"Asking {server.provider}:m at {host}, the assistant. Only invented text" in ended.err
    assert ended.out.count("passed  ") == 8
    assert f"{server.provider}:m: 8 of 8 passed: calls tools 3 of 3, cites 2 of 2, keeps quiet 3 of 3." in ended.out
    assert len(server.requests) == 8
    assert not shell.home.exists()


@pytest.mark.requirement("models-check")
def test_model_that_invents_quotes_fails(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its quotes are not where it says: the checks that ask for quotes fail with it, the command with 4."""
    with ScriptedOpenAI(*inventing_turns()) as server:
        set_up(monkeypatch, server)
        [found] = shell("models", "check", "--json", code=4).json["models"]

    assert (found["role"], found["model"], found["passed"], found["of"]) == ("assistant", "openai:m", 5, 8)
    assert found["abilities"]["citations"] == {"passed": 0, "of": 2}
    reasons = [one["reason"] for one in found["checks"] if not one["passed"]]
    assert all(reason.startswith("the quote does not stand at its place: ") for reason in reasons)
    assert found["usage"] == {"input_tokens": 8 * 11, "output_tokens": 8 * 7}


@pytest.mark.requirement("models-check")
def test_faults_are_lines_with_their_reason(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that only talks, one that declines and a provider that does not take tools are failed checks."""
    script: list[Turn | Fail] = [Fail(400), Turn("Of course!"), Turn(stop="refused"), *passing_turns()[3:]]
    with ScriptedOpenAI(*script) as server:
        set_up(monkeypatch, server)
        shown = shell("models", "check", code=4).out

    assert "FAILED  calls the tool for a kind of clause: openai:m did not take the request" in shown
    assert "FAILED  calls the tool for a single value: it called no tool, and answered 'Of course!'" in shown
    assert "FAILED  calls the tool for a whole document: " in shown
    assert "openai:m: 5 of 8 passed: calls tools 0 of 3, cites 2 of 2, keeps quiet 3 of 3." in shown


@pytest.mark.requirement("models-check")
def test_each_model_that_is_set_is_checked_or_the_one_asked_for(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --role both; with it the one."""
    with ScriptedOpenAI(*passing_turns()) as one, ScriptedXai(*passing_turns(), *passing_turns()) as other:
        set_up(monkeypatch, one)
        set_up(monkeypatch, other, "reasoner")
        both = shell("models", "check", "--json").json["models"]
        alone = shell("models", "check", "--role", "reasoner", "--json").json["models"]

    assert [(one["role"], one["model"]) for one in both] == [("assistant", "openai:m"), ("reasoner", "xai:m")]
    assert alone == both[1:]


@pytest.mark.requirement("models-check")
def test_without_a_model_there_is_nothing_to_check(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the setting and says what works without one; so it does for a role that has none."""
    ended = shell("models", "check", code=2)
    assert "set CASEWRIGHT_ASSISTANT to provider:model" in ended.err
    assert "Without a model rules answer on this machine" in ended.err
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "ollama:m")
    assert (
        "No chat model is set for the reasoner: set CASEWRIGHT_REASONER"
        in shell("models", "check", "--role", "reasoner", code=2).err
    )


@pytest.mark.requirement("models-check")
def test_model_that_cannot_be_reached_ends_with_4(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider that is down is a sentence, not a check; a key that was refused ends with 2, as everywhere."""
    down = Fail(503, headers={"retry-after": "0"})
    with ScriptedOpenAI(down, down, down, Fail(401)) as server:
        set_up(monkeypatch, server)
        assert "503" in shell("models", "check", code=4).err
        assert "CASEWRIGHT_ASSISTANT_API_KEY" in shell("models", "check", code=2).err
