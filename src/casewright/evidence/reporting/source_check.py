"""The report's own check: every number in it comes from a claim, a calculation, a document or a count of its own."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

from casewright.evidence.reporting.claim_entries import NO_PLACE
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.parts import (
    Comparison,
    Entry,
    Listed,
    Paragraph,
    Part,
    Quotation,
    Section,
    Table,
    has_number,
)
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_words import SourceWords
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.evidence.reporting.parts import Block, Line
    from casewright.evidence.reporting.report import EvidenceReport

_SHOWN = 60
_UNREAD = ("script", "style", "desc")


def find_unsourced(
    report: EvidenceReport, whole: Sequence[Section] | None = None, sayings: SourceWords | None = None
) -> list[str]:
    """What in the report has no source, one sentence each; none for one that may be written.

    ``whole`` are its sections and ``sayings`` what its sources say, where they were made already.

    A part without a source has no digit; a figure is just what its source says or an amount of its rightly rounded,
    other words stand in what it says; every source and whatever is linked to is there; and the number of a claim leads
    to evidence, to a calculation or to other claims of the deal, or the claim says that it leads nowhere.
    """
    whole = sections(report) if whole is None else whole
    sayings = sayings or SourceWords(report)
    there = set(references(whole))
    found = [problem for part in parts_of(whole) if (problem := _problem(part, sayings, there)) is not None]
    found += [f"{words!r} is a heading or a name with a number in it." for words in _names(whole) if has_number(words)]
    return [*found, *_leading_nowhere(report, whole)]


def find_unsourced_in_page(page: str, report: EvidenceReport, sayings: SourceWords | None = None) -> list[str]:
    """What on a page of the report (HTML or SVG) has no source, one sentence each.

    Every text with a digit stands inside of an element whose ``data-source`` names what says it, and it does say so.
    """
    reader = _PageReader()
    reader.feed(page)
    reader.close()
    sayings = sayings or SourceWords(report)
    found: list[str] = []
    for text, source in reader.texts:
        said = " ".join(text.split())
        if not has_number(said):
            continue
        if source is None:
            found.append(f"{_short(said)} stands on the page without a source.")
        elif not sayings.says(source, said) and not sayings.holds_cut(source, said):
            found.append(f"{_short(said)} stands on the page, and {source} does not say it.")
    return found


def parts_of(whole: Sequence[Section]) -> Iterator[Part]:
    """Every part of the sections, in order."""
    for section in whole:
        for line in _lines(section.blocks):
            yield from line


def references(whole: Sequence[Section]) -> Iterator[str]:
    """Everything that can be linked to."""
    for section in whole:
        yield section.reference
        yield from (block.reference for block in section.blocks if isinstance(block, Entry))
        yield from (part.here for line in _lines(section.blocks) for part in line if part.here is not None)


def _lines(blocks: Sequence[Block]) -> Iterator[Line]:
    for block in blocks:
        match block:
            case Paragraph(line, _):
                yield line
            case Listed(items):
                yield from items
            case Table(_, rows, _):
                yield from (cell for row in rows for cell in row)
            case Comparison(subject, bars):
                yield subject
                yield from (line for bar in bars for line in (bar.source, bar.value, bar.distance))
            case Quotation(before, quote, after, cited):
                yield (before, quote, after)
                yield cited
            case Entry(_, heading, inside, _):
                yield heading
                yield from _lines(inside)


def _names(whole: Sequence[Section]) -> Iterator[str]:
    for section in whole:
        yield section.title
        waiting: list[Block] = list(section.blocks)
        while waiting:
            block = waiting.pop()
            if isinstance(block, Entry):
                waiting += block.blocks
            elif isinstance(block, Table):
                yield from block.head


def _problem(part: Part, sayings: SourceWords, there: set[str]) -> str | None:
    if part.link is not None and part.link not in there:
        return f"{_short(part.text)} leads to {part.link}, which is not in the report."
    if part.source is None:
        return f"{_short(part.text)} has a number and no source." if has_number(part.text) else None
    if not sayings.knows(part.source):
        return f"{_short(part.text)} names the source {part.source}, which is not there."
    if part.figure and not sayings.says(part.source, part.text):
        return f"{_short(part.text)} is not what {part.source} says."
    if not part.figure and part.text and not sayings.holds(part.source, part.text):
        return f"{_short(part.text)} does not stand in {part.source}."
    return None


def _leading_nowhere(report: EvidenceReport, whole: Sequence[Section]) -> Iterator[str]:
    """Claims whose number leads nowhere, where the report does not say so in their entries or rows."""
    at = Lookup(report)
    bare = [claim for claim in report.record.claims if not at.rests_on(claim)]
    if not bare or report.is_memo:
        return
    saying = {reference for reference, said in _places(whole) if NO_PLACE in said}
    for claim in bare:
        if f"claim:{claim.id}" not in saying:
            yield f"The claim {claim.id} leads to no evidence, and the report does not say so."


def _places(whole: Sequence[Section]) -> Iterator[tuple[str, frozenset[str]]]:
    """Entries and rows of tables by their references, with the texts in them."""
    for section in whole:
        for block in section.blocks:
            if isinstance(block, Entry):
                yield block.reference, frozenset(part.text for line in _lines(block.blocks) for part in line)
            elif isinstance(block, Table):
                for row in block.rows:
                    texts = frozenset(part.text for line in row for part in line)
                    yield from ((part.here, texts) for line in row for part in line if part.here is not None)


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


class _PageReader(HTMLParser):
    """Collects the texts of a page, each with the source of the innermost element that names one."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[tuple[str, str | None]] = []
        self._open: list[tuple[str, str | None]] = []
        self._gathered = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_text()
        outer = self._open[-1][1] if self._open else None
        if tag not in _VOID:
            self._open.append((tag, dict(attrs).get("data-source", outer)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 (no text in it)
        self._end_text()

    def handle_endtag(self, tag: str) -> None:
        self._end_text()
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        self._gathered += data

    def close(self) -> None:
        super().close()
        self._end_text()

    def _end_text(self) -> None:
        if self._gathered.strip() and not any(tag in _UNREAD for tag, _ in self._open):
            self.texts.append((show_text(self._gathered), self._open[-1][1] if self._open else None))
        self._gathered = ""


_VOID = ("meta", "link", "br", "hr", "img", "input", "wbr", "col")
