"""Chat models of each provider, asked through the provider's own library at a server of this machine."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, SystemMessage

from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import choose
from casewright.adapters.models.retries import Tries
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOllama, ScriptedOpenAI, ScriptedXai
from tests.providers.replies import Call, Turn
from tests.providers.stopped_time import StoppedTime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.tools.schemas import Dialect
    from tests.providers.scripted import ScriptedProvider

TURN = Turn("The notice period is ninety days.")
CALLS = Turn("Let me look.", (Call("look", {"page": 1}), Call("look", {"page": 2})))
LOOK = {
    "type": "function",
    "function": {
        "name": "look",
        "description": "Look at a page",
        "parameters": {"type": "object", "properties": {"page": {"type": "integer"}}, "required": ["page"]},
    },
}
HELLO: list[BaseMessage] = [SystemMessage("You are careful."), HumanMessage("How long is the notice period?")]


@dataclass(frozen=True)
class Case:
    """A provider, how it is served here, and whether as if at its own address."""

    server: type[ScriptedProvider]
    dialect: Dialect
    at_home: bool = False


CASES = {
    "google_genai": Case(ScriptedGemini, "gemini"),
    "openai": Case(ScriptedOpenAI, "openai", at_home=True),
    "compatible": Case(ScriptedOpenAI, "openai"),
    "xai": Case(ScriptedXai, "openai"),
    "ollama": Case(ScriptedOllama, "openai"),
    "anthropic": Case(ScriptedAnthropic, "anthropic"),
}


class Waits:
    """Sleeps that take no time."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def asked(
    case: Case,
    server: ScriptedProvider,
    *,
    streamed: bool,
    messages: Sequence[BaseMessage] = HELLO,
    waits: Waits | None = None,
    tools: Sequence[Any] = (LOOK,),
    timeout: float = 20.0,
    address: str | None = None,
    hangs: bool = False,
) -> tuple[AIMessage, list[str]]:
    """The answer, and the pieces of text in which it came.

    Where the server ``hangs``, no time passes until it does, and then the ``timeout`` over and over.
    """
    choice = choose(f"{server.provider}:m", role="assistant", key="k", base_url=address or server.base_url)
    if case.at_home:
        choice = replace(choice, provider=replace(choice.provider, base_url=choice.base_url))
    tries = Tries(sleep=waits or Waits(), chance=lambda: 0.0)

    async def go() -> tuple[AIMessage, list[str]]:
        model: ProviderChat = chat_model(choice, timeout=timeout, tries=tries)
        loop = asyncio.get_running_loop()
        passing = loop.create_task(loop.run_after(server.hanging, timeout)) if isinstance(loop, StoppedTime) else None
        try:
            bound = model.bind_tools(tools) if tools else model
            if not streamed:
                answer = await bound.ainvoke(list(messages))
                return answer, [answer.text]
            pieces = [piece async for piece in bound.astream(list(messages))]
            whole = sum(pieces[1:], pieces[0])
            assert isinstance(whole, AIMessageChunk)
            return whole, [piece.text for piece in pieces if piece.text]
        finally:
            if passing is not None:
                passing.cancel()
            await model.aclose()

    with asyncio.Runner(loop_factory=StoppedTime if hangs else None) as runner:
        return runner.run(go())
