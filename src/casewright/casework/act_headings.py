"""What the heading of an official act says about it: its kind, number, year, date and publication. Facts, no guesses.

Reads the usual Romanian form, ``ORDIN nr. 244 din 11 iunie 2019`` or ``LEGE nr. 53/2003``, and the line
``MONITORUL OFICIAL nr. 529 din 28 iunie 2019``. When an act came into force is not guessed from these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from casewright.vocabulary.folding import fold
from casewright.vocabulary.months import NUMBERS, ROMANIAN

_KINDS = (
    "ordonanta de urgenta", "ordonanta", "lege", "legea", "ordin", "ordinul", "hotarare", "hotararea", "decizie",
    "decizia", "decret", "decretul", "norma", "normele", "regulament", "regulamentul", "instructiuni", "circulara",
    "rectificare", "protocol", "metodologie", "procedura", "codul", "rezolutie", "rezolutia", "acord", "conventie",
)  # fmt: skip
_BARE = {
    "legea": "lege", "ordinul": "ordin", "hotararea": "hotarare", "decizia": "decizie", "decretul": "decret",
    "normele": "norma", "regulamentul": "regulament", "codul": "cod", "rezolutia": "rezolutie",
}  # fmt: skip
_DATE = rf"(\d{{1,2}})\s+({'|'.join(ROMANIAN)})\s+(\d{{4}})"
_NUMBER = re.compile(r"\bnr\.?\s*([\d.]+)(?:\s*/\s*(\d{4}))?")
_DATED = re.compile(rf"\bdin\s+{_DATE}")
_PUBLISHED = re.compile(
    rf"monitorul oficial(?: al romaniei)?,?(?: partea [iv]+,?)?\s+nr\.?\s*([\d.]+)(?: bis)?\s+din\s+{_DATE}"
)
_HEAD = 400
"""Characters of an act's beginning in which its heading stands."""


@dataclass(frozen=True, slots=True)
class ActHeading:
    """What was found; None where it does not stand there. ``title`` is the act's first lines, word for word."""

    title: str
    kind: str | None
    number: str | None
    year: int | None
    dated: date | None
    publication: str | None


def read_heading(text: str) -> ActHeading | None:
    """The heading of an act's text, None for a text without a word."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    filled = [line for line in lines if any(character.isalnum() for character in line)]
    if not filled:
        return None
    start = fold(" ".join(filled)[:_HEAD])
    kind = next((kind for kind in _KINDS if start.startswith(f"{kind} ")), None)
    number = _NUMBER.search(start) if kind else None
    dated = _DATED.search(start, number.end()) if number else None
    day = _day(dated, 1) if dated and number and dated.start() - number.end() < 40 else None
    year = int(number[2]) if number and number[2] else (day.year if day else None)
    return ActHeading(
        title=_title(filled),
        kind=None if kind is None else _BARE.get(kind, kind),
        number=number[1].strip(".").replace(".", "") if number else None,
        year=year,
        dated=day,
        publication=_publication(fold(" ".join(filled)[: 3 * _HEAD])),
    )


def _title(lines: list[str]) -> str:
    second = (
        lines[1]
        if len(lines) > 1 and fold(lines[1]).startswith(("privind", "pentru", "referitor", "cu privire"))
        else ""
    )
    return f"{lines[0]} {second}".strip()[:1000]


def _publication(start: str) -> str | None:
    found = _PUBLISHED.search(start)
    day = _day(found, 2) if found else None
    return f"Monitorul Oficial nr. {found[1].replace('.', '')} din {day.isoformat()}" if found and day else None


def _day(found: re.Match[str], first: int) -> date | None:
    try:
        return date(int(found[first + 2]), NUMBERS[found[first + 1]], int(found[first]))
    except ValueError:
        return None
