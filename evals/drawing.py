"""Two plots as SVG text: precision over recall, and how often probabilities came true. No script, nothing loaded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.measures import Bin

STROKES = (("#1b5e9e", ""), ("#b3541e", "6 3"), ("#3a7d44", "2 3"), ("#7a3b8f", "8 3 2 3"), ("#666666", "1 4"))
"""Colour and dashes, told apart without colours too."""

SMALL = (150, 110)
"""Width and height of a plot without words."""

_LEFT, _TOP, _RIGHT, _BOTTOM = 44, 12, 12, 36


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: y over x, both in [0, 1]; a NaN leaves a gap."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


def curves(lines: Sequence[Line], title: str, size: tuple[int, int] = (460, 300)) -> str:
    """Precision over recall, one line a scorer, named beside the plot's upper right corner."""
    frame = _Frame(*size)
    parts = [frame.grid("recall", "precision")]
    for number, line in enumerate(lines):
        colour, dashes = STROKES[number % len(STROKES)]
        parts.append(
            f'<path d="{frame.path(line)}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        )
        height = _TOP + 16 + 16 * number
        left = size[0] - _RIGHT - 230
        parts.append(
            f'<path d="M{left} {height - 4}h26" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
            f'<text x="{left + 32}" y="{height}">{escape(line.name)}</text>'
        )
    return _svg(size, title, parts)


def small_curve(lines: Sequence[Line], title: str) -> str:
    """As ``curves``, small and without words."""
    frame = _Frame(*SMALL, margins=(6, 6, 6, 6))
    parts = [frame.border()]
    for number, line in enumerate(lines):
        colour, dashes = STROKES[number % len(STROKES)]
        parts.append(
            f'<path d="{frame.path(line)}" fill="none" stroke="{colour}" stroke-width="1.5" '
            f'stroke-dasharray="{dashes}"/>'
        )
    return _svg(SMALL, title, parts)


def reliability(bins: Sequence[Bin], title: str, size: tuple[int, int] = (460, 300)) -> str:
    """The share seen over the probability said; the more texts a circle stands for, the larger it is."""
    frame = _Frame(*size)
    return _svg(size, title, [frame.grid("probability said", "share seen"), *_circles(frame, bins)])


def small_reliability(bins: Sequence[Bin], title: str) -> str:
    """As ``reliability``, small and without words."""
    frame = _Frame(*SMALL, margins=(6, 6, 6, 6))
    return _svg(SMALL, title, [frame.border(), *_circles(frame, bins)])


def _circles(frame: _Frame, bins: Sequence[Bin]) -> list[str]:
    parts = []
    parts.append(
        f'<path d="{frame.path(Line("", (0, 1), (0, 1)))}" fill="none" stroke="#999999" stroke-dasharray="4 4"/>'
    )
    line = Line("", [one.said for one in bins], [one.seen for one in bins])
    colour = STROKES[0][0]
    parts.append(f'<path d="{frame.path(line)}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    for one in bins:
        x, y = frame.place(one.said, one.seen)
        radius = 2 + 1.5 * math.log10(1 + one.count)
        tip = f"said {one.said:.2f}, seen {one.seen:.2f}, {one.count:,} texts"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" fill-opacity="0.75">'
            f"<title>{tip}</title></circle>"
        )
    return parts


class _Frame:
    """Where numbers from 0 to 1 stand in a picture."""

    def __init__(self, width: int, height: int, margins: tuple[int, int, int, int] | None = None) -> None:
        left, top, right, bottom = margins or (_LEFT, _TOP, _RIGHT, _BOTTOM)
        self._x, self._y = left, top
        self._width, self._height = width - left - right, height - top - bottom

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The point of a pair of numbers."""
        return self._x + x * self._width, self._y + (1 - y) * self._height

    def path(self, line: Line) -> str:
        """The path of a line, broken where it has no number."""
        parts, pen = [], "M"
        for x, y in zip(line.x, line.y, strict=True):
            if math.isnan(x) or math.isnan(y):
                pen = "M"
                continue
            across, down = self.place(x, y)
            parts.append(f"{pen}{across:.1f} {down:.1f}")
            pen = "L"
        return "".join(parts)

    def border(self) -> str:
        """The frame alone."""
        return (
            f'<rect x="{self._x}" y="{self._y}" width="{self._width}" height="{self._height}" '
            'fill="none" stroke="#cccccc"/>'
        )

    def grid(self, across: str, down: str) -> str:
        """Frame, lines at every fifth, numbers and the two axes' names."""
        parts = [self.border()]
        for step in range(6):
            value = step / 5
            x, y = self.place(value, value)
            parts.append(
                f'<path d="M{self._x} {y:.1f}h{self._width}M{x:.1f} {self._y}v{self._height}" stroke="#eeeeee"/>'
                f'<text x="{self._x - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.1f}</text>'
                f'<text x="{x:.1f}" y="{self._y + self._height + 15}" text-anchor="middle">{value:.1f}</text>'
            )
        middle_x, middle_y = self._x + self._width / 2, self._y + self._height / 2
        parts.append(
            f'<text x="{middle_x:.0f}" y="{self._y + self._height + 31}" text-anchor="middle">{escape(across)}</text>'
            f'<text x="12" y="{middle_y:.0f}" text-anchor="middle" transform="rotate(-90 12 {middle_y:.0f})">'
            f"{escape(down)}</text>"
        )
        return "".join(parts)


def _svg(size: tuple[int, int], title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" height="{size[1]}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
