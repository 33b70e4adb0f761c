"""The straight lines that are drawn on a PDF page: rules, borders of boxes, edges of shaded areas."""

from __future__ import annotations

import ctypes
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pypdfium2

    from casewright.adapters.ingest.worker.page_frame import PageFrame, Rectangle

_OBJECTS: Final = 20_000
"""A page with more objects is a drawing."""
_SEGMENTS: Final = 20_000
"""A page whose paths have more segments is a drawing."""
_DEPTH: Final = 3
"""Forms inside one another that are looked into."""
_THIN: Final = 3.5
"""Points; what is filled and no wider is a rule."""
_SHORTEST: Final = 4.0
"""Points; what is shorter is a part of something else."""
_SLANT: Final = 0.5
"""Points that the ends of a rule may lie off its direction."""
_PALE: Final = 250
"""From this brightness on nothing is seen on white."""

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
_IDENTITY: Final[Matrix] = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """A straight line: ``at`` is where it stands across its direction, from ``low`` to ``high`` along it, in points."""

    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a page that lie across it, and those that go down it; in no order."""

    across: tuple[Rule, ...] = ()
    down: tuple[Rule, ...] = ()


class _TooMany(Exception):
    """More is drawn than on any page with a table."""


def rules_of(page: pypdfium2.PdfPage, frame: PageFrame) -> Rules:
    """The page's rules; none where it has more drawings than a page with tables."""
    drawing = _Drawing(frame)
    try:
        drawing.add_page(page.raw)
    except _TooMany:
        return Rules()
    return drawing.rules()


class _Drawing:
    """What is drawn on a page, taken in path by path."""

    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self._across: list[Rule] = []
        self._down: list[Rule] = []
        self._areas: list[tuple[Rectangle, int]] = []
        self._objects = 0
        self._segments = 0

    def add_page(self, page: pdfium.FPDF_PAGE) -> None:
        self._add_all(
            (pdfium.FPDFPage_GetObject(page, index) for index in range(pdfium.FPDFPage_CountObjects(page))),
            _IDENTITY,
            0,
        )

    def rules(self) -> Rules:
        """The rules, and the edges of areas where the colour changes."""
        across, down = Counter[tuple[float, ...]](), Counter[tuple[float, ...]]()
        for (left, bottom, right, top), colour in set(self._areas):
            for edge in (bottom, top):
                across[(round(edge), round(left), round(right), colour)] += 1
            for edge in (left, right):
                down[(round(edge), round(bottom), round(top), colour)] += 1
        # Two areas of one colour beside each other are one to the eye.
        shaded = [Rule(*key[:3]) for key, times in across.items() if times == 1]
        sides = [Rule(*key[:3]) for key, times in down.items() if times == 1]
        return Rules((*self._across, *shaded), (*self._down, *sides))

    def _add_all(self, objects: Iterable[pdfium.FPDF_PAGEOBJECT], matrix: Matrix, depth: int) -> None:
        for item in objects:
            self._objects += 1
            if self._objects > _OBJECTS:
                raise _TooMany
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._add_path(item, matrix)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEPTH:
                count = pdfium.FPDFFormObj_CountObjects(item)
                inner = (pdfium.FPDFFormObj_GetObject(item, index) for index in range(count))
                self._add_all(inner, _product(_matrix_of(item), matrix), depth + 1)

    def _add_path(self, path: pdfium.FPDF_PAGEOBJECT, matrix: Matrix) -> None:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
        ink = _colour(path, pdfium.FPDFPageObj_GetFillColor) if fill.value else None
        line = _colour(path, pdfium.FPDFPageObj_GetStrokeColor) if stroke.value else None
        if ink is None and line is None:
            return
        self._segments += max(pdfium.FPDFPath_CountSegments(path), 0)
        if self._segments > _SEGMENTS:
            raise _TooMany
        to_page = _product(_matrix_of(path), matrix)
        for points in _outlines(path):
            shown = [self._frame.point(*_moved(point, to_page)) for point in points]
            if line is not None:
                self._add_lines(shown)
            if ink is not None:
                self._add_area(shown, ink, is_bordered=line is not None)

    def _add_lines(self, points: list[Point]) -> None:
        for (x1, y1), (x2, y2) in pairwise(points):
            if abs(y1 - y2) <= _SLANT and abs(x1 - x2) >= _SHORTEST:
                self._across.append(Rule((y1 + y2) / 2, min(x1, x2), max(x1, x2)))
            elif abs(x1 - x2) <= _SLANT and abs(y1 - y2) >= _SHORTEST:
                self._down.append(Rule((x1 + x2) / 2, min(y1, y2), max(y1, y2)))

    def _add_area(self, points: list[Point], colour: int, *, is_bordered: bool) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
        if top - bottom <= _THIN:
            if right - left >= _SHORTEST:
                self._across.append(Rule((bottom + top) / 2, left, right))
        elif right - left <= _THIN:
            if top - bottom >= _SHORTEST:
                self._down.append(Rule((left + right) / 2, bottom, top))
        elif not is_bordered and _is_rectangle(points, (left, bottom, right, top)):
            self._areas.append(((left, bottom, right, top), colour))


def _outlines(path: pdfium.FPDF_PAGEOBJECT) -> Iterator[list[Point]]:
    """The corners of each part of the path, the first one again where it is closed; curves part them."""
    points: list[Point] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind != pdfium.FPDF_SEGMENT_LINETO and points:
            yield points
            points = []
        points.append((x.value, y.value))
        if pdfium.FPDFPathSegment_GetClose(segment) and len(points) > 1:
            points.append(points[0])
    if points:
        yield points


def _is_rectangle(points: list[Point], bounds: Rectangle) -> bool:
    """Whether every corner is one of the bounds'."""
    left, bottom, right, top = bounds
    return len(points) >= 4 and all(
        min(abs(x - left), abs(x - right)) <= _SLANT and min(abs(y - bottom), abs(y - top)) <= _SLANT for x, y in points
    )


def _colour(path: pdfium.FPDF_PAGEOBJECT, getter: object) -> int | None:
    """The colour as one number; None where nothing is seen on white."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not getter(path, red, green, blue, alpha):  # type: ignore[operator]
        return 0
    if alpha.value == 0 or min(red.value, green.value, blue.value) >= _PALE:
        return None
    return red.value << 24 | green.value << 16 | blue.value << 8 | alpha.value


def _matrix_of(item: pdfium.FPDF_PAGEOBJECT) -> Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, found):
        return _IDENTITY
    return found.a, found.b, found.c, found.d, found.e, found.f


def _product(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does the first and then the other."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _moved(point: Point, matrix: Matrix) -> Point:
    x, y = point
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
