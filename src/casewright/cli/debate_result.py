"""A debate as a person reads it: while it goes on, at a glance, and what it came to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.cli.output import one_line, printable

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.agents.debate.events import DebateEvent

_SIGNS = {
    "said": "•",
    "call": "→",
    "rejected": "✗",
    "ruling": "§",
    "found": "+",
    "round": "─",
    "wait": "‖",
    "stop": "■",
}
_REFERENCE = re.compile(r"\s*\[(claim|calc):([0-9a-fA-F]{8})[0-9a-fA-F-]{28}\]")
_LONGEST = 500


class DebateProgress:
    """Shows a debate while it goes on."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def hear(self, heard: DebateEvent) -> None:
        """Show one thing that happened."""
        style = "bright_black" if heard.kind in ("call", "found") else "red" if heard.kind == "rejected" else ""
        text = f"{_SIGNS[heard.kind]} {_short(heard.text)}"
        self._console.print(text, style=style, markup=False)


def show_glance(console: Console, one: dict[str, Any]) -> None:
    """One debate in a line."""
    ended = one["stop_reason"] or one["status"]
    held = "" if one["recommendation"] is None else f"{one['recommendation']} ({one['confidence']:.2f})"
    when = one["started_at"][:16].replace("T", " ")
    rounds = "" if one["rounds"] is None else f"{one['rounds']} rounds"
    console.print(f"{one['debate_id']}  {when}  {ended:<18}  {held:<18}  {rounds}", markup=False, soft_wrap=True)


def show_result(console: Console, found: dict[str, Any], *, whole: bool) -> None:
    """What a debate came to; ``whole`` with the argument round by round."""
    result = found["result"]
    if result is None:
        _show_unfinished(console, found)
        return
    if whole:
        _show_argument(console, result)
    _show_recommendation(console, result)
    _show_votes(console, result)
    for one in result["dissent"]:
        _line(console, f"Dissent        {one['agent_id']}: {one['position']}, on grade {one['grade']}")
        _line(console, f"               {_short(one['reason'])}")
    for name, title in (("open_questions", "Open"), ("documents_to_ask_for", "To ask for")):
        for one in result[name]:
            _line(console, f"{title:<15}{one_line(one)}")
    for gate in result["gates"]:
        _line(console, f"Gate           {gate}")
    audit = result["audit"]
    _line(console, f"Audit          events {audit['from']} to {audit['to']}, {result['tool_calls']} calls of tools")
    _line(console, f"Debate         {found['debate_id']}")
    if result["needs_person"] and result["critical_claims"]:
        deal = found["deal_id"]
        _line(console, f"Next: casewright gates list {deal}; then casewright debate resume {deal}")


def _show_unfinished(console: Console, found: dict[str, Any]) -> None:
    deal = found["deal_id"]
    if found["waits_for"]:
        _line(console, f"The debate waits for a person's decision on {', '.join(found['waits_for'])}.")
        _line(console, f"Next: casewright gates list {deal}; then casewright debate resume {deal} {found['debate_id']}")
    else:
        _line(console, f"The debate was cut off. Go on: casewright debate resume {deal} {found['debate_id']}")


def _show_argument(console: Console, result: dict[str, Any]) -> None:
    _show_turns(console, "Opening positions, blind", result["opening"])
    for one in result["argument"]:
        _show_turns(console, f"Round {one['round']}", one["turns"])
        call = one["evidence_call"]
        if call is not None:
            _line(console, f"  Evidence was looked for: {len(call['found'])} items, {len(call['new'])} of them new")
        for ruling in one["rulings"]:
            _line(
                console,
                f"  Ruling on {ruling['agent_id']}'s challenge: {ruling['outcome']}. {_short(ruling['reason'])}",
            )
        console.print()


def _show_turns(console: Console, title: str, turns: list[dict[str, Any]]) -> None:
    console.print(title, style="bold", markup=False)
    for turn in turns:
        held = turn["position"]
        stance = "" if held is None else f", {held['stance']} {held['confidence']:.2f}"
        _line(console, f"  {turn['role']}{stance}")
        if turn["content"]:
            console.print(f"    {_words(turn['content'])}", markup=False)
        if turn["refused"]:
            console.print(f"    {printable(turn['refused'])}", style="red", markup=False)
        for violations in turn["rejections"]:
            for one in violations:
                console.print(f"    rejected: {one['rule']}: {printable(one['detail'])}", style="red", markup=False)


def _show_recommendation(console: Console, result: dict[str, Any]) -> None:
    held = result["recommendation"]
    if held is None:
        console.print("No recommendation", style="bold", markup=False)
    else:
        console.print(f"{held['stance']}, confidence {held['confidence']:.2f}", style="bold", markup=False)
        console.print(_words(held["rationale"]), markup=False)
    console.print()
    rounds = f"{result['rounds']} round{'s' if result['rounds'] != 1 else ''}"
    _line(console, f"Stopped        {result['stop_reason']} after {rounds}: {_words(result['stopped_because'])}")


def _show_votes(console: Console, result: dict[str, Any]) -> None:
    changed = "the debate changed the outcome" if result["outcome"]["changed"] else "the outcome is the same"
    _line(console, f"Vote before    {result['baseline']['vote']}; after {result['outcome']['stance']}: {changed}")
    for one in result["outcome"]["changed_minds"]:
        _line(console, f"  {one['role']} went from {one['before']} to {one['after']}")


def _line(console: Console, text: str) -> None:
    console.print(printable(text), markup=False, soft_wrap=True)


def _words(text: str) -> str:
    """The text with short references: ``[claim:1f6c2a90]``."""
    return printable(_REFERENCE.sub(r" [\1:\2]", text))


def _short(text: str) -> str:
    words = " ".join(_words(text).split())
    return words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(" ", 1)[0] + " …"
