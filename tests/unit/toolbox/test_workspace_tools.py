"""The eight tools of the workspace, called through an executor under their own policy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId
from casewright.domain.project_files import content_hash
from casewright.toolbox.workspace.propose_file_edit import STOP
from casewright.tools.calls import CallContext, SafetyLevel, Status
from casewright.tools.decisions import Approve, Decision, Edit, Reject
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.open_workspace import OpenWorkspace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from casewright.tools.definition import Tool

OLD = "one\ntwo\n"
HASH = content_hash(OLD.encode())


class Decider:
    """A person who has decided beforehand, and what they were asked."""

    name = "pat"

    def __init__(self) -> None:
        self.decision: Decision = Approve()
        self.asked: list[Mapping[str, object]] = []

    def __call__(self, _tool: Tool, arguments: Mapping[str, object]) -> Decision:
        """What was decided."""
        self.asked.append(arguments)
        return self.decision


@pytest.fixture
def decider() -> Decider:
    """Somebody who approves everything, unless told otherwise."""
    return Decider()


@pytest.fixture
def workspace(tmp_path: Path, decider: Decider) -> Iterator[OpenWorkspace]:
    """A session over a folder with one file."""
    (tmp_path / "a.txt").write_text(OLD)
    found = OpenWorkspace(tmp_path, approver=decider)
    yield found
    found.close()


@pytest.mark.requirement("workspace-describe")
def test_describe_symbol_tool(workspace: OpenWorkspace) -> None:
    """The seed's test: the tool is registered, and says that a function is one."""
    tool = workspace.registry.get("describe_symbol")
    assert tool is not None
    result = workspace.call("describe_symbol", {"symbol": "len"})
    assert "function" in result.content


@pytest.mark.requirement("workspace-tools")
def test_eight_tools_have_the_levels_of_the_seed(workspace: OpenWorkspace) -> None:
    """Looking is safe, running code is cautious, writing is dangerous."""
    levels = {name: tool.safety_level for name, tool in workspace.registry.tools.items()}
    safe = dict.fromkeys(("describe_symbol", "apropos_search", "function_arglist", "read_file"), SafetyLevel.SAFE)
    cautious = dict.fromkeys(("eval_form", "compile_form"), SafetyLevel.CAUTIOUS)
    dangerous = dict.fromkeys(("write_file", "propose_file_edit"), SafetyLevel.DANGEROUS)
    assert levels == {**safe, **cautious, **dangerous}


