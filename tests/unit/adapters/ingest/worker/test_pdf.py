"""What PDFium gives of a PDF."""

from __future__ import annotations

from casewright.adapters.ingest.wire import Extract, Fault
from casewright.adapters.ingest.worker.pdf import ENGINE, read_pdf
from tests.unit.adapters.ingest.pdf_files import Print, pdf


def test_pages_are_parts_of_the_text() -> None:
    """The text is the pages' texts end to end, each with its span, an empty page between them included."""
    extract = read_pdf(pdf(["One"], [], ["Two"]))

    assert extract == Extract("OneTwo", ((0, 3), (3, 3), (3, 6)), paragraphs=(3,), engine=ENGINE)


def test_size_of_print_parts_paragraphs() -> None:
    """A heading in larger print is a paragraph though no gap follows it."""
    extract = read_pdf(pdf([Print("Heading", 72, 700, 16), Print("and the text that is under it", 72, 684, 10)]))

    assert isinstance(extract, Extract)
    assert extract.paragraphs == (extract.text.index("and"),)


def test_few_pages_without_text_are_passed_over() -> None:
    """A picture among pages of text does not make a document scanned; pictures on most pages do."""
    assert isinstance(read_pdf(pdf(["text"], ["text"], [], picture=True)), Extract)
    assert read_pdf(pdf(["text"], [], [], picture=True)) == Fault("scanned", "2/3")


def test_password_and_damage_are_told_apart() -> None:
    """A locked file is encrypted, a broken one damaged."""
    assert read_pdf(pdf(["text"], password="secret")) == Fault("encrypted")
    assert read_pdf(b"%PDF-1.7 and no more") == Fault("damaged")
