"""``python -m evals masking``: what the firewall of cases takes out of sentences that somebody labelled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.state import State
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from evals.evidence import Share
    from evals.privacy.labelled_sentences import MaskingReport

_SETS = Path(__file__).parents[1] / "privacy"
_OWN = (
    "masking_mended.jsonl",
    "masking_other_author_mended.jsonl",
    "masking_second_author_mended.jsonl",
    "masking_third_author_mended.jsonl",
    "masking_declared_mended.jsonl",
)
AIMS = {
    "parties": "Names of declared parties, masked whole",
    "identifiers": "Identifiers, masked whole",
    "strangers": "Names that nobody declared, masked whole",
    "needless_words": "Words masked that need not go",
    "needless_words_at_edges": "    of these beside something that must go",
}
"""The shares that are aimed at, in words."""


def masking(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="One JSON object a line: text, mask, keep, declared.")
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List what was left and what was masked needlessly.")] = False,
) -> None:
    """Measure the firewall on labelled sentences: what must go by kind, whole sentences, and what must stay.

    Left out, the five sets that come with the repository are measured; by all of them the rules were mended. Beside
    the shares that are aimed at stands Wilson's interval of 95 %.
    """
    from evals.privacy.labelled_sentences import measure_sentences, read_sentences
    from evals.privacy.other_writings import other_writings

    state: State = context.obj
    files = [_SETS / name for name in _OWN] if file is None else [file]
    sets = {one.stem: read_sentences(one) for one in files}
    reports = [measure_sentences(name, sentences) for name, sentences in sets.items()]
    others = {
        report.name: {
            way: measure_sentences(way, written).aims["parties"]
            for way, written in other_writings(sets[report.name]).items()
        }
        for report in reports
    }
    data = [
        {
            **report.as_json(),
            "parties_written_otherwise": {way: one.as_json() for way, one in others[report.name].items()},
        }
        for report in reports
    ]
    state.output.document(data if file is None else data[0])
    for report in () if state.output.json else reports:
        _show(state.output.console(), report, others[report.name], everything=show)


def _show(console: Console, report: MaskingReport, others: Mapping[str, Share], *, everything: bool) -> None:
    counts = report.by_kind
    found, total = (sum(pair[at] for pair in counts.values()) for at in (0, 1))
    console.rule(f"{report.name}: {len(report.sentences)} sentences", align="left")
    for words, (one, of) in (
        ("Sentences of which nothing is left that must go", report.whole),
        ("Pieces that must go, masked whole", (found, total)),
        *((f"    {kind}", pair) for kind, pair in counts.items()),
        ("Pieces that must stay, and did", report.kept),
        ("Letters masked that need not go", report.beside),
    ):
        console.print(
            f"{words:<50}{one:>6} of {of:>6}  {one / max(of, 1):>7.2%}", markup=False, highlight=False, soft_wrap=True
        )
    for words, share in (
        *((AIMS[name], share) for name, share in report.aims.items()),
        *((f"    declared parties, {way}", share) for way, share in others.items() if share.of),
    ):
        console.print(f"{words:<58}{told(share)}", markup=False, highlight=False, soft_wrap=True)
    if everything:
        for place, kind, piece, masked in report.as_json()["left"]:
            console.print(f"left, {place}, {kind}: {piece!r} in {show_line(masked)}", markup=False, soft_wrap=True)
        for place, piece, masked in report.as_json()["lost"]:
            console.print(f"lost, {place}: {piece!r} in {show_line(masked)}", markup=False, soft_wrap=True)


def told(share: Share) -> str:
    """So many of so many, the share and its interval."""
    low, high = share.interval
    value = "none" if share.value is None else f"{share.value:.2%}"
    return f"{share.hits:>5} of {share.of:<6}{value:>8}  [{low:.2%}, {high:.2%}]"