SAID = [
    ("describe_symbol", {"symbol": "nothing"}, Status.ERROR, "Symbol nothing not found"),
    ("describe_symbol", {"symbol": "x", "package": "json"}, Status.ERROR, "Symbol x not found in package json"),
    ("describe_symbol", {"symbol": "x", "package": "nothing"}, Status.ERROR, "Package nothing not found"),
    ("apropos_search", {"pattern": "no such name"}, Status.SUCCESS, "Found 0 symbols matching 'no such name'"),
    (
        "apropos_search",
        {"pattern": "DETECT_enc", "package": "json"},
        Status.SUCCESS,
        "Found 1 symbol matching 'DETECT_enc':\n\njson.detect_encoding [function]",
    ),
    ("apropos_search", {"pattern": "x", "package": "nothing"}, Status.ERROR, "Package nothing not found"),
    ("function_arglist", {"function": "len"}, Status.SUCCESS, "len(obj, /)"),
    ("function_arglist", {"function": "nothing"}, Status.ERROR, "Symbol nothing not found"),
    ("function_arglist", {"function": "sys"}, Status.ERROR, "sys is not a function"),
    ("function_arglist", {"function": "dict"}, Status.SUCCESS, "dict (arglist not available)"),
    ("eval_form", {"form": "1 + 1"}, Status.SUCCESS, "2"),
    ("eval_form", {"form": "x = 1"}, Status.SUCCESS, "nil"),
    ("eval_form", {"form": "print('a')"}, Status.SUCCESS, "None\nPrinted:\na\n"),
    ("eval_form", {"form": "print('a'); x = 1"}, Status.SUCCESS, "nil\nPrinted:\na\n"),
    ("eval_form", {"form": "1 / 0"}, Status.ERROR, "Error: ZeroDivisionError: division by zero"),
    (
        "eval_form",
        {"form": "print('a'); 1 / 0"},
        Status.ERROR,
        "Error: ZeroDivisionError: division by zero\nPrinted:\na\n",
    ),
    ("eval_form", {"form": "1", "package": "nothing"}, Status.ERROR, "Package nothing not found"),
    ("compile_form", {"form": "def f(): pass\nx = 1"}, Status.SUCCESS, "Compiled into workspace: f, x\nNo warnings."),
    ("compile_form", {"form": "pass"}, Status.SUCCESS, "Compiled into workspace: nothing new\nNo warnings."),
    (
        "compile_form",
        {"form": "assert (1, 2)"},
        Status.SUCCESS,
        (
            "Compiled into workspace: nothing new\nWarnings (1):\n"
            "  line 1: assertion is always true, perhaps remove parentheses?"
        ),
    ),
    ("compile_form", {"form": "(1"}, Status.ERROR, "Error: SyntaxError: '(' was never closed (line 1, column 1)"),
    ("compile_form", {"form": "1", "package": "nothing"}, Status.ERROR, "Package nothing not found"),
    ("write_file", {"path": "new.txt", "content": "ă"}, Status.SUCCESS, "Wrote 2 bytes to new.txt"),
    ("read_file", {"path": "b.txt"}, Status.ERROR, "Tool error: 'b.txt' not found in the project folder"),
    (
        "read_file",
        {"path": "../a"},
        Status.ERROR,
        "Tool error: '../a' leads out of the project folder: only files below it are read and written",
    ),
]


@pytest.mark.requirement("workspace-words")
@pytest.mark.parametrize(("tool", "arguments", "status", "content"), SAID)
def test_what_a_tool_says(
    workspace: OpenWorkspace, tool: str, arguments: dict[str, object], status: Status, content: str
) -> None:
    """The seed's sentences, word for word, whether it went well or not."""
    assert "json" in sys.modules
    result = workspace.call(tool, arguments)
    assert (result.status, result.content) == (status, content)


@pytest.mark.requirement("workspace-symbols")
def test_long_list_of_symbols_is_cut(workspace: OpenWorkspace) -> None:
    """A hundred are listed, and the rest is counted."""
    lines = workspace.call("apropos_search", {"pattern": "e"}).content.splitlines()
    assert len(lines) == 103
    total = int(lines[0].split()[1])
    assert lines[-1] == f"[... {total - 100} more; ask for a longer pattern or one package ...]"


@pytest.mark.requirement("workspace-read")
def test_file_is_read_in_parts(workspace: OpenWorkspace, tmp_path: Path) -> None:
    """5,000 characters a call, what is left is told, and the hash is that of the whole file."""
    text = "".join(f"{number:04}ă" for number in range(2_000))
    (tmp_path / "long.txt").write_text(text, "utf-8")
    parts: list[str] = []
    notices = []
    while True:
        read: Any = workspace.call("read_file", {"path": "long.txt", "start": sum(map(len, parts))}).structured
        parts.append(read["text"])
        notices.append(read["notice"])
        assert (read["characters"], read["sha256"]) == (10_000, content_hash(text.encode()))
        if read["notice"] is None:
            break
    assert "".join(parts) == text
    assert notices == ["5,000 more characters from start 5000", None]


