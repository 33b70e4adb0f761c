"""Values of typed facts that stand beside the signs of their fact, or as its patterns spell them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts, is_whole, write_amount
from casewright.agents.cases.minds.authorities import authority_in
from casewright.agents.cases.minds.counts import count_told, days_told
from casewright.agents.cases.minds.courts import court_of_only_town, find_named_court
from casewright.agents.cases.minds.dates import find_dates, nearest, write_date
from casewright.agents.cases.minds.plain_replies import said_in, sentences, tidy, told
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from datetime import date

    from casewright.casework.kinds.case_kind import CaseKind, Fact

_AFTER_PENALTY = 15
"""A cue before its value is preferred to one after it by this many characters."""
_FAR = 90
_OF_ANOTHER = re.compile(
    r"\b(?:avans|salari|lefa|leafa|rata|ratele|chiri|penalit|dobanz|dobanda|garanti|pensia|pensie|onorariu|taxa"
    r"|cheltuiel|daun|tariful|am cumparat|am vandut|bilet|rovinieta|reparati|spital"
    r"|advance|deposit|salary|rent|fee)\w*\s+(?:(?:a|au) fost|e|era|este|de|was|is|:)?\s*(?:de\s+)?$"
)
"""What a sum is of, right before it."""
_OF_THAT_DAY = re.compile(
    r"[\s,/;()-]*(?:(?:incheiat|emis|datat|intocmit)\w*\s+)?"
    r"(?:(?:din|de|la|in|pe|of|from|dated)\s+)*(?:data\s+(?:de\s+)?)?"
)


def date_beside(fact: Fact, text: str, kind: CaseKind, today: date, filed: Collection[str]) -> str | None:
    """The date that the reply has for the fact: by its signs, else the first that is no other fact's."""
    by_cue = dates_by_cue(tidy(text), kind, today)
    if fact.id in by_cue:
        return by_cue[fact.id]
    taken = {*by_cue.values(), *filed}
    free = [write_date(one.day) for one in find_dates(fold(tidy(text)), today)]
    return next((day for day in free if day not in taken), None)


def dates_by_cue(text: str, kind: CaseKind, today: date) -> dict[str, str]:
    """The date of each fact of the kind whose cue stands nearest to one, sentence by sentence."""
    facts = [fact for fact in kind.facts if fact.reads == "date"]
    near: list[tuple[int, int, int, str, str]] = []
    for number, sentence in enumerate(sentences(text)):
        folded = fold(sentence)
        for one in find_dates(folded, today):
            for fact in facts:
                cues = (*_cues(fact, folded), *_numbers(fact, kind, folded, one.start))
                distance = min((_distance(cue, one.start, one.end) for cue in cues), default=_FAR + 1)
                if distance <= _FAR:
                    meant = nearest(one, folded, today) if fact.ahead else one.day
                    near.append((distance, number, one.start, fact.id, write_date(meant)))
    found: dict[str, str] = {}
    used: set[tuple[int, int]] = set()
    for _, number, start, name, day in sorted(near):  # each date is one fact's, the nearest first
        if name not in found and (number, start) not in used:
            found[name] = day
            used.add((number, start))
    return found


def value_in_passing(fact: Fact, text: str, *, alone: bool = False) -> str | None:
    """The value of the fact that stands beside its sign or is spelled out; dates are found by ``dates_by_cue``.

    ``alone``: no other fact of the kind is a sum.
    """
    match fact.reads:
        case "amount":
            return _amount_by_cue(fact, text, alone=alone)
        case "document":
            return matched_value(fact, text)
        case "authority":
            return authority_in(text)
        case "court":
            return _court_in_passing(fact, text)
        case "yes_no" | "count" | "days":
            return outright_value(fact, text)
        case _:
            return None


def _court_in_passing(fact: Fact, text: str) -> str | None:
    if any(re.search(cue, fold(text)) for cue in fact.cues):
        named = find_named_court(text)
        fits = {"judecatorie": "Judec", "tribunal": "Trib"}.get(fact.level, "")
        if named and named.startswith(fits):
            return named
    if fact.level in ("judecatorie", "tribunal"):
        for clause in (part for one in told(text) for part in re.split(r",\s+", one)):
            there = court_of_only_town(clause, fact.level) if cued(fact, clause) else None
            if there is not None:
                return there
    return court_of_only_town(text, fact.level) if fact.anywhere else None


