"""Gemini's own REST interface: over ``langchain-google-genai``."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import httpx
from google.genai import Client, errors, types
from langchain_core.exceptions import ContextOverflowError
from langchain_google_genai import ChatGoogleGenerativeAI
from pydantic import SecretStr

from casewright.adapters.models.failures import Details, chain
from casewright.adapters.models.model_answer import BROKEN, END, LENGTH, REFUSED
from casewright.adapters.models.provider_chat import Library
from casewright.adapters.proxies import way_to

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.adapters.models.choice import ModelChoice

_STOPS = {
    "STOP": END,
    "MAX_TOKENS": LENGTH,
    **dict.fromkeys(("SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"), REFUSED),
    **dict.fromkeys(("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "OTHER"), BROKEN),
}


def library(choice: ModelChoice, *, timeout: float, max_tokens: int | None) -> Library:
    """Google's library for this choice: no retries, no redirects followed, Vertex AI only by its own address."""
    for talkative in ("google_genai", "langchain_google_genai"):
        logging.getLogger(talkative).setLevel(logging.ERROR)  # what they warn of, we say in an error of our own
    way = way_to(choice.base_url, httpx.create_ssl_context())
    given: dict[str, Any] = {"follow_redirects": False, **way}
    inner = ChatGoogleGenerativeAI(
        model=choice.model,
        api_key=SecretStr(choice.key),
        base_url=choice.base_url,
        vertexai=False,
        timeout=timeout,
        max_retries=1,  # the library counts the first try
        max_output_tokens=max_tokens,
        temperature=None,
        client_args=given,
    )
    # The library's own client would turn to Vertex AI where the environment says so, whatever it was told.
    # It would also send by aiohttp where that happens to be installed, which follows redirects with the key in hand.
    sending = httpx.AsyncClient(**given)
    client = Client(
        vertexai=False,
        api_key=choice.key,
        http_options=types.HttpOptions(base_url=choice.base_url, client_args=given, httpx_async_client=sending),
    )
    unused, inner.client = inner.client, client

    async def close() -> None:
        for one in filter(None, (unused, client)):
            one.close()
            await one.aio.aclose()
        await sending.aclose()

    return Library(inner, _STOPS, bound, details, close)


def bound(tools: Sequence[Mapping[str, Any]], tool_choice: str | None) -> dict[str, Any]:
    """The tools as Gemini's declarations, with the JSON schema as it is: the library's own way rewrites it."""
    declared = [
        types.FunctionDeclaration(
            name=one["function"]["name"],
            description=one["function"]["description"],
            parameters_json_schema=one["function"]["parameters"],
        )
        for one in tools
    ]
    choice = {} if tool_choice is None else {"tool_choice": tool_choice}
    return {"tools": [types.Tool(function_declarations=declared)], **choice}


def details(error: BaseException) -> Details | None:
    """What Google's library tells of this error: the reason and the wait stand among the answer's details."""
    for one in chain(error):
        if isinstance(one, errors.APIError):
            told = list(_told(one.details))
            codes = ["context_overflow"] if isinstance(error, ContextOverflowError) else []
            codes += [str(part["reason"]) for part in told if "reason" in part]
            codes += [str(one.status)] if one.status else []
            headers = getattr(one.response, "headers", None) or {}
            wished = [str(part["retryDelay"]) for part in told if "retryDelay" in part]
            return Details(one.code, tuple(codes), headers.get("retry-after") or next(iter(wished), None))
    return None


def _told(body: object) -> Iterator[Mapping[str, Any]]:
    inside = body.get("error") if isinstance(body, dict) else None
    for part in (inside.get("details") if isinstance(inside, dict) else None) or ():
        if isinstance(part, dict):
            yield part