@pytest.mark.requirement("workspace-read")
def test_huge_file_says_what_is_left_out(workspace: OpenWorkspace, tmp_path: Path) -> None:
    """Its beginning, how long it is, and that it cannot be changed."""
    (tmp_path / "huge.txt").write_text("a" * 2_000_000)
    read: Any = workspace.call("read_file", {"path": "huge.txt"}).structured
    assert (len(read["text"]), read["size"], read["sha256"]) == (5_000, 2_000_000, None)
    assert read["notice"] == (
        "The file has 2,000,000 bytes: its first 1,048,576 characters can be read; 1,043,576 of them follow from "
        "start 5000. It is too long to be changed"
    )
    refused = workspace.call("write_file", {"path": "huge.txt", "content": "", "expected_sha256": "0" * 64})
    assert (refused.status, "2,000,000 bytes" in refused.content) == (Status.ERROR, True)


def edit(modified: str = "one\n2\n", sha256: str | None = HASH, path: str = "a.txt") -> dict[str, object]:
    """The arguments of an edit."""
    return {"path": path, "modified": modified, "description": "two is 2", "expected_sha256": sha256}


@pytest.mark.requirement("workspace-write")
@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("propose_file_edit", edit(sha256=None), "There is a file 'a.txt' already"),
        ("propose_file_edit", edit(sha256="0" * 64), "is not what expected_sha256 says"),
        ("propose_file_edit", edit(OLD), "changes nothing in 'a.txt'"),
        ("propose_file_edit", edit(path="b.txt"), "'b.txt' not found"),
        ("propose_file_edit", edit(path="../b.txt"), "leads out of the project folder"),
        ("write_file", {"path": "a.txt", "content": ""}, "There is a file 'a.txt' already"),
        ("write_file", {"path": "/etc/passwd", "content": ""}, "leads out of the project folder"),
    ],
)
def test_nobody_is_asked_about_what_cannot_be_written(
    workspace: OpenWorkspace, decider: Decider, tmp_path: Path, tool: str, arguments: dict[str, object], why: str
) -> None:
    """It is refused before a person sees it."""
    result = workspace.call(tool, arguments)
    assert (result.status, why in result.content) == (Status.ERROR, True), result
    assert (decider.asked, (tmp_path / "a.txt").read_text()) == ([], OLD)


@pytest.mark.requirement("workspace-write")
def test_approved_edit_is_written(workspace: OpenWorkspace, decider: Decider, tmp_path: Path) -> None:
    """The seed's sentence, and below it what has changed."""
    result = workspace.call("propose_file_edit", edit())
    assert result.content == "Wrote 6 bytes to a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2"
    assert ((tmp_path / "a.txt").read_text(), result.metadata.approved_by) == ("one\n2\n", "pat")
    assert decider.asked == [edit()]


@pytest.mark.requirement("workspace-write")
def test_file_that_changed_while_the_person_read_is_left_alone(tmp_path: Path) -> None:
    """What the diff was approved against is not there any more: nothing is written."""
    (tmp_path / "a.txt").write_text(OLD)

    def slow(_tool: Tool, _arguments: Mapping[str, object]) -> Approve:
        (tmp_path / "a.txt").write_text("other\n")
        return Approve()

    workspace = OpenWorkspace(tmp_path, approver=slow)
    result = workspace.call("propose_file_edit", edit())
    assert (result.status, "has changed since it was read" in result.content) == (Status.ERROR, True)
    assert (tmp_path / "a.txt").read_text() == "other\n"
    workspace.close()


