"""The tool ``propose_file_edit``: a change of a file, shown as a diff whose hunks a person takes or leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.errors import InvalidInput
from casewright.toolbox.workspace.replacement import Replacement
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import ProjectFiles

STOP = (
    "STOP: do not propose this edit again, nor another one in its place. Tell the user that nothing was changed, and "
    "ask how to go on."
)
"""What the model is told when a person takes none of the edit."""


class ProposeFileEditInput(Arguments):
    """Input of the ``propose_file_edit`` tool."""

    path: str = Field(description="The file's path below the project folder")
    modified: str = Field(description="All that is to stand in the file after the edit")
    description: str = Field(min_length=1, description="What changes and why, in a sentence for the person who decides")
    expected_sha256: str | None = Field(
        default=None, description="The sha256 that read_file told of the file that is edited; left out for a new file"
    )


def propose_file_edit(*, files: ProjectFiles) -> Tool:
    """The tool over this folder."""

    def run(arguments: ProposeFileEditInput, _: CallContext) -> str:
        replacement = _replacement(arguments)
        changed = replacement.show(files)
        return f"{replacement.write(files)}\n{changed}"

    def check(arguments: ProposeFileEditInput, _: CallContext) -> None:
        if _replacement(arguments).require_possible(files) == arguments.modified:
            raise InvalidInput(f"The edit changes nothing in {arguments.path!r}: send what it is to be")

    def preview(arguments: ProposeFileEditInput, _: CallContext) -> str:
        return _replacement(arguments).show(files)

    return Tool(
        name="propose_file_edit",
        description="Propose a change of a file of the project folder. A person sees it as a diff and takes all of "
        "it, some hunks, or nothing. This is the way to change files; the result says what was written.",
        arguments=ProposeFileEditInput,
        handler=run,
        safety_level=SafetyLevel.DANGEROUS,
        categories=("buffer", "filesystem", "editing"),
        writes=("a file of the project folder",),
        preview=preview,
        check=check,
        after_rejection=STOP,
    )


def _replacement(arguments: ProposeFileEditInput) -> Replacement:
    return Replacement(arguments.path, arguments.modified, arguments.expected_sha256)
