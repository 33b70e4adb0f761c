"""What every provider's chat model promises, asked through the provider's own library over a real wire."""

from __future__ import annotations

import asyncio
import os
import socket
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, SystemMessage, ToolMessage

from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import choose
from casewright.adapters.models.heard import MALFORMED
from casewright.adapters.models.retries import Tries
from casewright.errors import BadSettings, CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable
from casewright.tools.schemas import Dialect, export, read
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOllama, ScriptedOpenAI, ScriptedXai
from tests.providers.replies import Call, Drop, Fail, Hang, Raw, Turn
from tests.schema_tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from casewright.adapters.models.provider_chat import ProviderChat
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
) -> tuple[AIMessage, list[str]]:
    """The answer, and the pieces of text in which it came."""
    choice = choose(f"{server.provider}:m", role="assistant", key="k", base_url=address or server.base_url)
    if case.at_home:
        choice = replace(choice, provider=replace(choice.provider, base_url=choice.base_url))
    tries = Tries(sleep=waits or Waits(), chance=lambda: 0.0)

    async def go() -> tuple[AIMessage, list[str]]:
        model: ProviderChat = chat_model(choice, timeout=timeout, tries=tries)
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
            await model.aclose()

    return asyncio.run(go())


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries speak to this machine, whatever the environment has."""
    words = ("OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "XAI_", "OLLAMA_", "LANGSMITH_", "LANGCHAIN_")
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name.startswith(words):
            monkeypatch.delenv(name)


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    """Each provider in turn."""
    return CASES[request.param]


@pytest.fixture(params=["google_genai", "openai", "anthropic"])
def wire(request: pytest.FixtureRequest) -> Case:
    """One provider of each wire format, where the others add nothing."""
    return CASES[request.param]


@pytest.fixture(params=["whole", "streamed"])
def streamed(request: pytest.FixtureRequest) -> bool:
    """Whether the answer comes as a stream."""
    return bool(request.param == "streamed")


@pytest.mark.requirement("models-providers")
def test_plain_answer(case: Case, streamed: bool) -> None:
    """Text, usage and why it stopped come in one form; streamed text comes in its pieces."""
    with case.server(TURN) as server:
        answer, pieces = asked(case, server, streamed=streamed)
    assert answer.content == TURN.text
    assert pieces == (TURN.pieces if streamed else [TURN.text])
    assert answer.usage_metadata is not None
    usage = {name: answer.usage_metadata[name] for name in ("input_tokens", "output_tokens", "total_tokens")}
    assert usage == {"input_tokens": 11, "output_tokens": 7, "total_tokens": 18}
    assert (answer.response_metadata["stop"], answer.response_metadata["tries"]) == ("end", 1)
    assert [*answer.tool_calls, *answer.invalid_tool_calls] == []


@pytest.mark.requirement("models-providers")
def test_several_calls_in_one_turn(case: Case, streamed: bool) -> None:
    """Calls come whole, in order, each with an id of its own, though Gemini's wire has none."""
    with case.server(CALLS) as server:
        answer, _ = asked(case, server, streamed=streamed)
    assert [(call["name"], call["args"]) for call in answer.tool_calls] == [
        ("look", {"page": 1}),
        ("look", {"page": 2}),
    ]
    assert len({call["id"] for call in answer.tool_calls} - {None, ""}) == 2
    assert (answer.text, answer.response_metadata["stop"]) == ("Let me look.", "tool_calls")


@pytest.mark.requirement("models-providers")
def test_conversation_goes_back(case: Case, streamed: bool) -> None:
    """What was called and what came of it is sent back in the provider's form, and the model goes on."""
    with case.server(CALLS, TURN) as server:
        answer, _ = asked(case, server, streamed=streamed)
        results = [
            ToolMessage(f'{{"found": {number}}}', tool_call_id=call["id"] or "", name=call["name"])
            for number, call in enumerate(answer.tool_calls)
        ]
        final, _ = asked(case, server, streamed=streamed, messages=[*HELLO, answer, *results])
    sent = str(server.requests[1].body)
    assert sent.count("found") == 2
    assert sent.count("look") >= 3
    assert "Let me look." in sent
    assert "You are careful." in sent
    assert final.content == TURN.text


@pytest.mark.requirement("models-providers", "tool-schemas-providers")
def test_schemas_arrive_unchanged(case: Case) -> None:
    """Every tool's name, description and schema arrives as it was exported."""
    with case.server(TURN) as server:
        asked(case, server, streamed=False, tools=[export(tool, "openai") for tool in TOOLS])
    sent = server.requests[0].body["tools"]
    declared = sent[0]["functionDeclarations"] if case.dialect == "gemini" else sent
    found = [read(case.dialect, one) for one in declared]
    assert found == [(tool.name, tool.description, tool.input_schema) for tool in TOOLS]