@pytest.mark.requirement("workspace-rejected", "approval-rejected")
def test_rejected_edit_tells_the_model_to_stop(workspace: OpenWorkspace, decider: Decider, tmp_path: Path) -> None:
    """The protocol's words, the person's reason, and the tool's own: stop, and do not propose it again."""
    decider.decision = Reject("I like two")
    result = workspace.call("propose_file_edit", edit())
    assert result.status is Status.REJECTED
    assert result.content == f"Tool execution denied by user: I like two. Do not retry. {STOP}"
    assert STOP.startswith("STOP: do not propose this edit again")
    written = workspace.call("write_file", {"path": "b.txt", "content": ""})
    assert written.content == "Tool execution denied by user: I like two. Do not retry."
    assert [one.name for one in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.requirement("workspace-edited", "approval-edited")
def test_edited_edit_shows_both_versions(workspace: OpenWorkspace, decider: Decider, tmp_path: Path) -> None:
    """The trail has what was asked for and what was granted; the model is told that it is not what it asked for."""
    decider.decision = Edit(edit("one\ntoo\n"), "1 of 2 hunks taken")
    result = workspace.call("propose_file_edit", edit())
    assert (tmp_path / "a.txt").read_text() == "one\ntoo\n"
    assert result.metadata.edited == "1 of 2 hunks taken"
    assert result.content.startswith(
        "Tool call edited by user: 1 of 2 hunks taken. What ran is the edited call; do not propose again what was "
        "left out.\nWrote 8 bytes to a.txt\n"
    )
    trail = [(event["event_type"], event["phase"], event["tool_args"]["modified"]) for event in workspace.events()]
    assert trail == [
        ("approval.edited", "decided", "one\n2\n"),
        ("approval.granted", "decided", "one\ntoo\n"),
        ("person.tool_call", "intent", "one\ntoo\n"),
        ("person.tool_call", "outcome", "one\ntoo\n"),
    ]
    assert workspace.events()[0]["reason"] == "1 of 2 hunks taken"


@pytest.mark.requirement("workspace-edited")
@pytest.mark.parametrize(
    ("edited", "why"),
    [
        (edit(path="../a.txt"), "leads out of the project folder"),
        (edit(sha256="0" * 64), "is not what expected_sha256 says"),
        (edit(OLD), "changes nothing"),
        ({"path": "a.txt"}, "Required parameter 'modified' missing"),
    ],
)
def test_edit_of_the_call_is_validated_again(
    workspace: OpenWorkspace, decider: Decider, tmp_path: Path, edited: dict[str, object], why: str
) -> None:
    """A person's version that cannot be done is refused like anybody's."""
    decider.decision = Edit(edited)
    result = workspace.call("propose_file_edit", edit())
    assert not result.success
    assert why in result.content
    assert (tmp_path / "a.txt").read_text() == OLD


@pytest.mark.requirement("workspace-eval")
def test_form_that_never_ends_is_given_up(tmp_path: Path) -> None:
    """The call ends at its timeout, and the form with it, so that the session can be closed."""
    workspace = OpenWorkspace(tmp_path, timeout=0.3)
    result = workspace.call("eval_form", {"form": "while True: pass"})
    assert (result.status, "may still have taken effect" in result.content) == (Status.TIMEOUT, True)
    workspace.close()
    assert [event["phase"] for event in workspace.events()] == ["intent", "outcome", "late"]


@pytest.mark.requirement("workspace-policy")
def test_model_may_do_what_its_person_may(workspace: OpenWorkspace) -> None:
    """The session's model works for an ADMIN; for anybody else, and in any other role, nothing is permitted."""
    model = Actor(TENANT, ActorId("workspace_agent/ada"), "workspace_agent", ActorKind.MODEL)
    client = Actor(TENANT, ActorId("cleo"), "CLIENT")
    other = Actor(TENANT, ActorId("document_agent/ada"), "document_agent", ActorKind.MODEL)
    contexts = {
        CallContext(ADMIN): Status.SUCCESS,
        CallContext(model, on_behalf_of=ADMIN): Status.SUCCESS,
        CallContext(model, on_behalf_of=client): Status.DENIED,
        CallContext(client): Status.DENIED,
        CallContext(other, on_behalf_of=ADMIN): Status.DENIED,
    }
    for context, status in contexts.items():
        assert workspace.call("read_file", {"path": "a.txt"}, context).status is status, context


@pytest.mark.requirement("workspace-policy")
def test_without_a_person_nothing_is_written(tmp_path: Path) -> None:
    """No handler, no dangerous call."""
    workspace = OpenWorkspace(tmp_path)
    result = workspace.call("write_file", {"path": "a", "content": ""})
    assert result.content == "Dangerous tool requires approval handler, but none configured"
    assert list(tmp_path.iterdir()) == []
    workspace.close()
