"""Anthropic's Messages: over ``langchain-anthropic``."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import anthropic
import httpx2
from langchain_anthropic import ChatAnthropic
from langchain_core.exceptions import ContextOverflowError
from pydantic import PrivateAttr, SecretStr

from casewright.adapters.models.failures import Details, chain
from casewright.adapters.models.model_answer import CALLS, END, LENGTH, REFUSED
from casewright.adapters.models.provider_chat import Library
from casewright.adapters.proxies import way_to

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.adapters.models.choice import ModelChoice

_STOPS = {
    "end_turn": END,
    "stop_sequence": END,
    "tool_use": CALLS,
    "max_tokens": LENGTH,
    "model_context_window_exceeded": LENGTH,
    "refusal": REFUSED,
}


class _Messages(ChatAnthropic):
    """Over a client of its own: the library's is shared by the whole process and follows redirects."""

    _own_client: anthropic.AsyncAnthropic = PrivateAttr()

    @cached_property
    def _async_client(self) -> anthropic.AsyncAnthropic:
        return self._own_client


def library(choice: ModelChoice, *, timeout: float, max_tokens: int | None) -> Library:
    """Anthropic's library for this choice: no retries, no redirects followed, nothing read from the environment."""
    given = {} if max_tokens is None else {"max_tokens": max_tokens}
    inner = _Messages(
        model_name=choice.model,
        api_key=SecretStr(choice.key),
        base_url=choice.base_url,
        timeout=timeout,
        max_retries=0,
        stop=None,
        **given,
    )
    client = anthropic.AsyncAnthropic(
        api_key=choice.key,
        base_url=choice.base_url,
        max_retries=0,
        timeout=timeout,
        open_telemetry=False,  # its spans could hold what was said
        # Not the library's own kind of client, which asks the environment for proxies whatever it is told.
        http_client=httpx2.AsyncClient(
            follow_redirects=False, timeout=timeout, **way_to(choice.base_url, httpx2.create_ssl_context())
        ),
    )
    inner._own_client = client

    def bound(tools: Sequence[Mapping[str, Any]], tool_choice: str | None) -> dict[str, Any]:
        # ``bind_tools`` gives a runnable whose ``kwargs`` are the request's; its type does not say so.
        return dict(inner.bind_tools(list(tools), tool_choice=tool_choice).kwargs)  # type: ignore[attr-defined]

    return Library(inner, _STOPS, bound, details, client.close)


def details(error: BaseException) -> Details | None:
    """What Anthropic's library tells of this error."""
    for one in chain(error):
        if isinstance(one, anthropic.APIConnectionError):
            return None
        if isinstance(one, anthropic.APIStatusError):
            inside = one.body.get("error") if isinstance(one.body, dict) else None
            code = inside.get("type") if isinstance(inside, dict) else None
            codes = ("context_overflow",) if isinstance(error, ContextOverflowError) else ()
            return Details(
                one.status_code, (*codes, str(code)) if code else codes, one.response.headers.get("retry-after")
            )
    return None
