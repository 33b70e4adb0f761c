"""The chain that a claim rests on, drawn: documents at the left, what was taken from them, the claim at the right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.server.pages.places import place_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, GAP_X, GAP_Y = 230, 76, 70, 18
_MARGIN = 4
_LINE = 30
"""Characters of a line in a box."""


@dataclass(frozen=True, slots=True)
class Box:
    """One thing of the chain. ``lines`` are its words as they fit, ``path`` what it opens."""

    key: str
    kind: str
    lines: Sequence[str]
    grade: str | None
    path: str | None
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """Boxes, and curves from a box to the one that rests on it, as paths of SVG."""

    boxes: Sequence[Box]
    curves: Sequence[str]
    width: int
    height: int


# Any: outputs of tools are JSON.
def draw(looked_up: Mapping[str, Any], matter: str) -> Drawing:
    """The drawing for what ``lookup_claim`` gives with its chain and its evidence."""
    claim = looked_up["claim"]
    evidence = {one["evidence_id"]: one for one in looked_up["evidence"] or ()}
    columns: list[list[tuple[str, str, str, str | None, str | None]]] = [[], [], []]
    edges: list[tuple[str, str]] = []
    for key, item in evidence.items():
        span = item["source_span"]
        name = span["filename"] if span else item["artefact"]
        document = f"document:{name}"
        if all(one[0] != document for one in columns[0]):
            opens = None if span is None else place_path(matter, span["document_id"])
            columns[0].append((document, "document", name, None, opens))
        where = None if span is None else place_path(matter, span["document_id"], span["start"], span["end"])
        columns[1].append((f"evidence:{key}", "evidence", f"“{item['text_excerpt']}”", item["source_grade"], where))
        edges += [(document, f"evidence:{key}"), (f"evidence:{key}", "claim")]
    for one in claim["derived_from"]:
        columns[1].append((f"claim:{one}", "claim", f"claim {one[:8]}", None, f"/matters/{matter}/deal/claims/{one}"))
        edges.append((f"claim:{one}", "claim"))
    if claim["source_calc_id"]:
        columns[1].append(("calculation", "calculation", f"calculation {claim['source_calc_id'][:8]}", None, None))
        edges.append(("calculation", "claim"))
    columns[2].append(("claim", "claim", claim["claim_text"], claim["claim_grade"], None))
    return _placed(columns, edges)


def _placed(
    columns: Sequence[Sequence[tuple[str, str, str, str | None, str | None]]], edges: Sequence[tuple[str, str]]
) -> Drawing:
    rows = max(len(column) for column in columns)
    height = rows * (HEIGHT + GAP_Y) - GAP_Y + 2 * _MARGIN
    boxes: dict[str, Box] = {}
    for number, column in enumerate(columns):
        taken = len(column) * (HEIGHT + GAP_Y) - GAP_Y
        top = (height - taken) // 2
        for row, (key, kind, words, grade, path) in enumerate(column):
            place = _MARGIN + number * (WIDTH + GAP_X), top + row * (HEIGHT + GAP_Y)
            boxes[key] = Box(key, kind, _lines(words), grade, path, *place)
    curves = [_curve(boxes[low], boxes[high]) for low, high in edges]
    return Drawing(list(boxes.values()), curves, 3 * WIDTH + 2 * GAP_X + 2 * _MARGIN, height)


def _curve(low: Box, high: Box) -> str:
    start, end = (low.x + WIDTH, low.y + HEIGHT // 2), (high.x, high.y + HEIGHT // 2)
    middle = (start[0] + end[0]) // 2
    return f"M{start[0]} {start[1]} C{middle} {start[1]} {middle} {end[1]} {end[0]} {end[1]}"


def _lines(words: str) -> list[str]:
    """The words in three lines at most, cut with a sign that they go on."""
    lines: list[str] = [""]
    for word in re.split(r"[\s_]+", words):
        piece = word if len(word) <= _LINE else f"{word[: _LINE - 1]}…"
        if len(lines[-1]) + len(piece) < _LINE:
            lines[-1] = f"{lines[-1]} {piece}".strip()
        else:
            lines.append(piece)
    if len(lines) > 3:
        return [*lines[:2], f"{lines[2]}…"]
    return lines
