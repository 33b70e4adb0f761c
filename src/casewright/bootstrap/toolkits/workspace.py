"""The workspace: a developer's own tools. Not in the catalogue: a session of ``bootstrap.workspace`` registers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.tools.definition import Tool
    from casewright.tools.ports.workspace import ProjectFiles, RunningProcess


def workspace_tools(files: ProjectFiles, process: RunningProcess) -> tuple[Tool, ...]:
    """The eight tools, safe ones first."""
    from casewright.toolbox.workspace.apropos_search import apropos_search
    from casewright.toolbox.workspace.compile_form import compile_form
    from casewright.toolbox.workspace.describe_symbol import describe_symbol
    from casewright.toolbox.workspace.eval_form import eval_form
    from casewright.toolbox.workspace.function_arglist import function_arglist
    from casewright.toolbox.workspace.propose_file_edit import propose_file_edit
    from casewright.toolbox.workspace.read_file import read_file
    from casewright.toolbox.workspace.write_file import write_file

    return (
        describe_symbol(process=process),
        apropos_search(process=process),
        function_arglist(process=process),
        read_file(files=files),
        eval_form(process=process),
        compile_form(process=process),
        write_file(files=files),
        propose_file_edit(files=files),
    )
