"""References to clauses in words: "Clause 12.1", "section 6.1(b)", "art. 7 alin. (2)", "Schedule 2, paragraph 3".

English and Romanian. Nothing is looked up here: a reference says what a clause is called, not whether there is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from casewright.evidence.sections.numbers import WRITTEN, value_of
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

StepKind = Literal["annex", "chapter", "article", "clause", "item"]

MOST: Final = 50
"""How many references are read from one text at most; a range counts for each clause in it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a reference. ``number`` has no brackets and is in lower case, but for an annex's letter.

    ``word`` is the word before it, folded, so that a schedule is told from an exhibit; empty where there is none.
    """

    kind: StepKind
    number: str
    word: str = ""

    @property
    def value(self) -> tuple[int, ...]:
        """The numbers in it; () where there is a letter only."""
        return value_of(self.number)

    def __str__(self) -> str:
        if self.kind == "item" and self.word in ("", "item", "point"):
            return f"({self.number})"
        return f"{self.word or 'clause'} {self.number}"


@dataclass(frozen=True, slots=True)
class Reference:
    """What one clause is called, outermost part first. ``start`` and ``end``: where in the text that was read."""

    steps: tuple[Step, ...]
    start: int
    end: int

    def __str__(self) -> str:
        """Such as "schedule 2, paragraph 3" or "section 6.1(b)"."""
        shown = ""
        for step in self.steps:
            part = str(step)
            shown += part if part.startswith("(") or not shown else f", {part}"
        return shown


def references_in(text: str) -> tuple[Reference, ...]:
    """The references in a text, in order; a list or range of numbers is one for each clause, ``MOST`` at most.

    What only names an item, such as "(b)" or "lit. b)", is none: nobody knows of which clause.
    """
    plain = plain_letters(text)
    found: list[Reference] = []
    for group in _joined(plain):
        found += [
            Reference(steps, group.start, group.end) for steps in group.ways if any(s.kind != "item" for s in steps)
        ]
    return tuple(found[:MOST])


def read_reference(text: str) -> tuple[Reference, ...]:
    """What a text calls that is a reference and nothing else; a number alone is a clause's. () where it is none."""
    said = text if _UNIT.search(plain_letters(text)) else f"clause {text}"
    found = references_in(said)
    rest = plain_letters(said)
    for one in found:
        rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
    if re.search(r"\w", _FILLER.sub(" ", rest)):
        return ()
    shift = len(said) - len(text)
    return tuple(Reference(one.steps, max(one.start - shift, 0), one.end - shift) for one in found)


