"""Generates a half's documents, has them read, and counts."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING

from casewright.errors import UnreadableDocument
from evals.reading import layouts_fitted, layouts_unseen
from evals.reading.alignment import Located
from evals.reading.layouts import DOCUMENTS, Layout, generate
from evals.reading.measure_pages import measure_chunks, measure_furniture, measure_sentences
from evals.reading.measure_sections import measure_index, measure_sections
from evals.reading.measure_tables import measure_tables
from evals.reading.results import Tally

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.domain.documents import Reading
    from evals.reading.truth import KnownDocument

    Read = Callable[[bytes, str], Reading]

LAYOUTS: dict[str, tuple[Layout, ...]] = {"fitted": layouts_fitted.LAYOUTS, "unseen": layouts_unseen.LAYOUTS}

MEASURING = (measure_furniture, measure_chunks, measure_sentences, measure_sections, measure_index, measure_tables)


def measure_document(known: KnownDocument, read: Read) -> Tally:
    """Everything that is measured of one document; a file that is refused counts as nothing found."""
    tally = Tally()
    try:
        reading = read(known.data, known.filename)
    except UnreadableDocument as refused:
        tally.count("read", right=False)
        tally.fault("not read", known.filename, str(refused))
        return tally
    tally.count("read", right=True)
    located = Located(known, reading)
    for measure in MEASURING:
        measure(located, tally)
    return tally


def measure_half(half: str, data: Path, *, jobs: int = 1) -> dict[str, Tally]:
    """The tallies of a half's layouts by their names."""
    work = [(half, layout, number, data) for layout in range(len(LAYOUTS[half])) for number in range(DOCUMENTS)]
    if jobs > 1:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            done = list(pool.map(_one, work, chunksize=DOCUMENTS))
    else:
        done = [_one(one) for one in work]
    found: dict[str, Tally] = {}
    for (_, layout, _, _), tally in zip(work, done, strict=True):
        found.setdefault(LAYOUTS[half][layout].name, Tally()).add(tally)
    return found


def _one(work: tuple[str, int, int, Path]) -> Tally:
    half, layout, number, data = work
    return measure_document(generate(half, LAYOUTS[half][layout], number, data), reader())


@cache
def reader() -> Read:
    """The reader of files, loaded once in a process."""
    from casewright.bootstrap.scoring import load_reader

    return load_reader().read
