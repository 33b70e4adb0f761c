"""A reader of plain text whose chunks are its paragraphs."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.domain.documents import Chunk, Reading, ReadingReport, ReadingState
from casewright.domain.enclosed_files import NotTaken, Opened
from casewright.errors import UnreadableDocument

if TYPE_CHECKING:
    from collections.abc import Callable


class PlainReader:
    """Fits ``DocumentReader`` and ``ContainerReader``. Text that begins with "BROKEN" cannot be read.

    A container is lines, each the name of a file and its text with a tab between; a name alone cannot be taken out.
    """

    def media_type(self, filename: str) -> str:
        return "text/plain" if filename.endswith(".txt") else "application/octet-stream"

    def extensions(self) -> tuple[str, ...]:
        return (".txt",)

    def open(self, data: bytes, filename: str, take: Callable[[str, bytes], None]) -> Opened:
        if data.startswith(b"BROKEN"):
            raise UnreadableDocument(f"{filename!r} is broken: mend it", reason="is broken", remedy="mend it")
        locked: list[NotTaken] = []
        for line in data.decode().splitlines():
            name, tab, text = line.partition("\t")
            if tab:
                take(name, text.encode())
            else:
                report = ReadingReport(ReadingState.PASSWORD, "is locked", None, "unlock it")
                locked.append(NotTaken(name, 5, report))
        return Opened(tuple(locked))

    def cut(self, reading: Reading, filename: str) -> Reading | None:
        return None if filename.endswith(".docx") else self.read(reading.text.encode(), filename)

    def read(self, data: bytes, filename: str) -> Reading:
        text = data.decode()
        if text.startswith("BROKEN"):
            raise UnreadableDocument(f"{filename!r} is broken: mend it")
        chunks = tuple(
            Chunk(
                index=index,
                start=found.start(),
                end=found.end(),
                sha256=sha256(found.group().encode()).hexdigest(),
                section=(str(index + 1),),
            )
            for index, found in enumerate(re.finditer(r"[^\n]+", text))
        )
        return Reading(media_type="text/plain", text=text, chunks=chunks)
