"""Where a report goes: tables on a terminal or JSON, and one page where a file is named for it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.cli.files import place_text, require_free
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.cli.state import State
    from evals.report import Report
    from evals.scorers import Progress

Html = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write tables and plots into this file too, one page.",
        show_default=False,
    ),
]


def check_page(html: Path | None, *, force: bool) -> None:
    """Before minutes of work: whether the page can be written where it was asked for."""
    require_free([] if html is None else [html], force=force)


@contextmanager
def show_progress(state: State) -> Iterator[Progress]:
    """Progress, stage by stage, on standard error."""
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    with Bars(console=state.output.notes(), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def told(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=None)
            bars.update(tasks[stage], completed=done, total=total or None)

        yield told


def show_report(
    state: State, report: Report, html: Path | None, *, force: bool, more: Mapping[str, object] | None = None
) -> None:
    """``more`` goes into the JSON document beside the report."""
    from evals.commands.tables import show

    if html is not None:
        from evals.page import page

        place_text(html, page(report).encode("utf-8"), force=force)
    state.output.document({**report.as_json(), **(more or {})})
    if not state.output.json:
        show(state.output.console(), report)
        if html is not None:
            state.output.console().print(f"Written to {show_line(str(html))}", soft_wrap=True)
