"""Whether what is to be filed under a fact is of the fact's type, and stands in what the user said.

It holds for every mind: what does not fit is not filed.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.minds.amounts import find_amounts, sums_without_currency
from casewright.agents.cases.minds.dates import find_dates
from casewright.agents.cases.minds.safe_text import printable_part
from casewright.casework.kinds.catalogue import case_kinds
from casewright.casework.read_back import UNKNOWN
from casewright.vocabulary.folding import fold
from casewright.vocabulary.months import ROMANIAN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.kinds.case_kind import CaseKind, Fact

USER = "utilizator"
"""The source of what the user said."""
_USERS = (USER, "user")
_TYPES = {
    "date": "o zi, de exemplu „14 octombrie 2026”",
    "amount": "o sumă cu moneda ei, de exemplu „1.450 de lei”",
    "document": "numărul unui act",
    "court": "o instanță, de exemplu „Judecătoria Turda”",
    "yes_no": "„da” sau „nu”",
    "count": "un număr",
    "days": "un număr de zile",
    "place": "un loc",
    "authority": "denumirea unei autorități",
    "deed": "ce s-a întâmplat, în cuvinte",
    "reason": "un motiv, în cuvinte",
    "evidence": "dovezi",
    "wish": "ce se cere, în cuvinte",
    "words": "un răspuns în cuvinte",
}
_COURT = re.compile(r"\b(?:judecatori|tribunal|curtea? de apel|inalta curte)")
_ANSWERS = frozenset(("da", "nu", "yes", "no", "ok", "amandoi", "ambii", "both", "ambele", "corect", "sigur", "gata"))
_LITTLE = frozenset(
    re.findall(
        r"\w+",
        "a al ale am au ca ce cu de din e este eu i il in isi la le mi ne nu o pe pt sau si un una unui va v "
        "ziua zilei the of it is to and or my on at by from for was were data ora anul",
    )
)
_WORD = re.compile(r"[a-z0-9]+")
_STEM = 4
_GROUNDED = 0.5
"""Of the words of a fact that is told in words: how many have to stand in what the user said."""


def misfit(fact: Fact, value: str, kind: CaseKind) -> str | None:
    """Why the value is not of the fact's type, in Romanian; None where it is, or where nothing is known of it."""
    if value.startswith(UNKNOWN) or (fact.none and value == fact.none):
        return None
    if _fits(fact, value.strip(), kind):
        return None
    return f"„{_short(value)}” nu se potrivește cu „{fact.label}”: se așteaptă {_TYPES[fact.reads]}"


def ungrounded(fact: Fact, value: str, said: Sequence[str], today: date) -> str | None:
    """Why the value does not stand in what the user said, in Romanian; None where it does."""
    if value.startswith(UNKNOWN) or (fact.none and value == fact.none):
        return None
    everything = printable_part("\n".join(said))
    folded = fold(everything)
    if fact.reads == "date":
        days = {one.day for text in said for one in find_dates(fold(text), today)}
        day = day_of(value)
        # "Pe 2", where the month was told before: the number of the day is theirs, and its month another day's.
        there = day in days or (day is not None and _told_apart(day, days, folded))
    elif fact.reads == "amount":
        there = _amounts(value) <= _amounts(everything) | _bare_sums(folded) or _digits(value) <= _digits(everything)
    elif fact.reads == "document":
        there = _digits(value) <= _digits(everything)
    elif fact.in_words or fact.reads in ("authority", "place"):
        words, squashed = _content(value), re.sub(r"\W", "", folded)
        hits = sum(one[:_STEM] in squashed for one in words)
        there = not words or hits >= _GROUNDED * len(words)
    else:
        there = True
    return None if there else f"„{_short(value)}” ({fact.label}) nu reiese din ce a scris utilizatorul"


def _told_apart(day: date, days: set[date], folded: str) -> bool:
    """Whether the number of the day stands there, and its month by itself or in another day."""
    if str(day.day) not in re.findall(r"\d+", folded):
        return False
    return (
        day.month in {one.month for one in days}
        or re.search(rf"\b{fold(ROMANIAN[day.month - 1])}\b", folded) is not None
    )


