"""Peak memory of reading contracts: the process that reads and each that opens files, apart, each run in new ones."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MB = 1024
_TEMPLATE = "#for paragraph in data.paragraphs [#paragraph #parbreak()]"
_OWN_PDFS = 40
"""Contracts that are printed as PDF: the largest and others all over the folder."""


@dataclass(frozen=True, slots=True)
class Peaks:
    """Most resident memory, MB: of the process itself, and of each child that it started."""

    parent: float
    children: tuple[float, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of contracts as text files")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", nargs="*", choices=sorted(_RUNS), default=sorted(_RUNS, reverse=True))
    parser.add_argument("--one-run", choices=sorted(_RUNS), help=argparse.SUPPRESS)
    parser.add_argument("--list", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one_run is not None:
        paths = [Path(line) for line in given.list.read_text(encoding="utf-8").splitlines()]
        parent, children = _RUNS[given.one_run](paths)
        print(json.dumps({"parent": parent, "children": children}))
    elif given.data is not None:
        report(given.data, given.runs, quick=given.quick)
    return 0


def report(folder: Path, runs: Sequence[str], *, quick: bool) -> None:
    """Measure reading and ingesting one contract, the largest and all of the folder, as text and as PDF, and print."""
    texts = sorted(folder.rglob("*.txt"))[: 20 if quick else None]
    if not texts:
        print(f"no text files in {str(folder)!r}: memory is not measured")
        return
    largest = max(texts, key=lambda path: path.stat().st_size)
    print("peak resident memory, MB: the process itself, and each process that opens files; every row in new processes")
    _rows("text", runs, texts, largest)
    with tempfile.TemporaryDirectory() as made:
        step = max(1, len(texts) // (2 if quick else _OWN_PDFS))
        printed = _printed({*texts[::step], largest}, Path(made))
        _rows("PDF", runs, sorted(printed.values()), printed[largest])


def _rows(kind: str, runs: Sequence[str], paths: Sequence[Path], largest: Path) -> None:
    small = sorted(paths, key=lambda path: path.stat().st_size)[len(paths) // 2]
    sets = {"a middling one": [small], "the largest": [largest], f"all {len(paths)}": list(paths)}
    for run in runs:
        most = 0.0
        for said, chosen in sets.items():
            peaks = measured(run, chosen)
            opened = f" + {', '.join(f'{child:.0f}' for child in peaks.children)}" if peaks.children else ""
            times = f"  ({peaks.parent / most:.2f} times the largest alone)" if said.startswith("all") else ""
            most = peaks.parent
            print(f"  {kind}, {run}, {said}: {peaks.parent:.0f}{opened}{times}")


def measured(run: str, paths: Sequence[Path]) -> Peaks:
    """The peaks of one run over these files, in a new interpreter."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".list") as names:
        names.write("\n".join(str(path.resolve()) for path in paths))
        names.flush()
        command = [sys.executable, "-m", "benchmarks.reading_memory", "--one-run", run, "--list", names.name]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(answer.stdout.splitlines()[-1])
    return Peaks(found["parent"], tuple(found["children"]))


def _read(paths: Sequence[Path]) -> tuple[float, list[float]]:
    """Each file read and let go, one after the other."""
    from casewright.adapters.ingest.reader import FileReader
    from casewright.errors import UnreadableDocument

    reader = FileReader()
    with _Watch() as watch:
        for path in paths:
            with suppress(UnreadableDocument):
                reader.read(path.read_bytes(), path.name)
    reader.close()
    return _peak("self"), watch.peaks()


def _ingest(paths: Sequence[Path]) -> tuple[float, list[float]]:
    """The files put into a matter of a new home, as ``casewright ingest`` does it, storage and index included."""
    from benchmarks.calls import answer
    from casewright.bootstrap.home import Casewright
    from casewright.cli.ingestion import add_files
    from casewright.cli.output import Output

    with tempfile.TemporaryDirectory() as home, Casewright.open(home) as casewright:
        matter = answer(casewright, "create_matter", {"title": "bench"})["matter_id"]
        with _Watch() as watch:
            add_files(casewright, matter, paths, Output(json=True))
        return _peak("self"), watch.peaks()


class _Watch:
    """Looks every tenth of a second how much memory the processes have had that this one started."""

    def __init__(self) -> None:
        self._found: dict[int, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._found |= _children()

    def peaks(self) -> list[float]:
        """The peak of each, MB, the highest first."""
        return sorted(self._found.values(), reverse=True)

    def _look(self) -> None:
        while not self._ended.wait(0.1):
            self._found |= _children()


_RUNS: dict[str, Callable[[Sequence[Path]], tuple[float, list[float]]]] = {"reader": _read, "ingest": _ingest}


def _children() -> dict[int, float]:
    """By their ids: the peaks of the processes that this one started and that still run."""
    found: dict[int, float] = {}
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError, StopIteration):  # a thread or a process that ended meanwhile
            for child in map(int, (task / "children").read_text(encoding="ascii").split()):
                found[child] = _peak(str(child))
    return found


def _peak(process: str) -> float:
    """Most resident memory of a process so far, MB. By its own account: getrusage takes over the parent's."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) / _MB for line in lines if line.startswith("VmHWM"))


def _printed(paths: set[Path], folder: Path) -> dict[Path, Path]:
    """The texts as PDFs in the folder, a paragraph for each that a blank line ends."""
    from casewright.adapters.drafting.typst_engine import TypstEngine

    engine = TypstEngine()
    made = {}
    for number, path in enumerate(sorted(paths)):
        paragraphs = [" ".join(one.split()) for one in path.read_text(encoding="utf-8").split("\n\n")]
        pdf = engine.compile(_TEMPLATE, {"paragraphs": paragraphs}, title=path.stem, date=date(2026, 1, 1))
        made[path] = folder / f"{number:03}.pdf"
        made[path].write_bytes(pdf)
    return made


if __name__ == "__main__":
    sys.exit(main())
