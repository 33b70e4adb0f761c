"""``python -m evals cuad_spans``: CUAD's own measure of answer spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from casewright.cli.files import Force
from evals.commands.facts import Data, Reader
from evals.commands.report_page import Html, check_page, show_progress, show_report
from evals.commands.scorer_options import Cache, Folds

if TYPE_CHECKING:
    from casewright.cli.state import State


def cuad_spans(
    context: typer.Context,
    data: Data,
    folds: Folds = None,
    reader: Reader = "model",
    cache: Cache = None,
    html: Html = None,
    force: Force = False,
) -> None:
    """Measure answer spans by CUAD's own protocol: area under precision over recall, precision at 80 % recall.

    Contracts that the model was trained on are left out and counted.
    """
    from casewright.bootstrap.scoring import load_reader
    from evals.facts.readers import load_readers
    from evals.facts.spans import measure_spans
    from evals.kept import Kept

    state: State = context.obj
    check_page(html, force=force)
    kept, readers, files = Kept(cache), load_readers(reader, folds), load_reader(ocr_seconds=0)
    try:
        with show_progress(state) as told:
            report = measure_spans(data, readers=readers, reader=files, kept=kept, progress=told)
    finally:
        files.close()
    show_report(state, report, html, force=force)