def unfit(fact: Fact, value: str, kind: CaseKind, said: Sequence[str], today: date) -> bool:
    """Whether the value is not of the fact's type, or is not in what the user said."""
    return misfit(fact, value, kind) is not None or ungrounded(fact, value, said, today) is not None


def misfits(entries: object, said: Sequence[str], today: date) -> list[str]:
    """What is wrong with facts that are to be filed: each entry of a kind's checklist that does not fit."""
    found = []
    for one in entries if isinstance(entries, list | tuple) else ():
        named = _named(one)
        if named is None:
            continue
        kind, fact, value = named
        why = misfit(fact, value, kind)
        if why is None and one.get("source") in _USERS:
            why = ungrounded(fact, value, said, today)
        if why is not None:
            found.append(why)
    return found


def day_of(value: str) -> date | None:
    """The day that a value is, as an act writes it or as 2026-10-14; None where it is none."""
    found = find_dates(fold(value), date.max)
    return found[0].day if len(found) == 1 else None


def value_of(fact: Fact, entry: Mapping[str, Any]) -> str:
    """The value in an entry of the case file, without the fact's label."""
    return str(entry.get("fact", "")).removeprefix(f"{fact.label}: ")


def _named(entry: object) -> tuple[CaseKind, Fact, str] | None:
    if not isinstance(entry, dict):
        return None
    kind_id, dot, name = str(entry.get("id", "")).partition(".")
    kind = case_kinds().get(kind_id) if dot else None
    fact = None if kind is None else kind.fact(name)
    return None if kind is None or fact is None else (kind, fact, value_of(fact, entry))


def _fits(fact: Fact, value: str, kind: CaseKind) -> bool:
    folded = fold(value)
    match fact.reads:
        case "date":
            return day_of(value) is not None
        case "amount":
            return bool(find_amounts(folded))
        case "document":
            return any(sign.isdigit() for sign in value)
        case "court":
            return _COURT.search(folded) is not None
        case "yes_no":
            return folded in ("da", "nu")
        case "count" | "days":
            return value.isdigit()
        case "authority" | "place":
            return bool(_content(_without_values(folded)))
        case "words":
            return bool(_WORD.search(folded)) and not _only_an_answer(folded)
        case "wish":
            return bool(_content(_without_values(folded)) or find_amounts(folded)) and not _only_an_answer(folded)
        case "evidence":
            return bool(_content(_without_values(folded))) and not _only_an_answer(folded)
        case "deed" | "reason":
            return bool(_content(_without_values(folded))) and not (
                _only_an_answer(folded) or _tells_another(fact, folded, kind)
            )


def _tells_another(fact: Fact, folded: str, kind: CaseKind) -> bool:
    """Whether short words have the signs of a fact of another type alone: „I received it by post” is no deed."""
    if len(folded.split()) > _FEW or any(re.search(cue, folded) for cue in (*fact.cues, *fact.patterns)):
        return False
    served = [one for one in kind.facts if one.reads == "date" and kind.limit and one.id == kind.limit.fact]
    return any(re.search(cue, folded) for one in served for cue in one.cues)


_FEW = 9
"""Words of a value that may be another fact's."""


def _without_values(folded: str) -> str:
    """The text without days, sums and numbers."""
    taken = [(one.start, one.end) for one in find_dates(folded, date.max)]
    taken += [(one.start, one.end) for one in find_amounts(folded)]
    for start, end in sorted(taken, reverse=True):
        folded = f"{folded[:start]} {folded[end:]}"
    return re.sub(r"\d+", " ", folded)


def _only_an_answer(folded: str) -> bool:
    words = _WORD.findall(folded)
    return bool(words) and all(one in _ANSWERS or one in _LITTLE for one in words)


def _content(text: str) -> list[str]:
    return [one for one in _WORD.findall(fold(text)) if one not in _LITTLE and len(one) > 1]


def _digits(text: str) -> set[str]:
    return {one.lstrip("0") for one in re.findall(r"\d+", text)}


def _amounts(text: str) -> set[str]:
    return {str(one.value.normalize()) for one in find_amounts(fold(text))}


def _bare_sums(folded: str) -> set[str]:
    return {str(one.normalize()) for one in sums_without_currency(folded)}


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