_WORDS: Final[dict[StepKind, str]] = {
    "annex": r"schedules?|annex(?:es)?|annexes?|appendix|appendices|exhibits?|attachments?|anex(?:a|e|ei|ele|elor)",
    "chapter": r"chapters?|parts?|capitol(?:ul|ului|ele)?|cap\.|titlul(?:ui)?|partea",
    "article": r"articles?|arts?\.?|articol(?:ul|ului|ele|elor)?",
    "item": r"items?|points?|alin(?:eat(?:ul|ului|ele)?|\.)?|lit(?:era|erei|erele|\.)?|sub-?paragraphs?",
    "clause": (
        r"(?:sub-?)?clauses?|cl\.|(?:sub-?)?sections?|secs?\.|§{1,2}|paragraphs?|paras?\.?|paragraf(?:ul|ului|ele)?"
        r"|clauz(?:a|e|ei|ele|elor)|(?:sub)?sectiun(?:e|ea|i|ii|ile|ilor)|punct(?:ul|ului|ele)?|pct\.?"
    ),
}
_RANK: Final[dict[StepKind, int]] = {"annex": 0, "chapter": 1, "article": 2, "clause": 3, "item": 4}
_AFTER_ONE: Final = (
    r"[ \t]*(?:[,.;:?!)]|\Z|\n|(?i:of|in|and|or|says?|means?|provides?|shows?|contains?|lists?"
    r"|states?|sets?|din|si|sau|spune)\b)"
)
"""What may follow a letter that could be a word of its own."""
_NUMBER: Final = (
    r"(?:\d{1,3}(?:\.\d{1,3}){0,5}(?:\.[a-zA-Z](?!\w))?(?!\w|%|[.,]\d)"
    rf"|(?i:{'|'.join(WRITTEN)})\b|[IVXLC]{{2,6}}\b|[ivxlc]{{2,6}}\b|[IVX](?={_AFTER_ONE}))"
)
_ITEMS: Final = r"(?:[ \t]?\((?:[a-zA-Z]{1,5}|\d{1,2})\))"
_UNIT: Final = re.compile(
    rf"(?<![\w.])(?i:{'|'.join(f'(?P<{kind}>{words})' for kind, words in _WORDS.items())})"
    r"(?:(?<=§)|(?<=\.)|(?=[ \t\xa0(]))[ \t\xa0]*(?:(?i:nos?|nr|number|numarul)\b\.?[ \t\xa0]*)?(?:a[ \t]+(?=\d))?"
    rf"(?:(?P<number>{_NUMBER})|[\"“']?(?P<letter>[A-Z](?:-?\d{{1,2}})?)[\"”']?(?![\w'’])"
    rf"|(?P<lone>[a-z]{{1,2}})(?:\)|(?!\w))|(?P<first>{_ITEMS}))(?P<items>{_ITEMS}*)(?:-a\b)?"
)
_NEXT: Final = re.compile(
    r"[ \t\xa0]*(?:(?P<list>,(?:[ \t]*(?i:and|or|si|sau)\b)?|&|(?i:and|or|si|sau)\b)"
    r"|(?P<range>(?i:to|through|pana la)\b|[-–—]))[ \t\xa0]*"
    rf"(?:(?P<number>{_NUMBER})(?P<items>{_ITEMS}*)|(?P<more>{_ITEMS}+))"
    r"(?![ \t]+(?i:days?|months?|years?|zile|luni|ani)\b)"
)
_INSIDE: Final = re.compile(r"[ \t\xa0]*,?[ \t\xa0]*")
_OUTSIDE: Final = re.compile(
    r"[ \t\xa0]*,?[ \t\xa0]*(?i:of|in|to|under|from|din|la|al|ale)[ \t\xa0]+(?:(?i:the)[ \t]+)?"
)
_FILLER: Final = re.compile(r"(?i)\b(?:and|or|the|si|sau)\b")


@dataclass(slots=True)
class _Group:
    """A word with its number or numbers: each of ``ways`` is one reference, as far as it is read."""

    start: int
    end: int
    ways: list[tuple[Step, ...]]


def _joined(plain: str) -> Iterator[_Group]:
    """Groups that belong together as one: "Schedule 2, paragraph 3", "paragraph 3 of Schedule 2"."""
    open_: _Group | None = None
    at = 0
    while (unit := _UNIT.search(plain, at)) is not None:
        group = _group(plain, unit)
        at = max(group.end, unit.end())
        if not group.ways:
            continue
        if open_ is None or not _join(plain, open_, group):
            if open_ is not None:
                yield open_
            open_ = group
    if open_ is not None:
        yield open_


def _join(plain: str, before: _Group, group: _Group) -> bool:
    """Whether the two are one; then ``before`` is both."""
    inner, outer = before.ways[-1], group.ways[0]
    rank, next_rank = _RANK[inner[-1].kind], _RANK[outer[0].kind]
    if next_rank < _RANK[inner[0].kind] and _is(_OUTSIDE, plain, before.end, group.start) and len(group.ways) == 1:
        before.ways = [(*outer, *way) for way in before.ways]
    elif _is(_INSIDE, plain, before.end, group.start) and (
        next_rank > rank or (rank == _RANK["item"] and _is_point(outer))
    ):
        before.ways = [*before.ways[:-1], *((*inner, *(_as_item(step) for step in way)) for way in group.ways)]
    else:
        return False
    before.end = group.end
    return True


