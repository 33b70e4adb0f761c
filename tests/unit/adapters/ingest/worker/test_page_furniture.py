"""Page furniture of PDF pages, found by where it stands."""

from __future__ import annotations

import time

import pytest

from casewright.adapters.ingest.normalise import extracted
from casewright.adapters.ingest.wire import Extract
from casewright.adapters.ingest.worker.lines import Line
from casewright.adapters.ingest.worker.page_edges import Sheet
from casewright.adapters.ingest.worker.page_furniture import furniture_of
from casewright.adapters.ingest.worker.pdf import read_pdf
from casewright.domain.documents import FurnitureKind
from tests.unit.adapters.ingest.paged_texts import PROSE
from tests.unit.adapters.ingest.pdf_files import Print, pdf

pytestmark = pytest.mark.requirement("documents-furniture")


def body(page: int, *, left: float = 72, lines: int = 40, top: float = 700) -> list[Print]:
    """A page of running text."""
    words = PROSE[page * 2600 : page * 2600 + 2600]
    return [Print(words[at * 64 : at * 64 + 60].strip(), left, top - 14 * at) for at in range(lines)]


def found(*pages: list[Print]) -> list[tuple[str, str]]:
    """The furniture of a PDF of these pages, each piece with its kind."""
    extract = read_pdf(pdf(*pages))
    assert isinstance(extract, Extract)
    read = extracted(extract)
    return [(one.kind.value, read.text[one.start : one.end]) for one in read.furniture]


def test_lines_at_one_place_of_all_pages_are_furniture() -> None:
    """Headers, stamps, page numbers and Bates numbers stand in the margins of page after page."""
    pages = [
        [
            Print("Acme Frame Agreement", 72, 760),
            Print("CONFIDENTIAL TREATMENT REQUESTED", 380, 760, 8),
            *body(page),
            Print(f"- {page + 1} -", 295, 40),
            Print(f"ACME-00{page + 17}", 500, 28, 7),
        ]
        for page in range(4)
    ]

    assert found(*pages) == [
        piece
        for page in range(4)
        for piece in (
            ("stamp", "Acme Frame Agreement CONFIDENTIAL TREATMENT REQUESTED"),
            ("page number", f"- {page + 1} -"),
            ("footer", f"ACME-00{page + 17}"),
        )
    ]


def test_headers_of_odd_and_even_pages_and_of_chapters_are_furniture() -> None:
    """What stands on every other page, or changes with the chapter, is furniture at the same place."""
    names = ["Term", "Acme", "Term", "Acme", "Fees", "Acme", "Fees", "Acme"]
    pages = [[Print(name, 72 if name == "Acme" else 480, 765), *body(page)] for page, name in enumerate(names)]

    assert [text for _, text in found(*pages)] == names


def test_heads_as_books_have_them_are_furniture() -> None:
    """The page's number at the outer end of a title, which changes; a clause's number counts no pages from outside."""
    heads = ["Carriage  1", "2  General Conditions", "Liability  3", "4  General Conditions"]
    pages = [[Print(head, 72 if page % 2 else 400, 765), *body(page)] for page, head in enumerate(heads)]
    clauses = [[Print(title, 72, 765), *body(page)] for page, title in enumerate(("1 Term and Fees", "2 Law"))]

    assert [text.split() for _, text in found(*pages)] == [head.split() for head in heads]
    assert [text.split() for _, text in found(*pages[:2])] == [head.split() for head in heads[:2]]
    assert found(*clauses) == []


def test_headings_at_the_top_of_pages_are_text() -> None:
    """Schedules that each begin a page, headings where text begins, and repeated heads of tables are text."""
    schedules = [[Print(f"SCHEDULE {page + 1}", 270, 714), *body(page, top=680)] for page in range(5)]
    clauses = [[Print(f"{page + 4}. Term and Fees", 72, 714), *body(page)] for page in range(5)]
    plain = [body(page, top=714) for page in range(4)]
    heads = [
        [Print("Item", 72, 714), Print("Fee", 300, 714), Print("Term", 450, 714), *body(9 - page)] for page in range(3)
    ]

    assert found(*schedules) == []
    assert found(*clauses) == []
    assert found(*plain, *heads) == []


