"""The tool ``write_file``: a file of the project folder gets a new content, once a person approved it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from casewright.toolbox.workspace.replacement import Replacement
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.workspace import ProjectFiles


class WriteFileInput(Arguments):
    """Input of the ``write_file`` tool."""

    path: str = Field(description="The file's path below the project folder")
    content: str = Field(description="All that is to stand in the file")
    expected_sha256: str | None = Field(
        default=None, description="The sha256 that read_file told of the file that is replaced; left out for a new file"
    )


def write_file(*, files: ProjectFiles) -> Tool:
    """The tool over this folder."""

    def run(arguments: WriteFileInput, _: CallContext) -> str:
        return _replacement(arguments).write(files)

    def check(arguments: WriteFileInput, _: CallContext) -> None:
        _replacement(arguments).require_possible(files)

    def preview(arguments: WriteFileInput, _: CallContext) -> str:
        return _replacement(arguments).show(files)

    return Tool(
        name="write_file",
        description="Write content to a file of the project folder. DESTRUCTIVE - requires user approval. To change "
        "parts of a file, use propose_file_edit.",
        arguments=WriteFileInput,
        handler=run,
        safety_level=SafetyLevel.DANGEROUS,
        categories=("buffer", "filesystem"),
        writes=("a file of the project folder",),
        preview=preview,
        check=check,
    )


def _replacement(arguments: WriteFileInput) -> Replacement:
    return Replacement(arguments.path, arguments.content, arguments.expected_sha256)