def _is_point(steps: tuple[Step, ...]) -> bool:
    """Whether it may be a part of an item: "pct. 3" is one behind "lit. a)", and a clause elsewhere."""
    return steps[0].kind == "item" or steps[0].word.startswith(("pct", "punct"))


def _as_item(step: Step) -> Step:
    return Step("item", step.number, step.word) if step.word.startswith(("pct", "punct")) else step


def _is(pattern: re.Pattern[str], plain: str, start: int, end: int) -> bool:
    return end - start <= _FURTHEST and pattern.fullmatch(plain, start, end) is not None


_FURTHEST: Final = 20


def _group(plain: str, unit: re.Match[str]) -> _Group:
    """One word with the numbers after it."""
    kind = next(kind for kind in _RANK if unit[kind])
    word = unit[kind].lower().rstrip(".")
    number, items = _read(kind, plain, unit)
    first = _steps(kind, word, number, items)
    group = _Group(unit.start(), unit.end(), [first] if first else [])
    while group.ways and len(group.ways) < MOST and (more := _NEXT.match(plain, group.end)) is not None:
        last = group.ways[-1]
        steps = (
            _steps(last[0].kind, word, more["number"], more["items"])
            if more["number"]
            else (*last[: -_count(more["more"])], *_items(more["more"]))
        )
        if not steps or steps[0].kind != last[0].kind:
            break
        if more["range"]:
            group.ways += _between(last, steps)[: MOST - len(group.ways)]
        group.ways.append(steps)
        group.end = more.end()
    return group


def _read(kind: StepKind, plain: str, unit: re.Match[str]) -> tuple[str, str]:
    """The number of a unit and the items behind it; no number where a letter here would be a guess."""
    if unit["letter"]:
        is_sure = kind == "annex" and unit["letter"] not in ("A", "I")
        is_sure = is_sure or re.match(_AFTER_ONE, plain[unit.end() : unit.end() + 20]) is not None
        return (unit["letter"] if is_sure or unit["items"] else ""), unit["items"]
    if unit["lone"]:
        return (unit["lone"] if kind == "item" or unit[0].endswith(")") else ""), unit["items"]
    if unit["first"]:
        return "", unit["first"] + unit["items"]
    return unit["number"] or "", unit["items"]


def _steps(kind: StepKind, word: str, number: str, items: str) -> tuple[Step, ...]:
    """The steps of a number and the items behind it; none where the number is none."""
    if not number:
        inner = _items(items)
        return (Step("item", inner[0].number, word if kind == "item" else ""), *inner[1:]) if inner else ()
    if kind in ("annex", "chapter") and re.fullmatch(r"[A-Z](?:-?\d{1,2})?", number):
        return (Step(kind, number, word), *_items(items))
    if kind != "item" and not value_of(number) and not re.fullmatch(r"[A-Za-z]", number):
        return ()
    return (Step(kind, number.lower(), word), *_items(items))


def _items(printed: str) -> tuple[Step, ...]:
    return tuple(Step("item", inside.lower()) for inside in re.findall(r"\((\w+)\)", printed))


def _count(printed: str) -> int:
    return printed.count("(")


def _between(first: tuple[Step, ...], last: tuple[Step, ...]) -> Sequence[tuple[Step, ...]]:
    """What lies between two ends of a range whose last parts count on: 4 between 3 and 5; none elsewhere."""
    low, high = first[-1], last[-1]
    if first[:-1] != last[:-1] or low.kind != high.kind:
        return ()
    if low.number.isalpha() and high.number.isalpha() and len(low.number) == len(high.number) == 1:
        middle = [chr(code) for code in range(ord(low.number) + 1, ord(high.number))]
    else:
        before, after = low.value, high.value
        if not before or len(before) != len(after) or before[:-1] != after[:-1]:
            return ()
        lead = ".".join(map(str, before[:-1]))
        middle = [f"{lead}.{part}" if lead else str(part) for part in range(before[-1] + 1, min(after[-1], 999))]
    return [(*first[:-1], Step(low.kind, number, low.word)) for number in middle[:MOST]]
