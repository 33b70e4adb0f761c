"""The tool ``apropos_search``: the names of the running process that have a pattern in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import NotFound
from casewright.toolbox.workspace.sentences import failed
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool
from casewright.vocabulary.outside_text import show_name

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import RunningProcess

MOST_SYMBOLS = 100


class AproposSearchInput(Arguments):
    """Input of the ``apropos_search`` tool."""

    pattern: str = Field(min_length=1, description="Part of a name; capitals do not matter")
    package: str | None = Field(default=None, description="Only in this module; left out: in every loaded one")


def apropos_search(*, process: RunningProcess) -> Tool:
    """The tool over this process."""

    def run(arguments: AproposSearchInput, _: CallContext) -> str | Failure:
        try:
            found = process.search(arguments.pattern, arguments.package)
        except NotFound as error:
            return failed(error)
        head = f"Found {len(found)} symbol{'' if len(found) == 1 else 's'} matching '{show_name(arguments.pattern)}'"
        lines = [f"{show_name(one.name)} [{one.kind}]" for one in found[:MOST_SYMBOLS]]
        if len(found) > MOST_SYMBOLS:
            lines.append(f"[... {len(found) - MOST_SYMBOLS} more; ask for a longer pattern or one package ...]")
        return "\n".join([f"{head}:", "", *lines] if lines else [head])

    return Tool(
        name="apropos_search",
        description="Search the loaded modules for symbols whose names have the pattern in them. Use it to find "
        "functions, classes and variables that are there.",
        arguments=AproposSearchInput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("introspection",),
        reads=("the running process",),
    )
