"""Chat models by settings alone: which is loaded, what it costs to load none, and that nothing else leaves."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from langchain_core.messages import AIMessageChunk, HumanMessage, ToolMessage

from casewright.adapters.models.model_answer import MALFORMED
from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.models import load_chat_model
from casewright.config import read_settings
from casewright.errors import BadArguments, BadSettings
from casewright.tools.arguments import parse
from tests.providers.anthropic import ScriptedAnthropic
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOllama, ScriptedOpenAI, ScriptedXai
from tests.providers.replies import Raw, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.providers.scripted import ScriptedProvider

TURN = Turn("Ninety days.")
KEY_NAMES = ("GOOGLE_API_KEY", "GEMINI_API_KEY", "XAI_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
ASK = """
import asyncio
from casewright.bootstrap.models import load_chat_model
from casewright.config import read_settings

async def go():
    model = load_chat_model(read_settings())
    print((await model.ainvoke("How long?")).text)
    await model.aclose()

asyncio.run(go())
"""


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without proxies, keys and LangChain's switches, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().endswith("_PROXY")}
    kept = {name: value for name, value in kept.items() if name not in KEY_NAMES and not name.startswith("LANG")}
    path = os.pathsep.join(part for part in sys.path if part)
    return {**kept, "PYTHONPATH": path, **extra}


def run(code: str, extra: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own."""
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", code]
    return subprocess.run(command, env=environment(extra), capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model is set."""
    for name in list(os.environ):
        if name in KEY_NAMES or name.startswith("CASEWRIGHT_") or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)


@pytest.mark.requirement("models-settings")
@pytest.mark.parametrize("role", ["assistant", "reasoner"])
@pytest.mark.parametrize("kind", [ScriptedGemini, ScriptedOpenAI, ScriptedXai, ScriptedOllama, ScriptedAnthropic])
def test_settings_are_enough(kind: type[ScriptedProvider], role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three settings of a role put any provider behind it."""

    async def go() -> str:
        model = load_chat_model(read_settings(), "assistant" if role == "assistant" else "reasoner")
        assert model is not None
        answer = await model.ainvoke("How long is the notice period?")
        await model.aclose()
        return str(answer.text)

    with kind(TURN) as server:
        for name, value in server.environment(role).items():
            monkeypatch.setenv(name, value)
        assert asyncio.run(go()) == "Ninety days."
    assert "How long is the notice period?" in json.dumps(server.requests[0].body)
    headers = server.requests[0].headers
    assert "k" in (headers.get("authorization", "").removeprefix("Bearer "), headers.get("x-goog-api-key"))


@pytest.mark.requirement("models-settings")
def test_no_setting_no_model() -> None:
    """Without a setting there is no model, and none of the providers' libraries is loaded."""
    code = """
import sys
from casewright.bootstrap.models import load_chat_model
from casewright.config import read_settings
assert load_chat_model(read_settings()) is None
loaded = {"openai", "anthropic", "google.genai", "langchain_openai", "langchain_anthropic", "langchain_google_genai"}
print(sorted(loaded & set(sys.modules)))
"""
    done = run(code, {})
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


@pytest.mark.requirement("models-settings")
@pytest.mark.parametrize(
    ("library", "spec", "extra"),
    [
        ("langchain_google_genai", "google_genai:m", "google"),
        ("langchain_openai", "xai:m", "xai"),
        ("langchain_openai", "ollama:m", "ollama"),
        ("langchain_anthropic", "anthropic:m", "anthropic"),
        ("langsmith", "openai:m", "openai"),
    ],
)
def test_library_that_is_missing_names_the_extra(
    library: str, spec: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A provider whose library is not installed is a sentence with what to install."""
    for name in [one for one in sys.modules if one.startswith(("casewright.adapters.models", library))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", spec)
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_API_KEY", "k")
    with pytest.raises(BadSettings, match=rf"pip install 'casewright\[{extra}\]'"):
        load_chat_model(read_settings())


@pytest.mark.requirement("models-settings")
def test_keys_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text of the settings, the choice or the model holds the key."""
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "openai:m")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    settings = read_settings()
    model = load_chat_model(settings)
    assert model is not None
    assert model.choice.key == "sk-secret"
    for shown in (settings, settings.chat_model("assistant"), model, model.choice, model.model_dump()):
        assert "sk-secret" not in f"{shown!r} {shown}"
    asyncio.run(model.aclose())


WATCHED = f"""
import json, sys
asked = set()
def watch(event, details):
    if event == "socket.connect":
        asked.add(f"{{details[1][0]}}:{{details[1][1]}}")
    elif event == "socket.getaddrinfo":
        asked.add(str(details[0]))
sys.addaudithook(watch)
{ASK}
from langchain_core.tracers.langchain import wait_for_all_tracers
wait_for_all_tracers()
print(json.dumps(sorted(asked)))
"""
_ELSEWHERE = "http://127.0.0.1:9"
_ON = (
    "LANGSMITH_TRACING",
    "LANGSMITH_TRACING_V2",
    "LANGCHAIN_TRACING",
    "LANGCHAIN_TRACING_V2",
    "LANGSMITH_GATEWAY",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_GENAI_USE_ENTERPRISE",
)
_ADDRESSES = (
    "LANGSMITH_ENDPOINT",
    "LANGCHAIN_ENDPOINT",
    "OPENAI_BASE_URL",
    "OPENAI_API_BASE",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_API_URL",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_VERTEX_BASE_URL",
)
_KEYS = (
    "LANGSMITH_API_KEY",
    "LANGCHAIN_API_KEY",
    "LANGSMITH_GATEWAY_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "GOOGLE_API_KEY",
    "OPENAI_API_KEY",
)
SWITCHES = {
    **dict.fromkeys(_ON, "true"),
    **dict.fromkeys(_ADDRESSES, _ELSEWHERE),
    **dict.fromkeys(_KEYS, "lsv2_k"),
}


@pytest.mark.requirement("models-quiet")
@pytest.mark.parametrize("kind", [ScriptedGemini, ScriptedOpenAI, ScriptedAnthropic])
def test_nobody_else_is_asked(kind: type[ScriptedProvider]) -> None:
    """From loading the library to its end, the process connects to the set address alone, whatever else is set.

    No key of the environment goes there either, and Gemini's address is its own, not Vertex AI's.
    """
    with kind(TURN) as server:
        done = run(WATCHED, {**SWITCHES, **server.environment()})
    assert (done.returncode, done.stderr) == (0, "")
    text, asked = done.stdout.splitlines()
    assert text == "Ninety days."
    assert server.requests[0].path in ("/v1beta/models/m:generateContent", "/v1/chat/completions", "/v1/messages")
    assert "lsv2_k" not in str(server.requests[0])
    assert set(json.loads(asked)) - {"127.0.0.1"} == {server.base_url.removeprefix("http://").partition("/")[0]}


@pytest.mark.requirement("models-malformed-calls")
def test_no_tool_takes_the_argument_that_says_malformed() -> None:
    """The executor answers it as invalid for every tool there is."""
    for tool in catalogue():
        with pytest.raises(BadArguments):
            parse(tool.arguments, {MALFORMED: "not JSON"})


@pytest.mark.requirement("models-providers")
def test_signatures_of_gemini_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gemini's newer models want the signature of a call back with it; it survives the stream and the plain form."""
    signature = base64.b64encode(b"thought").decode()
    part = {"functionCall": {"name": "look", "args": {}}, "thoughtSignature": signature}
    content = {"role": "model", "parts": [part]}
    body = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "modelVersion": "gemini-3-pro"}
    stream = Raw(f"data: {json.dumps(body)}\n\n".encode(), headers={"content-type": "text/event-stream"})

    async def go() -> None:
        model = load_chat_model(read_settings())
        assert model is not None
        pieces = [piece async for piece in model.astream("Look.")]
        whole = sum(pieces[1:], pieces[0])
        assert isinstance(whole, AIMessageChunk)
        [call] = whole.tool_calls
        result = ToolMessage("{}", tool_call_id=call["id"] or "", name=call["name"])
        await model.ainvoke([HumanMessage("Look."), whole, result])
        await model.aclose()

    with ScriptedGemini(stream, TURN) as server:
        for name, value in server.environment(model="gemini-3-pro").items():
            monkeypatch.setenv(name, value)
        asyncio.run(go())
    [_, model_turn, _] = server.requests[1].body["contents"]
    assert [one.get("thoughtSignature") for one in model_turn["parts"] if "functionCall" in one] == [signature]


@pytest.mark.requirement("models-settings")
def test_time_limit_and_length_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long to wait, and how long an answer may be, reach the model."""
    kinds = {ScriptedOpenAI: "max_tokens", ScriptedAnthropic: "max_tokens", ScriptedXai: "max_tokens"}

    async def go() -> float:
        model = load_chat_model(read_settings())
        assert model is not None
        await model.ainvoke("How long?")
        await model.aclose()
        return model.timeout

    monkeypatch.setenv("CASEWRIGHT_MODEL_TIMEOUT", "12.5")
    monkeypatch.setenv("CASEWRIGHT_MODEL_MAX_TOKENS", "77")
    for kind, field in kinds.items():
        with kind(TURN) as server:
            for name, value in server.environment().items():
                monkeypatch.setenv(name, value)
            assert asyncio.run(go()) == 12.5
        assert server.requests[0].body[field] == 77
