"""Where stretches of a PDF's text stand on its pages: on their words, or it is said that this is not known."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pypdfium2
import pytest
import typst
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casewright.adapters.ingest.box_wire import Changed, receive_boxes, send_boxes
from casewright.adapters.ingest.normalise import extracted
from casewright.adapters.ingest.printed import page_spans
from casewright.adapters.ingest.wire import Extract, Fault
from casewright.domain.documents import Box, PageBoxes
from casewright.errors import UnreadableDocument
from tests.unit.adapters.ingest.pdf_files import Print, pdf

if TYPE_CHECKING:
    from casewright.adapters.ingest.reader import FileReader
    from casewright.domain.documents import Reading

LEASE = typst.compile(
    b"""
#set page(width: 300pt, height: 260pt, footer: [Page #context counter(page).display()])
#set text(ligatures: false)
The tenant pays the difficult fees within thirty days, and the landlord keeps the offices in repair.
#table(columns: (60pt, 90pt, 60pt), [Item], [Fee for the office], [Total], [May and June together], [1,200], [2,400])
#lorem(60)
"""
)


def texts_of(data: bytes, found: tuple[PageBoxes, ...]) -> str:
    """What a PDF shows inside rectangles, a little drawn in so that no neighbour counts."""
    document = pypdfium2.PdfDocument(data)
    shown = []
    for page in found:
        text = document[page.page - 1].get_textpage()
        for box in page.boxes:
            third = (box.top - box.bottom) / 3
            shown.append(text.get_text_bounded(box.left + 0.3, box.bottom + third, box.right - 0.3, box.top - third))
    return "".join(shown)


def squeezed(text: str) -> str:
    return "".join(sorted(character for character in text if character.isalnum()))


@pytest.mark.requirement("documents-boxes")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_rectangles_stand_on_the_words(reader: FileReader, data: st.DataObject) -> None:
    """Any run of words, in text, in cells and over pages, is what the page shows inside its rectangles."""
    reading = reader.read(LEASE, "lease.pdf")
    words = [match.span() for match in re.finditer(r"\S+", reading.text)]
    first = data.draw(st.integers(0, len(words) - 1))
    start = words[first][0]
    end = data.draw(st.sampled_from([end for _, end in words if end > start]))

    found = reader.boxes(LEASE, "lease.pdf", reading, [(start, end)])

    assert squeezed(texts_of(LEASE, found)) == squeezed(reading.text[start:end])
    for page in found:
        assert (page.width, page.height) == (300, 260)
        assert all(0 <= box.left < box.right <= 300 and 0 <= box.bottom < box.top <= 260 for box in page.boxes)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_rectangles_are_those_of_the_page_as_it_is_shown(reader: FileReader, turned: int) -> None:
    """On a page that is turned, and cut to a part of itself, the ink of the words lies in their rectangle."""
    made = pypdfium2.PdfDocument(pdf([Print("Somewhere", 200, 500), Print("else", 300, 300)]))
    made[0].set_rotation(turned)
    made[0].set_cropbox(50, 100, 600, 700)
    kept = io.BytesIO()
    made.save(kept)
    reading = reader.read(kept.getvalue(), "turned.pdf")
    start = reading.text.index("else")

    (page,) = reader.boxes(kept.getvalue(), "turned.pdf", reading, [(start, start + 4)])

    (box,) = page.boxes
    picture = pypdfium2.PdfDocument(kept.getvalue())[0].render(scale=1).to_numpy()[:, :, 0]
    assert picture.shape == (page.height, page.width)
    top, bottom = round(page.height - box.top), round(page.height - box.bottom)
    inside = picture[top : bottom + 1, round(box.left) : round(box.right) + 1]
    assert (inside < 128).sum() >= 10
    picture[top - 1 : bottom + 2, round(box.left) - 1 : round(box.right) + 2] = 255
    other = reading.text.index("Somewhere")
    ((rest,),) = (one.boxes for one in reader.boxes(kept.getvalue(), "turned.pdf", reading, [(other, other + 9)]))
    high, low = round(page.height - rest.top), round(page.height - rest.bottom)
    picture[high - 1 : low + 2, round(rest.left) - 1 : round(rest.right) + 2] = 255
    assert (picture < 128).sum() == 0


def test_quote_over_lines_and_pages_has_a_rectangle_for_each(reader: FileReader) -> None:
    """Two lines on one page and one on the next are three rectangles on two pages; white space has none."""
    data = pdf(["The rent is due on the", "first day"], ["of each month."])
    reading = reader.read(data, "rent.pdf")

    found = reader.boxes(data, "rent.pdf", reading, [(0, len(reading.text))])
    gap = reading.text.index("\n")

    assert [(page.page, len(page.boxes)) for page in found] == [(1, 2), (2, 1)]
    assert reader.boxes(data, "rent.pdf", reading, [(gap, gap + 1)]) == ()


def test_what_was_typed_into_a_form_has_its_place(reader: FileReader) -> None:
    """The text of a form's field is where the field is."""
    data = pdf(["Name of the tenant:"], field="Acme Limited")
    reading = reader.read(data, "form.pdf")
    start = reading.text.index("Acme")

    ((box,),) = (page.boxes for page in reader.boxes(data, "form.pdf", reading, [(start, start + 12)]))

    assert 72 <= box.left < box.right <= 372
    assert 295 <= box.bottom < box.top <= 325


