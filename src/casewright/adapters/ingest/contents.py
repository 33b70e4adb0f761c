"""Which paragraphs look like structure and are none: contents, torn-off numbers, page numbers, title pages."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.adapters.ingest.paragraphs import Paragraph

_PAGE_NUMBER: Final = re.compile(
    r"(?:page\s{0,3})?[-–—\[(\s]{0,4}(?:[A-Z]-)?\d{1,4}[-–—\])\s]{0,4}(?:(?:of|/)\s{0,3}\d{1,4})?|[ivxl]{1,6}", re.I
)
_LEADER: Final = re.compile(r"(?:\.[ .]{3,}|…[ …]*|_{4,}|\t|[ \xa0]{2,})[ \t]*(?:\d{1,4}|[ivx]{1,5})\Z")
_INLINE: Final = re.compile(
    r"(?<=[a-z). ])\d{1,3}\s+(?:(?:Section|SECTION|ARTICLE|Article|Exhibit|EXHIBIT)\s|\d{1,2}\.\d{0,2}\s)"
)
_DOTS: Final = re.compile(r"[.]{5} ?\d|(?:[ ][.]){5} ?\d")
"""Entries of a table of contents inside a line: the page number of one, then the next one's number."""
_CONTENTS: Final = re.compile(r"(?i)(?:table of )?contents\b.{0,20}\Z|index\Z")
_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W\d_]{5}")

_ENTRIES: Final = 4
"""Clause numbers with nothing but headings, one after another, from which on they are a table of contents."""
_TORN: Final = 3
"""Numbers in rows without text, from which on a text's lone numbers are taken for torn off their clauses."""
_REPEATS: Final = 5
"""How often a short line stands alone, digits aside, to be a running header or footer."""
_LONGEST: Final = 120


def corrected(text: str, paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs, those that only look like structure no longer marked as such."""
    kept = _without_noise(text, paragraphs)
    kept = _without_torn_numbers(kept)
    kept = _without_listed_entries(text, _without_contents(text, kept))
    return _without_title_page(text, kept)


def _without_noise(text: str, paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Page numbers, and short lines that stand alone again and again, say nothing about structure."""
    folded = [_DIGITS.sub("#", text[p.start : p.end]) if _may_repeat(text, p) else "" for p in paragraphs]
    seen = Counter(folded)
    return [
        replace(paragraph, mark=Mark(), role="noise")
        if line and (seen[line] >= _REPEATS or _PAGE_NUMBER.fullmatch(text, paragraph.start, paragraph.end))
        else paragraph
        for paragraph, line in zip(paragraphs, folded, strict=True)
    ]


def _may_repeat(text: str, paragraph: Paragraph) -> bool:
    label = paragraph.mark.label
    if text[paragraph.end - 1] in ".;:,":
        return False
    is_short = paragraph.lines == 1 and paragraph.end - paragraph.start <= _LONGEST
    return is_short and paragraph.role != "furniture" and (label is None or label.kind == "annex")


def _without_torn_numbers(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Where columns were read one after the other, numbers stand in rows without text: nobody knows whose they are."""
    runs = [run for run in _runs(paragraphs, lambda p: p.mark.is_bare, lambda p: p.role == "noise") if len(run) > 1]
    if sum(map(len, runs)) < _TORN:
        return paragraphs
    return [
        replace(paragraph, mark=Mark(ends_sections=True)) if paragraph.mark.is_bare else paragraph
        for paragraph in paragraphs
    ]


def _without_contents(text: str, paragraphs: list[Paragraph]) -> list[Paragraph]:
    """The entries of tables of contents and lists of annexes are none of the clauses that they name."""
    kept = list(paragraphs)

    def is_entry(paragraph: Paragraph) -> bool:
        label = paragraph.mark.label
        if label is None or label.kind == "letter" or paragraph.end - paragraph.start > _LONGEST:
            return False
        return paragraph.role == "heading" or _LEADER.search(text, paragraph.start, paragraph.end) is not None

    for run in _runs(paragraphs, is_entry, lambda paragraph: _is_between(text, paragraph)):
        kinds = {label.kind for index in run if (label := paragraphs[index].mark.label) is not None}
        is_list = len(run) >= _ENTRIES or (len(run) > 1 and kinds == {"annex"})
        for index in run:
            if is_list or _LEADER.search(text, paragraphs[index].start, paragraphs[index].end):
                kept[index] = replace(paragraphs[index], mark=Mark(ends_sections=True), role="furniture")
    return kept


def _without_listed_entries(text: str, paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Nothing under the heading of a table of contents is structure until text begins, nor lines of several entries."""
    kept = []
    is_inside = False
    for paragraph in paragraphs:
        is_suspect = is_inside or paragraph.mark.label is not None
        is_listed = is_suspect and _is_listed(text, paragraph.start, paragraph.end)
        if _CONTENTS.match(text, paragraph.start, min(paragraph.end, paragraph.start + 40)):
            is_inside = True
        elif is_inside and not is_listed and _is_body(text, paragraph):
            is_inside = False
        is_entry = is_listed or is_inside
        kept.append(replace(paragraph, mark=Mark(ends_sections=True), role="furniture") if is_entry else paragraph)
    return kept


def _is_body(text: str, paragraph: Paragraph) -> bool:
    """Whether it is a sentence or more, or long."""
    length = paragraph.end - paragraph.start
    is_sentence = length > _LONGEST // 2 and text[paragraph.end - 1] in ".;:"
    return paragraph.role == "text" and (is_sentence or length > _LONGEST)


def _is_listed(text: str, start: int, end: int) -> bool:
    """Whether several entries of a table of contents stand there."""
    if text.find(".....", start, end) >= 0 or text.find(" . . .", start, end) >= 0:
        return len(_DOTS.findall(text, start, end)) > 1
    return len(_INLINE.findall(text, start, min(end, start + 2000))) > 2


def _is_between(text: str, paragraph: Paragraph) -> bool:
    """Whether it may stand between two entries: a heading, a page number, an entry without number."""
    mark = paragraph.mark
    if paragraph.role in ("noise", "furniture") or (mark.label is None and (mark.title or mark.possible_title)):
        return True
    if _LEADER.search(text, max(paragraph.start, paragraph.end - _LONGEST), paragraph.end):
        return True
    return paragraph.end - paragraph.start < 30 and not _WORD.search(text, paragraph.start, paragraph.end)


def _without_title_page(text: str, paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Of three and more lines in capitals one after another only the first is a heading: the rest are names."""
    kept = list(paragraphs)

    def is_loose(paragraph: Paragraph) -> bool:
        mark = paragraph.mark
        return mark.label is None and mark.level is None and mark.title is not None

    def is_between(paragraph: Paragraph) -> bool:
        is_short = paragraph.end - paragraph.start < _LONGEST // 4
        return paragraph.role == "noise" or (is_short and text[paragraph.start : paragraph.end].isupper())

    for run in _runs(paragraphs, is_loose, is_between):
        if len(run) > 2:
            for index in run[1:]:
                kept[index] = replace(kept[index], mark=Mark())
    return kept


def _runs(
    paragraphs: Sequence[Paragraph], belongs: Callable[[Paragraph], bool], may_interrupt: Callable[[Paragraph], bool]
) -> Iterator[list[int]]:
    """The numbers of paragraphs that follow one another but for those that may interrupt."""
    run: list[int] = []
    for index, paragraph in enumerate(paragraphs):
        if belongs(paragraph):
            run.append(index)
        elif run and not may_interrupt(paragraph):
            yield run
            run = []
    if run:
        yield run
