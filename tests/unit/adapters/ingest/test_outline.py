"""Sections: a number counts where it continues the count; where it does not, none is given rather than a wrong one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.ingest.labels import label_at
from casewright.adapters.ingest.marks import Mark
from casewright.adapters.ingest.outline import places_of


def sections(*lines: str) -> list[str]:
    """The section of each paragraph, parts joined by a slash; lines with # are headings that a format marks."""
    return ["/".join(place.section) for place in places_of([mark(line) for line in lines])]


def mark(line: str) -> Mark:
    level = len(line) - len(line.lstrip("#"))
    if level:
        return Mark(title=line.lstrip("# "), level=level)
    if line.startswith("!"):
        return Mark(title=line[1:])
    label = label_at(line, 0, len(line))
    return Mark(label=label, is_bare=label is not None and not line[label.end :].strip())


@pytest.mark.requirement("documents-sections")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["1. A", "1.1 B", "1.2 C", "2. D"], ["1", "1/1.1", "1/1.2", "2"]),
        (["7.2 First seen", "7.1 First seen"], ["", "7/7.1"]),
        (["4.1 First seen", "4.2 B"], ["4/4.1", "4/4.2"]),
        (["1. A", "2. B", "2019. C", "3. D"], ["1", "2", "2", "3"]),
        (["1. A", "2. B", "40. C", "3. D"], ["1", "2", "", "3"]),
        (["1. A", "15. B", "16. C"], ["1", "", "16"]),
        (["1. A", "3. C"], ["1", "3"]),
        (["1.1 A", "1.1(a) B", "1.1(b) C", "1.2 D"], ["1/1.1", "1/1.1/1.1(a)", "1/1.1/1.1(b)", "1/1.2"]),
        (["1.1 A", "1.1(a) B", "1.1(k) C"], ["1/1.1", "1/1.1/1.1(a)", "1/1.1"]),
        (["FIRST: A", "(a) B", "(b) C", "SECOND: D"], ["FIRST", "FIRST/(a)", "FIRST/(b)", "SECOND"]),
        (["THIRD: A", "FOURTH: B"], ["", ""]),
        (["ARTICLE I", "1.1 A", "ARTICLE II", "2.1 B"], ["ARTICLE I", "ARTICLE I/1.1", "ARTICLE II", "ARTICLE II/2.1"]),
        (["ARTICLE I", "Section 1 A", "Section 2 B"], ["ARTICLE I", "ARTICLE I/1", "ARTICLE I/2"]),
        (["ARTICLE I", "1.1 A", "2.1 B"], ["ARTICLE I", "ARTICLE I/1.1", "2/2.1"]),
        (["ARTICLE ONE", "4.01 A"], ["ARTICLE ONE", "4/4.01"]),
        (["PART 1", "ARTICLE I", "ARTICLE II"], ["PART 1", "PART 1/ARTICLE I", "PART 1/ARTICLE II"]),
        (["PART 1", "ARTICLE I", "PART 2", "ARTICLE I"], ["PART 1", "PART 1/ARTICLE I", "PART 2", "PART 2/ARTICLE I"]),
        (["PART 1", "ARTICLE I", "PART 2", "ARTICLE V"], ["PART 1", "PART 1/ARTICLE I", "PART 2", ""]),
        (["SECTION ONE", "1.1 A", "SECTION TWO"], ["SECTION ONE", "SECTION ONE/1.1", "SECTION TWO"]),
        (
            ["Capitolul I", "Secțiunea 1", "Art. 1", "Secțiunea a 2-a", "Art. 2"],
            ["Capitolul I", "Capitolul I/Secțiunea 1", "Capitolul I/Secțiunea 1/Art. 1", "Capitolul I/Secțiunea a 2-a",
             "Capitolul I/Secțiunea a 2-a/Art. 2"],
        ),
        (["1.8 A", "1.9Definitions", "1.10 C"], ["", "", ""]),
        (["1.1 A", "1.2Definitions", "1.3 C"], ["1/1.1", "1/1.2", "1/1.3"]),
        (["1.1 A", "1.2 B", "2.4Ghost", "1.3 C"], ["1/1.1", "1/1.2", "", "1/1.3"]),
        (["1. A", "(a) b", "(b) c", "2. D", "(a) e", "(b) f"], ["1", "1/(a)", "1/(b)", "2", "2/(a)", "2/(b)"]),
        (["1. A", "(a) of this and that", "2. B"], ["1", "1", "2"]),
        (["1. A", "(a) b", "(b) c", "(d) x", "(c) d"], ["1", "1/(a)", "1/(b)", "1", "1"]),
        (["1. A", "(a) b", "(i) c", "(ii) d", "(b) e"], ["1", "1/(a)", "1/(a)/(i)", "1/(a)/(ii)", "1/(b)"]),
        (["1. A", "(g) x", "(h) y", "(i) z"], ["1", "1", "1", "1"]),
        (["1. A", "(a) b", "and so on", "(b) c"], ["1", "1/(a)", "1", "1/(b)"]),
        (["A. One", "1. B", "B. Two", "1. C"], ["A", "A/1", "B", "B/1"]),
        (["A. Whereas", "B. Whereas", "1. Terms", "2. More"], ["A", "B", "1", "2"]),
        (["3.1 A", "1. Item", "2. Item", "3.2 B"], ["3/3.1", "3/3.1/1", "3/3.1/2", "3/3.2"]),
        (["1. A", "2. B", "3. C", "1. Anew", "2. Anew"], ["1", "2", "3", "1", "2"]),
        (["1. A", "Schedule 1", "1. B", "2. C"], ["1", "Schedule 1", "Schedule 1/1", "Schedule 1/2"]),
        (["1. A", "2. B", "Exhibit A", "3. C"], ["1", "2", "Exhibit A", "3"]),
        (["1. A", "!SIGNATURES", "Ann"], ["1", "", ""]),
        (["1. A", "(a) b", "!CONFIDENTIAL", "(b) c"], ["1", "1/(a)", "", "1/(b)"]),
        (["# Title", "## Scope", "1. A", "## Law", "2. B"], ["", "Scope", "Scope/1", "Law", "Law/2"]),
        (["# One", "text", "# Two", "## Sub"], ["One", "One", "Two", "Two/Sub"]),
        (["(a) of who knows what", "(b) more"], ["", ""]),
        (["Articolul 1", "text", "Articolul 2"], ["Articolul 1", "Articolul 1", "Articolul 2"]),
    ],
)  # fmt: skip
def test_section_is_the_path_of_the_count(lines: list[str], expected: list[str]) -> None:
    """Each row is a document's paragraphs and their sections."""
    assert sections(*lines) == expected


