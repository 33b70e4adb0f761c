"""Questions on the command line: by rules, by providers' models behind a setting, with pauses, kills and bad input."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.asked import policy_that_lets_the_agent_delete
from tests.providers.behind import put_behind
from tests.providers.gemini import ScriptedGemini
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Call, Hang, Turn

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell
    from tests.providers.replies import Reply
    from tests.providers.scripted import ScriptedProvider

KEYS = ("GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_API_KEY")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    for name in [name for name in os.environ if name in KEYS or name.upper().endswith("_PROXY")]:
        monkeypatch.delenv(name)


def document_of(shell: Shell, matter: str) -> str:
    """The lease's id."""
    arguments = json.dumps({"matter_id": matter})
    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", arguments).json
    return str(listed["structured"]["documents"][0]["document_id"])


@pytest.mark.requirement("ask-answer")
def test_question_without_any_model(shell: Shell, matter: str) -> None:
    """Out of the box rules answer, and say so; each quote stands at its place in the document."""
    found = shell("--json", "ask", matter, "Find governing law clauses").json
    assert {"answer", "citations", "tool_calls", "ledger", "unverified", "usage"} <= found.keys()
    assert "No language model is configured" in found["answer"]
    (cited,) = found["citations"]
    arguments = json.dumps({"matter_id": matter, "document_id": cited["document_id"]})
    text = shell("--json", "tools", "call", "get_document_text", "--args", arguments).json["structured"]["text"]
    assert text[cited["start"] : cited["end"]] == cited["quote"]
    shown = shell("ask", matter, "Find governing law clauses", "--document", cited["document_id"]).out
    assert "lease.txt, § 2" in shown
    assert cited["link"] in shown
    assert shell("--json", "audit", "verify").json["verified"]


