"""Pages of PDFs as pictures and as placed words: from nothing, from a process that runs, and kept in memory.

The PDFs are printed here: 300 pages of text, and 30 with a picture in colours on each.
"""

from __future__ import annotations

import argparse
import random
import re
import struct
import tempfile
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typst

from casewright.adapters.ingest.page_reader import PageReader
from casewright.adapters.ingest.reader import FileReader
from casewright.domain.ids import BlobId, TenantId
from casewright.tools.ports.pages import PageOf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.documents import Reading

_T = TypeVar("_T")
_TENANT = TenantId("bench")
_SENTENCE = "the Tenant shall pay to the Landlord a rent of EUR 1,000 in advance on or before each day hereof"
_WIDTHS = (800, 1200, 2000)
_KEPT = 64_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    texts, pictures = (12, 3) if given.quick else (300, 30)
    print("a page of a PDF as a PNG, ms: with a new process, with one that runs, kept; and the PNG's kB")
    for name, data in (
        (f"{texts} pages of text", printed(texts)),
        (f"{pictures} pages with pictures", printed(pictures, pictures=True)),
    ):
        print(f"\n{name}, {len(data) / 1e6:.1f} MB")
        _pictures(data)
        _words(data)
    return 0


def printed(count: int, *, pictures: bool = False) -> bytes:
    """A PDF of so many pages of about 500 words each; with a picture in colours on each where that is asked for."""
    chance, words = random.Random(count), _SENTENCE.split()
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for number in range(count):
            text = " ".join(chance.choice(words) for _ in range(150 if pictures else 500))
            shown = ""
            if pictures:
                Path(folder, f"{number}.png").write_bytes(_noise(chance, 1200, 900))
                shown = f'#image("{number}.png", width: 100%)\n'
            pages.append(f"= {number + 1}. Rent\n{shown}{text}")
        source = Path(folder, "main.typ")
        setting = '#set page("a4")\n#set text(size: 10pt)\n'
        source.write_text(setting + "\n#pagebreak()\n".join(pages), encoding="utf-8")
        return bytes(typst.compile(source))


def _noise(chance: random.Random, width: int, height: int) -> bytes:
    """A PNG of large coloured squares."""
    row = [bytes(chance.randrange(256) for _ in range(3)) * 30 for _ in range(width // 30)]
    lines = b"".join(b"\0" + b"".join(chance.sample(row, len(row))) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
    )


def _pictures(data: bytes) -> None:
    for width in _WIDTHS:
        reader = _reader(data)
        try:
            _row(reader, width)
        finally:
            reader.close()


def _row(reader: PageReader, width: int) -> None:
    cold, first = _timed(lambda: reader.picture(_page(1), width))
    kept, _ = _timed(lambda: reader.picture(_page(1), width))
    warm, _ = _timed(lambda: reader.picture(_page(2), width))
    last, _ = _timed(lambda: reader.picture(_page(first.count), width))
    print(
        f"{width:>6} px: new {cold:7.1f}  running {warm:7.1f}  last page {last:7.1f}  kept {kept:6.3f}"
        f"  {len(first.png) / 1000:6.0f} kB"
    )


def _words(data: bytes) -> None:
    files = FileReader()
    reading = files.read(data, "bench.pdf")
    files.close()
    reader = _reader(data)
    try:
        (cold, count), (warm, _) = (_placed(reader, reading, number) for number in (1, 2))
    finally:
        reader.close()
    print(f"   words: new {cold:7.1f}  running {warm:7.1f}  ({count} words)")


def _placed(reader: PageReader, reading: Reading, number: int) -> tuple[float, int]:
    page = reading.pages[number - 1]
    spans = [match.span() for match in re.finditer(r"\S+", reading.text[: page.end]) if match.start() >= page.start]
    took, found = _timed(lambda: reader.places(_page(number), reading, spans))
    return took, len(found.boxes or ())


def _reader(data: bytes) -> PageReader:
    return PageReader(load=lambda _tenant, _blob: data, kept=_KEPT)


def _page(number: int) -> PageOf:
    return PageOf(_TENANT, BlobId("0" * 64), "bench.pdf", number)


def _timed(work: Callable[[], _T]) -> tuple[float, _T]:
    began = time.perf_counter()
    done = work()
    return (time.perf_counter() - began) * 1000, done


if __name__ == "__main__":
    raise SystemExit(main())
