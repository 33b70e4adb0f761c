"""``casewright workspace``: a scripted model at work in a project folder, and a person at the terminal who decides."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from casewright.bootstrap.local_actors import local_user
from casewright.toolbox.workspace.propose_file_edit import STOP
from casewright.vocabulary.outside_text import show_text
from tests.hostile_home import HOSTILE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Ended, Shell

EIGHT = {
    *("describe_symbol", "apropos_search", "function_arglist", "read_file"),
    *("eval_form", "compile_form", "write_file", "propose_file_edit"),
}
OLD = "".join(f"line {number}\r\n" for number in range(1, 31)) + "end"
NEW = OLD.replace("line 3\r", "three\r").replace("line 15\r\n", "").replace("end", "the end")


def spread(*parts: int) -> str:
    """The old text with these of the three changes of the new one."""
    text = OLD
    for part in parts:
        text = text.replace(*(("line 3\r", "three\r"), ("line 15\r\n", ""), ("end", "the end"))[part - 1])
    return text


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one file, whose lines end as on Windows and whose last has no end."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "a.txt").write_bytes(OLD.encode())
    return tmp_path / "project"


def script(folder: Path, *calls: dict[str, Any], read: bool = True) -> Path:
    """A script of one turn for each call, the file read before."""
    first = [{"says": "I read", "calls": [{"id": "read", "tool": "read_file", "arguments": {"path": "a.txt"}}]}]
    turns = [*(first if read else []), *({"says": "And now", "calls": [call]} for call in calls), {"says": "Over"}]
    path = folder / "script.json"
    path.write_text(json.dumps({"turns": turns}))
    return path


def proposal(modified: str = NEW, **more: object) -> dict[str, Any]:
    """A call that proposes an edit of the file as it was read."""
    reference = {"result": "read", "field": "sha256"}
    arguments = {"path": "a.txt", "modified": modified, "description": "Three changes", "expected_sha256": reference}
    return {"tool": "propose_file_edit", "arguments": arguments, **more}


class Person:
    """Whoever is at the terminal: types on standard input, in this process."""

    def __init__(self, shell: Shell, project: Path, patch: pytest.MonkeyPatch) -> None:
        self._shell = shell
        self._project = project
        self._patch = patch

    def run(self, typed: str, *calls: dict[str, Any], json: bool = True) -> Ended:
        """The session with these calls, and these answers."""
        self._patch.setattr(sys, "stdin", io.StringIO(typed))
        path = script(self._project.parent, *calls)
        return self._shell(*(["--json"] if json else []), "workspace", "run", path, "--root", self._project)


@pytest.fixture
def person(shell: Shell, project: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody at the terminal of that project."""
    return Person(shell, project, monkeypatch)


def last_call(ended: Ended) -> dict[str, Any]:
    """What came of the last call that was made."""
    found: dict[str, Any] = [call for turn in ended.json["turns"] for call in turn["calls"]][-1]
    return found


REVIEWS: list[tuple[str, tuple[int, ...]]] = [
    ("y\ny\ny\n", (1, 2, 3)),
    ("a\n", (1, 2, 3)),
    ("y\nn\ny\n", (1, 3)),
    ("n\nyes\nno\n", (2,)),
    ("n\nall\n", (2, 3)),
    ("y\nd\n", (1,)),
    ("y\nnone\n", (1,)),
    ("y\nq\n", (1,)),
    ("y\nquit\n", (1,)),
    ("what?\nY\n?\ns\nN\ny\n", (1, 3)),
]