def test_heading_is_the_nearest() -> None:
    """A heading holds for its clause and for those below it without one of their own."""
    marks = [
        Mark(label=label_at("1. A", 0, 4), title="Services"),
        Mark(label=label_at("1.1 B", 0, 5)),
        Mark(label=label_at("1.2 C", 0, 5), title="Delay"),
        Mark(label=label_at("1.3 D", 0, 5)),
        Mark(label=label_at("2. E", 0, 4)),
    ]

    assert [place.heading for place in places_of(marks)] == ["Services", "Services", "Delay", "Services", None]


def test_line_after_a_lone_number_is_its_heading() -> None:
    """A heading under ARTICLE IV is the article's; a line that might be one is only there."""
    article = Mark(label=label_at("ARTICLE IV", 0, 10), is_bare=True)

    places = places_of([article, Mark(possible_title="Indemnity"), Mark()])

    assert [(place.section, place.heading) for place in places[1:]] == [(("ARTICLE IV",), "Indemnity")] * 2


_LINES = st.sampled_from(
    ["1. A", "2. B", "3. C", "1.1 A", "1.2 B", "2.1 C", "9.9 Z", "(a) a", "(b) b", "(i) i", "(ii) i", "A. A", "B. B",
     "ARTICLE I", "ARTICLE II", "Exhibit A", "Schedule 2", "# H", "## I", "!LOOSE", "text", "1) a", "2) b"]
)  # fmt: skip


@given(st.lists(_LINES, max_size=60))
def test_numbers_of_a_path_are_the_last_ones_printed(lines: list[str]) -> None:
    """Whatever the order, every number in a section was printed at or before its paragraph."""
    printed: set[str] = set()
    for line, section in zip(lines, sections(*lines), strict=True):
        label = label_at(line, 0, len(line))
        if label is not None:
            parts = label.text.split(".")
            printed.update(".".join(parts[:depth]) for depth in range(1, len(parts) + 1))
        printed.add(line.lstrip("# "))
        assert set(section.split("/")) - {""} <= printed
