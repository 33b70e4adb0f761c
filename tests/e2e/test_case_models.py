"""Minds of cases over the wire: the providers' own libraries, real sockets, and servers that say what is scripted."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import choose
from casewright.adapters.models.retries import Tries
from casewright.agents.cases.mind import Act, Ask, Stage
from casewright.agents.cases.minds.language_model import LanguageModelAssistant, LanguageModelReasoner
from casewright.agents.cases.minds.stage_tools import ASK
from casewright.errors import ToolFailed, Unavailable
from tests.fakes.scripted_model import any_number
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOllama, ScriptedOpenAI, ScriptedXai
from tests.providers.replies import Call, Fail, Hang, Turn
from tests.providers.stopped_time import run_past
from tests.unit.agents.cases.minds.scripted_answers import BRIEFING, CASE, CONSULT, REPLY, TOOLS, same

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from casewright.adapters.models.provider_chat import ProviderChat
    from tests.providers.replies import Reply
    from tests.providers.scripted import ScriptedProvider

KINDS = [ScriptedGemini, ScriptedXai, ScriptedOpenAI, ScriptedAnthropic, ScriptedOllama]
QUESTION = Turn(calls=(Call(ASK, {"question": "Când v-a fost comunicat procesul-verbal?"}),))
ENGLISH = Turn(calls=(Call(ASK, {"question": "When was the report served to you?"}),))
TIMEOUT = 60.0
ADVICE = Call(CONSULT[0], CONSULT[1])


async def no_wait(_: float) -> None:
    """Try again at once."""


def asking(
    kind: type[ScriptedProvider],
    ask: Callable[[ProviderChat], Coroutine[Any, Any, Any]],
    *script: Reply,
) -> tuple[Any, list[str]]:
    """What comes of asking a server that goes through this script, and the bodies that it was sent.

    Where the script begins with ``Hang`` no time passes until the server hangs, and then all that a request may take.
    """

    async def go(base_url: str) -> Any:  # whatever the mind says
        choice = choose(f"{kind.provider}:m", role="assistant", key="k", base_url=base_url)
        model = chat_model(choice, timeout=TIMEOUT, tries=Tries(sleep=no_wait))
        try:
            return await ask(model)
        except (ToolFailed, Unavailable) as error:
            return error
        finally:
            await model.aclose()

    with kind(*script) as server:
        asked = go(server.base_url)
        hangs = script[:1] == (Hang(),)
        found = run_past(TIMEOUT, server.hanging, asked) if hangs else asyncio.run(asked)
    return found, [json.dumps(one.body, ensure_ascii=False) for one in server.requests]


async def step(model: ProviderChat) -> object:
    """A step of the assistant."""
    mind = LanguageModelAssistant(
        model, called=model.choice.name, mask=same, refuse=any_number, tools=TOOLS, platform="Relex"
    )
    return await mind.step(Stage.PLAN, BRIEFING)


async def tier(model: ProviderChat) -> object:
    """A tier."""
    mind = LanguageModelAssistant(
        model, called=model.choice.name, mask=same, refuse=any_number, tools=TOOLS, platform="Relex"
    )
    return await mind.tier(["Am primit o amendă de 500 lei."], "ro")


async def advise(model: ProviderChat) -> object:
    """A reply of the reasoner."""
    mind = LanguageModelReasoner(model, called=model.choice.name, mask=same, refuse=any_number, platform="Relex")
    return await mind.advise("Amendă.", "Ce lipsește?", [("Ce termen este?", "Cincisprezece zile.")])


@pytest.mark.requirement("case-model-wire")
@pytest.mark.parametrize("kind", KINDS)
def test_any_provider_thinks_in_cases(kind: type[ScriptedProvider]) -> None:
    """A call, a question, a tier and a reply come through every provider's format; the tools of the step go out."""
    act, [sent] = asking(kind, step, Turn(calls=(ADVICE,)))
    assert isinstance(act, Act)
    assert dict(act.call.arguments) == {"case_id": CASE, **CONSULT[1]}
    assert "Cazul se află în lucru." in sent
    assert "tell_user" in sent
    assert "generate_draft_pdf" not in json.dumps(json.loads(sent).get("tools"))
    question, _ = asking(kind, step, QUESTION)
    assert isinstance(question, Ask)
    assert asking(kind, tier, Turn("1: amendă"))[0].tier == 1
    reply, [sent] = asking(kind, advise, Turn(REPLY))
    assert reply == REPLY
    assert "Ești Grok, avocat expert" in sent
    assert "Cincisprezece zile." in sent


@pytest.mark.requirement("case-model-language")
@pytest.mark.parametrize("kind", [ScriptedGemini, ScriptedXai])
def test_provider_that_answers_in_english(kind: type[ScriptedProvider]) -> None:
    """It is asked once more for Romanian; a step that stays English is none, a tier keeps its number."""
    step_in_time, [_, second] = asking(kind, step, ENGLISH, QUESTION)
    assert isinstance(step_in_time, Ask)
    assert "Scrie în limba română" in second
    assert "it was in English" in str(asking(kind, step, ENGLISH, ENGLISH)[0])
    english = Turn("1: it is a simple fine of the police")
    found, _ = asking(kind, tier, english, english)
    assert found.tier == 1
    assert "amend" in found.justification


@pytest.mark.requirement("case-model-steps")
@pytest.mark.parametrize("kind", [ScriptedXai, ScriptedOpenAI, ScriptedAnthropic])
def test_malformed_calls_are_told_back(kind: type[ScriptedProvider]) -> None:
    """Arguments that are no JSON object, fields that do not exist and unknown tools are told; then it fails."""
    bad = Turn(calls=(Call("consult_grok", '{"context_summary": '),))
    unknown = Turn(calls=(Call("grant_admin", {}),))
    found, sent = asking(kind, step, bad, unknown, Turn(calls=(ADVICE,)))
    assert isinstance(found, Act)
    # Anthropic's format has no broken arguments: they come as none at all.
    assert "JSON valid" in sent[1] or "lipsește context_summary" in sent[1]
    assert "grant_admin nu poate fi folosit" in sent[2]
    assert "gave no answer that can be used" in str(asking(kind, step, unknown, unknown, unknown)[0])


@pytest.mark.requirement("case-model-steps")
def test_malformed_calls_of_gemini() -> None:
    """Gemini says itself that a call was malformed: it is asked again."""
    bad = Turn(calls=(Call("consult_grok", "{"),))
    found, sent = asking(ScriptedGemini, step, bad, Turn(calls=(ADVICE,)))
    assert isinstance(found, Act)
    assert len(sent) == 2


@pytest.mark.requirement("case-model-steps")
@pytest.mark.parametrize("kind", [ScriptedGemini, ScriptedXai])
@pytest.mark.parametrize("ask", [step, tier, advise])
def test_provider_that_fails(kind: type[ScriptedProvider], ask: Callable[..., Any]) -> None:
    """500 three times, no answer, or a refusal: an error of two kinds, never an empty step."""
    assert isinstance(asking(kind, ask, *[Fail(500)] * 3)[0], Unavailable)
    given_up, _ = asking(kind, ask, *[Hang()] * 3)
    assert isinstance(given_up, Unavailable)
    assert "did not go on with its answer for 60 s" in str(given_up)
    assert isinstance(asking(kind, ask, Turn("nu", stop="filtered"))[0], ToolFailed)
    assert isinstance(asking(kind, ask, Fail(401))[0], ToolFailed)