@pytest.mark.requirement("models-malformed-calls")
@pytest.mark.parametrize("arguments", ['{"page": ', "[1]", "page 1"])
def test_malformed_arguments_become_an_argument_that_says_so(wire: Case, arguments: str) -> None:
    """Arguments that are no JSON object come as a call that the executor answers as invalid; Gemini is asked again."""
    waits = Waits()
    with wire.server(Turn("", (Call("look", arguments),)), CALLS) as server:
        answer, _ = asked(wire, server, streamed=True, waits=waits)
    if wire.dialect == "gemini":
        assert (len(answer.tool_calls), len(waits.seconds)) == (2, 1)
    else:
        [call] = answer.tool_calls
        assert (call["name"], list(call["args"]), waits.seconds) == ("look", [MALFORMED], [])
        assert "object" in call["args"][MALFORMED]
        assert answer.invalid_tool_calls == []


@pytest.mark.requirement("models-malformed-calls")
@pytest.mark.parametrize("arguments", ['{"page": ', "[1]", "page 1"])
def test_malformed_arguments_in_one_piece(arguments: str) -> None:
    """The same where the answer is not streamed; only OpenAI's form can hold such arguments then."""
    with ScriptedOpenAI(Turn("", (Call("look", arguments),))) as server:
        answer, _ = asked(CASES["compatible"], server, streamed=False)
    assert [list(call["args"]) for call in answer.tool_calls] == [[MALFORMED]]


@pytest.mark.requirement("models-malformed-calls")
def test_unknown_tool_is_handed_on(case: Case, streamed: bool) -> None:
    """A call of a tool that was not offered comes through as it is: the executor answers it."""
    with case.server(Turn("", (Call("no_such_tool", {"a": 1}),))) as server:
        answer, _ = asked(case, server, streamed=streamed)
    assert [(call["name"], call["args"]) for call in answer.tool_calls] == [("no_such_tool", {"a": 1})]


@pytest.mark.requirement("models-truncation")
def test_truncation_is_seen(case: Case, streamed: bool) -> None:
    """An answer cut off at its greatest length says so, and its last call does not run."""
    with case.server(Turn("The notice", stop="length"), replace(CALLS, stop="length")) as server:
        cut, _ = asked(case, server, streamed=streamed)
        called, _ = asked(case, server, streamed=streamed)
    assert (cut.text, cut.response_metadata["stop"]) == ("The notice", "length")
    assert called.response_metadata["stop"] == "length"
    assert [list(call["args"]) for call in called.tool_calls] == [["page"], [MALFORMED]]


@pytest.mark.requirement("models-errors")
@pytest.mark.parametrize("stop", ["refused", "filtered", "blocked"])
def test_refusal_is_refused(wire: Case, streamed: bool, stop: Any) -> None:
    """A model or filter that declines is a refusal, not an empty answer, and is not asked again."""
    with wire.server(Turn(stop=stop), TURN) as server:
        with pytest.raises(Refused, match="declined to answer"):
            asked(wire, server, streamed=streamed)
        assert len(server.requests) == 1


ERRORS: dict[str, tuple[Fail, type[CasewrightError], str]] = {
    "wrong key": (Fail(401), BadSettings, "check CASEWRIGHT_ASSISTANT_API_KEY"),
    "forbidden": (Fail(403), BadSettings, "check CASEWRIGHT_ASSISTANT_API_KEY"),
    "unknown model": (Fail(404), BadSettings, "has no model 'm'"),
    "out of quota": (Fail(429, "insufficient_quota"), Unavailable, "out of quota"),
    "too long": (Fail(413), InvalidInput, "more than .* can read"),
    "bad request": (Fail(400), ToolFailed, "did not take the request"),
    "elsewhere": (Fail(307, headers={"location": "/v2"}), BadSettings, "another address"),
}


@pytest.mark.requirement("models-errors", "models-retries")
@pytest.mark.parametrize("name", ERRORS)
def test_error_is_ours_and_final(wire: Case, streamed: bool, name: str) -> None:
    """Such an error is one of ours, says what to do, repeats nothing that the server said, and ends the tries."""
    fail, kind, words = ERRORS[name]
    with wire.server(fail, TURN) as server:
        with pytest.raises(kind, match=words) as caught:
            asked(wire, server, streamed=streamed)
        assert len(server.requests) == 1
    assert type(caught.value) is kind
    assert "secret" not in str(caught.value)


@pytest.mark.requirement("models-retries")
@pytest.mark.parametrize("trouble", [Fail(500), Fail(503), Fail(529), Fail(429), Drop()], ids=repr)
def test_trouble_is_tried_again(wire: Case, streamed: bool, trouble: Fail | Drop) -> None:
    """5xx, 429 and the network get two more tries, further and further apart; the third answer counts."""
    waits = Waits()
    with wire.server(trouble, trouble, TURN) as server:
        answer, _ = asked(wire, server, streamed=streamed, waits=waits)
        assert len(server.requests) == 3
    assert (answer.text, answer.response_metadata["tries"]) == (TURN.text, 3)
    assert waits.seconds == [0.5, 1.0]


