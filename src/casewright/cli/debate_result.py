"""A debate as a person reads it: while it goes on, at a glance, and what it came to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.debate.events import DebateEvent
    from casewright.cli.output import Output
    from casewright.toolbox.debates.debate_view import DebateItem, DebateView
    from casewright.toolbox.debates.result_view import DebateResultView, TurnView

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
_ABSTAINS = "ABSTAIN"


class DebateProgress:
    """Shows a debate while it goes on."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def hear(self, heard: DebateEvent) -> None:
        """Show one thing that happened."""
        style = "bright_black" if heard.kind in ("call", "found") else "red" if heard.kind == "rejected" else ""
        text = f"{_SIGNS[heard.kind]} {_short(heard.text)}"
        self._output.note(text, style=style)


def show_glance(output: Output, one: DebateItem) -> None:
    """One debate in a line."""
    ended = one.stop_reason or one.status
    held = "" if one.recommendation is None else f"{one.recommendation} ({one.confidence:.2f})"
    when = one.started_at[:16].replace("T", " ")
    rounds = "" if one.rounds is None else f"{one.rounds} rounds"
    output.line(f"{one.debate_id}  {when}  {ended:<18}  {held:<18}  {rounds}")


def show_result(output: Output, found: DebateView, *, whole: bool) -> None:
    """What a debate came to; ``whole`` with the argument round by round."""
    from casewright.toolbox.debates.result_view import DebateResultView

    if found.result is None:
        _show_unfinished(output, found)
        return
    result = DebateResultView.model_validate(found.result)
    if whole:
        _show_argument(output, result)
    _show_recommendation(output, result)
    _show_votes(output, result)
    for one in result.dissent:
        _line(output, f"Dissent        {one.agent_id}: {one.position}, on grade {one.grade}")
        _line(output, f"               {_short(one.reason)}")
    listed = (
        ("Open", result.open_questions),
        ("To ask for", result.documents_to_ask_for),
        ("Withheld", result.documents_withheld),
    )
    for title, lines in listed:
        for line in lines:
            _line(output, f"{title:<15}{show_line(line)}")
    for gate in result.gates:
        _line(output, f"Gate           {gate}")
    audit = result.audit
    _line(output, f"Audit          events {audit.first} to {audit.last}, {result.tool_calls} calls of tools")
    _line(output, f"Debate         {found.debate_id}")
    if result.needs_person and result.critical_claims:
        deal = found.deal_id
        _line(output, f"Next: casewright gates list {deal}; then casewright debate resume {deal}")


def _show_unfinished(output: Output, found: DebateView) -> None:
    deal = found.deal_id
    if found.waits_for:
        _line(output, f"The debate waits for a person's decision on {', '.join(found.waits_for)}.")
        _line(output, f"Next: casewright gates list {deal}; then casewright debate resume {deal} {found.debate_id}")
    else:
        _line(output, f"The debate was cut off. Go on: casewright debate resume {deal} {found.debate_id}")


def _show_argument(output: Output, result: DebateResultView) -> None:
    _show_turns(output, "Opening positions, blind", result.opening)
    for one in result.argument:
        _show_turns(output, f"Round {one.round}", one.turns)
        call = one.evidence_call
        if call is not None:
            _line(output, f"  Evidence was looked for: {len(call.found)} items, {len(call.new)} of them new")
        for ruling in one.rulings:
            _line(
                output,
                f"  Ruling on {ruling.agent_id}'s challenge: {ruling.outcome}. {_short(ruling.reason)}",
            )
        output.line()


def _show_turns(output: Output, title: str, turns: Sequence[TurnView]) -> None:
    output.prose(title, style="bold")
    for turn in turns:
        held = turn.position
        stance = "" if held is None else f", {held.stance} {held.confidence:.2f}"
        _line(output, f"  {turn.role}{stance}")
        if turn.content:
            output.prose(f"    {_words(turn.content)}")
        if turn.refused:
            output.prose(f"    {turn.refused}", style="red")
        for violations in turn.rejections:
            for one in violations:
                output.prose(f"    rejected: {one.rule}: {one.detail}", style="red")


def _show_recommendation(output: Output, result: DebateResultView) -> None:
    held = result.recommendation
    if held is None:
        output.prose("No recommendation", style="bold")
    else:
        stance = f"No recommendation ({held.stance})" if held.stance == _ABSTAINS else held.stance
        output.prose(f"{stance}, confidence {held.confidence:.2f}", style="bold")
        if held.note:
            output.prose(held.note)
        output.prose(_words(held.rationale))
    output.line()
    rounds = f"{result.rounds} round{'s' if result.rounds != 1 else ''}"
    for before in result.earlier:
        after = f"{before.rounds} round{'s' if before.rounds != 1 else ''}"
        why = before.stop_reason or "waited for a person"
        _line(
            output, f"Before         {why} after {after}; then the deal stood otherwise, and the argument began again"
        )
    _line(output, f"Stopped        {result.stop_reason} after {rounds}: {_words(result.stopped_because)}")


def _show_votes(output: Output, result: DebateResultView) -> None:
    changed = "the debate changed the outcome" if result.outcome.changed else "the outcome is the same"
    _line(output, f"Vote before    {result.baseline.vote}; after {result.outcome.stance}: {changed}")
    for one in result.outcome.changed_minds:
        _line(output, f"  {one.role} went from {one.before} to {one.after}")


def _line(output: Output, text: str) -> None:
    output.line(text)


def _words(text: str) -> str:
    """The text with short references: ``[claim:1f6c2a90]``."""
    return _REFERENCE.sub(r" [\1:\2]", text)


def _short(text: str) -> str:
    words = " ".join(_words(text).split())
    return words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(" ", 1)[0] + " …"
