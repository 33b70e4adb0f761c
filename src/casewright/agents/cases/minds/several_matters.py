"""A message that tells of several matters: what of it is this case's, and what is said of the others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.case_file import STRONG, everything_said, kinds_by_words
from casewright.agents.cases.minds.phrases import join_words, of_language, phrase, write_days
from casewright.casework.kinds.catalogue import GENERAL, case_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.agents.cases.minds.case_file import CaseFile

CHOICE = "fel"
"""What a question is about that has the kind of the case chosen, and the id of the note that it was asked."""
_BOUND = re.compile(r"(?<=[.!?;:])\s+|,\s+|\s+(?:și|si|iar|plus|and)\s+")


def said_of_it(file: CaseFile, kind: str) -> list[str]:
    """All that the user said that is of this kind of case, where the kind was chosen among several."""
    said = everything_said(file.briefing)
    if kind == GENERAL or (file.note(CHOICE) is None and file.kind.id != GENERAL):
        return said
    return list(_without_others(said, kind, file.briefing.tier))


def other_matters(file: CaseFile) -> str:
    """That the other matters of which the user told are no part of this act, with their time limits; empty for none."""
    language = file.language
    if file.kind.id == GENERAL:
        return ""
    names: list[str] = []
    for name, much in kinds_by_words(everything_said(file.briefing), file.briefing.tier):
        if much < STRONG or name in (file.kind.id, GENERAL):
            continue
        other = case_kind(name)
        called = of_language(other.name, language)
        if other.limit is not None and other.limit.days:
            days = write_days(other.limit.days, language)
            called = phrase("other_matter_limit", language, kind=called, days=days)
        names.append(called)
    return phrase("other_matter", language, kinds=join_words(names, language)) if names else ""


def _without_others(said: Sequence[str], kind: str, tier: int) -> Iterator[str]:
    for text in said:
        pieces = _BOUND.split(text)
        own = [one for one in pieces if not _of_another(one, kind, tier)]
        if len(own) == len(pieces):
            yield text
        elif own:
            yield ", ".join(own).replace(":,", ":")


def _of_another(piece: str, kind: str, tier: int) -> bool:
    """Whether the piece speaks for another kind, and less for this one."""
    found = dict(kinds_by_words([piece], tier))
    mine = found.pop(kind, 0)
    return max(found.values(), default=0) >= max(STRONG, mine + 1)
