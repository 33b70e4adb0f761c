"""Texts in which places are marked: ``[[field|words]]``, or ``[[field,field|words]]`` where two fields are stated."""

from __future__ import annotations

import re

from casewright.bootstrap.scoring import load_reader
from casewright.domain.facts import FactText
from casewright.domain.skipping import spans_of

_MARK = re.compile(r"\[\[([\w,]+)\|([^\]]*)\]\]")


def unmarked(text: str) -> tuple[str, dict[str, list[str]]]:
    """The text without the marks, and by field the words that are marked, in order."""
    marks: dict[str, list[str]] = {}
    for match in _MARK.finditer(text):
        for field in match[1].split(","):
            marks.setdefault(field, []).append(" ".join(match[2].split()))
    return _MARK.sub(lambda match: match[2], text), marks


def read_text(text: str, *, masked: bool = False) -> FactText:
    """The text as the package reads a file of text."""
    reader = load_reader(ocr_seconds=0)
    try:
        read = reader.read(text.encode("utf-8"), "contract.txt")
    finally:
        reader.close()
    return FactText(read.text, read.chunks, read.sections or (), spans_of(read.furniture), masked)
