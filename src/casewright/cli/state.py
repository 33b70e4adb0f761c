"""What the global options leave for the commands, and how a command gets its home and its answers."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from casewright.cli.output import Output
from casewright.cli.references import resolved
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pydantic import BaseModel

    from casewright.bootstrap.home import Casewright
    from casewright.toolbox.templates.list_templates import ListTemplatesOutput
    from casewright.tools.calls import ToolResult

M = TypeVar("M", bound="BaseModel")


class CallRefused(Exception):
    """A tool call that did not succeed: ends the command with the result's text and exit code."""

    def __init__(self, result: ToolResult) -> None:
        super().__init__(result.error or result.content)
        self.result = result


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """The result of a call that succeeded: what the tool promised, and the ``data`` that it came as.

    ``data`` is for the JSON document, which is the result as it is; everything else reads ``output``.
    """

    output: M
    # Any: plain JSON data, printed as it is.
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class State:
    """The global options of this run."""

    home: Path | None
    output: Output
    user_key: Path | None = None

    @contextmanager
    def open(self, *, migrate: bool | None = None, corpora: bool = False) -> Iterator[Casewright]:
        """The home, open for the length of the block, for the user whose key was given (``Casewright.open``)."""
        from casewright.bootstrap.home import Casewright
        from casewright.cli.log_notes import warnings_shown

        with (
            warnings_shown(self.output),
            Casewright.open(self.home, user_key=self.user_key, migrate=migrate, corpora=corpora) as casewright,
        ):
            yield casewright

    @contextmanager
    def open_cases(self) -> Iterator[Casewright]:
        """The home, open as by ``open``, with a note where cases have texts that older rules masked."""
        with self.open() as casewright:
            casewright.warn_of_older_masking()
            yield casewright

    def own_templates(self) -> Answer[ListTemplatesOutput] | None:
        """The templates of one's own; None, and no home made, where there is no home."""
        from casewright.config import read_settings
        from casewright.toolbox.templates.list_templates import ListTemplatesOutput

        settings = read_settings(home=self.home)
        if settings.database_url is None and not settings.database_file.exists():
            return None
        with self.open() as casewright:
            return answer(casewright, ListTemplatesOutput, "list_templates")


def answer(
    casewright: Casewright,
    output: type[M],
    tool: str,
    arguments: Mapping[str, object] | None = None,
    *,
    why: str | None = None,
) -> Answer[M]:
    """The result of one call, read as the tool's ``output``, matters and documents by whatever they may be called.

    Raises ``CallRefused``, and what ``references.resolved`` raises.
    """
    return checked(casewright.call(tool, resolved(casewright, arguments or {}), why=why), output)


def about_file(result: ToolResult, name: str) -> ToolResult:
    """The result; where the call failed, its error says which file of the person's it is about."""
    if result.status is not Status.ERROR or repr(name) in result.content:
        return result
    return replace(result, error=f"{name!r}: {result.error or result.content}")


def checked(result: ToolResult, output: type[M]) -> Answer[M]:
    """A successful result, read as the tool's ``output``. Raises ``CallRefused`` for any other."""
    if not result.success:
        raise CallRefused(result)
    assert isinstance(result.structured, dict), "a tool with an output model returns an object"
    return Answer(output.model_validate(result.structured), result.structured)