def test_footnotes_and_signatures_are_text() -> None:
    """Notes at the foot of pages and places to sign stay text."""
    pages = [
        [*body(page), Print(f"{page + 1} See the letter of {page + 3} May about matter {page * 7}.", 72, 80, 7)]
        for page in range(4)
    ]
    signed = [
        [*body(page, lines=20), Print("By: ________________", 72, 300), Print("Name:", 72, 280)] for page in range(4)
    ]

    assert found(*pages) == []
    assert found(*signed) == []


def test_short_documents_have_only_what_form_and_place_tell() -> None:
    """On one or two pages a number in the middle of the foot, or "Page 1 of 2", is furniture; a single line is not."""
    assert found([Print("Acme Frame Agreement", 72, 765), *body(0), Print("1", 303, 40)]) == [("page number", "1")]
    assert found([*body(0), Print("Page 1 of 2", 72, 40)], [*body(1), Print("Page 2 of 2", 72, 40)]) == [
        ("page number", "Page 1 of 2"),
        ("page number", "Page 2 of 2"),
    ]
    assert found([*body(0), Print("17", 303, 40)]) == []


def test_line_numbers_are_furniture_and_leave_their_lines() -> None:
    """A column of numbers that counts the lines of every page is no text, glued to the lines or apart from them."""
    glued = [
        [
            printed
            for at, line in enumerate(body(page, lines=25))
            for printed in (Print(str(at + 1), 40, line.base, 8), line)
        ]
        for page in range(3)
    ]
    apart = [
        [*(Print(str(at + 1), 40, 700 - 14 * at, 8) for at in range(25)), *body(page, lines=25)] for page in range(3)
    ]

    for pages in (glued, apart):
        assert found(*pages) == [("line number", str(number)) for _ in range(3) for number in range(1, 26)]


def test_numbers_of_every_fifth_line_are_furniture() -> None:
    """They stand by themselves beside running text, as many as there are fives."""
    numbers = [Print(str(5 * at), 40, 700 - 14 * (5 * at - 1)) for at in range(1, 8)]
    pages = [[*body(page), *numbers] for page in range(3)]

    assert found(*pages) == [("line number", str(5 * at)) for _ in pages for at in range(1, 8)]


def test_rows_and_clauses_with_numbers_are_text() -> None:
    """A list that counts, and clauses one line each, are no numbered lines."""
    rows = [
        [Print(f"{page * 25 + at + 1} Acme Limited {at}", 72, 700 - 14 * at) for at in range(25)] for page in range(3)
    ]

    assert found(*rows) == []


def test_print_across_pages_is_a_watermark() -> None:
    """Slanted print is a watermark, also where PDFium puts it behind the page's last line."""
    lines = [
        Line(page, 100 * page + 10 * at, text, 72, 400, 700 - 14 * at, 700 - 14 * at, 10.0, angle)
        for page in range(2)
        for at, (text, angle) in enumerate([("it ends.", 0.0), ("DRAFT", 315.0)])
    ]

    spans, rest = furniture_of(lines, [Sheet(612, 792)] * 2)

    assert [(one.start, one.kind) for one in spans] == [(10, FurnitureKind.WATERMARK), (110, FurnitureKind.WATERMARK)]
    assert [line.text for line in rest] == ["it ends."] * 2


def test_sentence_over_a_page_is_one_paragraph() -> None:
    """No paragraph begins where a full line goes on behind the footer and the header of two pages."""
    pages = [[Print("Acme Frame Agreement", 72, 765), *body(page), Print(str(page + 1), 303, 40)] for page in range(3)]
    extract = read_pdf(pdf(*pages))
    assert isinstance(extract, Extract)

    assert extract.paragraphs == ()


@pytest.mark.parametrize("text", ["1", "Acme", "Page 1", "{0}", "x {0} y {0}"])
def test_takes_time_in_proportion_to_the_pages(text: str) -> None:
    """Twenty thousand pages of one line, or one page of as many, take a few seconds."""
    pages = [Line(page, 20 * page, text.format(page), 72, 90, 40, 40, 10.0) for page in range(20_000)]
    column = [Line(0, 20 * at, text.format(at), 72, 90, -14.0 * at, -14.0 * at, 10.0) for at in range(20_000)]
    begun = time.process_time()

    furniture_of(pages, [Sheet(612, 792)] * 20_000)
    furniture_of(column, [Sheet(612, 792)])

    assert time.process_time() - begun < 8
