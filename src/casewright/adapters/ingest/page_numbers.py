"""Lines as they repeat over pages, their numbers aside, and numbers that count pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST: Final = 160
"""Most characters of a line that is printed on page after page."""

_DIGITS: Final = re.compile(r"\d+")
_SPACES: Final = re.compile(r"\s+")
_ROMAN_ALONE: Final = re.compile(r"(\W*(?:page\s+)?)([ivxl]{1,7}|[IVXL]{1,7})(\W*)", re.I)
_ROMAN_LAST: Final = re.compile(r"(.*\w.*[\s|–—-])([ivxl]{1,7})", re.S)
_PAGE: Final = r"(?:pages?|pag\.?|pagina|pg\.?|p\.|p\s?a\s?g\s?e|seite|strana)"
_OF: Final = r"(?:of|/|din|von|de|out of)"
_AROUND: Final = r"[-–—~•|.\s\[\]()<>]*"
_COUNTS_PAGES: Final = re.compile(
    rf"{_AROUND}(?:{_PAGE}{_AROUND})?(?:[a-z]{{1,3}}-)?[#%](?:{_AROUND}{_OF}{_AROUND}[#%])?{_AROUND}(?:{_PAGE})?", re.I
)
_SAYS_PAGE: Final = re.compile(
    rf"\b{_PAGE}\W*(?:[a-z]{{1,3}}-)?[#%]|[#%]\W*\|\W*{_PAGE}|[#%]\W+{_OF}\W+[#%]|[#%]/[#%]", re.I
)
_BETWEEN_DASHES: Final = re.compile(r"[-–—~•|]\s?[#%]\s?[-–—~•|]|\[[#%]\]")
_LIKE_A_CLAUSE: Final = re.compile(r"\(?[#%][.)]+|\([#%]\)?|\.[#%]|[#%]\.[#%].*")
_LETTERED: Final = re.compile(r"\W*[A-Z]{1,3}-#\W*")
_LABEL: Final = re.compile(
    r"(?i)\b(?:section|article|art|exhibit|schedule|annex|appendix|attachment|clause|part|chapter|item|step|phase|option"
    r"|year|month|week|day|lot|no|number|amendment|addendum|figure|table|level|tier|period|anexa|articolul|capitolul"
    r"|sec[țt]iunea)\b\.?\s*[#%]"
)
_ROMAN: Final = {"i": 1, "v": 5, "x": 10, "l": 50}


@dataclass(frozen=True, slots=True)
class Folded:
    """A line with ``#`` for each of its numbers and ``%`` for a roman one; ``numbers`` are their values."""

    template: str
    numbers: tuple[int, ...]

    @property
    def counts_pages(self) -> bool:
        """Whether it is nothing but a number, in a form in which pages are numbered."""
        return _COUNTS_PAGES.fullmatch(self.template) is not None and not self.is_like_a_clause

    @property
    def is_sure(self) -> bool:
        """Whether its form alone says that it numbers a page: "Page 3", "3 of 12", "- 3 -"."""
        return self.counts_pages and (
            _SAYS_PAGE.search(self.template) is not None or _BETWEEN_DASHES.fullmatch(self.template) is not None
        )

    @property
    def is_like_a_clause(self) -> bool:
        """Whether clauses, sums and items of lists are numbered in that form, too."""
        return _LIKE_A_CLAUSE.fullmatch(self.template) is not None

    @property
    def is_lettered(self) -> bool:
        """Whether it is a number such as "F-3"."""
        return _LETTERED.fullmatch(self.template) is not None

    @property
    def is_label(self) -> bool:
        """Whether its number is that of a clause, an annex or the like."""
        return _LABEL.search(self.template) is not None and _SAYS_PAGE.search(self.template) is None


def folded(line: str) -> Folded:
    """The line, at most ``LONGEST`` characters, without white space around it."""
    shown = _SPACES.sub(" ", line)
    roman = _ROMAN_ALONE.fullmatch(shown) or (_ROMAN_LAST.fullmatch(shown) if "-" not in shown[-2:] else None)
    value = _roman(roman[2]) if roman is not None else None
    if roman is not None and value is not None:
        before, behind = roman[1], roman[3] if roman.re is _ROMAN_ALONE else ""
        numbers = (*_values(before), value, *_values(behind))
        return Folded(f"{_DIGITS.sub('#', before)}%{_DIGITS.sub('#', behind)}", numbers)
    return Folded(_DIGITS.sub("#", shown), _values(shown))


def _values(text: str) -> tuple[int, ...]:
    return tuple(int(digits[:12]) for digits in _DIGITS.findall(text))


def _roman(letters: str) -> int | None:
    """The value of a roman number up to 89, None where the letters are none."""
    values = [_ROMAN[letter] for letter in letters.lower()]
    total = 0
    for value, after in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < after else value
    return total if 0 < total < 90 and _written(total) == letters.lower() else None


def _written(value: int) -> str:
    signs = ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    out = ""
    for worth, sign in signs:
        out += sign * (value // worth)
        value %= worth
    return out


_STEP: Final = 3
"""How many pages in a row may lack their number."""
_CANDIDATES: Final = 4


def chains(occurrences: Sequence[tuple[int, int]], *, nearest: int, farthest: int) -> list[list[int]]:
    """Runs of numbers that count on, as indices into ``occurrences``, which are (place, number) in order of place.

    From one to the next it is ``nearest`` to ``farthest`` for each number counted. Longest first, none of a single
    number; no index is in two.
    """
    length = [1] * len(occurrences)
    before = [-1] * len(occurrences)
    last: dict[int, list[int]] = {}
    for at, (place, number) in enumerate(occurrences):
        for step in range(1, _STEP + 1):
            for other in last.get(number - step, ()):
                away = place - occurrences[other][0]
                better = length[other] + 1 > length[at]
                if nearest * step <= away <= farthest * step and better and (step == 1 or length[at] == 1):
                    length[at], before[at] = length[other] + 1, other
        known = last.setdefault(number, [])
        known.append(at)
        if len(known) > _CANDIDATES:
            known.pop(0)
    found = []
    taken = [False] * len(occurrences)
    ends = [at for at in range(len(occurrences)) if length[at] > 1]
    for end in sorted(ends, key=lambda at: -length[at]):
        chain = []
        at = end
        while at >= 0 and not taken[at]:
            taken[at] = True
            chain.append(at)
            at = before[at]
        if len(chain) > 1:
            found.append(chain[::-1])
    return found
