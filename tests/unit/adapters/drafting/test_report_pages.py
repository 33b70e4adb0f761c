"""Tests of casewright.adapters.drafting.report_html and report_pdf."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from casewright.adapters.drafting.report_html import report_html
from casewright.adapters.drafting.report_pdf import report_pdf
from casewright.adapters.drafting.typst_engine import TypstEngine
from casewright.domain.defects import CURE, Defect, DefectSeverity, DefectStatus, DefectType
from casewright.domain.ids import ClaimId, DefectId, DocumentId
from casewright.errors import InvalidInput
from casewright.evidence.coverage import Coverage, DocumentCoverage
from casewright.evidence.display import show_day
from casewright.evidence.record import AbsentDocument
from casewright.evidence.reporting.parts import Listed, Paragraph, has_number, ours
from casewright.evidence.reporting.report import MOST_PRINTED
from casewright.evidence.reporting.requests import list_requests
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import find_unsourced, find_unsourced_in_page, parts_of
from tests.deal_reports import golden_reports, report_on

if TYPE_CHECKING:
    from casewright.evidence.reporting.report import EvidenceReport

ENGINE = TypstEngine()
REPORT = golden_reports("small")[0]
HOSTILE = (
    "#let x = 1",
    "<b>Bold & Sons</b><script>alert(1)</script>",
    "$x^2$",
    "@reference",
    "\"double\" and 'single'",
    "{{ 7 * 7 }} {% raw %}",
    "*star* _line_ `tick` = head",
    "Șiret & Țărm – „Îngheț”",
    "]] ) } // /* */ \\",
)


def named(text: str) -> EvidenceReport:
    """The report with this text as its title, and in a claim, an excerpt, a file name and a defect."""
    record = REPORT.record
    first, *others = record.claims
    primary = first.sanad.evidence[0]
    evidence = {
        key: replace(one, excerpt=text if key == primary else one.excerpt) for key, one in record.evidence.items()
    }
    documents = dict.fromkeys(record.documents, text)
    claims = (replace(first, text=text), *others)
    return report_on(replace(record, claims=claims, evidence=evidence, documents=documents, defects=()), title=text)


class Page(HTMLParser):
    """The words, the tags and the links of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words = ""
        self.tags: set[str] = set()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        told = dict(attrs)
        self.ids.add(told.get("id") or "")
        self.links.add(told.get("href") or told.get("src") or "#")

    def handle_data(self, data: str) -> None:
        self.words += data


def words_of(pdf: bytes) -> str:
    """The words of a PDF without any white space, which line breaks put in and take out."""
    opened = pypdfium2.PdfDocument(pdf)
    text = "".join(page.get_textpage().get_text_range() for page in opened)
    opened.close()
    return "".join(text.split())


@pytest.mark.requirement("report-literal")
@pytest.mark.parametrize("text", HOSTILE)
def test_names_that_look_like_markup_come_out_as_they_are(text: str) -> None:
    """In the page and in the PDF, in the title, a claim, a quote, a file's name; nothing of it is carried out."""
    report = named(text)
    assert find_unsourced(report) == []
    html = report_html(report)
    page = Page(html)
    assert page.words.count(text) >= 5
    assert not page.tags & {"script", "b"}
    assert find_unsourced_in_page(html, report) == []
    assert words_of(report_pdf(report, ENGINE)).count("".join(text.split())) >= 5


@pytest.mark.requirement("report-formats")
def test_the_page_needs_nothing_else() -> None:
    """No script, no address but of its own places, and every link leads somewhere."""
    for report in golden_reports("small"):
        page = Page(report_html(report))
        assert not page.tags & {"script", "link", "img", "iframe", "object", "embed"}
        assert all(link.startswith("#") for link in page.links)
        assert {link[1:] for link in page.links} <= page.ids
    assert "url(" not in report_html(REPORT)
    assert "@import" not in report_html(REPORT)


@pytest.mark.requirement("report-formats")
def test_the_same_report_gives_the_same_bytes() -> None:
    """Whatever was set before, by whatever engine."""
    again = golden_reports("small")[1]
    pdf, html = report_pdf(again, ENGINE), report_html(again)
    report_pdf(REPORT, ENGINE)
    assert report_pdf(again, TypstEngine()) == pdf
    assert report_html(again) == html


