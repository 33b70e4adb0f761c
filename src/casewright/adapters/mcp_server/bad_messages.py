"""Messages that are none are answered in one sentence each, over both transports, and never with what was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server.transport_security import TransportSecurityMiddleware
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
    from types import TracebackType
    from typing import Self

    from mcp.server.transport_security import TransportSecuritySettings
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp_types import RequestId
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_UNREADABLE = "The message is no JSON that can be read: send one JSON object in UTF-8"
_NOTIFICATION = "notifications/"
_NO_MESSAGE = (
    'The message is none of JSON-RPC 2.0: send one object with "jsonrpc": "2.0" and a "method" that is a string; '
    '"params" is an object, and "id" a string or an integer'
)
_NONE = "[]"
"""What is no message for the SDK either: in place of what it would take for one."""


class _Named(BaseModel):
    """What has a method and an id."""

    method: Any
    id: Any


def is_named_wrongly(sent: str | bytes) -> bool:
    """Whether it is a request that no answer can name: the SDK would take it for a notification, and say nothing.

    A notification that has the id null is let be.
    """
    try:
        named = _Named.model_validate_json(sent)
    except ValidationError:
        return False
    if named.id is None and isinstance(named.method, str) and named.method.startswith(_NOTIFICATION):
        return False
    return _id(named.id) is None


def answer_to(error: ValidationError) -> JSONRPCError | None:
    """What to answer to a message that could not be read as one; None where it was meant as an answer itself."""
    problems = error.errors(include_url=False, include_context=False)
    if problems[0]["type"] == "json_invalid":
        return _refusal(None, PARSE_ERROR, _UNREADABLE)
    # Where a member is missing, the object that misses it is told; of the four forms, each object misses a member.
    sent = next((one["input"] for one in problems if one["type"] == "missing" and isinstance(one["input"], dict)), {})
    if "method" not in sent and ("result" in sent or "error" in sent):
        return None
    return _refusal(_id(sent.get("id")), INVALID_REQUEST, _NO_MESSAGE)


def _id(sent: object) -> RequestId | None:
    return sent if isinstance(sent, str) or type(sent) is int else None


def _refusal(number: RequestId | None, code: int, told: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=code, message=told))


class AnsweredOverHttp:
    """An application behind a look at the body, which is read whole: a limit for it has to stand before."""

    def __init__(self, app: ASGIApp, security: TransportSecuritySettings) -> None:
        self._app = app
        self._security = TransportSecurityMiddleware(security)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 400 to a body that is no message; hand every other request on."""
        request = Request(scope, receive)
        refused = await self._security.validate_request(request, is_post=True)
        if refused is not None:
            return await refused(scope, receive, send)
        body = await request.body()
        try:
            jsonrpc_message_adapter.validate_json(_NONE if is_named_wrongly(body) else body, by_name=False)
        except ValidationError as error:
            answer = answer_to(error) or _refusal(None, INVALID_REQUEST, _NO_MESSAGE)
            told = answer.model_dump_json(by_alias=True)
            return await Response(told, 400, media_type="application/json")(scope, receive, send)
        read = False

        async def again() -> Message:
            nonlocal read
            if read:
                return await receive()
            read = True
            return {"type": "http.request", "body": body, "more_body": False}

        return await self._app(scope, again, send)


class Lines:
    """The lines of a text, as the SDK reads them; where no answer could name a request, one that is no message."""

    def __init__(self, lines: AsyncIterable[str]) -> None:
        self._lines = lines

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._lines:
            yield _NONE if is_named_wrongly(line) else line


class AnsweredOverStream:
    """The messages of a stream; what comes between them and is none is answered here."""

    def __init__(self, incoming: ReadStream[SessionMessage | Exception], outgoing: WriteStream[SessionMessage]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def last_context(self) -> object:
        """The context in which the last message was sent, for whoever wants to go on in it."""
        return getattr(self._incoming, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        return await self._next(self._incoming.receive)

    async def aclose(self) -> None:
        """Let go of the stream."""
        await self._incoming.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        return await self._next(self._incoming.__anext__)

    async def _next(self, take: Callable[[], Awaitable[SessionMessage | Exception]]) -> SessionMessage | Exception:
        while isinstance(item := await take(), ValidationError):
            answer = None if _is_blank(item) else answer_to(item)
            if answer is not None:
                await self._outgoing.send(SessionMessage(answer))
        return item

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _is_blank(error: ValidationError) -> bool:
    sent = error.errors(include_url=False, include_context=False)[0]["input"]
    return isinstance(sent, str) and not sent.strip()
