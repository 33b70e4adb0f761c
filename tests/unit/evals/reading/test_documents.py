"""Generated documents: the same each time, with everything known that stands in them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest

from casewright.domain.documents import Reading
from casewright.errors import InvalidInput, UnreadableDocument
from evals.reading.alignment import align
from evals.reading.layouts import generate
from evals.reading.results import Tally
from evals.reading.run import HALF, layouts, measure_document, reader
from evals.reading.scans import Scanning, distance, measure_scans, picture_pdf, rasterise, spoil
from evals.reading.states import locked_pdf, pdf, rc4, state_cases
from evals.reading.texts import HALVES, Texts
from evals.reading.truth import Role, squeezed
from evals.reading.word_files import generate_word
from tests.unit.evals.reading.known import write_texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of texts as the public sets have them."""
    return write_texts(tmp_path_factory.mktemp("texts"))


@pytest.mark.parametrize("half", HALVES)
def test_each_layout_gives_what_it_says(half: str, data: Path) -> None:
    """The second document of each is read, and nearly every letter drawn stands in its text."""
    assert len(layouts(half)) == (8 if half == "unseen" else 10)
    for layout in layouts(half):
        known = generate(half, layout, 1, data)
        assert generate(half, layout, 1, data).pieces == known.pieces
        read = reader()(known.data, known.filename)
        drawn = sum(len(squeezed(piece.text)) for piece in known.pieces)
        assert align(known.pieces, read).missing() <= 0.005 * drawn, layout.name
        assert any(block.path and len(block.path) > 1 for block in known.blocks)
        assert {piece.role for piece in known.pieces} - {Role.BODY, Role.OPEN}


def test_halves_share_no_text_and_no_words(data: Path) -> None:
    """What one half is mended by is not in the other."""
    for one, other in combinations(HALVES, 2):
        assert not set(Texts(data, one).english) & set(Texts(data, other).english)
        assert not {held.name for held in layouts(one)} & {held.name for held in layouts(other)}
        assert not set(HALF[one].WORDS.headings) & set(HALF[other].WORDS.headings)


def test_words_are_where_they_are_said_to_be(data: Path) -> None:
    """Ink stands in the boxes of words, and none between the lines."""
    layout = next(one for one in layouts("fitted") if one.name == "two columns")
    known = generate("fitted", layout, 2, data)
    page = rasterise(known.data, 0, 144)
    boxes = [word for piece in known.pieces if piece.page == 1 for word in piece.words if len(word.text) > 3]
    height = page.shape[0] / 2
    inked = 0
    for word in boxes:
        part = page[
            int(2 * (height - word.top)) : int(2 * (height - word.bottom)), int(2 * word.left) : int(2 * word.right)
        ]
        inked += bool((part < 128).mean() > 0.05)
    assert len(boxes) > 200
    assert inked == len(boxes)


def test_word_files_count_as_word_does(data: Path) -> None:
    """A deleted paragraph has no number, and is kept as a change."""
    known = generate_word("fitted", 3, data, HALF["fitted"].WORD)
    changes, gone = known.facts["changes"], known.facts["gone"]
    assert isinstance(changes, list)
    assert isinstance(gone, list)
    assert {change["kind"] for change in changes} == {"insertion", "deletion"}
    assert not any(text in block.text for text in gone for block in known.blocks)
    tops = [block.path[0].drawn for block in known.blocks if block.path and len(block.path) == 1]
    assert tops == [f"{n}." for n in range(1, len(tops) + 1)]
    assert measure_document(known, reader()).share("deleted out") == 1.0


def test_states_are_what_they_say() -> None:
    """The locked file asks for its password and opens with it; the files of all halves have names of their own."""
    with pytest.raises(pypdfium2.PdfiumError):
        len(pypdfium2.PdfDocument(locked_pdf()))
    with pypdfium2.PdfDocument(locked_pdf(), password="secret") as opened:
        assert "The supplier of part 41 keeps" in opened[0].get_textpage().get_text_bounded()
    with pypdfium2.PdfDocument(pdf("ts")) as scanned:
        assert [page.get_textpage().count_chars() > 0 for page in scanned] == [True, False]
    assert rc4(b"Key", b"Plaintext").hex() == "bbf316e8d940af0ad3"
    names = [case.filename for case in state_cases()]
    assert len(names) == len(set(names)) == 30


def test_scans_are_pictures_of_the_page(data: Path) -> None:
    """No text is left, the picture has the page's size, and it is spoiled as asked."""
    known = generate("fitted", layouts("fitted")[0], 2, data)
    page = rasterise(known.data, 1, 100)
    scanning = Scanning((), 0, degrees=2.0, noise=12.0)
    with pypdfium2.PdfDocument(picture_pdf(page, 100)) as made:
        assert made[0].get_textpage().count_chars() == 0
        assert made[0].get_size() == pytest.approx((612, 792), abs=1)
    assert np.array_equal(spoil(page, "clean", scanning), page)
    assert not np.array_equal(spoil(page, "skewed", scanning), page)
    noisy = spoil(page, "noisy", scanning)
    assert np.array_equal(noisy, spoil(page, "noisy", scanning))
    assert np.unique(noisy).size > np.unique(spoil(page, "skewed", scanning)).size / 2


def test_misread_signs_are_counted(data: Path) -> None:
    """A reader that knows the page has none wrong, one that loses half of it has half wrong, one that refuses all."""
    layout = layouts("fitted")[0]
    scanning = Scanning((layout.name,), 1, degrees=1.0, noise=10.0)
    known = generate("fitted", replace(layout, furniture=None), 2, data)
    truth = "\n".join(piece.text for piece in known.pieces if piece.page == 2)

    def shares(read: Callable[[bytes, str], Reading]) -> set[float | None]:
        tally = Tally()
        measure_scans("fitted", (layout,), scanning, data, read, tally)
        return {tally.share(key) for key in tally.whole}

    def refuse(_data: bytes, _name: str) -> Reading:
        raise UnreadableDocument("no text")

    assert shares(lambda _data, _name: Reading("application/pdf", truth, ())) == {0.0}
    [half] = shares(lambda _data, _name: Reading("application/pdf", truth[: len(truth) // 2], ()))
    assert half == pytest.approx(0.5, abs=0.01)
    assert shares(refuse) == {1.0}


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ăâîșț", "aaist", 5), ("ab", "ba", 2)],
)
def test_distance_counts_signs(one: str, other: str, steps: int) -> None:
    """As many signs as are put in, taken out or changed."""
    assert distance(one, other) == distance(other, one) == steps


def test_a_folder_without_texts_is_refused(tmp_path: Path) -> None:
    """What is missing is named."""
    with pytest.raises(InvalidInput, match="cuad-train"):
        Texts(tmp_path, "fitted")