@pytest.mark.requirement("workspace-review")
@pytest.mark.parametrize(("typed", "taken"), REVIEWS)
def test_hunks_that_are_taken_are_written(
    shell: Shell, project: Path, person: Person, typed: str, taken: tuple[int, ...]
) -> None:
    """Exactly those, ends of lines as they are; the model is told how many, the trail has both versions."""
    ended = person.run(typed, proposal())
    assert (project / "a.txt").read_bytes() == spread(*taken).encode()
    call = last_call(ended)
    assert (call["status"], call["approved_by"]) == ("success", local_user().id)
    whole = taken == (1, 2, 3)
    assert (call["edited"] is None) == whole
    assert whole or call["edited"].startswith(f"{len(taken)} of 3 hunks taken; left out: @@ -")
    assert "(1/3) Take this hunk [y,n,a,d,q,e,?]?" in ended.err
    events = shell("--json", "audit", "show", "--tool", "propose_file_edit").json["events"]
    granted = [event["tool_args"]["modified"] for event in events if event["event_type"] == "approval.granted"]
    edited = [event["tool_args"]["modified"] for event in events if event["event_type"] == "approval.edited"]
    assert (granted, edited) == ([spread(*taken)], [] if whole else [NEW])
    assert ended.json["audit"]["verified"]


@pytest.mark.requirement("workspace-review", "workspace-rejected")
@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("n\nn\nn\nnot today\n", "not today"),
        ("q\n\n", "none of its hunks is wanted"),
        ("d\n", "none of its hunks is wanted"),
        ("", "nobody answered at the terminal"),
        ("y\ny\n", "nobody answered at the terminal"),
    ],
    ids=["with a reason", "without", "without an answer to why", "nobody", "nobody any more"],
)
def test_edit_of_which_nothing_is_taken_is_rejected(person: Person, project: Path, typed: str, reason: str) -> None:
    """The model is told to stop, and does; a review that is not ended approves nothing."""
    ended = person.run(typed, proposal(), {"tool": "eval_form", "arguments": {"form": "1"}})
    call = last_call(ended)
    assert call["status"] == "rejected"
    assert call["content"] == f"Tool execution denied by user: {reason}. Do not retry. {STOP}"
    assert (project / "a.txt").read_bytes() == OLD.encode()
    assert [turn["says"] for turn in ended.json["turns"]] == ["I read", "And now"]


@pytest.mark.requirement("workspace-rejected")
def test_rejected_call_is_not_asked_about_again(person: Person) -> None:
    """A model that proposes the same again all the same is rejected without a question."""
    ended = person.run("q\nno\n", proposal(go_on_when_rejected=True), proposal())
    assert ended.err.count("Take this hunk") == 1
    assert "denied by user: no." in last_call(ended)["content"]
    assert sum(turn["says"] == "And now" for turn in ended.json["turns"]) == 2


@pytest.mark.requirement("workspace-review")
def test_hunk_is_split(person: Person, project: Path) -> None:
    """Changes that are shown as one hunk can be decided on singly."""
    near = OLD.replace("line 3\r", "three\r").replace("line 6\r", "six\r")
    ended = person.run("s\nn\ny\n", proposal(near))
    assert (project / "a.txt").read_bytes() == OLD.replace("line 6\r", "six\r").encode()
    assert "(1/1) Take this hunk [y,n,a,d,q,s,e,?]?" in ended.err
    assert "(2/2) Take this hunk [y,n,a,d,q,e,?]?" in ended.err


