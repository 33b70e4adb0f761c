"""What a workspace session shows: each turn and call as it comes, and in the end what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.cli.output import counted
from casewright.tools.calls import Status
from casewright.vocabulary.outside_text import show_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.workspace.model import ModelTurn
    from casewright.agents.workspace.session import DoneTurn
    from casewright.audit.chain import Flaw, Head
    from casewright.cli.output import Output
    from casewright.tools.calls import ToolCall, ToolResult

_LINES = 16
_VALUE = 48
_COLOURS = {Status.SUCCESS: "green", Status.REJECTED: "yellow"}


class SessionReport:
    """Lines for a person while the session goes on, or one document when it is over."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._root = ""

    def begin(self, root: str) -> None:
        """Say where the session is."""
        self._root = root
        self._output.line(f"Project  {show_name(root)}", style="bold")

    def tell_turn(self, turn: ModelTurn) -> None:
        """What the model says."""
        self._output.line()
        self._output.prose(turn.says or "(the model says nothing)", style="bold")

    def tell_result(self, call: ToolCall, result: ToolResult) -> None:
        """The call in a line, and what it came to."""
        by = f", approved by {result.metadata.approved_by}" if result.metadata.approved_by else ""
        self._output.line(f"• {call.name}{_short(call.arguments)}")
        self._output.line(f"  {result.status.value}{by}", style=_COLOURS.get(result.status, "red"))
        lines = _text(result).splitlines()
        for line in lines[:_LINES]:
            self._output.line(f"    {line}")
        if len(lines) > _LINES:
            self._output.line(f"    … {counted(len(lines) - _LINES, 'more line')}")

    def end(self, done: Sequence[DoneTurn], reached: Head, flaw: Flaw | None) -> None:
        """What it came to, and that all of it is recorded."""
        output, results = self._output, [result for turn in done for result in turn.results]
        verified = "verified" if flaw is None else f"NOT verified: {flaw.reason}"
        output.document(
            {
                "root": self._root,
                "turns": [_turn(one) for one in done],
                "audit": {"verified": flaw is None, "count": reached.count, "head": reached.hash},
            }
        )
        for turn in done:
            if turn.refused is not None:
                output.note(turn.refused, style="red")
        output.line()
        if not results:
            output.prose("The model called no tool.")
        succeeded = sum(result.success for result in results)
        rejected = sum(result.status is Status.REJECTED for result in results)
        output.prose(
            f"{counted(len(results), 'call')}: {succeeded} done, {rejected} rejected, "
            f"{len(results) - succeeded - rejected} failed. Each is in the audit, which is {verified} "
            f"({reached.count} events): casewright audit show"
        )


def _turn(done: DoneTurn) -> dict[str, object]:
    return {
        "says": done.turn.says,
        "refused": done.refused,
        "calls": [_call(call, result) for call, result in zip(done.turn.calls, done.results, strict=False)],
    }


def _call(call: ToolCall, result: ToolResult) -> dict[str, object]:
    return {
        "id": call.id,
        "tool": call.name,
        "arguments": dict(call.arguments),
        "status": result.status.value,
        "content": result.content,
        "structured": result.structured,
        "approved_by": result.metadata.approved_by,
        "edited": result.metadata.edited,
        "audit_seq": result.metadata.audit_seq,
    }


def _text(result: ToolResult) -> str:
    """The content; of a file, its text and what is not shown of it."""
    read = result.structured
    if isinstance(read, dict) and isinstance(read.get("text"), str):
        return "\n".join(filter(None, (read["text"], read.get("notice"))))
    return result.content


def _short(arguments: Mapping[str, object]) -> str:
    """The arguments that are short, as they are written in a call; of the others the name."""
    shown = []
    for name, value in arguments.items():
        text = show_name(repr(value))
        shown.append(f"{name}={text if len(text) <= _VALUE else '…'}")
    return f"({', '.join(shown)})"
