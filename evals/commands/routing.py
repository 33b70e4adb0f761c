"""``python -m evals routing``: whether the embedded assistant calls the right tool with the right arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from casewright.cli.state import State

if TYPE_CHECKING:
    from rich.console import Console

    from evals.routing import RoutingReport

_TITLES = {
    "routing_fitted.toml": "Written before the rules; the rules were made to it",
    "routing_mended.toml": "Written after the first rules (78.2 % when first asked), which were then improved by it",
    "routing_unseen.toml": "Written after the last rules (86.9 % when first asked; one slip it showed was mended)",
}


def routing(context: typer.Context) -> None:
    """Measure which tool the embedded assistant calls for a question, and with which arguments.

    The questions come with the repository, in three sets that are reported apart: one was written before the rules, one
    after the first rules and then used to improve them, and the last one after that: but for one slip the rules have
    not been changed for it.
    """
    from casewright.agents.document.minds.assistant import RuleBasedAssistant
    from evals.routing import SETS, measure
    from evals.routing_conversation import calls_for

    state: State = context.obj
    assistant = RuleBasedAssistant()
    reports = [measure(name, lambda asked: calls_for(asked, assistant)) for name in SETS]
    state.output.document({"sets": [report.as_json() for report in reports]})
    if not state.output.json:
        for report in reports:
            _show(state.output.console(), report)


def _show(console: Console, report: RoutingReport) -> None:
    console.rule(report.name, align="left")
    console.print(_TITLES[report.name], soft_wrap=True)
    right, total = report.share()["all"]
    console.print(f"Tool and arguments right      {_share(right, total)}")
    console.print(f"Tool right                    {_share(*report.tool_alone)}")
    console.print(f"Targets the open document     {_share(*report.open_document)}")
    for kind in ("tool", "register", "context"):
        console.print(f"\nBy {kind}", style="bold")
        for name, (good, of) in report.share(kind).items():
            console.print(f"  {name:<24} {_share(good, of)}")
    console.print("\nCalled where expected", style="bold")
    for tool, called in report.confusion.items():
        said = ", ".join(f"{name} {count}" for name, count in sorted(called.items(), key=lambda item: -item[1]))
        console.print(f"  {tool:<24} {said}", soft_wrap=True)
    console.print(f"\nMisses: {len(report.misses)}", style="bold")
    for miss in report.misses:
        console.print(
            f"  {miss.asked.words!r} ({miss.asked.context}, {miss.asked.register}): {miss.verdict.why}",
            markup=False,
            soft_wrap=True,
        )
        console.print(f"      expected {' + '.join(one.shown for one in miss.asked.expected)}", soft_wrap=True)
        said = " + ".join(f"{call.name}({_arguments(call.arguments)})" for call in miss.called) or "no call"
        console.print(f"      called   {said}", soft_wrap=True)
    console.print()


def _arguments(arguments: object) -> str:
    given = dict(arguments) if isinstance(arguments, dict) else {}
    return "; ".join(f"{name} {value}" for name, value in given.items() if name != "matter_id")


def _share(right: int, of: int) -> str:
    return f"{right:>4} of {of:<4} {right / of:>6.1%}" if of else "   none"
