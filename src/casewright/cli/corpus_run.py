"""Queries and facts over corpora of any size: the options of a run, how far it is, and what came of it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.exit_codes import DONE, FAILED
from casewright.cli.output import counted
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.cli.output import Output
    from casewright.toolbox.bulk.run_corpus_query import CorpusRunView
    from casewright.tools.progress import Report

_MB = 1024 * 1024

Corpus = Annotated[
    str | None,
    typer.Option(
        "--corpus", help="A folder, a Parquet file of id and text, or an address such as s3://bucket/contracts."
    ),
]
Out = Annotated[
    str | None, typer.Option("--out", help="With --corpus: the folder for the results; a run cut off goes on there.")
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        help="With --corpus: local, or dask://HOST:PORT of a cluster; else CASEWRIGHT_BULK_ENGINE.",
        show_default=False,
    ),
]
Shard = Annotated[
    str | None, typer.Option("--shard", metavar="i/N", help="With --corpus: do only the i-th of N parts.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", help="With --corpus: processes of the local engine; else one a core.", min=1)
]
Cascade = Annotated[
    bool, typer.Option("--cascade", help="With --corpus: the encoder reads only the clauses that words leave in doubt.")
]
Kept = Annotated[
    str | None,
    typer.Option("--kept", help="With --corpus: where features and scores are kept; else beside it."),
]
NoKeep = Annotated[bool, typer.Option("--no-keep", help="With --corpus: keep no features and scores.")]
PartitionMb = Annotated[
    float | None,
    typer.Option("--partition-mb", help="With --corpus: megabytes that a worker takes at a time; else 2.", min=0.0001),
]


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run, as they were given."""

    corpus: str | None
    out: str | None
    engine: str | None
    shard: str | None
    workers: int | None
    cascade: bool
    kept: str | None
    no_keep: bool
    partition_mb: float | None

    @property
    def given(self) -> bool:
        """Whether any was: then it is a run over a corpus."""
        one = (self.corpus, self.out, self.engine, self.shard, self.workers, self.kept, self.partition_mb)
        return any(value is not None for value in one) or self.cascade or self.no_keep

    def arguments(self, engine: str) -> dict[str, object]:
        """The tool's arguments. Raises ``InvalidInput`` where corpus or folder is missing."""
        from casewright.bootstrap.bulk import absolute

        if self.corpus is None:
            raise InvalidInput("Which corpus? --out, --engine, --shard and the like go with --corpus")
        if self.out is None:
            raise InvalidInput("Where do the results go? Give --out with a folder")
        told: dict[str, object] = {
            "corpus": absolute(self.corpus),
            "out": absolute(self.out),
            "engine": self.engine or engine,
            "cascade": self.cascade,
            "keep": not self.no_keep,
        }
        more = {"shard": self.shard, "workers": self.workers, "kept": self.kept and absolute(self.kept)}
        if self.partition_mb is not None:
            told["partition_bytes"] = max(1, int(self.partition_mb * _MB))
        return {**told, **{name: value for name, value in more.items() if value is not None}}


def run_corpus(state: State, asked: Mapping[str, object], options: RunOptions) -> int:
    """Run it as one recorded call, and say what came of it; 4 where something could not be read."""
    from casewright.config import read_settings
    from casewright.toolbox.bulk.run_corpus_query import CorpusRunView
    from casewright.tools.progress import reporting

    arguments = {**asked, **options.arguments(read_settings(home=state.home).bulk_engine)}
    with state.open(corpora=True) as casewright, _bar(state.output) as told, reporting(told):
        found = answer(casewright, CorpusRunView, "run_corpus_query", arguments)
    state.output.document(found.data)
    _show(state.output, found.output)
    return FAILED if found.output.unreadable or found.output.failed else DONE


@contextmanager
def _bar(output: Output) -> Iterator[Report]:
    """Hears how many partitions are done; shows that and what time is left."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Partitions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=output.notes(), transient=True) as progress:
        task = progress.add_task("", total=None)

        def hear(done: int, total: int | None, _note: str) -> None:
            progress.update(task, completed=done, total=total)

        yield hear


def _show(output: Output, found: CorpusRunView) -> None:
    what = "fact" if found.query is None else "match"
    ending = "es" if what == "match" and found.found != 1 else ("s" if found.found != 1 else "")
    output.line(
        f"{counted(found.documents, 'document')}, {counted(found.chunks, 'clause')}: {found.found:,} {what}{ending}"
    )
    of = f"{found.done:,} of {counted(found.partitions, 'partition')} done"
    left = f", {found.left:,} left to others" if found.left else ""
    output.line(f"{of}{left}; by this process {found.own_partitions:,} in {found.worker_seconds:,.1f} s of workers")
    if found.encoded:
        output.line(f"The encoder read {found.encoded:,} of {counted(found.units, 'distinct text')}")
    output.line(f"Results in {show_line(found.out)}")
    for note in found.notes:
        output.note(note, style="yellow")
    if found.skipped:
        output.note(f"{counted(found.skipped, 'object')} skipped: no documents that are read", style="yellow")
    if found.unreadable or found.failed:
        parts = f" and {counted(found.failed, 'partition')}" if found.failed else ""
        said = f"{counted(found.unreadable, 'document')}{parts} not read: failures.parquet says why"
        output.note(said, style="red")
