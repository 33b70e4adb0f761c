"""The opening of an English contract: who makes it, what it calls them, when it is made and from when it binds."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from casewright.evidence.facts.rules.clauses import Taken
from casewright.evidence.facts.rules.english_titles import titles
from casewright.vocabulary.company_forms import written
from casewright.vocabulary.places import by_form

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST_PAGES: Final = 25_000
"""Characters from the beginning in which an opening is looked for: a cover and a table of contents may come first."""
_LONGEST: Final = 3_500
_MADE: Final = re.compile(
    r"\b(?:made|entered|agreement|contract|effective|dated|executed|concluded|\d{4}|date\"?\)?,?|lease"
    r"|amendment)\b[^.;]{0,200}?"
    r"\b(?:by\s+and\s+between|by\s+and\s+among(?:st)?|between|among(?:st)?)\b:?",
    re.IGNORECASE,
)
_STOPS: Final = re.compile(
    r"\b(?:WHEREAS|RECITALS?|W\s?I\s?T\s?N\s?E\s?S\s?S\s?E\s?T\s?H|NOW,?\s+THEREFORE|BACKGROUND|PREAMBLE|Source:)\b"
    r"|\b(?:table\s+of\s+contents)\b|(?<=\s)(?:1\.|ARTICLE\s)",
)
_ALIAS: Final = re.compile(r"\"\s*([A-Z0-9][^\"\n]{0,60}?)\s*[,.;]?\"")
_NO_ALIAS: Final = re.compile(
    r"(?i)^(?:(?:the|this|effective|execution|commencement|signing)\s+)?"
    r"(?:agreement|contract|party|parties|effective date|date|amendment|lease|addendum"
    r"|closing date|execution date|commencement date|letter|licen[sc]e|plan|territory|products?|services?)$"
)
_FORM: Final = (
    rf"(?:{written(but=('co',))}|LIMITED|INCORPORATED|CORPORATION|COMPANY|LTD\.?|INC\.?|CORP\.?|LLC|L\.?P\.?|GMBH"
    r"|BANK|TRUST|UNIVERSITY|N\.?A\.?|CO\.)"
)
_NAME: Final = re.compile(
    rf"(?<![\w&'.-])(?P<name>(?:[A-Z0-9][\w&'./!+@-]*|&|of|and|the|de|for"
    rf"|d/b/a)(?:,?\s+(?:[A-Z0-9&(][\w&'./!+@)-]*|&|of|the|de|for|and(?=\s+[A-Z]))){{0,9}}?"
    rf"(?:,?\s+{_FORM})(?![\w])(?:,?\s+{_FORM}(?![\w])){{0,2}})"
)
_PARTED: Final = re.compile(r";|\n\s*\n|\band\b(?=\s+(?:[A-Z0-9\"(]|the\b))|\((?:\d|[a-z]|ii?i?)\)\s")
_NAME_ENDS: Final = re.compile(
    r"\s*(?:\(|,(?!\s*(?:"
    + _FORM
    + r")(?!\w))|;|\"|\n\s*\n|\b(?:a|an|having|with|located|whose|organi[sz]ed|incorporated|of\s+\d|at\s+\d"
    r"|as\s+agent|hereinafter|the\s+principal)\b)"
)
_SMALL: Final = re.compile(
    r"(?<![\w.'-])(?!(?:of|the|and|de|del|della|di|da|do|dos|des|du|van|von|der|den|ter|la|le|y|e|et|zu|for|in|on|at|al|bin)\b)"
    r"[a-z]{2,}\b(?!\.)"
)
"""A word in small letters that stands in no name: where a name has no company's form, such words are a sentence's."""
_LEADS: Final = re.compile(r"[\s\"',:;*_-]*(?:(?:\(?(?:\d|[a-z]|ii?i?)[.)])\s*)?(?:and\b\s*|between\b\s*)?[\s\"']*")

_MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?"
)
_DATE: Final = re.compile(
    rf"\b(?:{_MONTH}\s+(?:the\s+)?\d{{1,2}}\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)?\s?,?\s*(?:of\s+)?\d{{4}}"
    rf"|\d{{1,2}}\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)?\s+(?:day\s+)?(?:of\s+)?{_MONTH},?\s+(?:of\s+)?\d{{4}}"
    rf"|{_MONTH},?\s+\d{{4}}|\d{{1,2}}[/.-]\d{{1,2}}[/.-]\d{{2,4}})(?!\d)",
    re.IGNORECASE,
)
_MADE_ON: Final = re.compile(
    r"(?:dated|date|made|entered|effective|executed|as of|this|on|agreement|reference)\W*"
    r"(?:as of|on|this|the|is|into|effect|as|:)*\W*(?:the )?$"
)
_AS_OF: Final = re.compile(
    r"(?:effective|commencement|start) date:?(?: of this agreement)?(?: \(.{0,40}\))?[: ]*(?:is|means"
    r"|shall be|shall mean)?[: ]*$"
    r"|effective (?:as of|on|from|this)?(?: the)?(?: this)?$"
)
_FILED: Final = re.compile(r"Source:[^\n]{0,200}$")
_CALLED: Final = re.compile(r"[^\"\n;]{0,60}\"\s?(?:Effective|Commencement|Start)[\s-]Date", re.IGNORECASE)


def openings(plain: str) -> Iterator[Taken]:
    """The title, the parties, what they are called, and the dates of the first page."""
    yield from titles(plain)
    region = _region(plain)
    if region is not None:
        yield from _parties(plain, *region)
    yield from _dates(plain, region)


def _region(plain: str) -> tuple[int, int] | None:
    """Where the parties are named: the opening with the most definitions, if there is any."""
    best: tuple[int, int, int] | None = None
    for match in _MADE.finditer(plain, 0, min(len(plain), _FIRST_PAGES)):
        start = match.end()
        stop = _STOPS.search(plain, start, min(len(plain), start + _LONGEST))
        end = stop.start() if stop is not None else min(len(plain), start + 900)
        defined = sum(_NO_ALIAS.match(alias[1]) is None for alias in _ALIAS.finditer(plain, start, end))
        named = len(list(_NAME.finditer(plain, start, end)))
        worth = 3 * min(defined, 2) + min(named, 2)
        if worth and (best is None or worth > best[0]):
            best = (worth, start, end)
        if best is not None and best[0] == 8:
            break
    return None if best is None else best[1:]


def _parties(plain: str, start: int, end: int) -> Iterator[Taken]:
    told: set[tuple[int, int]] = set()
    for low, high in _segments(plain, start, end):
        name = _name(plain, low, high)
        if name is None:
            continue
        aliases = [alias.span(1) for alias in _ALIAS.finditer(plain, name[1], high) if not _NO_ALIAS.match(alias[1])]
        if not aliases and _NAME.match(plain, name[0], high) is None:
            continue
        first = _first_said(plain, *name)
        for place, rule in ((first, "party in the opening"), *((alias, "defined as") for alias in aliases)):
            if place not in told:
                told.add(place)
                yield Taken("parties", rule, *place)


def _segments(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The opening cut where another party may begin: not inside a name."""
    names = [match.span() for match in _NAME.finditer(plain, start, end)]
    names += [match.span() for match in _two_places().finditer(plain, start, end)]
    at = start
    for match in _PARTED.finditer(plain, start, end):
        if any(low < match.start() < high for low, high in names) or plain.count("(", at, match.start()) > plain.count(
            ")", at, match.start()
        ):
            continue
        yield at, match.start()
        at = match.start()
    yield at, end


