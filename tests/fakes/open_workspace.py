"""A workspace session in memory: the eight tools over a folder and this process, under the toolkit's own policy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.adapters.workspace.project_folder import ProjectFolder
from casewright.adapters.workspace.running_process import RunningPython
from casewright.bootstrap.toolkits.workspace import workspace_tools
from casewright.bootstrap.workspace import workspace_policy
from tests.fakes.governed import Governed

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.tools.decisions import ApprovalHandler


class OpenWorkspace(Governed):
    """ADMIN may call all of them; ``timeout`` is every tool's, in seconds."""

    def __init__(self, root: Path, *, approver: ApprovalHandler | None = None, timeout: float = 60.0) -> None:
        self.files = ProjectFolder(root)
        tools = [replace(one, timeout=timeout) for one in workspace_tools(self.files, RunningPython())]
        super().__init__(*tools, policy=workspace_policy(), approver=approver)

    def close(self) -> None:
        """Let go of the folder, once nothing runs."""
        self.executor.close()
        self.files.close()
