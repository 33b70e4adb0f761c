"""What PDFium gives of a PDF."""

from __future__ import annotations

import pytest

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


@pytest.mark.requirement("ocr-pages-named")
def test_pages_whose_text_is_not_known_are_told() -> None:
    """Pages with a picture and no text are, blank ones are not, and a page with both only where the scan covers it."""
    assert unread(pdf(["text"], [], ["text"], [], picture=True)) == (2, 4)
    assert unread(pdf(["text"], [])) == ()
    assert unread(pdf([Print("A stamp", 72, 700)], picture=True, picture_size=(612, 792))) == (1,)
    assert unread(pdf(["Words of a page over its picture"] * 8, picture=True, picture_size=(612, 792))) == ()


def unread(data: bytes) -> tuple[int, ...]:
    extract = read_pdf(data)
    assert isinstance(extract, Extract)
    return extract.unread


def test_password_and_damage_are_told_apart() -> None:
    """A locked file is encrypted, a broken one damaged."""
    assert read_pdf(pdf(["text"], password="secret")) == Fault("encrypted")
    assert read_pdf(b"%PDF-1.7 and no more") == Fault("damaged")
