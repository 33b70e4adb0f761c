"""The tool ``compile_form``: definitions are compiled and loaded into the Python process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.workspace.sentences import failed, raised, with_printed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import Compilation, RunningProcess


class CompileFormInput(Arguments):
    """Input of the ``compile_form`` tool."""

    form: str = Field(description="Python definitions: functions, classes, variables")
    package: str | None = Field(default=None, description="The module to load them into; left out: the session's own")


def compile_form(*, process: RunningProcess) -> Tool:
    """The tool over this process."""

    def run(arguments: CompileFormInput, _: CallContext) -> str | Failure:
        try:
            found = process.compile(arguments.form, arguments.package)
        except NotFound as error:
            return failed(error)
        if found.error is not None:
            return raised(found.error, found.printed)
        return with_printed(_told(found), found.printed)

    return Tool(
        name="compile_form",
        description="Compile Python definitions and load them into the running process. Returns what they define, "
        "and the compiler's warnings or the error.",
        arguments=CompileFormInput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("execution",),
        reads=("the running process",),
        writes=("the running process, and whatever the form changes",),
    )


def _told(found: Compilation) -> str:
    names = ", ".join(found.names) or "nothing new"
    lines = [f"Compiled into {found.package}: {names}"]
    if not found.warnings:
        return "\n".join([*lines, "No warnings."])
    return "\n".join([*lines, f"Warnings ({len(found.warnings)}):", *(f"  {one}" for one in found.warnings)])