def test_half_of_a_ligature_is_asked_for_as_the_whole() -> None:
    """What begins or ends inside letters that are printed as one sign takes in the sign, and nothing beside it."""
    extract = Extract("an e\ufb03cient office", ((0, 18),), engine="an engine")
    read = extracted(extract)
    printed = read.printed
    assert printed is not None

    def asked(start: int, end: int) -> str:
        (page,) = page_spans(read.text, read.offsets, printed, [(start, end)])
        return "".join(extract.text[low:high] for low, high in page.spans)

    assert read.text == "an efficient office"
    assert asked(3, 12) == "e\ufb03cient"
    assert asked(6, 12) == "\ufb03cient"
    assert asked(3, 7) == "e\ufb03"
    assert asked(2, 13) == "e\ufb03cient"


def misread(reading: Reading) -> Reading:
    assert reading.printed is not None
    return replace(reading, printed=replace(reading.printed, digests=(b"\0" * 8,), engine="PDFium 1.0"))


@pytest.mark.requirement("documents-boxes")
def test_page_that_reads_otherwise_now_has_no_rectangles(reader: FileReader) -> None:
    """Where the page's text is not the one that was read, or the way to it was not kept, a sentence says so."""
    data = pdf(["The rent is due."])
    reading = reader.read(data, "rent.pdf")

    with pytest.raises(UnreadableDocument, match=r"reads otherwise now than when it was added \(with PDFium 1.0\)"):
        reader.boxes(data, "rent.pdf", misread(reading), [(0, 3)])
    with pytest.raises(UnreadableDocument, match="before places on pages were kept"):
        reader.boxes(data, "rent.pdf", replace(reading, printed=None), [(0, 3)])
    with pytest.raises(UnreadableDocument, match="reads otherwise now"):
        reader.boxes(pdf(["Another file."]), "rent.pdf", reading, [(0, 3)])
    with pytest.raises(UnreadableDocument, match="reads otherwise now"):
        reader.boxes(b"no PDF", "rent.pdf", reading, [(0, 3)])


@pytest.mark.parametrize(
    "answer",
    [(PageBoxes(2, 612, 792, (Box(2, 72, 700, 90.5, 712),)), PageBoxes(3, 1, 1, ())), Changed(4), Fault("damaged")],
)
def test_answer_arrives_as_it_was_sent(answer: tuple[PageBoxes, ...] | Changed | Fault) -> None:
    """Rectangles, changes and faults come back as they went."""
    stream = io.BytesIO()
    send_boxes(stream, answer)
    stream.seek(0)

    assert receive_boxes(stream) == answer