@pytest.mark.requirement("ask-providers")
@pytest.mark.parametrize("kind", [ScriptedGemini, ScriptedOpenAI])
def test_question_to_a_provider_by_settings_only(
    kind: type[ScriptedProvider], shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three settings put a provider's model behind the same command, with the same calls, checks and audit."""
    query = "{IS governing law clause}"
    match = shell("--json", "iql", query, "--matter", matter).json["document_results"][0]["matches"][0]["citation"]
    place = f"cite:{match['document_id']}@{match['start']}-{match['end']}"
    script = [
        Turn(calls=(Call("isaacus_iql", {"matter_id": matter, "query": query}), Call("no_such_tool"))),
        Turn(f"England: “{match['quote']}” [lease]({place}). Rent: “EUR 7” [lease]({place})."),
    ]
    with kind(*script) as server:
        put_behind(server, monkeypatch)
        ended = shell("--json", "ask", matter, "Which law governs?", "--stream")
    found = ended.json
    assert [one["quote"] for one in found["citations"]] == [match["quote"]]
    assert len(found["unverified"]) == 1
    assert [call["status"] for call in found["tool_calls"]] == ["success", "success", "unknown_tool"]
    assert found["usage"]["input_tokens"] == 22
    assert found["assistant"].endswith(":m")
    assert "→ isaacus_iql" in ended.err
    assert "England: " in ended.err
    first, second = (json.dumps(request.body) for request in server.requests)
    assert "When to use which tool" in first
    assert "<<<DATA" in second


@pytest.mark.requirement("ask-pause")
def test_run_that_waits_is_killed_and_goes_on(
    shell: Shell, matter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run pauses; another person approves; the next process is killed with -9; a third ends it. Done once."""
    monkeypatch.setenv("CASEWRIGHT_POLICY", str(policy_that_lets_the_agent_delete(tmp_path)))
    document = document_of(shell, matter)
    delete = Call("delete_document", {"matter_id": matter, "document_id": document})
    script: list[Reply] = [
        Turn(calls=(Call("list_matter_documents", {"matter_id": matter}), delete)),
        Hang(),
        Turn("Thanks."),
    ]
    with ScriptedOpenAI(*script) as server:
        put_behind(server, monkeypatch)
        waiting = json.loads(shell.process("--json", "ask", matter, "Delete the lease", code=3).out)
        thread, request = waiting["thread_id"], waiting["approvals"][0]["approval_id"]
        assert "waits for a decision" in shell("ask", matter, "And?", "--thread", thread, code=3).err
        key = shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]
        shell("matter", "share", matter, "pat", "--role", "counsel")
        shell("--as", key, "approvals", "approve", request)
        with subprocess.Popen(shell.command("ask", matter, "--thread", thread)) as process:
            wait_until_it_hangs(server, process)
            process.kill()
        done = json.loads(shell.process("--json", "ask", matter, "--thread", thread).out)
    assert (done["answer"], done["stopped"]) == ("Thanks.", None)
    events = shell("--json", "audit", "show", "--last", "1000").json["events"]
    for tool in ("delete_document", "list_matter_documents"):
        own = [one["phase"] for one in events if one["tool_name"] == tool and one["role"] == "document_agent"]
        assert own.count("intent") == own.count("outcome") == 1
    assert shell("--json", "audit", "verify").json["verified"]
    assert shell("--json", "threads", "show", matter, thread).json["turns"][0]["text"] == "Thanks."


@pytest.mark.requirement("ask-interrupt")
def test_ctrl_c_keeps_the_thread(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a question with 130; what was done is kept, and the thread goes on where it stopped."""
    script: list[Reply] = [
        Turn(calls=(Call("list_matter_documents", {"matter_id": matter}),)),
        Hang(),
        Turn("Sorry."),
    ]
    with ScriptedOpenAI(*script) as server:
        put_behind(server, monkeypatch)
        with subprocess.Popen(
            shell.command("ask", matter, "How many?"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            wait_until_it_hangs(server, process)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert process.returncode == 130, (out, err)
        assert "Traceback" not in out + err
        thread = shell("--json", "threads", "list", matter).json["threads"][0]
        assert thread["title"] == "How many?"
        found = shell("--json", "ask", matter, "--thread", thread["thread_id"]).json
    assert found["answer"] == "Sorry."
    assert [call["name"] for call in found["tool_calls"]] == ["frame_question", "list_matter_documents"]


@pytest.mark.requirement("ask-consent")
def test_provider_needs_the_consent_of_the_matter(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the matter's consent nothing goes to a provider on another machine; rules need none."""
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "openai:m")
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_API_KEY", "k")
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_BASE_URL", "https://models.invalid/v1")
    said = shell("ask", matter, "Which law governs?", code=3).err
    assert f"casewright matter consent {matter} models.invalid" in said
    assert shell("--json", "threads", "list", matter).json["threads"] == []
    consents = shell("--json", "matter", "consent", matter, "models.invalid").json["consents"]
    assert [one["provider"] for one in consents] == ["models.invalid"]


@pytest.mark.requirement("ask-bad-input")
def test_bad_input(shell: Shell, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thing that cannot be asked is a sentence and exit code 2 or 3, and begins no thread."""
    document, nowhere = document_of(shell, matter), "11111111-2222-4333-8444-555555555555"
    assert "is empty" in shell("ask", matter, "", code=2).err
    assert "100,000 characters" in shell("ask", matter, "x" * 100_000, code=2).err
    assert "There is no question" in shell("ask", matter, code=2).err
    assert "There is no matter 'omega'" in shell("ask", "omega", "?", code=2).err
    assert "not found" in shell("ask", nowhere, "?", code=2).err
    unknown = shell("ask", matter, "?", "--document", nowhere, code=2).err
    assert f"lease.txt ({document}). Which one do you mean?" in unknown
    assert "not found" in shell("ask", matter, "?", "--thread", nowhere, code=2).err
    closed = shell.matter("Over")
    with sqlite3.connect(shell.home / "casewright.db") as connection:
        connection.execute("UPDATE matters SET status = 'closed' WHERE id = ?", (closed,))
    connection.close()
    assert "The matter is closed: it can be read, not changed" in shell("ask", closed, "?", code=3).err
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "nobody:m")
    assert "there is no provider 'nobody'" in shell("ask", matter, "?", code=2).err
    assert shell("threads", "list", matter).out.startswith("You have asked nothing yet")


@pytest.mark.requirement("ask-foreign-thread")
def test_thread_of_another_user(shell: Shell, matter: str) -> None:
    """A thread is its owner's alone: to everybody else in the matter it reads like one that is missing."""
    thread = shell("--json", "ask", matter, "Which documents are there?").json["thread_id"]
    key = ["--as", shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]]
    shell("matter", "share", matter, "pat", "--role", "counsel")
    other = shell.matter("Beta")
    for who, where in ((key, matter), ([], other)):
        asked = shell(*who, "ask", where, "And?", "--thread", thread, code=2).err
        shown = shell(*who, "threads", "show", where, thread, code=2).err
        for said in (asked, shown):
            assert f"Thread '{thread}' not found in this matter" in said
    assert shell(*key, "--json", "threads", "list", matter).json["threads"] == []


@pytest.mark.requirement("ask-demo")
def test_demo_ask(shell: Shell) -> None:
    """Three questions on Smith v. Jones are answered, and every quote opens in its document."""
    found = shell("--json", "demo", "ask").json
    assert len(found["answers"]) == 3
    assert all(one["citations"] and not one["unverified"] for one in found["answers"])
    assert all("[unverified]" not in one["answer"] for one in found["answers"])
    assert found["opened"]["quotes"] == found["opened"]["standing"] >= 8


def wait_until_it_hangs(server: ScriptedProvider, process: subprocess.Popen[Any]) -> None:
    """Wait until the process has asked for the answer that does not come."""
    while not server.hanging.wait(0.1):
        assert process.poll() is None, "it ended before it asked"
    assert len(server.requests) == 2
