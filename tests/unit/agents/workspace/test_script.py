"""Tests of casewright.agents.workspace.script: a model whose turns are written down."""

from __future__ import annotations

import json

import pytest

from casewright.agents.workspace.script import ScriptedModel, read_script
from casewright.errors import InvalidInput
from casewright.tools.calls import Metadata, Status, ToolCall, ToolResult

SCRIPT = """
[[turns]]
says = "First."
[[turns.calls]]
id = "read"
tool = "read_file"
arguments = { path = "a" }
[[turns.calls]]
tool = "eval_form"
arguments = { form = "1" }

[[turns]]
[[turns.calls]]
tool = "write_file"
go_on_when_rejected = true
[turns.calls.arguments]
path = "a"
content = { other = 1 }
expected_sha256 = { result = "read", field = "sha256" }

[[turns]]
says = "Last."
"""


def result(call: str, structured: object = None, status: Status = Status.SUCCESS) -> ToolResult:
    """What came of a call."""
    return ToolResult(call, "read_file", status, "", Metadata(0.0), structured)


@pytest.mark.requirement("workspace-script")
def test_turns_are_said_in_order() -> None:
    """Each with its calls; those without an id are called by their place."""
    model = ScriptedModel(read_script(SCRIPT, "s.toml"))
    first = model.next_turn(())
    assert first is not None
    assert first.says == "First."
    assert first.calls == (ToolCall("read", "read_file", {"path": "a"}), ToolCall("1.2", "eval_form", {"form": "1"}))
    second = model.next_turn((result("read", {"sha256": "5e"}), result("1.2")))
    assert second is not None
    assert (second.says, second.calls[0].arguments) == (
        "",
        {"path": "a", "content": {"other": 1}, "expected_sha256": "5e"},
    )
    last = model.next_turn((result("2.1", status=Status.REJECTED),))
    assert (last and last.says, last and last.calls) == ("Last.", ())
    assert model.next_turn(()) is None


@pytest.mark.requirement("workspace-script")
@pytest.mark.parametrize("structured", [None, "text", {}, {"sha256": None}])
def test_what_a_result_does_not_have_is_left_out(structured: object) -> None:
    """A failed call, or a file that is too long: the argument is not sent."""
    model = ScriptedModel(read_script(SCRIPT, "s.toml"))
    model.next_turn(())
    second = model.next_turn((result("read", structured), result("1.2")))
    assert second is not None
    assert sorted(second.calls[0].arguments) == ["content", "path"]


@pytest.mark.requirement("workspace-script", "workspace-rejected")
def test_model_stops_after_a_rejection() -> None:
    """As it is told to, unless the call says that it goes on."""
    model = ScriptedModel(read_script(SCRIPT, "s.toml"))
    model.next_turn(())
    assert model.next_turn((result("read"), result("1.2", status=Status.REJECTED))) is None


@pytest.mark.requirement("workspace-script")
def test_script_may_be_json() -> None:
    """The same in the other notation, by the file's ending."""
    data = {"turns": [{"says": "a", "calls": [{"tool": "read_file", "arguments": {"path": "b"}}]}]}
    (turn,) = read_script(json.dumps(data), "s.json")
    assert (turn.says, turn.calls[0].tool, turn.calls[0].arguments) == ("a", "read_file", {"path": "b"})


WRONG = {
    "x": "The script 's.toml' cannot be read: ",
    "": "The script 's.toml' has no turn: write one as",
    "turns = 3": "The script 's.toml': turns must be a list of tables",
    "other = 3": "The script 's.toml' has an unknown key 'other': known are turns",
    "turns = [3]": "turn 1 must be a table, not 3",
    "[[turns]]\nsay = 'a'": "turn 1 has an unknown key 'say': known are calls, says",
    "[[turns]]\nsays = 3": "turn 1: says must be a text, not 3",
    "[[turns]]\n[[turns.calls]]": "turn 1, call 1 has no 'tool': add it",
    "[[turns]]\n[[turns.calls]]\ntool = 'a'\nargs = {}": "turn 1, call 1 has an unknown key 'args'",
    "[[turns]]\n[[turns.calls]]\ntool = 'a'\narguments = 3": "turn 1, call 1: arguments must be a table such as",
    "[[turns]]\n[[turns.calls]]\ntool = 'a'\ngo_on_when_rejected = 3": "must be true or false, not 3",
    "[[turns]]\n[[turns.calls]]\nid='x'\ntool='a'\n[[turns.calls]]\nid='x'\ntool='a'": "call 2: there is a call 'x'",
    "[[turns]]\n[[turns.calls]]\ntool='a'\narguments={x={result='y',field='z'}}": "there is no call 'y' before it",
}


@pytest.mark.requirement("workspace-script")
@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_told_with_its_place(text: str) -> None:
    """The script, the turn, the call, and what would be right."""
    with pytest.raises(InvalidInput) as told:
        read_script(text, "s.toml")
    assert WRONG[text] in str(told.value)


@pytest.mark.parametrize("text", ["{", "[]", "3", "[" * 100_000])
def test_what_is_no_json_is_told(text: str) -> None:
    """Cut short, no object, nested without end."""
    with pytest.raises(InvalidInput, match=r"The script 's\.json'"):
        read_script(text, "s.json")
