"""Clause numbers: how they are drawn, and in which forms a reader may tell them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evals.reading.truth import Level

if TYPE_CHECKING:
    from collections.abc import Callable

_LEADS = re.compile(
    r"^(?:article|articolul|art|section|sectiunea|secțiunea|clause|clauza|chapter|capitolul|cap|paragraph|alineatul|"
    r"alin|item|part|partea|titlul|title|litera|lit|punctul|pct)\b[.\s]*"
)
_MARKS = re.compile(r"[^\w.]+", re.UNICODE)

_WORDS = [
    "ONE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "ELEVEN",
    "TWELVE",
    "THIRTEEN",
    "FOURTEEN",
    "FIFTEEN",
    "SIXTEEN",
    "SEVENTEEN",
    "EIGHTEEN",
    "NINETEEN",
    "TWENTY",
]
_ORDINALS = [
    "FIRST",
    "SECOND",
    "THIRD",
    "FOURTH",
    "FIFTH",
    "SIXTH",
    "SEVENTH",
    "EIGHTH",
    "NINTH",
    "TENTH",
    "ELEVENTH",
    "TWELFTH",
]


def plain(label: str) -> str:
    """A label without its kind, brackets and blanks: "Section 4.2." and "4.2" are "4.2", "(a)" is "a".

    Schedules and annexes keep their word, since they restart the numbers.
    """
    label = _LEADS.sub("", label.strip().casefold())
    return _MARKS.sub("", label.replace("§", "")).strip(".")


def roman(number: int) -> str:
    """The Roman number in capitals."""
    told = ""
    for value, sign in (
        (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):  # fmt: skip
        while number >= value:
            told += sign
            number -= value
    return told


def letter(number: int) -> str:
    """The letter of that place, from a."""
    return chr(ord("a") + (number - 1) % 26)


def word(number: int) -> str:
    """The number in words, in capitals."""
    return _WORDS[number - 1]


def ordinal(number: int) -> str:
    """First, second, … in capitals."""
    return _ORDINALS[number - 1]


@dataclass(frozen=True, slots=True)
class Rank:
    """One level of a scheme: how number n is drawn, with the level above at hand.

    ``others`` are further forms in which it may be told. ``joined`` says that it is told with its parent's too, as
    7.2(a). ``running`` counts through the whole document.
    """

    draw: Callable[[int, str], str]
    others: Callable[[int, str], tuple[str, ...]] = lambda _n, _above: ()
    joined: bool = False
    running: bool = False


Scheme = tuple[Rank, ...]


def level(rank: Rank, number: int, above: Level | None, heading: str | None) -> Level:
    """The level that stands at that number below ``above``."""
    parent = "" if above is None else plain(above.drawn)
    drawn = rank.draw(number, parent)
    forms = {plain(drawn), *(plain(one) for one in rank.others(number, parent))}
    if rank.joined and above is not None:
        forms |= {one + own for one in above.forms for own in tuple(forms)}
        forms |= {f"{one}.{plain(drawn)}" for one in above.forms}
    if heading:
        forms.add(plain(heading))
    return Level(drawn, frozenset(forms), heading)


def number_dot(n: int, _above: str) -> str:
    """1."""
    return f"{n}."


def below(n: int, above: str) -> str:
    """7.2 below 7."""
    return f"{above}.{n}"


def below_dot(n: int, above: str) -> str:
    """7.2. below 7."""
    return f"{above}.{n}."


def bracketed_letter(n: int, _above: str) -> str:
    """(a)"""
    return f"({letter(n)})"


def bracketed_roman(n: int, _above: str) -> str:
    """(i)"""
    return f"({roman(n).lower()})"


def bracketed_number(n: int, _above: str) -> str:
    """(1)"""
    return f"({n})"


def letter_bracket(n: int, _above: str) -> str:
    """a)"""
    return f"{letter(n)})"


LETTERS = Rank(bracketed_letter, joined=True)
ROMANS = Rank(bracketed_roman, joined=True)