@cache
def _two_places() -> re.Pattern[str]:
    """Places with an "and" in their names, such as England and Wales: no party begins in the middle of one."""
    forms = sorted((form for form in by_form() if " and " in form), key=len, reverse=True)
    listed = "|".join(r"\s+".join(map(re.escape, form.split())) for form in forms)
    return re.compile(rf"\b(?:{listed})\b", re.IGNORECASE)


def _name(plain: str, low: int, high: int) -> tuple[int, int] | None:
    lead = _LEADS.match(plain, low, high)
    start = lead.end() if lead is not None else low
    formed = _NAME.match(plain, start, high)
    if formed is not None:
        return start, formed.end()
    ends = _NAME_ENDS.search(plain, start, high)
    end = ends.start() if ends is not None else high
    shown = plain[start:end].rstrip()
    if not shown or not shown[0].isupper() or len(shown.split()) > 9 or _SMALL.search(shown):
        return None
    return start, start + len(shown)


def _first_said(plain: str, start: int, end: int) -> tuple[int, int]:
    """Where the name first stands in the text, such as on the cover."""
    wording = r"\s+".join(re.escape(word) for word in plain[start:end].split())
    match = re.compile(wording, re.IGNORECASE).search(plain, 0, end)
    return (start, end) if match is None else match.span()


def _dates(plain: str, region: tuple[int, int] | None) -> Iterator[Taken]:
    limit = min(len(plain), 6_000 if region is None else region[1] + 400)
    dates = [match.span() for match in _DATE.finditer(plain, 0, limit) if not _filed(plain, match.start())]
    before = [" ".join(plain[max(0, start - 90) : start].lower().split()) for start, _ in dates]
    for (start, end), words in zip(dates, before, strict=True):
        if _CALLED.match(plain, end, min(len(plain), end + 140)):
            yield Taken("effective_date", "called effective date", start, end)
        elif _AS_OF.search(words):
            yield Taken("effective_date", "effective as of", start, end)
    agreed = next((place for place, words in zip(dates, before, strict=True) if _MADE_ON.search(words)), None)
    if agreed is not None:
        yield Taken("agreement_date", "date of the opening", *agreed)


def _filed(plain: str, at: int) -> bool:
    """Whether the date is that of a filing."""
    return _FILED.search(plain, max(0, at - 200), at) is not None