def outright_value(fact: Fact, text: str) -> str | None:
    """A value that a pattern of the fact spells out, such as ``nu avem copii``; ``as_`` is the value."""
    for index, pattern in enumerate(fact.patterns):
        match = re.search(pattern, fold(text))
        if match is None:
            continue
        if match.groupdict().get("v"):
            return days_told(match["v"]) if fact.reads == "days" else count_told(match["v"])
        values = fact.as_.split("|")
        return values[index] if index < len(values) and values[index] else None
    return None


def matched_value(fact: Fact, text: str) -> str | None:
    """The fact's value by its patterns, which are matched line by line in folded text, in the text's own letters."""
    for line in text.splitlines():
        folded = fold(line)
        same = len(folded) == len(line)
        for pattern in fact.patterns:
            match = re.search(pattern, folded)
            if match is not None:
                groups = {
                    name: (line if same else folded)[match.start(name) : match.end(name)]
                    for name, value in match.groupdict().items()
                    if value is not None
                }
                return fill_form(fact.as_, groups)
    return None


def fill_form(form: str, groups: Mapping[str, str]) -> str:
    """The groups in their form; a one-word code such as a series is written in capitals."""
    shown = {name: value.upper() if name == "a" else value.strip(" ,.;") for name, value in groups.items()}
    return re.sub(r"\{(\w)\}", lambda match: shown.get(match[1], ""), form).strip()


def nearest_fact(kind: CaseKind, reads: str, folded: str, at: int) -> Fact | None:
    """The fact of that type whose sign stands nearest to the place in the folded text; None where none is near."""
    signs = (
        (_distance(cue, at, at + 1), number, fact)
        for number, fact in enumerate(kind.facts)
        if fact.reads == reads
        for cue in _cues(fact, folded)
    )
    best = min(signs, key=lambda one: one[:2], default=None)
    return best[2] if best is not None and best[0] <= _FAR else None


def cued(fact: Fact, sentence: str) -> bool:
    """Whether the words have a sign of the fact."""
    return any(re.search(cue, fold(sentence)) for cue in fact.cues)


def _numbers(fact: Fact, kind: CaseKind, folded: str, start: int) -> Iterator[tuple[int, int]]:
    """Where the number ends that the date at ``start`` belongs to: „seria PB nr. 12345 din 10 noiembrie”."""
    numbered = kind.fact(fact.beside) if fact.beside is not None else None
    for pattern in () if numbered is None else numbered.patterns:
        for match in re.finditer(pattern, folded[:start]):
            if _OF_THAT_DAY.fullmatch(folded[match.end() : start]):
                yield start, start


def _amount_by_cue(fact: Fact, text: str, *, alone: bool) -> str | None:
    """The sum nearest to a sign of the fact; one told as the whole first, and without a sign where it is ``alone``."""
    best: tuple[int, str] | None = None
    only = _only_amount(text) if alone else None
    if only is not None:
        return only
    for sentence in told(text):
        folded = fold(sentence)
        for one in find_amounts(folded):
            near = min((_distance(cue, one.start, one.end) for cue in _cues(fact, folded)), default=None)
            if (near is not None or alone) and is_whole(folded, one):
                near = -1
            if near is not None and near <= _FAR and (best is None or near < best[0]):
                best = (near, write_amount(one.value, one.currency))
    return None if best is None else best[1]


def _only_amount(text: str) -> str | None:
    """The one sum of a text, where it is not said to be something else or another matter's."""
    there = [(fold(one), amount) for one in told(text) for amount in find_amounts(fold(one))]
    if len(there) != 1 or said_in("aside", there[0][0]) or of_another(there[0][0], there[0][1].start):
        return None
    return write_amount(there[0][1].value, there[0][1].currency)


def of_another(folded: str, start: int) -> bool:
    """Whether the sum at ``start`` has a name of its own: „avansul a fost 5500”."""
    return _OF_ANOTHER.search(folded[:start]) is not None


def _cues(fact: Fact, folded: str) -> Iterator[tuple[int, int]]:
    for cue in fact.cues:
        for match in re.finditer(cue, folded):
            yield match.span()


def _distance(cue: tuple[int, int], start: int, end: int) -> int:
    if cue[1] <= start:
        return start - cue[1]
    return cue[0] - end + _AFTER_PENALTY if cue[0] >= end else 0
