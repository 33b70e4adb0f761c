"""Calls as a thread's state holds them: as a model asked for them, as the graph makes them, as answers tell of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.state import OpenCall

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage


def open_calls(message: AIMessage) -> list[OpenCall]:
    """The calls that the message asks for, those last whose arguments are no JSON object."""
    asked = [open_call(str(call["id"]), call["name"], dict(call["args"])) for call in message.tool_calls]
    broken = [
        open_call(str(call["id"]), call["name"] or "unnamed", {}, malformed=call["args"] or "")
        for call in message.invalid_tool_calls
    ]
    return [*asked, *broken]


def open_call(
    id_: str, name: str, arguments: dict[str, Any], *, key: str = "", malformed: str | None = None
) -> OpenCall:
    """A call that has not run."""
    return OpenCall(
        id=id_,
        name=name,
        arguments=arguments,
        malformed=malformed,
        key=key,
        status=None,
        content="",
        structured=None,
        approval=None,
        audit_seq=None,
        ms=0.0,
    )


def record(call: OpenCall) -> dict[str, Any]:
    """What an answer tells of a call."""
    return {
        "id": call["id"],
        "name": call["name"],
        "arguments": call["arguments"],
        "status": call["status"],
        "error": None if call["status"] == "success" else call["content"],
        "approval_id": call["approval"],
        "audit_seq": call["audit_seq"],
        "ms": call["ms"],
        "matches": (call["structured"] or {}).get("total_matches") if isinstance(call["structured"], dict) else None,
    }
