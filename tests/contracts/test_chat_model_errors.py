"""What every provider's chat model does where it is refused, hindered, cut off or not answered."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import choose
from casewright.errors import BadSettings, CasewrightError, InvalidInput, Refused, ToolFailed, Unavailable
from tests.providers.asking import HELLO, TURN, Case, Waits, asked
from tests.providers.replies import Drop, Fail, Hang, Raw, Turn

if TYPE_CHECKING:
    from casewright.adapters.models.provider_chat import ProviderChat
    from tests.providers.scripted import ScriptedProvider

pytestmark = pytest.mark.usefixtures("bare_environment")


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
            asked(wire, server, streamed=streamed, hangs=True)
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


@pytest.mark.requirement("models-providers")
def test_cancelled_is_cancelled(wire: Case, streamed: bool) -> None:
    """Cancelling goes through: it becomes no error of ours and no further try."""

    async def ask(model: ProviderChat) -> None:
        if streamed:
            async for _ in model.astream(HELLO):
                pass
        else:
            await model.ainvoke(HELLO)

    async def go(server: ScriptedProvider) -> None:
        choice = choose(f"{server.provider}:m", role="assistant", key="k", base_url=server.base_url)
        model = chat_model(choice)
        try:
            asking = asyncio.ensure_future(ask(model))
            await asyncio.to_thread(server.hanging.wait)
            asking.cancel()
            await asking
        finally:
            await model.aclose()

    with wire.server(Hang(), TURN) as server:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(go(server))
        assert len(server.requests) == 1
