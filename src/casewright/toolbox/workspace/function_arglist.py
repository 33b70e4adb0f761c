"""The tool ``function_arglist``: the parameters of a function of the running process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.workspace.sentences import LONGEST_NAME, failed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import RunningProcess


class FunctionArglistInput(Arguments):
    """Input of the ``function_arglist`` tool."""

    function: str = Field(
        max_length=LONGEST_NAME, description="The function's name, with dots where it is within something"
    )
    package: str | None = Field(default=None, description="The module to look in; left out: the session's, then any")


def function_arglist(*, process: RunningProcess) -> Tool:
    """The tool over this process."""

    def run(arguments: FunctionArglistInput, _: CallContext) -> str | Failure:
        try:
            return process.arglist(arguments.function, arguments.package)
        except (NotFound, InvalidInput) as error:
            return failed(error)

    return Tool(
        name="function_arglist",
        description="Get the parameters of a function of the running process: required, optional and keyword ones, "
        "with their default values.",
        arguments=FunctionArglistInput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("introspection",),
        reads=("the running process",),
    )
