"""Pages drawn and their words placed by the process that does it, and what it says where it cannot."""

from __future__ import annotations

import io
import re
import struct
import sys
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pypdfium2
import pytest
import typst

from casewright.adapters.ingest.kept_pictures import KeptPictures
from casewright.adapters.ingest.page_reader import PageReader
from casewright.domain.boxes import PageBoxes, PagePicture
from casewright.domain.ids import BlobId, TenantId
from casewright.errors import InvalidInput, UnreadableDocument
from casewright.tools.ports.pages import PageOf
from tests.unit.adapters.ingest.pdf_files import Print, pdf
from tests.unit.adapters.ingest.test_boxes import LEASE, squeezed, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.adapters.ingest.reader import FileReader
    from casewright.domain.boxes import Box

pytestmark = pytest.mark.requirement("pages-pictures")
TENANT = TenantId("acme")


class Shelf:
    """Files by a word that stands for their blob, the reader over them, and how often one was fetched."""

    def __init__(self, kept: int = 1_000_000, command: tuple[str, ...] | None = None, **files: bytes) -> None:
        self.files, self.fetched = files, 0
        self.reader = PageReader(load=self._load, kept=kept, command=command)

    def _load(self, _tenant: TenantId, blob: BlobId) -> bytes:
        self.fetched += 1
        return self.files[blob]

    def page(self, name: str, number: int = 1, tenant: TenantId = TENANT) -> PageOf:
        return PageOf(tenant, BlobId(name), f"{name}.pdf", number)

    def picture(self, name: str, number: int = 1, width: int = 600) -> PagePicture:
        return self.reader.picture(self.page(name, number), width)


@pytest.fixture(scope="module")
def shelf() -> Iterator[Shelf]:
    """Every kind of file that is asked for below."""
    shelf = Shelf(
        lease=LEASE,
        two=pdf(["One"], ["Two"]),
        locked=pdf(["One"], password="x"),
        broken=pdf(["One"])[:300],
        scan=pdf([], picture=True),
        tower=typst.compile(b"#set page(width: 20pt, height: 14000pt, margin: 0pt)\nA"),
        red=typst.compile(b"#set page(width: 100pt, height: 100pt, fill: red)\nA"),
    )
    yield shelf
    shelf.reader.close()


def grey_rows(picture: PagePicture) -> list[bytes]:
    """The pixels of a picture in grey, row by row."""
    assert picture.png[:8] == b"\x89PNG\r\n\x1a\n"
    parts: dict[bytes, bytes] = {}
    at = 8
    while at < len(picture.png):
        (length,) = struct.unpack_from(">I", picture.png, at)
        name, body = picture.png[at + 4 : at + 8], picture.png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", picture.png, at + 8 + length) == (zlib.crc32(name + body),)
        parts[name] = body
        at += 12 + length
    assert parts[b"IHDR"] == struct.pack(">IIBBBBB", picture.width, picture.height, 8, 0, 0, 0, 0)
    pixels = zlib.decompress(parts[b"IDAT"])
    size = picture.width + 1
    assert len(pixels) == size * picture.height
    return [pixels[start + 1 : start + size] for start in range(0, len(pixels), size)]


def dark(picture: PagePicture, boxes: tuple[Box, ...]) -> tuple[int, int]:
    """How many dark pixels there are within these rectangles and outside of them."""
    scale = picture.width / picture.page_width
    inside = outside = 0
    for line, row in enumerate(grey_rows(picture)):
        for column, shade in enumerate(row):
            if shade < 128:
                x, y = column / scale, picture.page_height - line / scale
                hit = any(b.left - 1 <= x <= b.right + 1 and b.bottom - 1 <= y <= b.top + 1 for b in boxes)
                inside, outside = inside + hit, outside + (not hit)
    return inside, outside


def words_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S+", text[:end]) if match.start() >= start]