@pytest.mark.requirement("workspace-hunk-edited")
@pytest.mark.parametrize(
    ("editing", "typed", "written", "told"),
    [
        ("text.replace('+three', '+drei')", "e\nn\nn\n", spread(1).replace("three", "drei"), ""),
        ("text.replace(' line 1', ' line one')", "e\nn\ny\nn\n", spread(2), "the hunk does not fit the file"),
        ("sys.exit(3)", "e\ny\nn\nn\n", spread(1), "ended with 3"),
    ],
    ids=["edited", "does not fit", "editor fails"],
)
def test_hunk_is_edited_by_hand(
    person: Person, project: Path, monkeypatch: pytest.MonkeyPatch, editing: str, typed: str, written: str, told: str
) -> None:
    """In the person's editor; where that comes to nothing, they are told why and asked again."""
    editor = project.parent / "editor.py"
    editor.write_text(
        "import sys\nfile = sys.argv[1]\ntext = open(file, newline='').read()\n"
        f"open(file, 'w', newline='').write({editing})\n"
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    monkeypatch.setenv("VISUAL", "")
    ended = person.run(typed, proposal())
    assert (project / "a.txt").read_bytes() == written.encode()
    assert told in ended.err
    assert ("edited by hand" in last_call(ended)["edited"]) == (not told)


@pytest.mark.requirement("workspace-review")
def test_editor_that_is_not_there(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, and the person is asked again."""
    monkeypatch.setenv("VISUAL", "no-such-editor --wait")
    ended = person.run("e\nq\n\n", proposal())
    assert "the editor 'no-such-editor --wait' cannot be used" in ended.err
    assert last_call(ended)["status"] == "rejected"


@pytest.mark.requirement("workspace-review")
def test_decision_at_a_terminal(shell: Shell, project: Path) -> None:
    """The same on a terminal, where the session goes on as it is decided."""
    mine, theirs = pty.openpty()
    os.write(mine, b"y\nn\nn\n")
    command = shell.command("workspace", "run", script(project.parent, proposal()), "--root", project)
    done = subprocess.run(command, stdin=theirs, capture_output=True, timeout=120, check=True)
    os.close(mine)
    os.close(theirs)
    assert (project / "a.txt").read_bytes() == spread(1).encode()
    shown = done.stdout.decode()
    for words in (f"Project  {project.resolve()}", "I read", "• propose_file_edit(path='a.txt'", "1 of 3 hunks taken"):
        assert words in shown
    assert "2 calls: 2 done, 0 rejected, 0 failed. Each is in the audit, which is verified" in " ".join(shown.split())


@pytest.mark.requirement("workspace-review")
@pytest.mark.parametrize(("typed", "status"), [("y\n", "success"), ("maybe\nno\nwhy\n", "rejected"), ("", "rejected")])
def test_file_is_written_whole_or_not(person: Person, project: Path, typed: str, status: str) -> None:
    """A file that is written anew is shown and answered with yes or no."""
    call = {"tool": "write_file", "arguments": {"path": "new.txt", "content": "a\nb"}}
    ended = person.run(typed, call)
    assert last_call(ended)["status"] == status
    assert (project / "new.txt").exists() == (status == "success")
    assert "+a\n+b\n\\ No newline at end of file" in ended.err


@pytest.mark.requirement("workspace-session")
def test_diff_steers_no_terminal(person: Person, project: Path) -> None:
    """Whatever stands in a file, its name and what a model says: what is shown are escapes."""
    (project / "a.txt").write_text(f"one\n{HOSTILE}\n", "utf-8")
    name = "b\x1b[2J\n.txt"
    write = {"tool": "write_file", "arguments": {"path": name, "content": HOSTILE}}
    evaluate = {"tool": "eval_form", "arguments": {"form": f"print({HOSTILE!r})"}}
    shown = ""
    for as_json in (True, False):
        ended = person.run("n\n\ny\n", proposal("one\n", go_on_when_rejected=True), write, evaluate, json=as_json)
        assert [sign for sign in ended.out + ended.err if show_text(sign) != sign] == []
        shown += ended.err
    assert r"b\x1b[2J\x0a.txt" in shown


@pytest.mark.requirement("workspace-demo")
def test_demo_shows_all_eight_tools(shell: Shell, tmp_path: Path) -> None:
    """On a project of its own; what is approved is there afterwards."""
    root = tmp_path / "sample"
    ended = shell.process("--json", "workspace", "demo", "--root", root, input="y\nn\ny\nn\n")
    calls = [call for turn in ended.json["turns"] for call in turn["calls"]]
    assert {call["tool"] for call in calls} == EIGHT
    assert {call["status"] for call in calls} == {"success"}
    assert sorted(one.name for one in root.iterdir()) == ["CHANGES.md", "rates.py"]
    assert "max(0, paid - due)" in (root / "rates.py").read_text()
    assert "RATE = 0.08" in (root / "rates.py").read_text()
    again = shell("workspace", "demo", "--root", root, code=2)
    assert "name a new folder" in again.err


@pytest.mark.requirement("workspace-session")
def test_bad_input_gets_a_sentence(shell: Shell, project: Path) -> None:
    """A script or a folder that is none is named, with what to do."""
    path = script(project.parent, {"tool": "eval_form"})
    for arguments, told in (
        (["workspace", "run", path, "--root", project / "nothing"], "name the project's folder with --root"),
        (["workspace", "run", path, "--root", project / "a.txt"], "is no folder"),
        (["workspace", "run", project / "a.txt", "--root", project], "cannot be read"),
        (["workspace", "run", project / "nothing.toml"], "nothing.toml"),
        (["workspace", "run", path, "--policy", project / "nothing.toml"], "the policy file"),
        (["workspace", "call", "nothing"], "Unknown tool: nothing"),
        (["workspace", "call", "eval_form", "--args", "{"], "--args is not valid JSON"),
        (["workspace", "call", "eval_form"], "Required parameter 'form' missing"),
    ):
        assert told in shell(*arguments, code=2).err


@pytest.mark.requirement("workspace-session")
def test_script_without_calls_says_so(shell: Shell, project: Path) -> None:
    """Nothing was done, and nothing is recorded but the look at the audit."""
    assert (
        "The model called no tool."
        in shell("workspace", "run", script(project.parent, read=False), "--root", project).out
    )


@pytest.mark.requirement("workspace-session")
def test_tool_is_called_by_hand(shell: Shell, project: Path) -> None:
    """As oneself, through the same door."""
    arguments = ["workspace", "call", "eval_form", "--args", '{"form": "6 * 7"}', "--root", project]
    assert shell(*arguments).out == "42\n"
    assert shell("--json", *arguments).json["content"] == "42"
    failed = shell("workspace", "call", "describe_symbol", "--args", '{"symbol": "nothing"}', code=2)
    assert failed.err == "Symbol nothing not found\n"
    read = shell(
        "--json", "workspace", "call", "read_file", "--args", '{"path": "../secret"}', "--root", project, code=3
    )
    assert "leads out of the project folder" in read.json["content"]


@pytest.mark.requirement("workspace-policy")
def test_policy_of_ones_own(shell: Shell, project: Path) -> None:
    """In place of the shipped one: what it does not list is denied, and a tool that is not there is refused."""
    policy = project.parent / "policy.toml"
    roles = '[roles]\nmodels = ["workspace_agent"]\npeople = ["ADMIN"]\n'
    policy.write_text(f'{roles}[tools.read_file]\nroles = ["workspace_agent", "ADMIN"]')
    path = script(project.parent, {"tool": "eval_form", "arguments": {"form": "1"}})
    ended = shell("--json", "workspace", "run", path, "--root", project, "--policy", policy)
    assert [call["status"] for turn in ended.json["turns"] for call in turn["calls"]] == ["success", "denied"]
    policy.write_text('[roles]\npeople = ["ADMIN"]\n[tools.list_matters]\nroles = ["ADMIN"]')
    refused = shell("workspace", "run", path, "--root", project, "--policy", policy, code=2)
    assert "names a tool that does not exist, 'list_matters'" in refused.err


@pytest.mark.requirement("workspace-policy")
def test_only_an_administrator_has_a_session(shell: Shell, project: Path) -> None:
    """For anybody else the model is denied every call."""
    key = shell("--json", "users", "add", "cleo", "--role", "CLIENT").json["key_file"]
    path = script(project.parent, {"tool": "eval_form", "arguments": {"form": "1"}})
    ended = shell("--json", "--as", key, "workspace", "run", path, "--root", project)
    assert {call["status"] for turn in ended.json["turns"] for call in turn["calls"]} == {"denied"}
