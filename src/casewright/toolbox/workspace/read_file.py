"""The tool ``read_file``: the text of a file of the project folder, 5,000 characters at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.project_files import ProjectFile
    from casewright.tools.ports.workspace import ProjectFiles

MOST_CHARACTERS = 5_000
"""Of a text that a call gives (tool-protocol spec, Workspace tools)."""


class ReadFileInput(Arguments):
    """Input of the ``read_file`` tool."""

    path: str = Field(description="The file's path below the project folder")
    start: int = Field(default=0, ge=0, description="How many characters to leave out at the beginning")


class ReadFileOutput(BaseModel):
    """Part of a file's text. ``sha256`` is of the whole file: a call that changes it sends it along."""

    path: str
    text: str
    start: int
    characters: int
    size: int
    sha256: str | None
    notice: str | None


def read_file(*, files: ProjectFiles) -> Tool:
    """The tool over this folder."""

    def run(arguments: ReadFileInput, _: CallContext) -> ReadFileOutput:
        found = files.read(arguments.path)
        text = found.text[arguments.start : arguments.start + MOST_CHARACTERS]
        return ReadFileOutput(
            path=found.path,
            text=text,
            start=arguments.start,
            characters=len(found.text),
            size=found.size,
            sha256=found.sha256,
            notice=_notice(found, arguments.start + len(text)),
        )

    return Tool(
        name="read_file",
        description="Read a text file of the project folder: 5,000 characters from start on, with the sha256 that "
        "write_file and propose_file_edit ask for.",
        arguments=ReadFileInput,
        output=ReadFileOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("filesystem",),
        reads=("a file of the project folder",),
    )


def _notice(found: ProjectFile, end: int) -> str | None:
    """What of the file is not shown, and how to see it."""
    left = len(found.text) - end
    if not found.whole:
        more = f"; {left:,} of them follow from start {end}" if left > 0 else ""
        return (
            f"The file has {found.size:,} bytes: its first {len(found.text):,} characters can be read{more}. "
            "It is too long to be changed"
        )
    return f"{left:,} more characters from start {end}" if left > 0 else None