@pytest.mark.requirement("report-traced")
@pytest.mark.parametrize("suite", ["small", "adversarial"])
def test_every_number_of_every_page_is_traced(suite: str) -> None:
    """The rendered pages of the golden deals are read again."""
    for report in golden_reports(suite):
        assert find_unsourced_in_page(report_html(report), report) == []


@pytest.mark.requirement("report-traced")
def test_the_pdf_says_no_number_that_the_report_does_not() -> None:
    """Each run of digits on paper is in a sourced part, but for the pages' own numbers."""
    pdf = report_pdf(REPORT, ENGINE)
    opened = pypdfium2.PdfDocument(pdf)
    pages = len(opened)
    said = " ".join(part.text for part in parts_of(sections(REPORT)) if part.source and has_number(part.text))
    said += f" {show_day(REPORT.record.as_of)}"  # under the title
    known = set(re.findall(r"\d+", said)) | {str(number) for number in range(pages + 1)}
    found = {run for page in opened for run in re.findall(r"\d+", page.get_textpage().get_text_range())}
    opened.close()
    whole = "".join(said.split())
    assert {run for run in found - known if run not in whole} == set()


@pytest.mark.requirement("report-memo")
def test_the_memo_of_any_deal_has_two_pages_at_most() -> None:
    """However much there is to tell, and however long each of it is."""
    first, second, *_ = REPORT.record.claims
    long = "A sentence of a document that goes on and on, and says nothing in the end. " * 60
    claims = tuple(replace(first, id=ClaimId(f"c{number}"), text=f"{number} {long}") for number in range(40))
    one = Defect(
        id=DefectId("d"), tenant=first.tenant, deal=first.deal, claim=first.id, type=DefectType.MISSING_LINK,
        severity=DefectSeverity.MAJOR, description="", evidence=(), cure=CURE[DefectType.MISSING_LINK],
        status=DefectStatus.OPEN, key="d", flagged_by=first.made_by, flagged_at=first.made_at,
    )  # fmt: skip
    defects = tuple(
        replace(one, id=DefectId(f"d{number}"), claim=claim.id, description=f"{number}: {long}", key=f"{number}")
        for number, claim in enumerate(claims)
    )
    unread = tuple(
        DocumentCoverage(DocumentId(f"u{number}"), f"{number} {'name' * 50}.pdf", why_not=long) for number in range(40)
    )
    absent = tuple(AbsentDocument(f"{number} {'name' * 50}.pdf", DocumentId("u1"), 0, 1) for number in range(40))
    record = replace(REPORT.record, claims=(*claims, second), defects=defects, coverage=Coverage(unread), absent=absent)
    told = ours(long)
    advice = (Paragraph((told,)), Listed(((told,), (told,), (told,), (told,))), Paragraph((told,)))
    for asks in ((), list_requests(record)):
        report = replace(REPORT, title="Long " * 60, record=record, asks=tuple(asks), advice=advice, is_memo=True)
        opened = pypdfium2.PdfDocument(report_pdf(report, ENGINE))
        pages = len(opened)
        opened.close()
        assert pages <= 2


def test_the_pdf_has_title_date_and_bookmarks() -> None:
    """It is found by its name, dated on the day that the report is about, and its sections are its outline."""
    opened = pypdfium2.PdfDocument(report_pdf(REPORT, ENGINE))
    about = opened.get_metadata_dict()
    assert about["Title"] == REPORT.title
    assert about["CreationDate"].startswith(f"D:{REPORT.record.as_of:%Y%m%d}")
    outline = [mark.get_title() for mark in opened.get_toc()]
    opened.close()
    assert outline == [section.title for section in sections(REPORT) if not section.on_screen]


@pytest.mark.requirement("report-for-people")
def test_a_deal_too_large_for_a_pdf_gets_a_sentence() -> None:
    """Before anything is set: typst would take all the memory there is."""
    first = REPORT.record.claims[0]
    many = tuple(replace(first, id=ClaimId(f"c{number}")) for number in range(MOST_PRINTED + 1))
    report = replace(REPORT, record=replace(REPORT.record, claims=many))
    with pytest.raises(InvalidInput, match="HTML or JSON"):
        report_pdf(report, ENGINE)