def test_each_word_stands_where_it_is_printed(shelf: Shelf, reader: FileReader) -> None:
    """Of every word, in text and in cells, what the page shows inside its own boxes is that word and no other."""
    reading = reader.read(LEASE, "lease.pdf")
    seen = 0
    for page in reading.pages:
        spans = words_of(reading.text, page.start, page.end)
        found = shelf.reader.places(shelf.page("lease", page.number), reading, spans)
        assert (found.width, found.height, found.count) == (300, 260, len(reading.pages))
        assert found.boxes is not None
        for (start, end), boxes in zip(spans, found.boxes, strict=True):
            shown = texts_of(LEASE, (PageBoxes(page.number, 300, 260, boxes),))
            assert squeezed(shown) == squeezed(reading.text[start:end])
            seen += 1
    assert seen > 80


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_ink_lies_in_the_boxes_of_the_words(reader: FileReader, turned: int) -> None:
    """Picture and boxes agree on a page that is turned, and cut to a part of itself."""
    made = pypdfium2.PdfDocument(pdf([Print("Somewhere", 200, 500), Print("else", 300, 300)]))
    made[0].set_rotation(turned)
    made[0].set_cropbox(50, 100, 600, 700)
    kept = io.BytesIO()
    made.save(kept)
    shelf = Shelf(turned=kept.getvalue())
    try:
        reading = reader.read(kept.getvalue(), "turned.pdf")
        found = shelf.reader.places(shelf.page("turned"), reading, words_of(reading.text, 0, len(reading.text)))
        picture = shelf.picture("turned", width=500)
    finally:
        shelf.reader.close()
    assert found.boxes is not None
    assert (picture.page_width, picture.page_height) == (found.width, found.height)
    inside, outside = dark(picture, tuple(box for boxes in found.boxes for box in boxes))
    assert inside > 50
    assert outside == 0


def test_a_text_that_is_another_now_has_no_places(shelf: Shelf, reader: FileReader) -> None:
    """Where the page's text has another digest, and where none was kept, nothing but the size is told."""
    reading = reader.read(LEASE, "lease.pdf")
    assert reading.printed is not None
    spans = words_of(reading.text, 0, reading.pages[0].end)
    others = replace(reading.printed, digests=tuple(bytes(8) for _ in reading.printed.digests))
    for other in (replace(reading, printed=others), replace(reading, printed=None), None):
        found = shelf.reader.places(shelf.page("lease"), other, spans)
        assert (found.boxes, found.width, found.height) == (None, 300, 260)


def test_a_stretch_that_goes_on_over_the_page_has_its_part_of_this_page(shelf: Shelf, reader: FileReader) -> None:
    """Of what stands on both pages each page has its own words only."""
    reading = reader.read(shelf.files["two"], "two.pdf")
    for number, word in ((1, "One"), (2, "Two")):
        found = shelf.reader.places(shelf.page("two", number), reading, [(0, len(reading.text))])
        assert found.boxes is not None
        assert texts_of(shelf.files["two"], (PageBoxes(number, 612, 792, found.boxes[0]),)) == word


def test_pictures_are_as_wide_as_asked_and_bounded(shelf: Shelf) -> None:
    """The width is the one that was asked for, unless the page would have more than 16 million pixels."""
    picture = shelf.picture("lease", width=450)
    assert (picture.width, picture.height, picture.count) == (450, 390, 2)
    tower = shelf.picture("tower", width=2_400)
    assert 100 < tower.width < 200
    assert tower.width * tower.height < 16_500_000


def test_colours_are_kept(shelf: Shelf) -> None:
    """A page in colours is written in colours."""
    picture = shelf.picture("red")
    assert picture.png[25] == 2
    at = picture.png.index(b"IDAT")
    (length,) = struct.unpack_from(">I", picture.png, at - 4)
    pixels = zlib.decompress(picture.png[at + 4 : at + 4 + length])
    assert pixels[1] > 200 > pixels[2]


