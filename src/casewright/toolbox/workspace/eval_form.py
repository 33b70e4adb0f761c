"""The tool ``eval_form``: a form is run in the Python process, as at its prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.workspace.sentences import failed, raised, with_printed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import RunningProcess


class EvalFormInput(Arguments):
    """Input of the ``eval_form`` tool."""

    form: str = Field(description="A Python expression, or statements; the value of the last expression comes back")
    package: str | None = Field(default=None, description="The module to run it in; left out: the session's own")


def eval_form(*, process: RunningProcess) -> Tool:
    """The tool over this process."""

    def run(arguments: EvalFormInput, _: CallContext) -> str | Failure | None:
        try:
            found = process.evaluate(arguments.form, arguments.package)
        except NotFound as error:
            return failed(error)
        if found.error is not None:
            return raised(found.error, found.printed)
        if found.value is None and not found.printed:
            return None
        return with_printed("nil" if found.value is None else found.value, found.printed)

    return Tool(
        name="eval_form",
        description="Evaluate a Python form in the running process. Returns its value, or the error. It may change "
        "the process and all that the process may change.",
        arguments=EvalFormInput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("execution",),
        reads=("the running process",),
        writes=("the running process, and whatever the form changes",),
    )
