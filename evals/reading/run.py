"""Generates a half's documents, has them read, and counts."""

from __future__ import annotations

import atexit
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib.util import find_spec
from multiprocessing import get_context
from typing import TYPE_CHECKING

from casewright.errors import UnreadableDocument
from evals.reading import layouts_fitted, layouts_retired, layouts_unseen
from evals.reading.alignment import Located
from evals.reading.layouts import DOCUMENTS, Layout, generate
from evals.reading.measure_boxes import measure_boxes
from evals.reading.measure_pages import measure_chunks, measure_furniture, measure_sentences
from evals.reading.measure_quotes import measure_quotes
from evals.reading.measure_sections import measure_index, measure_sections
from evals.reading.measure_tables import measure_tables
from evals.reading.measure_word import measure_word
from evals.reading.other_files import KINDS, generate_other
from evals.reading.results import Tally
from evals.reading.scans import measure_scans
from evals.reading.states import measure_states
from evals.reading.word_files import generate_word

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

    from casewright.adapters.ingest.reader import FileReader
    from casewright.domain.documents import Reading
    from evals.reading.truth import KnownDocument

    Read = Callable[[bytes, str], Reading]
    Measure = Callable[[Located, Tally], None]

HALF: dict[str, ModuleType] = {"fitted": layouts_fitted, "retired": layouts_retired, "unseen": layouts_unseen}
STATES, SCANS = "states of a folder", "scanned pages"

WHOLE: tuple[Measure, ...] = (
    measure_furniture,
    measure_chunks,
    measure_sentences,
    measure_sections,
    measure_index,
    measure_tables,
    measure_word,
    measure_quotes,
)
QUOTES_ONLY: tuple[Measure, ...] = (measure_quotes,)


def layouts(half: str) -> tuple[Layout, ...]:
    """The half's layouts of contracts."""
    found: tuple[Layout, ...] = HALF[half].LAYOUTS
    return found


def measure_document(known: KnownDocument, read: Read, measures: tuple[Measure, ...] = WHOLE) -> Tally:
    """Everything that is measured of one document; a file that is refused has nothing to measure."""
    tally = Tally()
    try:
        reading = read(known.data, known.filename)
    except UnreadableDocument as refused:
        tally.count("read", right=False)
        tally.fault("not read", known.filename, str(refused))
        return tally
    tally.count("read", right=True)
    located = Located(known, reading)
    for measure in measures:
        measure(located, tally)
    return tally


def measure_half(half: str, data: Path, *, jobs: int = 1, scans: bool = True) -> dict[str, Tally]:
    """The tallies of a half's layouts by their names, of its other files, and of its scanned pages."""
    names = [*(layout.name for layout in layouts(half)), "Word with changes", *(f"{kind} files" for kind in KINDS)]
    work = [(half, name, number, data) for name in names for number in range(DOCUMENTS)]
    work += [(half, name, 0, data) for name in (STATES, SCANS) if scans or name != SCANS]
    if jobs > 1:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            done = list(pool.map(_one, work))
    else:
        done = [_one(one) for one in work]
    found: dict[str, Tally] = {}
    for (_, name, _, _), tally in zip(work, done, strict=True):
        found.setdefault(name, Tally()).add(tally)
    return found


def _one(work: tuple[str, str, int, Path]) -> Tally:
    half, name, number, data = work
    chosen = {layout.name: layout for layout in layouts(half)}
    if name in chosen:
        measures: tuple[Measure, ...] = (*WHOLE, partial(measure_boxes, opened().boxes))
        return measure_document(generate(half, chosen[name], number, data), reader(), measures)
    if name.endswith(" files"):
        known = generate_other(half, name.split(" ")[0], number, data, HALF[half].WORD)
        return measure_document(known, reader(), QUOTES_ONLY)
    if name == "Word with changes":
        return measure_document(generate_word(half, number, data, HALF[half].WORD), reader())
    tally = Tally()
    if name == STATES:
        measure_states(reader(), tally, half)
    elif find_spec("rapidocr") is not None:  # of the extra for OCR; without it no page is read
        measure_scans(half, layouts(half), HALF[half].SCANNING, data, reader(), tally)
    return tally


def reader() -> Read:
    """What reads files."""
    return opened().read


@cache
def opened() -> FileReader:
    """The reader of files, loaded once in a process."""
    from casewright.bootstrap.scoring import load_reader

    loaded = load_reader()
    atexit.register(loaded.close)
    return loaded
