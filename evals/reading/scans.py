"""Pages as a scanner gives them: pictures without text, straight, skewed or noisy; and how many signs are misread."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.errors import UnreadableDocument
from evals.reading.layouts import generate
from evals.reading.pdf_files import assemble

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from casewright.domain.documents import Reading
    from evals.reading.layouts import Layout
    from evals.reading.results import Tally

    Grey = NDArray[np.uint8]

RESOLUTIONS = (100, 150, 300)
STATES = ("clean", "skewed", "noisy")


@dataclass(frozen=True, slots=True)
class Scanning:
    """How a half's pages are scanned: which of a document's, turned by how many degrees, with how much noise."""

    layouts: tuple[str, ...]
    page: int
    degrees: float
    noise: float


def measure_scans(
    half: str, layouts: tuple[Layout, ...], scanning: Scanning, data: Path, read: Callable[[bytes, str], Reading],
    tally: Tally,
) -> None:  # fmt: skip
    """Count the signs that are read wrong, by resolution and state; what is refused is wrong from first to last."""
    for layout in layouts:
        if layout.name not in scanning.layouts:
            continue
        known = generate(half, replace(layout, furniture=None), 2, data)
        lines = [piece for piece in known.pieces if piece.page == scanning.page + 1 and piece.words]
        truth = " ".join(piece.text for piece in lines)
        for resolution in RESOLUTIONS:
            clean = rasterise(known.data, scanning.page, resolution)
            for state in STATES:
                scanned = spoil(clean, state, scanning)
                try:
                    text = _shown(read(picture_pdf(scanned, resolution), "scan.pdf"))
                except UnreadableDocument as refused:
                    text = ""
                    tally.fault("scan", f"{layout.name}, {resolution} dpi, {state}", str(refused))
                wrong = min(distance(squash(truth), squash(text)), len(squash(truth)))
                tally.count(f"ocr {resolution} {state}", wrong, len(squash(truth)))


def _shown(reading: Reading) -> str:
    """The text without what is marked as furniture: the pages have none, and what is taken for it is lost."""
    kept, cursor = [], 0
    for one in reading.furniture:
        kept.append(reading.text[cursor : one.start])
        cursor = one.end
    return "".join([*kept, reading.text[cursor:]])


def squash(text: str) -> str:
    """The text with single blanks."""
    return " ".join(text.split())


def rasterise(data: bytes, page: int, resolution: int) -> Grey:
    """A page as grey pixels, shape (height, width)."""
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        drawn = document[page].render(scale=resolution / 72, grayscale=True).to_numpy()
    return np.array(drawn, np.uint8).reshape(drawn.shape[:2])


def spoil(page: Grey, state: str, scanning: Scanning) -> Grey:
    """The page as it is, turned, or turned with speckles and a grey ground."""
    if state == "clean":
        return page
    turned = turn(page, scanning.degrees)
    if state == "skewed":
        return turned
    chance = np.random.default_rng(7)
    noisy = turned.astype(np.float64) * 0.85 + 20 + chance.normal(0, scanning.noise, turned.shape)
    specks = chance.random(turned.shape)
    noisy[specks < 0.001] = 30
    noisy[specks > 0.999] = 250
    return np.clip(noisy, 0, 255).astype(np.uint8)


def turn(page: Grey, degrees: float) -> Grey:
    """The page turned about its middle, white outside."""
    high, wide = page.shape
    angle = np.deg2rad(degrees)
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float64)
    ys -= high / 2
    xs -= wide / 2
    from_x = np.cos(angle) * xs + np.sin(angle) * ys + wide / 2
    from_y = -np.sin(angle) * xs + np.cos(angle) * ys + high / 2
    x0, y0 = np.floor(from_x).astype(int), np.floor(from_y).astype(int)
    inside = (x0 >= 0) & (y0 >= 0) & (x0 < wide - 1) & (y0 < high - 1)
    x0, y0 = np.clip(x0, 0, wide - 2), np.clip(y0, 0, high - 2)
    dx, dy = from_x - x0, from_y - y0
    mixed = (
        page[y0, x0] * (1 - dx) * (1 - dy) + page[y0, x0 + 1] * dx * (1 - dy)
        + page[y0 + 1, x0] * (1 - dx) * dy + page[y0 + 1, x0 + 1] * dx * dy
    )  # fmt: skip
    return np.where(inside, np.clip(mixed, 0, 255), 255).astype(np.uint8)


def picture_pdf(page: Grey, resolution: int) -> bytes:
    """A file of one page that is this picture."""
    high, wide = page.shape
    width, height = wide * 72 / resolution, high * 72 / resolution
    body = zlib.compress(page.tobytes(), 6)
    shown = f"{width:.2f} 0 0 {height:.2f} 0 0 cm /I1 Do".encode()
    return assemble(
        (
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2f} {height:.2f}]"
            "/Resources<</XObject<</I1 4 0 R>>>>/Contents 5 0 R>>".encode(),
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8"
            b"/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (wide, high, len(body), body),
            b"<</Length %d>>\nstream\n%s\nendstream" % (len(shown), shown),
        )
    )


def distance(one: str, other: str) -> int:
    """How many signs have to be put in, taken out or changed to make one text the other."""
    if not one or not other:
        return len(one) + len(other)
    a = np.frombuffer(one.encode("utf-32-le"), np.uint32)
    b = np.frombuffer(other.encode("utf-32-le"), np.uint32)
    steps = np.arange(len(b) + 1)
    row = steps.copy()
    for n, sign in enumerate(a, 1):
        put = np.empty_like(row)
        put[0] = n
        put[1:] = np.minimum(row[1:] + 1, row[:-1] + (b != sign))
        row = np.minimum.accumulate(put - steps) + steps
    return int(row[-1])
