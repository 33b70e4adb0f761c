"""The assistant that answers questions about a matter, and the chat model that proposes claims of a deal."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from casewright.bootstrap.agent_stores import agent_checkpoints
from casewright.bootstrap.lazy import once
from casewright.bootstrap.models import load_chat_model, model_choice
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.language_models import BaseChatModel

    from casewright.adapters.checkpoints.postgresql import PostgresCheckpoints
    from casewright.adapters.checkpoints.sqlite import SqliteCheckpoints
    from casewright.adapters.models.provider_chat import ProviderChat
    from casewright.agents.document.agent import DocumentAgent
    from casewright.agents.document.graph import Mind
    from casewright.bootstrap.materials import Governed, Materials
    from casewright.config import Settings
    from casewright.domain.questions import Question
    from casewright.domain.threads import Thread
    from casewright.evidence.extraction.source import Source
    from casewright.tools.ports.claims import Proposed
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.documents import ThreadStore
    from casewright.tools.tenant_limits import ModelMoney

_PROMPT = "agents/document/prompts/document_agent.md"


class DocumentAssistant:
    """The document agent. Fits ``tools.ports.documents.Assistant``."""

    def __init__(
        self,
        settings: Settings,
        threads: ThreadStore,
        clock: Clock,
        governed: Governed,
        model: BaseChatModel | None = None,
        money: ModelMoney | None = None,
    ) -> None:
        """``model`` is asked in place of the one that is set; ``money`` is what that one is paid from."""
        self._settings = settings
        self._threads = threads
        self._clock = clock
        self._governed = governed
        self._model = model
        self._money = money
        self._provider: ProviderChat | None = None
        self._checkpoints: SqliteCheckpoints | PostgresCheckpoints | None = None

    @property
    def providers(self) -> tuple[str, ...]:
        """Those that the set model sends text to; none for the embedded mind and for a model that was handed in."""
        try:
            choice = None if self._model is not None else model_choice(self._settings)
        except BadSettings:
            return ()  # such a model sends nothing: the first question says what is wrong with the setting
        return () if choice is None or choice.consent is None else (choice.consent,)

    async def ask(self, question: Question) -> dict[str, Any]:
        """The answer to a question."""
        return await (await self._ready()).ask(question)

    async def history(self, thread: Thread) -> Sequence[dict[str, Any]]:
        """The thread's questions and answers."""
        return await (await self._ready()).history(thread)

    async def disconnect(self) -> None:
        """Close the connections to the model's provider, where there are any."""
        if self._provider is not None:
            await self._provider.aclose()

    def close(self) -> None:
        """Let go of the checkpoints."""
        if self._checkpoints is not None:
            self._checkpoints.close()

    async def _ready(self) -> DocumentAgent:
        """The agent, put together beside the loop: its libraries and its tools load meanwhile."""
        return await asyncio.to_thread(lambda: self._agent)

    @once
    def _agent(self) -> DocumentAgent:
        from casewright.agents.document.agent import DocumentAgent
        from casewright.agents.document.budget import Budget

        settings = self._settings
        self._checkpoints = agent_checkpoints(settings)
        mind, called = self._mind()
        return DocumentAgent(
            mind=mind,
            called=called,
            executor=self._governed.executor,
            checkpoints=self._checkpoints,
            threads=self._threads,
            clock=self._clock,
            new_id=lambda: str(uuid4()),
            budget=Budget(
                tokens=settings.matter_tokens,
                dollars=settings.matter_dollars,
                input_price=settings.assistant_input_price,
                output_price=settings.assistant_output_price,
            ),
        )

    def _mind(self) -> tuple[Mind, str]:
        from casewright.agents.document.calls import ROLE
        from casewright.agents.document.graph import Mind
        from casewright.tools.calls import SafetyLevel
        from casewright.tools.schemas import export

        tools = self._governed.registry.select(role=ROLE, policy=self._governed.policy)
        model, called, bare = self._chosen()
        mind = Mind(
            model=model,
            instructions=files("casewright").joinpath(_PROMPT).read_text(encoding="utf-8"),
            tools=[export(tool, "openai") for tool in tools],
            bare=bare,
            changes=frozenset(tool.name for tool in tools if tool.safety_level is not SafetyLevel.SAFE),
        )
        return mind, called

    def _chosen(self) -> tuple[BaseChatModel, str, bool]:
        """The model, what answers call it, and whether it reads results without boundaries."""
        if self._model is not None:
            return self._model, type(self._model).__name__, False
        self._provider = load_chat_model(self._settings, money=self._money)
        if self._provider is not None:
            return self._provider, self._provider.choice.name, False
        from casewright.agents.document.minds.assistant import RuleBasedAssistant

        return RuleBasedAssistant(), "rules, no language model", True


def open_assistant(given: Materials) -> DocumentAssistant:
    """The assistant, let go of with the home."""
    threads, model, money = given.stores.threads, given.chat_model, given.model_money
    assistant = DocumentAssistant(given.settings, threads, given.clock, given.governed, model, money)
    given.closing.parts.callback(assistant.close)
    given.closing.awaited.push_async_callback(assistant.disconnect)
    return assistant


class ModelProposer:
    """Asks the assistant's model. Fits ``tools.ports.claims.Proposer``; called from threads without a loop."""

    def __init__(self, settings: Settings, model: BaseChatModel | None = None, money: ModelMoney | None = None) -> None:
        """``model`` is asked in place of the one that is set; ``money`` is what that one is paid from."""
        self._settings = settings
        self._model = model
        self._money = money

    @property
    def providers(self) -> tuple[str, ...]:
        """Whom the set model sends text to; nobody for one that was handed in. Raises ``BadSettings``."""
        choice = None if self._model is not None else model_choice(self._settings)
        return () if choice is None or choice.consent is None else (choice.consent,)

    def propose(self, sources: Sequence[Source]) -> Sequence[Proposed]:
        """What the model proposes, one document after the other."""
        return asyncio.run(self._propose(sources))

    async def _propose(self, sources: Sequence[Source]) -> list[Proposed]:
        from casewright.agents.evidence.proposals import propose_by

        loaded = None if self._model is not None else load_chat_model(self._settings, money=self._money)
        model = self._model or loaded
        if model is None:
            raise BadSettings("No chat model is set: set CASEWRIGHT_ASSISTANT, or extract by rules alone")
        try:
            return [await propose_by(model, source, lambda: str(uuid4())) for source in sources]
        finally:
            if loaded is not None:
                await loaded.aclose()
