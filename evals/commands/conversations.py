"""``python -m evals conversations``: whether the case agent hears what users tell it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.cli.output import Output
    from evals.conversations.playing import Played
    from evals.conversations.report import TalkReport

_HERE = Path(__file__).parents[1] / "conversations"


def conversations(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Option(
            "--file", help="A file of conversations; without it, those of the repository.", show_default=False
        ),
    ] = None,
    only: Annotated[str | None, typer.Option(metavar="ID", help="Only this conversation.", show_default=False)] = None,
    each: Annotated[bool, typer.Option("--each", help="Print what was filed of each conversation.")] = False,
    transcripts: Annotated[bool, typer.Option("--transcripts", help="Print what was said.")] = False,
) -> None:
    """Play users who are data against the case agent, in homes that go away: the right kind, facts filed right and
    wrong, what was asked twice, messages to a first draft, and whether a draft holds what nobody confirmed.
    """
    from evals.conversations.reading import read_conversations
    from evals.conversations.report import measure

    state: State = context.obj
    reports: list[TalkReport] = []
    for path in files or sorted(_HERE.glob("*.toml")):
        talks = [one for one in read_conversations(path) if only is None or one.id == only]
        with state.output.notes().status("") as status:
            reports.append(measure(path.stem, talks, lambda name: status.update(f"Conversation {show_line(name)}")))
    state.output.document({"sets": [one.as_json() for one in reports]})
    if state.output.json:
        return
    if not any(one.played for one in reports):
        state.output.line("There are no such conversations: name a file with --file, or leave --only away.")
    for report in reports:
        _show(state.output, report)
        for one in report.played if each or transcripts else ():
            _show_one(state.output, one, transcripts=transcripts)


def _show(output: Output, report: TalkReport) -> None:
    console = output.console()
    console.rule(report.name, align="left")
    console.print(f"{len(report.played)} conversations; messages to a first draft, median: {report.messages}")
    for name, share in report.figures.items():
        low, high = share.interval
        value = "none" if share.value is None else f"{share.value:.1%}"
        console.print(
            f"{name:<38} {share.hits:>4} of {share.of:<5} {value:>7}  [{low:.1%}, {high:.1%}]", highlight=False
        )
    for one in report.played:
        if not one.right_kind:
            console.print(f"  kind: {one.conversation.id}, wanted {one.wanted_kind}, is {one.kind or 'none'}")


def _show_one(output: Output, one: Played, *, transcripts: bool) -> None:
    console = output.console()
    console.print(
        f"\n{one.conversation.id} ({one.wanted_kind} -> {one.kind}); {one.messages} messages", highlight=False
    )
    if one.problem:
        console.print(f"  problem: {show_line(one.problem)}", highlight=False, soft_wrap=True)
    judged = one.judgement
    for filed in () if judged is None else judged.filed:
        line = f"  {filed.verdict:<9} {filed.fact} = {show_line(filed.value)}  ({filed.meant})"
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    if judged is not None:
        console.print(f"  missed: {', '.join(judged.missed)}; no place: {', '.join(judged.homeless)}", highlight=False)
    twice = ", ".join(name for name, twice in one.asked if twice)
    console.print(f"  asked twice: {twice}; parts missing: {one.parts_missing}", highlight=False, markup=False)
    for who, said in one.transcript if transcripts else ():
        console.print(f"  {who}: {said}", highlight=False, soft_wrap=True, markup=False)
