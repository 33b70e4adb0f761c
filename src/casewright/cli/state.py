"""What the global options leave for the commands, and how a command gets its home and its answers."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.cli.output import Output

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from casewright.bootstrap.home import Casewright
    from casewright.tools.calls import ToolResult


class CallRefused(Exception):
    """A tool call that did not succeed: ends the command with the result's text and exit code."""

    def __init__(self, result: ToolResult) -> None:
        super().__init__(result.error or result.content)
        self.result = result


@dataclass(frozen=True, slots=True)
class State:
    """The global options of this run."""

    home: Path | None
    output: Output
    user_key: Path | None = None

    @contextmanager
    def open(self) -> Iterator[Casewright]:
        """The home, open for the length of the block, for the user whose key was given."""
        from casewright.bootstrap.home import Casewright

        with Casewright.open(self.home, user_key=self.user_key) as casewright:
            yield casewright

    def own_templates(self) -> list[dict[str, Any]]:
        """The templates of one's own as ``list_templates`` shows them; none, and no home made, where there is none."""
        from casewright.config import read_settings

        settings = read_settings(home=self.home)
        if settings.database_url is None and not settings.database_file.exists():
            return []
        with self.open() as casewright:
            found: list[dict[str, Any]] = answer(casewright, "list_templates")["templates"]
            return found


def answer(casewright: Casewright, tool: str, arguments: Mapping[str, object] | None = None) -> Any:
    """The structured result of one call, plain JSON data whose shape is the tool's. Raises ``CallRefused``."""
    return checked(casewright.call(tool, arguments))


def checked(result: ToolResult) -> Any:
    """The structured part of a successful result. Raises ``CallRefused`` for any other."""
    if not result.success:
        raise CallRefused(result)
    return result.structured
