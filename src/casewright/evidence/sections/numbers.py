"""The numbers by which clauses are called: in figures, in Roman ones, in words and by letters."""

from __future__ import annotations

import re
from typing import Final

_ROMAN: Final = re.compile(r"(?i)(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\Z")
_FIGURES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
WRITTEN: Final = {
    word: number
    for number, words in enumerate(
        (
            "one unu unui prima primul", "two doi doua", "three trei", "four patru", "five cinci", "six sase",
            "seven sapte", "eight opt", "nine noua", "ten zece", "eleven unsprezece", "twelve doisprezece", "thirteen",
            "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
"""Numbers in words, folded, English and Romanian."""


def roman(printed: str) -> int:
    """The value of a Roman numeral below 100, in either case; 0 where it is none."""
    digits = printed.lower()
    if not digits or _ROMAN.match(digits) is None:
        return 0
    figures = [_FIGURES[digit] for digit in digits]
    return sum(-now if now < after else now for now, after in zip(figures, [*figures[1:], 0], strict=True))


def value_of(printed: str) -> tuple[int, ...]:
    """The numbers in it: (12, 1) of "12.1", (4,) of "IV" and of "four", (1, 1) of "1.A"; () where none are."""
    shown = printed.lower().strip(".")
    if shown in WRITTEN:
        return (WRITTEN[shown],)
    parts = shown.split(".")
    if not parts[0].isdecimal():
        value = roman(shown)
        return (value,) if value else ()
    if not all(part.isdecimal() or (len(part) == 1 and "a" <= part <= "z") for part in parts):
        return ()
    return tuple(int(part) if part.isdecimal() else ord(part) - ord("a") + 1 for part in parts)
