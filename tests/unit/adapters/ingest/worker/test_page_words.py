"""Where the characters of a PDF's page stand as it is shown: on their ink, whichever way page and print are turned."""

from __future__ import annotations

import io
from itertools import product

import pypdfium2
import pytest
import typst

from casewright.adapters.ingest.wire import Fault
from casewright.adapters.ingest.worker.page import read_printed
from casewright.adapters.ingest.worker.pdf import opened, page_of

_QUARTERS = (0, 90, 180, 270)
_SIZE = 20
_SCALE = 4
_WORD = "Agility"
"""With letters that reach above the line of print and below it."""


def turned_file(print_turned: int, page_turned: int) -> bytes:
    """A PDF whose one word is turned on its page, which is turned too."""
    body = f"rotate({print_turned}deg, reflow: true)[{_WORD}]"
    settings = f"#set page(width: 300pt, height: 260pt)\n#set text(size: {_SIZE}pt)\n"
    made = pypdfium2.PdfDocument(typst.compile(f"{settings}#place(center + horizon, {body})".encode()))
    made[0].set_rotation(page_turned)
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def ink_of(data: bytes) -> tuple[float, float, float, float]:
    """What is dark on the picture: left, bottom, right, top in points from the lower left corner."""
    picture = pypdfium2.PdfDocument(data)[0].render(scale=_SCALE).to_numpy()[:, :, 0]
    rows, columns = (picture < 128).nonzero()
    height = picture.shape[0]
    sides = columns.min(), height - rows.max() - 1, columns.max() + 1, height - rows.min()
    left, bottom, right, top = (float(side) / _SCALE for side in sides)
    return left, bottom, right, top


@pytest.mark.requirement("documents-boxes")
@pytest.mark.parametrize(("print_turned", "page_turned"), list(product(_QUARTERS, _QUARTERS)))
def test_seen_boxes_hold_the_ink_and_little_more(print_turned: int, page_turned: int) -> None:
    """Along the print the boxes end where the ink does; across it they are no higher than the font."""
    data = turned_file(print_turned, page_turned)
    document = opened(data)
    assert not isinstance(document, Fault)

    printed, _ = read_printed(page_of(document, 0), 0)
    first = printed.text.index(_WORD)
    boxes = [printed.seen_box(first + index) for index in range(len(_WORD))]

    left, bottom, right, top = (choose(box[side] for box in boxes) for side, choose in enumerate((min, min, max, max)))
    ink = ink_of(data)
    assert printed.angle(first) == (print_turned + page_turned) % 360
    assert left - 0.5 <= ink[0]
    assert bottom - 0.5 <= ink[1]
    assert right + 0.5 >= ink[2]
    assert top + 0.5 >= ink[3]
    sides = (right - left, top - bottom)
    lies = (print_turned + page_turned) % 180 == 90
    along, across = reversed(sides) if lies else sides
    ink_along = ink[3] - ink[1] if lies else ink[2] - ink[0]
    assert along == pytest.approx(ink_along, abs=1)
    assert across <= 1.1 * _SIZE
