"""OpenAI's Chat Completions, which xAI, Ollama and most servers of one's own speak, too: over ``langchain-openai``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx2
import openai
from langchain_openai import ChatOpenAI
from langchain_openai.chat_models.base import BaseChatOpenAI
from pydantic import SecretStr

from casewright.adapters.models.failures import Details, chain
from casewright.adapters.models.model_answer import BROKEN, CALLS, END, LENGTH, REFUSED, mended
from casewright.adapters.models.provider_chat import Library
from casewright.adapters.proxies import way_to

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.outputs import ChatGenerationChunk, ChatResult

    from casewright.adapters.models.choice import ModelChoice

_STOPS = {
    "stop": END,
    "tool_calls": CALLS,
    "function_call": CALLS,
    "length": LENGTH,
    "content_filter": REFUSED,
    "error": BROKEN,
}


class _Completions(BaseChatOpenAI):
    """Keeps what the library drops or stumbles over: refusals, and arguments that are no JSON object."""

    def _create_chat_result(
        self, response: dict[str, Any] | openai.BaseModel, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        if not isinstance(response, openai.BaseModel):
            return super()._create_chat_result(response, generation_info)
        told = response.model_dump(warnings=False)
        messages = [choice.get("message") or {} for choice in told.get("choices") or ()]
        for message in messages:
            for call in message.get("tool_calls") or ():
                function = call.get("function") or {}
                function["arguments"] = json.dumps(mended(function.get("arguments") or ""))
        result = super()._create_chat_result(told, generation_info)
        for generation, message in zip(result.generations, messages, strict=True):
            generation.message.additional_kwargs["refusal"] = message.get("refusal")
        return result

    def _convert_chunk_to_generation_chunk(
        self, chunk: dict[str, Any], default_chunk_class: type, base_generation_info: dict[str, Any] | None
    ) -> ChatGenerationChunk | None:
        piece = super()._convert_chunk_to_generation_chunk(chunk, default_chunk_class, base_generation_info)
        refusal = next(((one.get("delta") or {}).get("refusal") for one in chunk.get("choices") or ()), None)
        if piece is not None and refusal:
            piece.message.additional_kwargs["refusal"] = refusal
        return piece


class _OpenAI(_Completions, ChatOpenAI):
    """OpenAI itself, whose newer models name some fields differently."""


def library(choice: ModelChoice, *, timeout: float, max_tokens: int | None) -> Library:
    """OpenAI's library for this choice: no retries, no redirects followed, nothing read from the environment."""
    kind = _OpenAI if choice.at_home and choice.provider.name == "openai" else _Completions
    way = way_to(choice.base_url, httpx2.create_ssl_context())
    client = httpx2.AsyncClient(follow_redirects=False, timeout=timeout, **way)
    unused = httpx2.Client(follow_redirects=False, **way)  # or the library would make one by the environment
    inner = kind(
        model=choice.model,
        api_key=SecretStr(choice.key),
        base_url=choice.base_url,
        timeout=timeout,
        max_retries=0,
        max_tokens=max_tokens,
        http_client=unused,
        http_async_client=client,
        openai_proxy="",
        http_socket_options=(),  # or it would warn of proxies that it does not look for
        stream_usage=True,
        stream_chunk_timeout=None,
        use_responses_api=False,
    )

    def bound(tools: Sequence[Mapping[str, Any]], tool_choice: str | None) -> dict[str, Any]:
        # ``bind_tools`` gives a runnable whose ``kwargs`` are the request's; its type does not say so.
        return dict(inner.bind_tools(list(tools), tool_choice=tool_choice).kwargs)  # type: ignore[attr-defined, arg-type]

    async def close() -> None:
        unused.close()
        await client.aclose()

    return Library(inner, _STOPS, bound, details, close)


def details(error: BaseException) -> Details | None:
    """What OpenAI's library tells of this error."""
    for one in chain(error):
        if isinstance(one, openai.APIConnectionError):
            return None
        if isinstance(one, openai.APIError):
            response = getattr(one, "response", None)
            codes = tuple(str(code) for code in (one.code, one.type) if code)
            retry_after = None if response is None else response.headers.get("retry-after")
            return Details(getattr(one, "status_code", None), codes, retry_after)
    return None
