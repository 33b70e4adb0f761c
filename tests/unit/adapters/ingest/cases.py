"""The cases of tests/cases/documents: a file to read, and what it reads as."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typst
import yaml

from tests.unit.adapters.ingest.pdf_files import Print, pdf
from tests.unit.adapters.ingest.sheet_files import workbook
from tests.unit.adapters.ingest.word_files import packed, word, word_parts

FOLDER = Path(__file__).parents[3] / "cases" / "documents"


@dataclass(frozen=True, slots=True)
class Case:
    """A file and what is expected of it; what is None is not looked at."""

    group: str
    # What a YAML mapping holds is only known case by case.
    given: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.group}: {self.given['name']}"

    @property
    def filename(self) -> str:
        return str(self.given["file"])

    def data(self) -> bytes:
        """The file's bytes."""
        made = self._made()
        kept = made[: self.given.get("keep_bytes", len(made))]
        return kept[: len(kept) - self.given.get("drop_bytes", 0)]

    def _made(self) -> bytes:
        given = self.given
        if "pdf" in given:
            options = {key: given[key] for key in ("password", "picture", "field") if key in given}
            return pdf(*map(_page, given["pdf"]), **options)
        if "typst" in given:
            return typst.compile(str(given["typst"]).encode())
        if "workbook" in given:
            return workbook(given["workbook"])
        if "word" in given:
            return word(*given["word"])
        if "word_parts" in given:
            return word_parts(**given["word_parts"])
        if "packed" in given:
            return packed({name: str(text).encode() for name, text in given["packed"].items()})
        return str(given["bytes"]).encode("latin-1") if "bytes" in given else str(given["characters"]).encode()


def all_cases() -> list[Case]:
    """Every case, file by file."""
    return [
        Case(path.stem, given)
        for path in sorted(FOLDER.glob("*.yml"))
        for given in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def _page(page: list[Any]) -> list[str] | list[Print]:
    """A page's lines, or its prints where it lists [text, left, base] instead."""
    if page and isinstance(page[0], list):
        return [Print(str(text), left, base) for text, left, base in page]
    return [str(line) for line in page]
