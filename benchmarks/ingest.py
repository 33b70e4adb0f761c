"""Reading and chunking a folder of contracts: characters a second, chunks; and how long hostile text takes."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration
from casewright.adapters.ingest.chunker import chunks_of
from casewright.adapters.ingest.reader import FileReader
from casewright.errors import UnreadableDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.documents import Reading

_ROUNDS = 3
_SIZE = 500_000

HOSTILE: dict[str, Callable[[int], str]] = {
    "opening brackets": lambda size: "(" * size,
    "spaces": lambda size: " " * size,
    "digits": lambda size: "7" * size,
    "digits and stops": lambda size: "1." * (size // 2),
    "line ends": lambda size: "\n" * size,
    "short lines": lambda size: "a\n" * (size // 2),
    "list items": lambda size: "(a)\n" * (size // 4),
    "first clauses": lambda size: "1. Foo bar, and so on and on.\n" * (size // 30),
    "one long line": lambda size: "lorem ipsum " * (size // 12),
    "entries of contents": lambda size: "1. Foo......12\n" * (size // 15),
    "headings": lambda size: "ARTICLE I\n" * (size // 10),
}
"""Texts that invite a reader to look at the same place again and again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of contracts; without it only hostile texts are measured")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    print(f"calibration {calibration.seconds() * 1000:.0f} ms")
    if given.data is not None:
        _folder(given.data, limit=20 if given.quick else None, rounds=1 if given.quick else _ROUNDS)
    _hostile(_SIZE // 10 if given.quick else _SIZE)
    return 0


def _folder(folder: Path, *, limit: int | None, rounds: int) -> None:
    reader = FileReader()
    known = reader.extensions()
    paths = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in known][:limit]
    files = [(path.name, path.read_bytes()) for path in paths]
    best = float("inf")
    for _ in range(rounds):
        started = perf_counter()
        readings = [reading for name, data in files if (reading := _read(reader, data, name)) is not None]
        best = min(best, perf_counter() - started)
    reader.close()
    _report(readings, len(files), best)


def _read(reader: FileReader, data: bytes, name: str) -> Reading | None:
    try:
        return reader.read(data, name)
    except UnreadableDocument:
        return None


def _report(readings: Sequence[Reading], files: int, seconds: float) -> None:
    characters = sum(len(reading.text) for reading in readings)
    chunks = [chunk for reading in readings for chunk in reading.chunks]
    lengths = sorted(chunk.end - chunk.start for chunk in chunks)
    kinds = Counter(reading.media_type for reading in readings)
    print(f"read and chunked {len(readings)} of {files} files {dict(kinds)}")
    print(f"{characters:,} characters in {seconds:.2f} s: {characters / seconds / 1e6:.2f} million characters/s")
    if chunks:
        mean, median = sum(lengths) / len(lengths), lengths[len(lengths) // 2]
        print(f"{len(chunks):,} chunks, mean {mean:.0f} characters, median {median}, most {lengths[-1]}")
        placed = sum(bool(chunk.section) for chunk in chunks) / len(chunks)
        print(f"with a section: {placed:.1%}; distinct texts: {len({chunk.sha256 for chunk in chunks}):,}")


def _hostile(size: int) -> None:
    """Twice the text should take twice the time: a ratio near 2 is linear, near 4 quadratic."""
    print(f"hostile texts of {2 * size / 1e6:.1f} million characters")
    for name, text in HOSTILE.items():
        half, whole = (min(_seconds(text(length)) for _ in range(2)) for length in (size, 2 * size))
        print(f"  {name}: {whole:.2f} s, {whole / half:.1f} times as long as half of it")


def _seconds(text: str) -> float:
    started = perf_counter()
    chunks_of(text)
    return perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
