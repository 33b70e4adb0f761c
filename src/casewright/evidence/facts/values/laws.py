"""Under which law a contract stands: the place whose law governs, not the court's place, nor a law that is excluded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.domain.facts import LawValue
from casewright.vocabulary.places import by_form, by_people, by_romanian_people

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.vocabulary.places import Place


def _alternatives(names: list[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


_PLACE = re.compile(rf"(?<![\w.])(?P<place>{_alternatives(list(by_form()))})(?![\w])")
_PEOPLE = re.compile(
    rf"(?<!\w)(?P<people>{_alternatives(list(by_people()))}) (?:substantive |national |civil "
    rf"|common |commercial )?laws?(?!\w)"
    rf"|(?<!\w)(?:leg(?:ea|ii|ile|ilor|islatia|islatiei|islatie)|drept(?:ul|ului)?)"
    rf"(?: \w+)? (?P<roman>{_alternatives(list(by_romanian_people()))})(?!\w)"
)
_LAW_BEFORE = re.compile(
    r"(?:laws?|statutes|leg(?:ea|ile|ilor|islatia|islatiei)|drept(?:ul)?)\b(?:(?!court|jurisdiction"
    r"|venue)[^.;,]){0,80}$"
)
_ASIDE_BEFORE = re.compile(
    r"\blaws?,? ?\(?(?:other than|excluding|exclusive of|without|but not|except|and not|not including)[^,();]{0,90}[,)]"
    r" ?,?(?:of|in) (?:the )?(?:(?:state|commonwealth|province|republic|kingdom) of )?(?:the )?$"
)
_THEREOF = re.compile(r"\blaws? (?:thereof|of (?:such|said|that) (?:state|province|country|jurisdiction))")
_OF_BEFORE = re.compile(
    r"\blaws?,?(?: and regulations)?,? (?:(?:in force|in effect|applicable|prevailing|which apply) )?(?:of|in|within)"
    r" (?:the )?(?:\[? ?)?(?:(?:state|commonwealth|province|republic|kingdom|country|territory|jurisdiction)"
    r"(?: or (?:province|state|commonwealth))? of )?(?:the )?$"
)
_GOVERNED = re.compile(r"govern\w*|constru\w*|interpret\w*|enforc\w*|guvern\w*|supus\w*|reglement\w*|aplicabil\w*")
_EXCLUDED = re.compile(
    r"(?:without (?:regard|giving|reference|application|effect|respect|recourse)|regardless|irrespective"
    r"|exclud\w+|exclusive of|other than|notwithstanding"
    r"|not be governed|disregard\w*|not including|with the exception)\b"
    r"(?:(?!\b(?:but|govern(?:ed|s)|construed|interpreted|under)\b)[^;]){0,160}$"
)
_ELSEWHERE = re.compile(
    r"(?:courts?|venue|located|sitting|county|city|executed|delivered|negotiated|resid\w+|arbitrat\w+"
    r"|incorporated|organized|existing|seated|corporation)\b[^.;,]{0,50}$"
)
_LAW = re.compile(r"\blaws?\b|\bleg(?:ea|ile|islati)|\bdrept")


def law_of(words: str) -> LawValue | None:
    """The law that governs by these words; None where they name no place. Of two the first that governs."""
    best: tuple[int, int, Place] | None = None
    found = list(_found(words))
    thereof = _THEREOF.search(words)
    if thereof and all(weight < 0 for _, _, weight in found):
        found = [(start, place, 0) for start, place, _ in found if start < thereof.start()]
    for start, place, weight in found:
        if best is None or (weight, -start) > best[:2]:
            best = (weight, -start, place)
    if best is None or best[0] < 0:
        return None
    return LawValue(best[2].name, best[2].country)


def _found(words: str) -> Iterator[tuple[int, Place, int]]:
    """Each place with what its surroundings weigh."""
    short = len(words) < 60 and not _LAW.search(words)
    for found in _PEOPLE.finditer(words):
        place = by_people()[found["people"]] if found["people"] else by_romanian_people()[found["roman"]]
        yield found.start(), place, _weight(words, found.start(), 6, elsewhere=False)
    for found in _PLACE.finditer(words):
        place = by_form()[found["place"]]
        before = words[max(0, found.start() - 100) : found.start()]
        after = words[found.end() : found.end() + 20]
        if _ASIDE_BEFORE.search(words[max(0, found.start() - 140) : found.start()]):
            yield found.start(), place, 7
            continue
        if _OF_BEFORE.search(before) or re.match(r" (?:state )?laws?\b", after):
            base = 6
        elif _LAW_BEFORE.search(before):
            base = 3
        else:
            base = 1 if short else -1
        if place.name == "United States":
            base -= 4  # beside a state it says which country the state is in
        yield found.start(), place, _weight(words, found.start(), base)


def _weight(words: str, start: int, base: int, *, elsewhere: bool = True) -> int:
    before = words[max(0, start - 200) : start]
    sentence = re.split(r"\.(?= )|;", before)[-1]
    if _EXCLUDED.search(sentence):
        base -= 8
    if elsewhere and _ELSEWHERE.search(before[-60:]):
        base -= 4
    return base + (1 if _GOVERNED.search(sentence) else 0)
