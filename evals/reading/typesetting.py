"""Sets blocks into lines on pages, with furniture around them; each line and each word has its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from evals.reading.truth import Block, Piece, Role, Style, Word

Width = Callable[[str, str, float], float]
"""The width in points of a text in a font and a size."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page in points, and how text is set on it. ``font`` and ``bold`` name fonts of the writer."""

    width: float = 612.0
    height: float = 792.0
    left: float = 72.0
    right: float = 72.0
    top: float = 80.0
    bottom: float = 80.0
    columns: int = 1
    gap: float = 24.0
    font: str = "Times-Roman"
    bold: str = "Times-Bold"
    size: float = 11.0
    leading: float = 13.5
    between: float = 7.0
    indent: float = 18.0
    first_line: float = 0.0
    justify: bool = False
    divide: bool = False
    margin_column: float = 44.0


@dataclass(frozen=True, slots=True)
class Run:
    """A piece with its place: baseline at (x, y) from the lower left corner, turned by ``angle`` degrees."""

    piece: Piece
    x: float
    y: float
    size: float
    font: str
    angle: float = 0.0
    grey: float = 0.0


@dataclass(slots=True)
class SetPage:
    """One page: its runs in reading order, and its rules as (x0, y0, x1, y1)."""

    number: int
    runs: list[Run] = field(default_factory=list)
    notes: list[Run] = field(default_factory=list)
    around: list[Run] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What furniture can tell of a page."""

    number: int
    total: int
    chapter: str
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Fixed:
    """A piece of furniture: ``x`` is the left end, the middle or the right end, as ``align`` says."""

    text: str
    role: Role
    x: float
    y: float
    size: float = 9.0
    align: str = "left"
    angle: float = 0.0
    grey: float = 0.0
    bold: bool = False


Furniture = Callable[[PageFacts], Iterable[Fixed]]


class Setter:
    """Sets one document. ``headings`` says afterwards on which page each first-level heading stands."""

    def __init__(self, sheet: Sheet, width: Width) -> None:
        self.sheet = sheet
        self.width = width
        self.pages: list[SetPage] = [SetPage(1)]
        self.headings: dict[str, int] = {}
        self._column = 0
        self._y = sheet.height - sheet.top
        self._floor = sheet.bottom
        self._chapter = ""

    def set(self, blocks: tuple[Block, ...], furniture: Furniture) -> list[SetPage]:
        """The pages with everything on them."""
        for index, block in enumerate(blocks):
            self._block(index, block)
        while len(self.pages) > 1 and not self.pages[-1].runs:
            self.pages.pop()
        for page in self.pages:
            facts = PageFacts(page.number, len(self.pages), page.chapter, self.sheet)
            page.around = [self._fixed(page.number, fixed) for fixed in furniture(facts)]
        return self.pages

    def _fixed(self, number: int, fixed: Fixed) -> Run:
        font = self.sheet.bold if fixed.bold else self.sheet.font
        wide = self.width(fixed.text, font, fixed.size)
        x = fixed.x - {"left": 0.0, "centre": wide / 2, "right": wide}[fixed.align]
        piece = Piece(fixed.text, fixed.role, number)
        return Run(piece, x, fixed.y, fixed.size, font, fixed.angle, fixed.grey)

    def _next(self) -> None:
        sheet = self.sheet
        self._column += 1
        if self._column >= sheet.columns:
            self._column = 0
            self.pages.append(SetPage(len(self.pages) + 1, chapter=self._chapter))
            self._floor = sheet.bottom
        self._y = sheet.height - sheet.top

    def _measure(self) -> tuple[float, float]:
        sheet = self.sheet
        wide = (sheet.width - sheet.left - sheet.right - (sheet.columns - 1) * sheet.gap) / sheet.columns
        return sheet.left + self._column * (wide + sheet.gap), wide

    def _room(self, height: float) -> None:
        if self._y - height < self._floor - 0.01:
            self._next()

    def _block(self, index: int, block: Block) -> None:
        sheet = self.sheet
        if block.style is Style.PAGE_BREAK:
            if self.pages[-1].runs:
                self._column = sheet.columns
                self._next()
            return
        if block.style is Style.TABLE:
            self._table(index, block)
            return
        big = block.style in (Style.HEADING, Style.TITLE)
        if big:
            self._room(4 * sheet.leading + sheet.between)
            if block.path and len(block.path) == 1 and block.path[0].heading:
                self._chapter = block.path[0].heading
                self.headings.setdefault(self._chapter, len(self.pages))
                if not self.pages[-1].chapter or not self.pages[-1].runs:
                    self.pages[-1].chapter = self._chapter
        if block.style is Style.CONTENTS:
            self._contents(index, block)
            return
        font = sheet.bold if big else sheet.font
        indent = block.depth * sheet.indent
        rest = block.text
        first = True
        if block.number:
            self._room(sheet.leading)
            number = block.text[: block.number]
            rest = block.text[block.number :].lstrip(" ")
            self._line(index, block, [number], self._measure()[0] - sheet.margin_column, font, 0.0)
            indent = 0.0
        for part in rest.split("\n"):
            words = part.split(" ")
            while words:
                self._room(sheet.leading)
                begin = indent + (sheet.first_line if first and block.style is Style.PARAGRAPH else 0.0)
                left, wide = self._measure()
                taken, words = self._fill(words, font, wide - begin)
                spare = wide - begin - self.width(" ".join(taken), font, sheet.size)
                stretch = sheet.justify and words and len(taken) > 2 and spare < 0.3 * wide
                at = left + begin
                if block.style in (Style.TITLE, Style.CENTRED) or (big and "\n" in rest):
                    at = left + spare / 2
                self._line(index, block, taken, at, font, spare / (len(taken) - 1) if stretch else 0.0)
                if block.note and first:
                    self._note(block.note)
                self._y -= sheet.leading
                first = False
        self._y -= sheet.between * (1.6 if big else 1.0)

    def _fill(self, words: list[str], font: str, wide: float) -> tuple[list[str], list[str]]:
        count, used, size = 0, 0.0, self.sheet.size
        blank = self.width(" ", font, size)
        for word in words:
            more = self.width(word, font, size) + (blank if count else 0.0)
            if count and used + more > wide:
                break
            used += more
            count += 1
        rest = words[count:]
        if self.sheet.divide and rest and rest[0].isalpha() and len(rest[0]) > 8:
            half = len(rest[0]) // 2
            head = rest[0][:half] + "-"
            if used + blank + self.width(head, font, size) <= wide:
                return [*words[:count], head], [rest[0][half:], *rest[1:]]
        return words[:count], rest

    def _line(self, index: int | None, block: Block, words: list[str], x: float, font: str, extra: float) -> None:
        run = self._run(" ".join(words), words, (x, self._y - self.sheet.size), font, self.sheet.size, extra)
        piece = Piece(run.piece.text, block.role, len(self.pages), index, words=run.piece.words)
        self.pages[-1].runs.append(Run(piece, run.x, run.y, run.size, run.font))

    def _run(
        self, text: str, words: list[str], at: tuple[float, float], font: str, size: float, extra: float = 0.0
    ) -> Run:
        x, y = at
        placed = []
        blank = self.width(" ", font, size) + extra
        for word in words:
            wide = self.width(word, font, size)
            placed.append(Word(word, x, y - 0.2 * size, x + wide, y + 0.7 * size))
            x += wide + blank
        return Run(Piece(text, Role.BODY, words=tuple(placed)), at[0], y, size, font)

    def _note(self, note: str) -> None:
        sheet, size = self.sheet, self.sheet.size - 2.5
        words, lines = note.split(" "), []
        left, wide = self._measure()
        while words:
            count = 1
            while count < len(words) and self.width(" ".join(words[: count + 1]), sheet.font, size) < wide:
                count += 1
            lines.append(words[:count])
            words = words[count:]
        high = (size + 2) * len(lines)
        self._floor += high
        notes = self.pages[-1].notes
        notes[:] = [replace(run, y=run.y + high) for run in notes]
        for n, line in enumerate(lines):
            y = sheet.bottom + high - (size + 2) * (n + 1)
            run = self._run(" ".join(line), line, (left, y), sheet.font, size)
            self.pages[-1].notes.append(
                Run(Piece(run.piece.text, Role.BODY, len(self.pages)), run.x, y, size, run.font)
            )

    def _contents(self, index: int, block: Block) -> None:
        sheet = self.sheet
        self._room(sheet.leading)
        left, wide = self._measure()
        head, page = block.text.split("\t")
        dot = self.width(".", sheet.font, sheet.size)
        room = wide - self.width(f"{head}  {page}", sheet.font, sheet.size)
        text = f"{head} {'.' * max(3, int(room / dot))} {page}"
        run = self._run(text, text.split(" "), (left, self._y - sheet.size), sheet.font, sheet.size)
        piece = Piece(text, block.role, len(self.pages), index, words=run.piece.words)
        self.pages[-1].runs.append(Run(piece, run.x, run.y, run.size, run.font))
        self._y -= sheet.leading

    def _table(self, index: int, block: Block) -> None:
        sheet = self.sheet
        row_high = sheet.leading + 4
        self._room(min(row_high * len(block.rows) + sheet.between, sheet.height - sheet.top - sheet.bottom - 30))
        left, wide = self._measure()
        count = len(block.rows[0])
        starts = [left + wide * (0.4 + 0.6 * (c - 1) / max(count - 1, 1)) if c else left for c in range(count)]
        ends = [*starts[1:], left + wide]
        top = self._y
        for number, row in enumerate(block.rows):
            y = self._y - sheet.size
            for column, cell in enumerate(row):
                if not cell:
                    continue
                words = cell.split(" ")
                text_wide = self.width(cell, sheet.font, sheet.size)
                x = ends[column] - 6 - text_wide if column and number else starts[column] + 3
                run = self._run(cell, words, (x, y), sheet.font, sheet.size)
                piece = Piece(cell, block.role, len(self.pages), index, (number, column), run.piece.words)
                self.pages[-1].runs.append(Run(piece, x, y, sheet.size, sheet.font))
            self._y -= row_high
            if block.ruled:
                self.pages[-1].rules.append((left, self._y + 1, left + wide, self._y + 1))
        if block.ruled:
            self.pages[-1].rules.append((left, top + 1, left + wide, top + 1))
            for x in (*starts, left + wide):
                self.pages[-1].rules.append((x, top + 1, x, self._y + 1))
        self._y -= sheet.between
