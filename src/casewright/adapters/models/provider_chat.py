"""A provider's chat model behind LangChain's interface, with our retries, time limits, errors and form of answers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from pydantic import Field, InstanceOf

from casewright.adapters.models.choice import ModelChoice
from casewright.adapters.models.failures import Details, Failures
from casewright.adapters.models.model_answer import Heard
from casewright.adapters.models.purse import Hold, Purse
from casewright.adapters.models.retries import Tries

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
    from langchain_core.language_models import LanguageModelInput
    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.runnables import Runnable


@dataclass(frozen=True)
class Library:
    """A provider's own chat model, and how its words translate into ours."""

    inner: BaseChatModel
    stops: Mapping[str, str]
    bound: Callable[[Sequence[Mapping[str, Any]], str | None], dict[str, Any]]
    """Tools in OpenAI's form, and which must be called, as the inner model takes them."""
    details: Callable[[BaseException], Details | None]
    close: Callable[[], Awaitable[None]]


class ProviderChat(BaseChatModel):
    """Asks one chosen model. For asynchronous use, on one event loop; ``aclose`` it in the end.

    Answers are ``AIMessage`` with text, ``tool_calls``, ``usage_metadata`` where the provider counts, and in
    ``response_metadata`` ``stop`` ("end", "tool_calls", or "length" where the answer was cut off), ``stop_reason`` (the
    provider's own word) and ``tries``. Raises ``Refused`` where the model declines, ``BadSettings`` for a wrong key or
    model, ``InvalidInput`` for more text than it takes, ``Unavailable`` and ``ToolFailed`` for the rest.
    """

    choice: InstanceOf[ModelChoice] = Field(exclude=True, repr=False)
    library: InstanceOf[Library] = Field(exclude=True, repr=False)
    timeout: float
    """Seconds without a further piece of the answer, or without the whole where it comes in one."""
    tries: InstanceOf[Tries] = Field(default_factory=Tries, exclude=True, repr=False)
    purse: InstanceOf[Purse] | None = Field(default=None, exclude=True, repr=False)
    """What its answers may cost whoever acts; left out: they are not counted."""
    cache: bool = False

    @property
    def _llm_type(self) -> str:
        return "casewright-provider"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.choice.name}

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: str | None = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer tools, each as ``casewright.tools.schemas.export(tool, "openai")`` gives it.

        ``tool_choice``: "auto", "any", "none" or a tool's name.
        """
        return self.bind(tools=list(tools), tool_choice=tool_choice, **kwargs)

    def get_num_tokens(self, text: str) -> int:
        """Tokens are read from answers: counting them beforehand would download a vocabulary."""
        raise NotImplementedError("tokens are counted by the provider: read usage_metadata of the answer")

    async def aclose(self) -> None:
        """Close the connections."""
        await self.library.close()

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise NotImplementedError("providers' models are asked asynchronously: await ainvoke(...)")

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002 (the interface has it)
        **kwargs: Any,
    ) -> ChatResult:
        given = self._given(kwargs)
        for number in count(1):
            hold = await self._hold(messages, given)
            try:
                async with asyncio.timeout(self.timeout):
                    result = await self.library.inner._agenerate(messages, stop, None, **given)
                heard = Heard(self.library.stops)
                answer = heard.whole(result.generations[0], result.llm_output or {}, number)
            except Exception as error:  # noqa: BLE001 (any library's error is translated here)
                await self._wait_or_raise(error, number, hold)
                continue
            if hold is not None:
                await hold.settle(heard.usage)
            return ChatResult(generations=[answer])
        raise AssertionError("unreachable")

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002 (the interface has it)
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        given = self._given(kwargs)
        for number in count(1):
            hold = await self._hold(messages, given)
            heard, shown = Heard(self.library.stops), False
            pieces = self.library.inner._astream(messages, stop, None, **given)
            try:
                while (chunk := await self._next(pieces)) is not None:
                    piece = heard.piece(chunk)
                    if piece is not None:
                        shown = True
                        yield piece
                last = heard.last_piece(number)
            except Exception as error:  # noqa: BLE001 (any library's error is translated here)
                await self._wait_or_raise(error, number, hold, begun=shown)
                continue
            finally:
                # It is a generator in every library; the interface says iterator.
                await pieces.aclose()  # type: ignore[attr-defined]
            if hold is not None:
                await hold.settle(heard.usage)
            yield last
            return

    async def _next(self, pieces: AsyncIterator[ChatGenerationChunk]) -> ChatGenerationChunk | None:
        async with asyncio.timeout(self.timeout):
            return await anext(pieces, None)

    def _given(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        tools, choice = kwargs.pop("tools", None), kwargs.pop("tool_choice", None)
        return {**kwargs, **(self.library.bound(tools, choice) if tools else {})}

    async def _hold(self, messages: list[BaseMessage], given: dict[str, Any]) -> Hold | None:
        return None if self.purse is None else await self.purse.hold(self.choice, messages, given)

    async def _wait_or_raise(self, error: Exception, number: int, hold: Hold | None, *, begun: bool = False) -> None:
        failures = Failures(self.choice, self.timeout, self.tries.now)
        details = self.library.details(error)
        if hold is not None and not begun and failures.is_free(error, details):
            await hold.release()
        failure = failures.of(error, details, begun=begun)
        wait = self.tries.wait_after(number, failure.wait) if failure.again else None
        if wait is None:
            raise failure.error from error
        await self.tries.sleep(wait)
