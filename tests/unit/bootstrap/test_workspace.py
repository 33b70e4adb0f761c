"""The workspace is opened on purpose only: no home, no agent and no other door has its tools."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.catalogue import catalogue
from casewright.bootstrap.home import Casewright
from casewright.bootstrap.policies import FAMILIES, shipped_policy
from casewright.bootstrap.workspace import workspace_policy
from casewright.errors import BadPolicy, NotFound, Refused
from casewright.policy.policy import compile_policy
from casewright.tools.calls import Status
from casewright.tools.decisions import Approve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.definition import Tool

EIGHT = {
    *("describe_symbol", "apropos_search", "function_arglist", "read_file"),
    *("eval_form", "compile_form", "write_file", "propose_file_edit"),
}


@pytest.mark.requirement("workspace-opt-in")
def test_no_home_has_the_tools(tmp_path: Path) -> None:
    """Neither the catalogue, which every door serves from, nor an open home; there they are no tools."""
    assert EIGHT & {tool.name for tool in catalogue()} == set()
    with Casewright.open(tmp_path / "home") as home:
        assert EIGHT & set(home.registry.names) == set()
        with home.open_workspace(tmp_path) as workspace:
            assert set(workspace.registry.names) == EIGHT
            assert EIGHT & set(home.registry.names) == set()
        assert {home.call(name).status for name in EIGHT} == {Status.UNKNOWN_TOOL}


@pytest.mark.requirement("workspace-opt-in", "workspace-policy")
def test_no_role_of_the_shipped_policy_has_the_tools() -> None:
    """The shipped policy knows neither them nor the session's model; the toolkit's fragment knows nothing else."""
    shipped, own = compile_policy(shipped_policy()), workspace_policy()
    assert EIGHT & set(shipped.rules) == set()
    assert "workspace_agent" not in shipped.roles
    assert "workspace" not in FAMILIES
    assert set(own.rules) == EIGHT
    assert {role for rule in own.rules.values() for role in rule.roles} == {"ADMIN", "workspace_agent"}
    assert own.roles == {"ADMIN", "workspace_agent"}


@pytest.mark.requirement("workspace-opt-in")
def test_nothing_of_it_is_loaded_with_the_rest(tmp_path: Path) -> None:
    """A home that is opened and lists its tools loads no module of the workspace."""
    code = (
        "import sys; from casewright.bootstrap.home import Casewright\n"
        "with Casewright.open(sys.argv[1]) as home: len(home.registry.tools)\n"
        "print(*[name for name in sys.modules if name.startswith('casewright.') and 'workspace' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_tools_have_a_file_each() -> None:
    """Like those of any family: a tool is the file of its name, and the policy stands beside them."""
    folder = files("casewright").joinpath("toolbox", "workspace")
    names = {one.name for one in folder.iterdir()}
    assert {f"{name}.py" for name in EIGHT} | {"policy.toml"} <= names


@pytest.mark.requirement("workspace-session")
def test_calls_of_a_session_are_in_the_home_s_audit(tmp_path: Path) -> None:
    """Under the session's own policy, in the same chain as everything else."""
    with Casewright.open(tmp_path / "home") as home:
        (tmp_path / "a.txt").write_text("there")
        with home.open_workspace(tmp_path) as workspace:
            assert workspace.call("read_file", {"path": "a.txt"}).success
        events = home.call("read_audit", {}).structured
        assert home.verify_audit().flaw is None
    assert isinstance(events, dict)
    calls = [event for event in events["events"] if event["tool_name"] == "read_file"]
    assert [event["phase"] for event in calls] == ["intent", "outcome"]


@pytest.mark.requirement("workspace-confined")
def test_session_does_not_read_the_home(tmp_path: Path) -> None:
    """Its keys are no text for a model, also where the home lies in the project."""
    with Casewright.open(tmp_path / "home") as home:
        assert (tmp_path / "home" / "secret.key").is_file()
        with home.open_workspace(tmp_path) as workspace:
            refused = workspace.call("read_file", {"path": "home/secret.key"})
        with pytest.raises(Refused, match="name a project's folder"):
            home.open_workspace(tmp_path / "home")
    assert (refused.status, "is in the home folder" in refused.content) == (Status.ERROR, True)


def test_page_lists_each_tool_with_its_arguments(tmp_path: Path) -> None:
    """A row for each, with the names of its arguments in order, and its level."""
    page = (Path(__file__).parents[3] / "docs" / "workspace.md").read_text("utf-8")
    with Casewright.open(tmp_path / "home") as home, home.open_workspace(tmp_path) as workspace:
        tools = workspace.registry.tools
    for name, tool in tools.items():
        assert f"\n| `{name}({', '.join(tool.input_schema['properties'])})` | {tool.safety_level.value} | " in page


@pytest.mark.requirement("workspace-policy")
def test_policy_that_names_approvers_refuses(tmp_path: Path) -> None:
    """A session has no inbox, and the person at the terminal does not stand in for somebody whom a policy names."""
    asked = []

    def decide(tool: Tool, _: Mapping[str, object]) -> Approve:
        asked.append(tool.name)
        return Approve()

    rules = '[tools.write_file]\nroles = ["ADMIN"]\napproval = { roles = ["ADMIN"] }'
    (tmp_path / "policy.toml").write_text(f'[roles]\npeople = ["ADMIN"]\n{rules}')
    with (
        Casewright.open(tmp_path / "home") as home,
        home.open_workspace(tmp_path, approver=decide, policy=tmp_path / "policy.toml") as workspace,
    ):
        assert workspace.call("write_file", {"path": "a", "content": ""}).status is Status.NO_APPROVER
    assert asked == []


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """A folder that is none, a policy that cannot be read or compiled; nothing stays open."""
    (tmp_path / "policy.toml").write_text("[tools")
    with Casewright.open(tmp_path / "home") as home:
        with pytest.raises(NotFound, match="nothing"):
            home.open_workspace(tmp_path / "nothing")
        for name in ("policy.toml", "nothing.toml"):
            with pytest.raises(BadPolicy, match=name):
                home.open_workspace(tmp_path, policy=tmp_path / name)
