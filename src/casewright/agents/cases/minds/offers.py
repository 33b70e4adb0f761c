"""What users said earlier that was read as nothing: it is offered where reasons are missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts, write_amount
from casewright.agents.cases.minds.case_file import everything_said
from casewright.agents.cases.minds.courts import find_court
from casewright.agents.cases.minds.dates import find_dates, write_date
from casewright.agents.cases.minds.facts_in_text import GREETING, LONGEST, find_facts
from casewright.agents.cases.minds.plain_replies import clauses, none_of_it, said_in, tidy, told, unknown
from casewright.agents.cases.minds.safe_text import printable_part
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

OFFERS = "?"
"""Ends what a question is about that offers earlier words for the fact; „da” takes them."""
OFFERED = "oferit."
"""How the id of a note begins that says that an offer was answered."""
_FEWEST = 5
"""Words of a clause that may tell reasons."""
_LONGEST_OFFER = 600
_OPENING = 2
"""Messages that open a case."""
_TO_CONTEST = re.compile(r"\b(?:vreau|vrem|doresc|dorim|as vrea|i want|i would like) (?:sa|to)\b")
"""What somebody wants done is not what happened."""
_TALK = ("wishes", "aside", "greets", "corrects")


def offer(file: CaseFile, fact: Fact) -> str | None:
    """The user's earlier words for this fact; None where there are none, or where they were offered before."""
    if fact.id in file.facts or file.note(f"{OFFERED}{fact.id}") is not None:
        return None
    words = offered_words(file, fact)
    return words if words and len(words) <= _LONGEST_OFFER else None


def offered_words(file: CaseFile, fact: Fact, *, but_latest: bool = False) -> str:
    """What the user wrote that may be meant for the fact; empty where nothing is, or it is offered nothing."""
    if fact.offered_as:
        return unread(file, but_latest=but_latest)
    return opening(file, fact) if fact.opening_as else ""


def opening(file: CaseFile, fact: Fact) -> str:
    """The clauses that opened the case with a sign of the fact.

    For a deed, where none has one, all that are no wish and no talk.
    """
    known = fold(" \n ".join(file.known.values()))
    found: dict[str, str] = {}
    for statement in everything_said(file.briefing)[:_OPENING]:
        for clause in (part for one in told(GREETING.sub("", tidy(statement))) for part in clauses(one)):
            plain = fold(clause).strip(" .!,;")
            if len(plain.split()) < _FEWEST or plain in known or _is_talk(clause, plain) or _gave_a_day(file, plain):
                continue
            if _TO_CONTEST.search(plain) is None:
                found.setdefault(plain, _as_sentence(clause))
    signs = (*fact.cues, *(rf"\b{word}" for word in fact.words))
    telling = [words for plain, words in found.items() if any(re.search(sign, plain) for sign in signs)]
    offered = telling or (found.values() if fact.reads == "deed" else ())
    return printable_part(". ".join(offered))[:LONGEST].strip()


def unread(file: CaseFile, *, but_latest: bool = False) -> str:
    """What told no fact in all that was said: without questions, wishes, places and what opened the case."""
    said = everything_said(file.briefing)
    if but_latest and said and said[-1] == file.briefing.said:
        said = said[:-1]
    known = fold(" \n ".join(file.known.values()))
    found: dict[str, str] = {}
    for number, statement in enumerate(said):
        for clause in (part for one in told(tidy(statement)) for part in clauses(one)):
            plain = fold(clause).strip(" .!,;")
            if len(plain.split()) < _FEWEST or plain in known or _is_talk(clause, plain) or _gave_a_value(file, plain):
                continue
            if said_in("no_reason", plain) or (number == 0 and _opens(file, plain)) or _tells(file, clause):
                continue
            found.setdefault(plain, _as_sentence(clause))
    return printable_part(". ".join(found.values()))[:LONGEST].strip()


def _is_talk(clause: str, plain: str) -> bool:
    """Whether the clause is a wish, a greeting, a correction or an answer, and tells nothing of the case."""
    return any(said_in(what, plain) for what in _TALK) or unknown(clause) or none_of_it(clause)


def _as_sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}".rstrip(" .!,;")


def _gave_a_value(file: CaseFile, plain: str) -> bool:
    """Whether a day or a sum in the clause was filed: one sentence is filed once."""
    sums = (write_amount(one.value, one.currency) for one in find_amounts(plain))
    return _gave_a_day(file, plain) or any(one in file.known.values() for one in sums)


def _gave_a_day(file: CaseFile, plain: str) -> bool:
    days = (write_date(one.day) for one in find_dates(plain, file.briefing.today))
    return any(one in file.known.values() for one in days)


def _opens(file: CaseFile, plain: str) -> bool:
    return any(re.search(sign, plain) for row in file.kind.words for sign in row)


def _tells(file: CaseFile, clause: str) -> bool:
    """Whether the clause gives a fact of the kind, or names the place that gave the court."""
    if find_facts(clause, file.kind, file.briefing.today):
        return True
    courts = [one for one in file.kind.facts if one.reads == "court"]
    return any(find_court(clause, level) for one in courts for level in (one.level, "judecatorie", "tribunal"))
