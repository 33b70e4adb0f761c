"""The tool ``describe_symbol``: what a name of the running process stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.workspace.sentences import LONGEST_NAME, failed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import RunningProcess


class DescribeSymbolInput(Arguments):
    """Input of the ``describe_symbol`` tool."""

    symbol: str = Field(
        max_length=LONGEST_NAME, description="The name, with dots where it is within something: dumps, json.dumps"
    )
    package: str | None = Field(default=None, description="The module to look in; left out: the session's, then any")


def describe_symbol(*, process: RunningProcess) -> Tool:
    """The tool over this process."""

    def run(arguments: DescribeSymbolInput, _: CallContext) -> str | Failure:
        try:
            return process.describe(arguments.symbol, arguments.package)
        except NotFound as error:
            return failed(error)

    return Tool(
        name="describe_symbol",
        description="Get detailed information about a symbol of the running Python process: its kind, signature, "
        "value, documentation and where it is defined.",
        arguments=DescribeSymbolInput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("introspection",),
        reads=("the running process",),
    )