@pytest.mark.requirement("models-retries")
def test_trouble_that_stays_is_unavailable(wire: Case, streamed: bool) -> None:
    """After three tries it is said, and there is no fourth."""
    with wire.server(*[Fail(503)] * 4) as server:
        with pytest.raises(Unavailable, match=r"failed \(503"):
            asked(wire, server, streamed=streamed)
        assert len(server.requests) == 3


IN_THE_STREAM = {
    "gemini": b'data: {"error": {"code": 503, "message": "m", "status": "UNAVAILABLE"}}\n\n',
    "openai": b'data: {"error": {"message": "m", "type": "server_error", "code": null}}\n\n',
    "anthropic": b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "m"}}\n\n',
}


@pytest.mark.requirement("models-retries")
def test_trouble_inside_a_stream_is_tried_again(wire: Case) -> None:
    """An error under the status 200 that a stream began with counts like one with a status of its own."""
    raw = Raw(IN_THE_STREAM[wire.dialect], headers={"content-type": "text/event-stream"})
    with wire.server(raw, TURN) as server:
        answer, _ = asked(wire, server, streamed=True)
    assert (answer.text, answer.response_metadata["tries"]) == (TURN.text, 2)


@pytest.mark.requirement("models-retries")
def test_server_says_how_long_to_wait(wire: Case, streamed: bool) -> None:
    """Retry-After goes before our own waits; one longer than a minute ends the tries, and the sentence names it."""
    wish = Fail(429, retry_delay="7s") if wire.dialect == "gemini" else Fail(429, headers={"retry-after": "7"})
    waits = Waits()
    with wire.server(wish, TURN, Fail(429, headers={"retry-after": "3600"}), TURN) as server:
        asked(wire, server, streamed=streamed, waits=waits)
        with pytest.raises(Unavailable, match="asks to wait 3600 s"):
            asked(wire, server, streamed=streamed, waits=waits)
        assert len(server.requests) == 3
    assert waits.seconds == [7.0]


@pytest.mark.requirement("models-errors")
@pytest.mark.parametrize("after", ["", "The notice period"])
def test_hanging_ends(wire: Case, streamed: bool, after: str) -> None:
    """A model that does not go on is given up after the time that is set, and not asked again."""
    with wire.server(Hang(after), TURN) as server:
        with pytest.raises(Unavailable, match="CASEWRIGHT_MODEL_TIMEOUT"):
            asked(wire, server, streamed=streamed, timeout=0.3)
        assert len(server.requests) == 1


@pytest.mark.requirement("models-errors")
def test_stream_that_breaks_off_is_not_begun_again(wire: Case) -> None:
    """Text that was shown is not shown twice: what breaks off in the middle is an error."""
    with wire.server(Drop("The notice period"), TURN) as server:
        with pytest.raises(Unavailable, match="broke off"):
            asked(wire, server, streamed=True)
        assert len(server.requests) == 1


@pytest.mark.requirement("models-errors")
def test_nobody_there(wire: Case, streamed: bool) -> None:
    """An address where nothing listens is tried three times and named."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    waits = Waits()
    with wire.server() as server, pytest.raises(Unavailable, match=f"127.0.0.1:{port} cannot be reached"):
        asked(wire, server, streamed=streamed, waits=waits, address=f"http://127.0.0.1:{port}")
    assert len(waits.seconds) == 2


@pytest.mark.requirement("models-errors")
@pytest.mark.parametrize("body", [b"<html>Welcome</html>", b"{}", b"[]", b'{"choices": null}', b""])
def test_something_else_answers(wire: Case, streamed: bool, body: bytes) -> None:
    """Whatever another kind of server says is an error of ours, never a crash and never an empty answer."""
    with wire.server(*[Raw(body)] * 3) as server, pytest.raises(ToolFailed, match="cannot be"):
        asked(wire, server, streamed=streamed)


@pytest.mark.requirement("models-quiet")
def test_tokens_are_not_counted_beforehand() -> None:
    """Counting would download a vocabulary; asking without a loop would block one: both say what to do."""

    async def go() -> None:
        model = chat_model(choose("openai:m", role="assistant", key="k", base_url="http://127.0.0.1:9"))
        with pytest.raises(NotImplementedError, match="usage_metadata"):
            model.get_num_tokens("words")
        with pytest.raises(NotImplementedError, match="await ainvoke"):
            model.invoke("words")
        await model.aclose()

    asyncio.run(go())


@pytest.mark.requirement("models-providers")
def test_cancelled_is_cancelled(wire: Case, streamed: bool) -> None:
    """Cancelling goes through: it becomes no error of ours and no further try."""

    async def go(server: ScriptedProvider) -> None:
        choice = choose(f"{server.provider}:m", role="assistant", key="k", base_url=server.base_url)
        model = chat_model(choice)
        try:
            async with asyncio.timeout(0.2):
                if streamed:
                    async for _ in model.astream(HELLO):
                        pass
                else:
                    await model.ainvoke(HELLO)
        finally:
            await model.aclose()

    with wire.server(Hang(), TURN) as server:
        with pytest.raises(TimeoutError):
            asyncio.run(go(server))
        assert len(server.requests) == 1
