"""Two HTTP servers on this machine: one speaks as Gemini's REST interface does, one as xAI's Chat Completions."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self, cast

from casewright.cli.loopback.rules import NoSuchPrompt, assistant_answer, reasoner_answer

if TYPE_CHECKING:
    from types import TracebackType


class LoopbackModel:
    """A server that answers as long as the block lasts. ``bodies`` are the requests as they came over the wire."""

    provider = ""
    model = ""
    root = ""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.behind = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def base_url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.root}"

    def settings(self, role: str) -> dict[str, str]:
        """The variables that put it into a role."""
        name = f"CASEWRIGHT_{role.upper()}"
        return {name: self.provider, f"{name}_BASE_URL": self.base_url, f"{name}_API_KEY": "loopback"}

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        """The body of the answer to this request."""
        raise NotImplementedError

    def error(self, message: str) -> dict[str, Any]:
        """The body of an error."""
        raise NotImplementedError


class LoopbackGemini(LoopbackModel):
    """``POST /v1beta/models/MODEL:generateContent``."""

    provider = "google_genai"

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        """One ``GenerateContentResponse``."""
        asked = "".join(part.get("text", "") for part in body["contents"][-1]["parts"])
        answer = assistant_answer(asked)
        part: dict[str, Any] = {"text": answer.text}
        if answer.name:
            part = {"functionCall": {"name": answer.name, "args": answer.arguments}}
        words, said = len(asked.split()), len(str(part).split())
        return {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {
                "promptTokenCount": words,
                "candidatesTokenCount": said,
                "totalTokenCount": words + said,
            },
            "modelVersion": "loopback",
            "responseId": "loopback",
        }

    def error(self, message: str) -> dict[str, Any]:
        """``{"error": …}`` as Google writes it."""
        return {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT", "details": []}}


class LoopbackGrok(LoopbackModel):
    """``POST /v1/chat/completions``."""

    provider = "xai"
    root = "/v1"

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        """One ``chat.completion``."""
        lines = [(one["role"], _text(one["content"])) for one in body["messages"] if one["role"] != "system"]
        text = reasoner_answer(lines).text
        words, said = sum(len(line.split()) for _, line in lines), len(text.split())
        message = {"role": "assistant", "content": text, "refusal": None}
        return {
            "id": "loopback",
            "object": "chat.completion",
            "created": 1,
            "model": "loopback",
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": words, "completion_tokens": said, "total_tokens": words + said},
        }

    def error(self, message: str) -> dict[str, Any]:
        """``{"error": …}`` as OpenAI's format has it."""
        return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    behind: LoopbackModel


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        behind = cast("_Server", self.server).behind
        text = self.rfile.read(int(self.headers["content-length"])).decode()
        body = json.loads(text)
        # Clients write letters as escapes: what is searched for names is the text itself.
        behind.bodies.append(json.dumps(body, ensure_ascii=False))
        try:
            status, reply = 200, behind.reply(body)
        except (NoSuchPrompt, KeyError, ValueError) as error:
            status, reply = 400, behind.error(f"{type(error).__name__}")
        written = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the standard library's name)
        """Print nothing."""


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))
