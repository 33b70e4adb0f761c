"""A reader of plain text whose chunks are its paragraphs."""

from __future__ import annotations

import re
from hashlib import sha256

from casewright.domain.documents import Chunk, Reading
from casewright.errors import UnreadableDocument


class PlainReader:
    """Fits ``DocumentReader``. Text that begins with "BROKEN" cannot be read."""

    def media_type(self, filename: str) -> str:
        return "text/plain" if filename.endswith(".txt") else "application/octet-stream"

    def extensions(self) -> tuple[str, ...]:
        return (".txt",)

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