def test_what_cannot_be_shown_is_a_sentence(shelf: Shelf) -> None:
    """No such page, a password, damage: each in words that name the file, and the page where there is one."""
    with pytest.raises(InvalidInput, match=r"'two.pdf' has no page 3: it has 2 pages"):
        shelf.picture("two", 3)
    with pytest.raises(InvalidInput, match=r"'red.pdf' has no page 2: it has 1 page$"):
        shelf.reader.places(shelf.page("red", 2), None, [])
    for ask in (shelf.picture, lambda name: shelf.reader.places(shelf.page(name), None, [])):
        with pytest.raises(UnreadableDocument, match=r"'locked.pdf' is protected with a password"):
            ask("locked")
        with pytest.raises(UnreadableDocument, match=r"'broken.pdf' cannot be shown at page 1, which is damaged"):
            ask("broken")


def test_pictures_are_kept_as_far_as_there_is_room() -> None:
    """What is kept needs no original; each tenant, page and width has its own; without room all are drawn again."""
    shelf = Shelf(two=pdf(["One"], ["Two"]))
    try:
        assert shelf.picture("two") is shelf.picture("two")
        assert shelf.fetched == 1
        shelf.picture("two", 2)
        shelf.picture("two", width=300)
        shelf.reader.picture(shelf.page("two", tenant=TenantId("other")), 600)
        assert shelf.fetched == 4
    finally:
        shelf.reader.close()
    small = Shelf(kept=2_500, two=pdf(["One"], ["Two"]))
    try:
        assert 1_250 < len(small.picture("two").png) < 2_500
        small.picture("two", 2)
        small.picture("two", 2)
        assert small.fetched == 2
        small.picture("two", 1)
        assert small.fetched == 3
    finally:
        small.reader.close()


def test_the_picture_that_was_not_asked_for_the_longest_goes_first() -> None:
    """Of three that do not fit together, the one that was looked at again stays."""
    one, two, three = (PagePicture(1, 1, 1, 1, 1, bytes(4)) for _ in range(3))
    kept = KeptPictures(9)
    kept.put(("1",), one)
    kept.put(("2",), two)
    assert kept.get(("1",)) is one
    kept.put(("3",), three)
    assert [kept.get((name,)) for name in "123"] == [one, None, three]
    kept.put(("3",), three)
    assert kept.get(("1",)) is one
    kept.put(("4",), PagePicture(1, 1, 1, 1, 1, bytes(10)))
    assert kept.get(("4",)) is None


def test_marks_tell_pictures_apart(shelf: Shelf) -> None:
    """Another document, page or width has another mark; another tenant's same bytes are the same picture."""
    marks = {
        shelf.reader.mark(shelf.page(name, number), width)
        for name in ("two", "red")
        for number in (1, 2)
        for width in (300, 600)
    }
    assert len(marks) == 8
    same = shelf.reader.mark(shelf.page("two", tenant=TenantId("other")), 300)
    assert same == shelf.reader.mark(shelf.page("two"), 300)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b'{"fault": "bored"}',
        b'{"picture": [1, 1, 1.0, 1.0, 1]}',
        b'{"places": [1, 1, 1.0, 1.0], "boxes": [[[2.0, 0.0, 1.0, 1.0]]]}',
        b"[1]",
    ],
)
def test_nonsense_of_the_process_is_not_believed(said: bytes) -> None:
    """An answer of another shape costs the page a sentence, and nothing else."""
    body = struct.pack(">Q", len(said)) + said
    frame = struct.pack(">Q", len(body)) + body
    script = f"import sys; sys.stdin.buffer.read(8); sys.stdout.buffer.write({frame!r}); sys.stdout.flush()"
    shelf = Shelf(command=(sys.executable, "-c", script + "; sys.stdin.buffer.read()"), two=pdf(["One"]))
    try:
        with pytest.raises(UnreadableDocument, match=r"cannot be shown at page 1"):
            shelf.picture("two")
    finally:
        shelf.reader.close()
