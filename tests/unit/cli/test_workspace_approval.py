"""Tests of casewright.cli.workspace_approval: what the person at the terminal is asked, and what it decides."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from casewright.cli.output import Output
from casewright.cli.workspace_approval import TerminalApprover
from casewright.domain.project_files import ProjectFile, content_hash
from casewright.tools.calls import Status
from tests.fakes.open_workspace import OpenWorkspace

if TYPE_CHECKING:
    from pathlib import Path

OLD = "one\ntwo\n"


@pytest.mark.requirement("workspace-write")
@pytest.mark.parametrize("shown", [None, "another text\n"])
def test_person_is_not_shown_another_file_than_the_call_is_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: str | None
) -> None:
    """Where the file is another one just when its diff is made, nobody is asked, whatever it is afterwards."""
    (tmp_path / "a.txt").write_text(OLD)
    found = None if shown is None else ProjectFile("a.txt", shown, len(shown), content_hash(shown.encode()))
    typed = io.StringIO("y\ny\n")
    monkeypatch.setattr("sys.stdin", typed)
    workspace = OpenWorkspace(tmp_path, approver=TerminalApprover(Output(json=True), "pat", lambda _: found))
    edit = {"path": "a.txt", "modified": "1\n", "description": "d", "expected_sha256": content_hash(OLD.encode())}
    result = workspace.call("propose_file_edit", edit)
    assert result.status is Status.ERROR
    assert result.error is not None
    assert "'a.txt' has changed since it was read: nobody was asked" in result.error
    assert (typed.tell(), (tmp_path / "a.txt").read_text()) == (0, OLD)
    assert [event["phase"] for event in workspace.events()] == ["stopped"]
    workspace.close()
