"""``python -m evals privacy``: how much personal data the firewall of cases takes out, and what else it takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

    from evals.privacy.measure import ActsReport, PrivacyReport


def privacy(
    context: typer.Context,
    texts: Annotated[int, typer.Option(min=1, max=100_000, help="Texts to generate.")] = 700,
    seed: Annotated[int, typer.Option(help="Another seed gives other texts.")] = 1,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of real texts (.txt) that should hold few personal data.", show_default=False),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List what was missed and what was masked.")] = False,
) -> None:
    """Measure the firewall on generated texts with personal data of people who do not exist.

    With --data, real texts are masked too, for a case that knows nobody; --list shows each mask for judging.
    """
    from evals.privacy.generated import SOURCES
    from evals.privacy.measure import measure_acts, measure_generated

    state: State = context.obj
    acts = None if data is None else measure_acts(_texts_in(data))
    reports = [measure_generated(texts, seed, source) for source in SOURCES]
    state.output.document(
        {"generated": [report.as_json() for report in reports], "acts": None if acts is None else acts.as_json()}
    )
    if not state.output.json:
        console = state.output.console()
        for report in reports:
            _show(console, report, everything=show)
        if acts is not None:
            _show_acts(console, acts, everything=show)


def _texts_in(folder: Path) -> list[tuple[str, str]]:
    files = sorted(folder.rglob("*.txt"))
    if not files:
        raise InvalidInput(f"There is no .txt file in {str(folder)!r}: give a folder of texts")
    return [(file.name, file.read_text(encoding="utf-8", errors="replace")) for file in files]


def _show(console: Console, report: PrivacyReport, *, everything: bool) -> None:
    from evals.commands.masking import AIMS, told
    from evals.privacy.generated import SETS, SOURCES

    console.rule(f"{report.source}: {report.texts} generated texts", align="left")
    console.print(SOURCES[report.source][0], soft_wrap=True)
    for name, about in SETS.items():
        found, planted = report.recall(name)
        console.print(f"{about:<82}{found:>6} of {planted:>6}  {found / max(planted, 1):>7.2%}", soft_wrap=True)
        parts = {kind: total for (of, kind), total in sorted(report.planted.items()) if of == name}
        for kind, total in parts.items():
            part = report.found.get((name, kind), 0)
            console.print(f"    {kind:<78}{part:>6} of {total:>6}  {part / total:>7.2%}", soft_wrap=True)
    console.print()
    for key, share in report.aims.items():
        console.print(f"{AIMS[key]:<58}{told(share)}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"\nThe right party, or several with it among them: {report.attributed} of {report.to_attribute}")
    console.print(f"Letters masked that belong to nobody: {report.beside} of {report.letters}")
    console.print(f"Processor's time for a page of 3,000 characters: {report.milliseconds_a_page:.1f} ms")
    if everything:
        for group, kind, original, around in report.misses:
            console.print(f"missed, {group} {kind}: {original!r} in {around!r}", soft_wrap=True)
        for placeholder, original in report.needless:
            console.print(f"needless: {original!r} as {placeholder}", soft_wrap=True)


def _show_acts(console: Console, report: ActsReport, *, everything: bool) -> None:
    console.rule(f"{report.documents} real texts, {report.tokens} tokens", align="left")
    for words, names in (
        ("Tokens masked by the patterns of identifiers", False),
        ("Tokens masked as undeclared names", True),
    ):
        count = report.tokens_masked(names=names)
        console.print(f"{words:<46}{count:>6}  {count / max(report.tokens, 1):>7.3%}")
    if everything:
        for document, kind, original in report.masked:
            console.print(f"{document}: {kind}: {original!r}", soft_wrap=True)
