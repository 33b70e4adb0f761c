"""A document of a room while it is written: sheets of cells or lines of sentences, and where each part stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .figure import Fig, Mark, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .relation import Relation

WORDS_BEFORE, WORDS_AFTER = 5, 2
_OPENERS = {"title": "# ", "heading": "## ", "item": "- "}


@dataclass(eq=False, slots=True)
class Sentence:
    """A sentence, or the content of a cell. ``tag`` names what it stands for, as that of a mark does."""

    parts: list[Part]
    tag: str = ""

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


Content = Sentence | Part | None


def sentence(content: Content) -> Sentence:
    """The content as a sentence; nothing becomes an empty one."""
    if isinstance(content, Sentence):
        return content
    return Sentence([] if content is None else [content])


@dataclass(eq=False, slots=True)
class Line:
    """One line of prose. Its ``kind`` is ``title``, ``heading``, ``item``, ``row``, ``page``, ``break`` or ``text``."""

    kind: str
    sentences: list[Sentence]

    def render(self) -> str:
        match self.kind:
            case "row":
                return "| " + " | ".join(one.text for one in self.sentences) + " |"
            case "page":
                return "---page---"
            case "break":
                return ""
        return _OPENERS.get(self.kind, "") + " ".join(one.text for one in self.sentences)


@dataclass(eq=False, slots=True)
class Sheet:
    """One sheet of a workbook, or the whole of a CSV file."""

    name: str
    rows: list[list[Sentence]] = field(default_factory=list)

    def add(self, *contents: Content) -> None:
        self.rows.append([sentence(one) for one in contents])


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a truth and what stands there."""

    file: str
    part: Fig | Mark | Sentence
    sheet: str = ""
    cell: str = ""
    words: str = ""


@dataclass(eq=False, slots=True)
class Doc:
    """A document. ``type`` is what the generator calls it (``accounts``), ``kind`` what people do."""

    file: str
    type: str
    kind: str
    sheets: list[Sheet] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    headers: list[tuple[str, Sentence]] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)

    def title(self, content: Content) -> None:
        self._line("title", content)

    def heading(self, content: Content) -> None:
        self._line("heading", content)

    def item(self, content: Content) -> None:
        self.lines.append(Line("item", [sentence(content)]))

    def text(self, *contents: Content) -> None:
        """A paragraph of the sentences."""
        if contents:
            self.lines += [Line("text", [sentence(one) for one in contents]), Line("break", [])]

    def line(self, content: Content) -> None:
        """A line that keeps its end, such as one of a signature block."""
        self.lines.append(Line("text", [sentence(content)]))

    def row(self, *contents: Content) -> None:
        self.lines.append(Line("row", [sentence(one) for one in contents]))

    def gap(self) -> None:
        self.lines.append(Line("break", []))

    def page(self) -> None:
        self.lines += [Line("break", []), Line("page", []), Line("break", [])]

    def sheet(self, name: str) -> Sheet:
        self.sheets.append(Sheet(name.strip()))
        return self.sheets[-1]

    def _line(self, kind: str, content: Content) -> None:
        if self.lines and self.lines[-1].kind != "break":
            self.gap()
        self.lines += [Line(kind, [sentence(content)]), Line("break", [])]

    def render(self) -> str:
        """The source text, as ``evals/rooms/README.md`` describes it."""
        if self.file.endswith(".csv"):
            return "".join(",".join(_quoted(one.text) for one in row) + "\n" for row in self.sheets[0].rows)
        if self.sheets:
            return "\n".join(_written(sheet) for sheet in self.sheets)
        head = "".join(f"{name}: {value.text}\n" for name, value in self.headers)
        body = "\n".join(line.render() for line in self.lines)
        return (head + "\n" if head else "") + re.sub(r"\n{3,}", "\n\n", body).strip("\n") + "\n"

    def spots(self) -> Iterator[Spot]:
        """Every figure, mark and tagged sentence with its place."""
        for sheet in self.sheets:
            name = "" if self.file.endswith(".csv") else sheet.name
            for at, row in enumerate(sheet.rows, 1):
                for column, one in enumerate(row):
                    address = f"{letters(column)}{at}"
                    for part in _parts(one):
                        yield Spot(self.file, part, sheet=name, cell=address)
        for _, one in self.headers:
            for part in _parts(one):
                yield Spot(self.file, part, words=_words(one, part))
        for line in self.lines:
            for one in line.sentences:
                for part in _parts(one):
                    yield Spot(self.file, part, words=_words(one, part))

    def figures(self) -> Iterator[Fig]:
        for spot in self.spots():
            if isinstance(spot.part, Fig):
                yield spot.part


def letters(column: int) -> str:
    """The letters of a column counted from 0."""
    return (letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def _parts(one: Sentence) -> Iterator[Fig | Mark | Sentence]:
    if one.tag:
        yield one
    for part in one.parts:
        if not isinstance(part, str):
            yield part


def _words(one: Sentence, part: Fig | Mark | Sentence) -> str:
    """The part with some words around it; a sentence whole, without its full stop."""
    if part is one:
        return one.text.strip().rstrip(".")
    at = next(index for index, other in enumerate(one.parts) if other is part)
    before = "".join(other if isinstance(other, str) else other.text for other in one.parts[:at])
    after = "".join(other if isinstance(other, str) else other.text for other in one.parts[at + 1 :])
    text = part.text
    head = re.search(rf"(?:\S+\s+){{0,{WORDS_BEFORE}}}\S*$", before)
    tail = re.match(rf"\S*(?:\s+\S+){{0,{WORDS_AFTER}}}", after)
    return ((head.group() if head else "") + text + (tail.group() if tail else "")).strip().rstrip(".,;")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search(r'[,"\n]', text) else text


def _written(sheet: Sheet) -> str:
    lines = [" | ".join(one.text for one in row).rstrip() for row in sheet.rows]
    return f"## Sheet: {sheet.name}\n" + "\n".join(lines) + "\n"
