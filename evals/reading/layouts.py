"""A layout: how a contract is put together, set and written; and the files that it gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evals.reading import pdf_files, plain_files, typst_files
from evals.reading.contracts import Contract, Plan
from evals.reading.texts import SEEDS, texts
from evals.reading.truth import Block, KnownDocument, Role
from evals.reading.typesetting import Fixed, Furniture, PageFacts, Setter, Sheet

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from evals.reading.plain_files import PlainPages

DOCUMENTS = 6
"""How many documents of each layout there are, each with texts and lengths of its own."""

Planned = Callable[[int, random.Random], Plan]
"""The plan of a layout's document with that number, from 0."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One way in which contracts look. ``writer`` is "pdf" (standard fonts), "typst" or "plain"."""

    name: str
    plan: Planned
    sheet: Sheet = field(default_factory=Sheet)
    furniture: Callable[[int], Furniture] | None = None
    plain: Callable[[int], PlainPages] | None = None
    writer: str = "pdf"
    order: str = "body first"
    style: str = "line"


def generate(half: str, layout: Layout, number: int, data: Path) -> KnownDocument:
    """The layout's document of that number; always the same for the same texts."""
    seed = f"{SEEDS[half]} {layout.name} {number}"
    plan = layout.plan(number, random.Random(seed))
    name = f"{layout.name.replace(' ', '-')}-{number + 1}"

    def blocks(pages: dict[str, str] | None = None) -> tuple[Block, ...]:
        deck = texts(data, half).deck(plan.language, seed, plan.words.own())
        return Contract(plan, deck, random.Random(seed), pages).build()

    if layout.plain is not None:
        made = blocks()
        text, pieces = plain_files.set_plain(made, layout.plain(number))
        return KnownDocument(layout.name, f"{name}.txt", text.encode(), made, pieces)
    writer: ModuleType = typst_files if layout.writer == "typst" else pdf_files
    around = layout.furniture(number) if layout.furniture else nothing
    made = blocks()
    if plan.contents:
        first = Setter(layout.sheet, writer.text_width)
        first.set(made, around)
        made = blocks({heading: str(page) for heading, page in first.headings.items()})
    pages = Setter(layout.sheet, writer.text_width).set(made, around)
    body = writer.write(pages, layout.sheet, order=layout.order, style=layout.style)
    pieces = tuple(
        run.piece
        for page in pages
        for run in ([*page.around, *page.runs, *page.notes] if layout.order != "body first" else
                    [*page.runs, *page.notes, *page.around])
    )  # fmt: skip
    return KnownDocument(layout.name, f"{name}.pdf", body, made, pieces, pages=len(pages))


def nothing(_page: PageFacts) -> tuple[Fixed, ...]:
    """No furniture at all."""
    return ()


def head(page: PageFacts, text: str, align: str = "centre", role: Role = Role.HEADER, *, down: float = 0.0) -> Fixed:
    """A line in the page's upper margin."""
    sheet = page.sheet
    return Fixed(text, role, _x(sheet, align), sheet.height - 0.5 * sheet.top - down, align=align)


def foot(page: PageFacts, text: str, align: str = "centre", role: Role = Role.FOOTER, *, up: float = 0.0) -> Fixed:
    """A line in the page's lower margin."""
    sheet = page.sheet
    return Fixed(text, role, _x(sheet, align), 0.45 * sheet.bottom + up, align=align)


def line_numbers(page: PageFacts, most: int, *, step: int = 1) -> list[Fixed]:
    """Numbers of lines in the left margin, on the baselines of the lines."""
    sheet = page.sheet
    first = sheet.height - sheet.top - sheet.size
    return [
        Fixed(str(n), Role.LINE_NUMBER, sheet.left - 18, first - (n - 1) * sheet.leading, sheet.size, "right")
        for n in range(1, most + 1)
        if n % step == 0
    ]


def watermark(page: PageFacts, text: str, *, angle: float = 45.0, size: float = 70.0) -> Fixed:
    """A word across the page, in light grey."""
    sheet = page.sheet
    return Fixed(text, Role.WATERMARK, 0.24 * sheet.width, 0.3 * sheet.height, size, "left", angle, 0.85)


def _x(sheet: Sheet, align: str) -> float:
    return {"left": sheet.left, "centre": sheet.width / 2, "right": sheet.width - sheet.right}[align]
