"""The text of a recognised page: lines, paragraphs, broken words, letters."""

from __future__ import annotations

import pytest

from casewright.adapters.ingest.normalise import extracted
from casewright.adapters.ingest.recognised_pages import with_recognised
from casewright.adapters.ingest.recognition.page_text import page_text
from casewright.adapters.ingest.recognition.reading_order import Fragment, Seen
from casewright.adapters.ingest.recognition_wire import PageText
from casewright.adapters.ingest.wire import Extract
from casewright.domain.documents import Furniture, FurnitureKind

SCALE = 2.0


def printed(*lines: tuple[str, float]) -> PageText:
    """Lines with their upper edges in pixels; a character is ten pixels wide."""
    fragments = []
    for text, top in lines:
        words, left = [], 100.0
        for word in text.split():
            words.append(Seen(word, left, top, left + 10 * len(word), top + 20, 0.9))
            left += 10 * (len(word) + 1)
        fragments.append(Fragment(tuple(words), 100.0, top, left - 10, top + 20))
    return page_text(fragments, 1000.0, SCALE)


@pytest.mark.requirement("ocr-boxes")
def test_words_stand_in_the_text_with_their_boxes() -> None:
    """Every word is its slice of the text; boxes are in points from the lower left corner."""
    page = printed(("This Agreement binds", 100), ("both parties.", 130))

    assert page.text == "This Agreement binds\nboth parties.\n"
    assert [page.text[w.start : w.end] for w in page.words] == ["This", "Agreement", "binds", "both", "parties."]
    first = page.words[0]
    assert (first.left, first.bottom, first.right, first.top) == (50.0, 440.0, 70.0, 450.0)


@pytest.mark.requirement("ocr-boxes")
def test_paragraphs_begin_after_gaps() -> None:
    """A larger distance begins a paragraph, the usual one does not."""
    page = printed(
        ("The fees are payable within thirty days of", 100), ("the invoice.", 130), ("Law of England applies.", 190)
    )

    assert page.paragraphs == (page.text.index("Law"),)


@pytest.mark.requirement("ocr-boxes")
def test_a_word_broken_at_a_line_end_is_mended_as_in_other_pdfs() -> None:
    """It keeps its hyphen unless the document writes it in one elsewhere; its parts keep their places."""
    page = printed(("confidential means that confi-", 100), ("dential matters and non-", 130), ("disclosure", 160))
    read = extracted(with_recognised(Extract("", ((0, 0),), unread=(1,)), {1: page}))

    assert " ".join(read.text.split()) == "confidential means that confidential matters and non-disclosure"
    [recognised] = read.recognised
    assert [read.text[w.start : w.end] for w in recognised.words][-3:] == ["and", "non-", "disclosure"]


@pytest.mark.requirement("documents-furniture")
def test_furniture_moves_with_its_page() -> None:
    """Recognised pages are longer or shorter than what stood there: the furniture of the others keeps its words.

    That of a page that was recognised anew is gone with its text.
    """
    pages = ["Draft A\nfirst text\n1\n", "Draft B\nstamp\n", "", "Draft D\nlast text\n4\n"]
    starts = [sum(map(len, pages[:at])) for at in range(len(pages))]
    text = "".join(pages)
    marked = ["Draft A", "1\n", "Draft B", "Draft D", "4\n"]
    furniture = tuple(
        Furniture(text.index(one), text.index(one) + len(one.strip()), FurnitureKind.HEADER) for one in marked
    )
    extract = Extract(
        text,
        tuple((start, start + len(page)) for start, page in zip(starts, pages, strict=True)),
        furniture=furniture,
        unread=(2, 3),
    )

    read = with_recognised(extract, {2: PageText("what the scan of page two says\n"), 3: PageText("and three\n")})

    assert read.text == pages[0] + "what the scan of page two says\nand three\n" + pages[3]
    assert [(read.text[one.start : one.end], one.start < starts[1]) for one in read.furniture] == [
        ("Draft A", True),
        ("1", True),
        ("Draft D", False),
        ("4", False),
    ]


@pytest.mark.requirement("ocr-romanian")
@pytest.mark.parametrize(
    ("seen", "text"),
    [("părţilor şi ŞTEFAN", "părților și ȘTEFAN"), ("kiracı şartları değişti", "kiracı şartları değişti")],
)
def test_cedillas_become_commas_but_for_turkish(seen: str, text: str) -> None:
    """The engine takes both for one another; Romanian has commas, Turkish cedillas."""
    assert printed((seen, 100)).text == text + "\n"
