"""What reads the files of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.adapters.ingest.reader import FileReader


def load_reader() -> FileReader:
    """The reader of document files."""
    from casewright.adapters.ingest.reader import FileReader

    return FileReader()
