"""Counts of what was right, by layout and in all, and the figures that they make."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure: ``part`` of ``whole``. ``target`` is to be reached, or, where ``bound`` is "most", not passed."""

    key: str
    title: str
    target: float | None = None
    bound: Literal["least", "most"] = "least"


_KINDS = ("pdf", "txt", "docx", "html", "eml", "xlsx")
_OCR = {(300, "clean"): 0.015, (300, "noisy"): 0.04}

MEASURES = (
    Measure("aligned", "letters drawn that stand in the text", 0.995),
    Measure("furniture", "furniture marked, of its letters", 0.99),
    Measure("header", "  headers"),
    Measure("footer", "  footers"),
    Measure("page number", "  page numbers"),
    Measure("stamp", "  stamps"),
    Measure("line number", "  line numbers"),
    Measure("watermark", "  watermarks"),
    Measure("contents", "  tables of contents"),
    Measure("taken", "text called furniture, of its letters", 0.001, "most"),
    Measure("furniture chunks", "chunks of furniture only", 0.0, "most"),
    Measure("furniture in units", "furniture that chunks do not skip, of their letters", 0.001, "most"),
    Measure("cut", "sentences over pages that are cut", 0.0, "most"),
    Measure("scattered", "sentences whose words do not stand in order", 0.001, "most"),
    Measure("section right", "sentences with their clause's own number", None),
    Measure("section near", "sentences with it, or with a clause that holds it", 0.98),
    Measure("section wrong", "sentences with another clause's number", 0.005, "most"),
    Measure("section none", "sentences of a clause shown without any", None, "most"),
    Measure("section spurious", "sentences before the first clause shown in one", 0.005, "most"),
    Measure("word section near", "sentences of Word files with their clause, or one that holds it", 0.98),
    Measure("word section wrong", "sentences of Word files with another clause's number", 0.005, "most"),
    Measure("index", "clauses asked by number that are found whole", 0.98),
    Measure("index wrong", "clauses asked by number where another is found", 0.005, "most"),
    Measure("cells", "cells of tables in their row and column", 0.95),
    Measure("false tables", "tables found where there is none, of documents", 0.0, "most"),
    Measure("boxes", "words whose rectangles lie on them in PDF files", 1.0),
    *(Measure(f"quote {kind}", f"sentences found in {kind.upper()} files", 1.0) for kind in _KINDS),
    Measure("deleted out", "deleted paragraphs of Word that are no text", 1.0),
    Measure("changes", "changes of Word told, with author and words", 1.0),
    Measure("comments", "comments of Word told, with author and words", 1.0),
    Measure("states", "files told in their state", 1.0),
    Measure("remedies", "of those not whole: with a remedy", 1.0),
    Measure("pages read", "of those in pages: with the number read", 1.0),
    *(
        Measure(f"ocr {dpi} {state}", f"signs misread, {dpi} dpi, {state}", _OCR.get((dpi, state)), "most")
        for dpi in (100, 150, 300)
        for state in ("clean", "skewed", "noisy")
    ),
)


@dataclass(slots=True)
class Tally:
    """Parts and wholes by figure, and up to so many faults in words."""

    part: Counter[str] = field(default_factory=Counter)
    whole: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def count(self, key: str, right: bool | int, of: int = 1) -> None:
        """Add to a figure."""
        self.part[key] += int(right)
        self.whole[key] += of

    def fault(self, kind: str, name: str, said: str) -> None:
        """Keep a fault for the list."""
        self.faults.append(f"{kind}: {name}: {said}")

    def add(self, other: Tally) -> None:
        """Take in what another counted."""
        self.part.update(other.part)
        self.whole.update(other.whole)
        self.faults.extend(other.faults)

    def share(self, key: str) -> float | None:
        """The part of the whole; None where nothing was asked."""
        return self.part[key] / self.whole[key] if self.whole[key] else None

    def as_json(self) -> dict[str, object]:
        """Each figure with part, whole and share."""
        return {
            key: {"part": self.part[key], "of": self.whole[key], "share": self.share(key)} for key in self.whole
        }  # fmt: skip


def met(measure: Measure, share: float | None) -> bool | None:
    """Whether the target is met; None where there is none or nothing was asked."""
    if measure.target is None or share is None:
        return None
    return share >= measure.target if measure.bound == "least" else share <= measure.target
