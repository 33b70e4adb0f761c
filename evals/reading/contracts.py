"""Contracts put together from sentences: clauses in a scheme of numbers, with what else stands in a contract."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from evals.reading.numbering import Rank, Scheme, level, plain
from evals.reading.truth import Block, Level, Path, Role, Style

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from evals.reading.texts import Deck


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a half's contracts beside the sentences drawn."""

    parties: str
    headings: tuple[str, ...]
    run_ins: tuple[str, ...]
    repeated: str
    references: tuple[str, ...]
    """Sentences that begin with a reference, with {} for the clause's number."""
    closing: str
    signatures: tuple[str, ...]
    notes: tuple[str, ...]
    contents: str = "TABLE OF CONTENTS"
    cover: tuple[str, ...] = ()
    slots: tuple[tuple[str, ...], ...] = ()
    """Parts of sentences of our own, one of each slot in turn, for a language of which few sentences are at hand."""

    def own(self) -> tuple[str, ...]:
        """All sentences that the slots make."""
        return tuple(" ".join(parts) for parts in product(*self.slots)) if self.slots else ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a contract is made of. ``joins`` stand between number and text, a level each; "\\n" sets the number alone.

    ``heads`` says how the first level's headings are set: "line", "lines" (number and heading below each other) or
    "run-in". ``fan`` is how many clauses a level has below it, at most. ``margin`` sets numbers into the margin.
    """

    title: str
    words: Wording
    scheme: Scheme
    language: str = "en"
    clauses: int = 8
    fan: tuple[int, ...] = (4, 3)
    heads: str = "line"
    joins: tuple[str, ...] = (" ", " ", " ", " ")
    run_ins: bool = False
    margin: bool = False
    recitals: bool = False
    contents: bool = False
    cover: bool = False
    signatures: bool = True
    schedules: int = 0
    schedule: str = "SCHEDULE {}"
    notes: bool = False
    repeated: bool = False
    tables: tuple[tuple[tuple[str, ...], ...], ...] = ()
    ruled: bool = False
    preamble: bool = True


class Contract:
    """Puts a plan's blocks together; the same deck and chance give the same contract."""

    def __init__(self, plan: Plan, deck: Deck, chance: random.Random, pages: Mapping[str, str] | None = None) -> None:
        self.plan = plan
        self.words = plan.words
        self._deck = deck
        self._chance = chance
        self._pages = pages or {}
        self.blocks: list[Block] = []
        self._running: dict[int, int] = {}
        self._notes = 0
        self._tables = list(plan.tables)
        self._numbers: list[str] = []

    def build(self) -> tuple[Block, ...]:
        """The blocks in reading order."""
        plan = self.plan
        if plan.cover:
            self._cover()
        headings = [self.words.headings[i % len(self.words.headings)] for i in range(plan.clauses)]
        if plan.contents:
            self._contents(headings)
        self._add(Block(plan.title, Style.TITLE, path=()))
        if plan.preamble:
            self._text("", (self.words.parties, self._deck.draw()), ())
        if plan.recitals:
            for n in (1, 2, 3):
                self._text(f"({chr(64 + n)}) ", (self._deck.draw(),), None)
        for n, heading in enumerate(headings, 1):
            self._clause(plan.scheme, n, (), heading)
        if plan.signatures:
            self._text("", (self.words.closing,), None)
            for line in self.words.signatures:
                self._add(Block(line, role=Role.OPEN))
        for n in range(1, plan.schedules + 1):
            self._schedule(n)
        return tuple(self.blocks)

    def _add(self, block: Block) -> None:
        self.blocks.append(block)

    def _cover(self) -> None:
        for line in (self.plan.title, *self.words.cover):
            self._add(Block(line, Style.CENTRED, role=Role.OPEN))
        self._add(Block("", Style.PAGE_BREAK))

    def _contents(self, headings: list[str]) -> None:
        self._add(Block(self.words.contents, Style.CENTRED, role=Role.OPEN))
        for n, heading in enumerate(headings, 1):
            number = self.plan.scheme[0].draw(n, "")
            page = self._pages.get(heading, "1")
            self._add(Block(f"{number} {heading}\t{page}", Style.CONTENTS, role=Role.CONTENTS))
        self._add(Block("", Style.PAGE_BREAK))

    def _schedule(self, number: int) -> None:
        drawn = self.plan.schedule.format(number)
        heading = self.words.headings[-number]
        top = Level(drawn, frozenset({plain(drawn), plain(heading), plain(f"{drawn} {heading}")}), heading)
        self._add(Block("", Style.PAGE_BREAK))
        self._add(Block(f"{drawn}\n{heading}", Style.HEADING, path=(top,), clause=True))
        self._running.clear()
        for n in (1, 2, 3):
            self._clause(_ANNEX, n, (top,), None)

    def _clause(self, scheme: Scheme, number: int, above: Path, heading: str | None) -> None:
        rank, depth = scheme[0], len(above)
        if rank.running:
            number = self._running[depth] = self._running.get(depth, 0) + 1
        parent = above[-1] if above and not above[-1].drawn.upper().startswith(_SCHEDULES) else None
        here = level(rank, number, parent, heading)
        path = (*above, here)
        if not heading and any(sign.isdigit() for sign in here.drawn):
            self._numbers.append(here.drawn)
        below = scheme[1:]
        fan = self.plan.fan[depth] if depth < len(self.plan.fan) and below else 0
        kids = self._chance.randint(fan - 1, fan) if fan > 1 else fan
        if depth and self._chance.random() < 0.4:
            kids = 0
        if depth == 0 and heading is not None and self.plan.heads != "run-in":
            join = "\n" if self.plan.heads == "lines" else self._join(0)
            block = Block(f"{here.drawn}{join}{heading}", Style.HEADING, path, clause=True)
            self._add(self._with_margin(block, here.drawn) if self.plan.heads == "line" else block)
            if not kids:
                self._text("", self._sentences(3), path)
        else:
            lead = f"{here.drawn}{self._join(depth)}"
            if heading is not None:
                lead += f"{heading}. "
            elif self.plan.run_ins and depth == 1:
                run_in = self.words.run_ins[(number + len(self.blocks)) % len(self.words.run_ins)]
                lead += f"{run_in}. "
                here = Level(here.drawn, here.forms | {plain(run_in)}, run_in)
                path = (*above, here)
            self._text(lead, self._sentences(1 if kids else 3), path, clause=True, number=len(here.drawn))
            if not kids and self._chance.random() < 0.3:
                self._text("", self._sentences(2), path)
        for n in range(1, kids + 1):
            self._clause(below, n, path, None)
        if depth == 0 and self._tables and self._chance.random() < 0.6:
            rows = self._tables.pop(0)
            self._add(Block("", Style.TABLE, rows=rows, ruled=self.plan.ruled))

    def _join(self, depth: int) -> str:
        return self.plan.joins[min(depth, len(self.plan.joins) - 1)]

    def _with_margin(self, block: Block, drawn: str) -> Block:
        return replace(block, number=len(drawn)) if self.plan.margin else block

    def _sentences(self, most: int) -> tuple[str, ...]:
        drawn = [self._deck.draw() for _ in range(self._chance.randint(1, most))]
        if self.plan.repeated and self._chance.random() < 0.35:
            drawn.append(self.words.repeated)
        if self._chance.random() < 0.25 and len(self._numbers) > 2:
            number = plain(self._chance.choice(self._numbers[:-1]))
            drawn.append(self._chance.choice(self.words.references).format(number))
        return tuple(drawn)

    def _text(
        self, lead: str, sentences: tuple[str, ...], path: Path | None, *, clause: bool = False, number: int = 0
    ) -> None:
        text, note = lead, None
        spans: list[tuple[int, int]] = []
        for sentence in sentences:
            if spans:
                text += " "
            spans.append((len(text), len(text) + len(sentence)))
            text += sentence
            if self.plan.notes and note is None and clause and self._notes < 9 and self._chance.random() < 0.3:
                self._notes += 1
                text += _SUPERIORS[self._notes]
                note = f"{self._notes} {self.words.notes[self._notes % len(self.words.notes)]} {self._deck.draw()}"
        depth = max(len(path) - 1, 0) if path else 0
        self._add(
            Block(
                text,
                Style.PARAGRAPH,
                path,
                tuple(spans),
                clause=clause,
                depth=depth,
                note=note,
                number=number if self.plan.margin and depth < 2 else 0,
            )
        )


_SUPERIORS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SCHEDULES = ("SCHEDULE", "ANNEX", "ANEXA", "APPENDIX", "EXHIBIT")
_ANNEX: Scheme = (
    Rank(lambda n, _: f"{n}."),
    Rank(lambda n, above: f"{above}.{n}"),
)
"""Schedules count anew, with numbers of their own."""
