"""What the user's words state of a case: the answer to the open question, facts on the way, and changes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts, write_amount
from casewright.agents.cases.minds.case_file import UNKNOWN_TWICE, asked_about, everything_said, written_now
from casewright.agents.cases.minds.changes import CHANGING, changes_in, numbered_in
from casewright.agents.cases.minds.corrections import corrected_values, is_correction
from casewright.agents.cases.minds.courts import find_court, value_rule
from casewright.agents.cases.minds.cued_values import cued, date_beside
from casewright.agents.cases.minds.fact_fit import unfit
from casewright.agents.cases.minds.facts_in_text import LONGEST, find_facts, read_answer, told_in_words
from casewright.agents.cases.minds.offers import OFFERS, offered_words
from casewright.agents.cases.minds.plain_replies import told, unknown, yes_or_no
from casewright.agents.cases.minds.street_addresses import is_address
from casewright.agents.cases.minds.telling import is_value_alone
from casewright.agents.cases.minds.wishes import BLOCKED, chosen, left_out
from casewright.casework.read_back import UNKNOWN
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

AND = "+"
"""Between the facts that one question asks for."""
CORRECTS = "!"
"""Ends what a question is about, where its answer is to replace what is known."""
MISSED = "neinteles."
"""How the id of a note begins that counts the replies which did not answer a question."""
_MOST_MISSED = 2
_PLACE = 3
"""Words of a reply that may be a place and nothing else."""


@dataclass
class Stated:
    """The facts that are new or otherwise now. ``missed``: the open question that the reply did not answer."""

    facts: dict[Fact, str] = field(default_factory=dict)
    answered: bool = False
    missed: Fact | None = None
    unclear: Fact | None = None
    """What the user said is wrong, without saying what is right."""
    tries: int = 0


def read_statements(file: CaseFile) -> Stated:
    """What the latest message tells, and what earlier ones tell that is not known yet."""
    found = Stated()
    if _read_numbered(file, found) or _read_correction(file, found):
        return found
    _read_answer(file, found)
    _read_on_the_way(file, found)
    _read_place_alone(file, found)
    _read_sum_alone(file, found)
    _read_more_of_the_same(file, found)
    _read_changes(file, found)
    found.facts.update(left_out(file))
    _leave_misfits(file, found)
    return found


def _read_correction(file: CaseFile, found: Stated) -> bool:
    """Whether the message corrects what is known and nothing else: then it answers no question."""
    said = file.briefing.said or ""
    if not is_correction(said, file) or _answers_what_was_asked(file, said):
        return False
    now = {str(one.get("id")) for one in written_now(file.briefing.made, "facts")}
    changes = {one: value for one, value in corrected_values(said, file).items() if file.known.get(one.id) != value}
    changes |= {one: value for one, value in changes_in(said, file).items() if file.known.get(one.id) != value}
    for name, value in find_facts(said, file.kind, file.briefing.today, file.known).items():
        fact = file.kind.fact(name)
        if fact is None or fact.in_words:
            continue
        if name not in file.known or _turned(file, fact, value):
            changes.setdefault(fact, value)
    if not changes and not find_amounts(fold(said)) and not any(sign.isdigit() for sign in said):
        changes = _words_corrected(file, said)
    found.facts.update({one: value for one, value in changes.items() if file.fact_id(one) not in now})
    _leave_misfits(file, found)
    found.facts.update({one: value for one, value in left_out(file).items() if one not in found.facts})
    return bool(changes) or bool(now) or any(sign.isdigit() for sign in said)


def _words_corrected(file: CaseFile, said: str) -> dict[Fact, str]:
    """What a correction tells in words in place of what is known: of a fact that holds one thing."""
    heard = told_in_words(said, file.kind, file.briefing.today, {})
    facts = [one for one in file.kind.facts if one.id in heard and not one.grows and one.id in file.known]
    return {one: heard[one.id] for one in facts if cued(one, heard[one.id])}


def _answers_what_was_asked(file: CaseFile, said: str) -> bool:
    """Whether what seems a correction gives what was asked for and is not known: „am găsit plicul: 9 noiembrie”."""
    asked = [one for one in open_questions(file)[0] if one.id not in file.known and not one.in_words]
    given = [one for one in asked if read_answer(one, said, file.kind, file.briefing.today, court_level(file, one))]
    return bool(given) and not corrected_values(said, file)


def _leave_misfits(file: CaseFile, found: Stated) -> None:
    """File nothing under a fact that is not of its type: what was asked for is asked again."""
    asked, _ = open_questions(file)
    said, today = everything_said(file.briefing), file.briefing.today
    for fact in [one for one, value in found.facts.items() if unfit(one, value, file.kind, said, today)]:
        del found.facts[fact]
        if fact in asked:
            found.answered = False
            _count_miss(file, found, fact)


def _read_numbered(file: CaseFile, found: Stated) -> bool:
    """Read the corrections by number of what was read back; whether there are any."""
    corrections = numbered_in(file.briefing.said or "", file)
    for one in corrections:
        if one.value is None:
            found.unclear = one.fact
        elif one.value != file.known.get(one.fact.id):
            found.facts[one.fact] = one.value
    return bool(corrections)


def open_question(file: CaseFile) -> tuple[Fact | None, bool]:
    """The fact that the open question asks for first, and whether its answer replaces what is known."""
    facts, correcting = open_questions(file)
    return (facts[0] if facts else None), correcting


def open_questions(file: CaseFile) -> tuple[list[Fact], bool]:
    """The facts that the open question asks for, and whether its answer replaces what is known."""
    about = asked_about(file.briefing.details) or ""
    correcting = about.endswith(CORRECTS)
    start = f"{file.kind.id}."
    names = about.removesuffix(CORRECTS).removesuffix(OFFERS).removesuffix(BLOCKED).split(AND)
    found = [file.kind.fact(name.removeprefix(start)) for name in names if name.startswith(start)]
    return [one for one in found if one is not None], correcting


def is_offer(file: CaseFile) -> bool:
    """Whether the open question offers the user's earlier words."""
    return (asked_about(file.briefing.details) or "").endswith(OFFERS)


def _read_answer(file: CaseFile, found: Stated) -> None:
    """The answer to the open question, or a count of the replies that gave none."""
    said = file.briefing.said
    facts, replaces = open_questions(file)
    if said is None:
        return
    for number, fact in enumerate(facts):
        if fact.id not in file.known or replaces:
            _read_one_answer(file, found, fact, said, second=number > 0)


def _read_one_answer(file: CaseFile, found: Stated, fact: Fact, said: str, *, second: bool) -> None:
    """The answer to one of the facts that were asked for; of a ``second`` one nothing is said where there is none."""
    value = _given(file, fact, said)
    if unknown(said) and (value is None or fact.in_words or fact.reads in ("authority", "place")):
        value = fact.none or (UNKNOWN_TWICE if file.facts.get(fact.id, "").startswith(UNKNOWN) else UNKNOWN)
    if value is None:
        if not is_offer(file) and not second:
            _count_miss(file, found, fact)
        return
    if value == file.facts.get(fact.id):
        return
    found.facts[fact] = value
    found.answered = True
    _read_date_beside(file, found, fact)


def _given(file: CaseFile, asked: Fact, said: str) -> str | None:
    """What the reply gives for the fact that was asked for; None where it speaks of something else."""
    if is_offer(file):
        accepted = yes_or_no(said)
        if accepted is True:
            return _accept_offer(file, asked)
        if accepted is False and len(said.split()) <= _PLACE:
            return None
    if _is_address(file, asked, said) or _tells_another(file, asked, said):
        return None
    if (
        asked.reads == "court"
        and asked.none
        and ".address}}" in said
        and find_court(said, court_level(file, asked)) is None
    ):
        return asked.none  # the town went with the address: the law says which court it is
    return read_answer(asked, said, file.kind, file.briefing.today, court_level(file, asked), file.known)


def _accept_offer(file: CaseFile, asked: Fact) -> str | None:
    """The words that were offered, and what the user adds to them."""
    more = re.sub(r"^\W*\w+\W*(?:(?:și|si|and)\b\W*)?", "", file.briefing.said or "")
    more = f"{more[:1].upper()}{more[1:]}"
    parts = [offered_words(file, asked, but_latest=True), more if len(more.split()) > _PLACE else ""]
    return ". ".join(one for one in parts if one)[:LONGEST] or None


def _is_address(file: CaseFile, asked: Fact, said: str) -> bool:
    """Whether a reply to a question for words is an address or a town alone, in a case that has a place.

    A town is no reason and no act that somebody is accused of; it may well be where a marriage was made.
    """
    place = next((one for one in file.kind.facts if one.reads == "court"), None)
    if place is None or not asked.in_words:
        return False
    town = len(said.split()) <= _PLACE and find_court(said, court_level(file, place)) is not None
    return is_address(said) or (town and (asked.accuses or bool(asked.offered_as)))


def court_level(file: CaseFile, fact: Fact) -> str:
    """The level of the court that a place gives; any where the court has to be named."""
    if fact.level != "by_value":
        return fact.level
    amounts = find_amounts(fold(file.known.get("suma", "")))
    if not amounts:
        return "any"
    return value_rule().level(amounts[0].value, amounts[0].currency)


def _tells_another(file: CaseFile, asked: Fact, said: str) -> bool:
    """Whether a reply in words has the signs of another fact that is still open, and none of the one asked for."""
    if not asked.in_words or not asked.cues or cued(asked, said):
        return False
    if asked.offered_as and len(said.split()) <= _PLACE and find_facts(said, file.kind, file.briefing.today):
        return True  # a sum or a date alone is no reason
    return any(cued(one, said) for one in _open_in_words(file, asked))


def _open_in_words(file: CaseFile, asked: Fact) -> list[Fact]:
    """The other facts told in words that are not known yet."""
    return [
        one
        for one in file.kind.facts
        if one.in_words and one is not asked and one.id not in file.known and file.relevant(one.when)
    ]


def _read_date_beside(file: CaseFile, found: Stated, answered: Fact) -> None:
    """A date that came with a number: „nr. 118 din 9 noiembrie”."""
    beside = next((one for one in file.kind.facts if one.beside == answered.id), None)
    if beside is None or beside.id in file.known:
        return
    filed = [*file.known.values(), *found.facts.values()]
    day = date_beside(beside, file.briefing.said or "", file.kind, file.briefing.today, filed)
    if day is not None:
        found.facts[beside] = day


def _count_miss(file: CaseFile, found: Stated, fact: Fact) -> None:
    """Count a reply that told something else; after two the question is left for the end."""
    name = f"{MISSED}{fact.id}"
    if not told(file.briefing.said or "") or any(one.get("id") == name for one in _notes_now(file)):
        return
    note = file.note(name)
    before = note.get("times") if note is not None else 0
    found.missed, found.tries = fact, (before if isinstance(before, int) else 0) + 1
    if found.tries >= _MOST_MISSED:
        found.facts[fact] = fact.none or (UNKNOWN_TWICE if fact.needed else UNKNOWN)


def _read_on_the_way(file: CaseFile, found: Stated) -> None:
    said = file.briefing.said
    # Earlier statements were read when the first facts of this kind were written down.
    texts = everything_said(file.briefing) if not file.facts else [] if said is None else [said]
    for text in reversed([one for one in texts if chosen(one) is None]):  # the number of a choice is no fact
        known = {**file.known, **{fact.id: value for fact, value in found.facts.items()}}
        for name, value in find_facts(text, file.kind, file.briefing.today, known).items():
            fact = file.kind.fact(name)
            if fact is None or (name in file.known and not _turned(file, fact, value)):
                continue
            if fact not in found.facts or found.facts[fact] in (UNKNOWN, UNKNOWN_TWICE):
                found.facts[fact] = value


def _read_sum_alone(file: CaseFile, found: Stated) -> None:
    """The sum that is all of a message, where one fact alone can be meant."""
    said = file.briefing.said or ""
    sums = find_amounts(fold(said))
    facts = [one for one in file.wanted() if one.reads == "amount" and one.id not in file.known]
    if len(sums) == 1 and len(facts) == 1 and facts[0] not in found.facts and is_value_alone(said, file.briefing.today):
        found.facts[facts[0]] = write_amount(sums[0].value, sums[0].currency)


def _turned(file: CaseFile, fact: Fact, value: str) -> bool:
    """Whether a yes was told outright that was a no before, or the other way round, in another message."""
    now = {str(one.get("id")) for one in written_now(file.briefing.made, "facts")}
    return fact.reads == "yes_no" and value != file.known[fact.id] and file.fact_id(fact) not in now


def _read_place_alone(file: CaseFile, found: Stated) -> None:
    """The court of a town that is all of a reply, whatever was asked."""
    said = file.briefing.said or ""
    known = {**{one: file.known.get(one.id, "") for one in file.kind.facts}, **found.facts}
    if any(value and fold(value) in fold(said) for one, value in known.items() if one.reads == "authority"):
        return  # the town of an authority is not the place of the act
    court = next((one for one in file.wanted() if one.reads == "court"), None)
    if (
        court is None
        or court.id in file.known
        or court in found.facts
        or not (0 < len(said.split()) <= _PLACE or is_address(said))
    ):
        return
    named = find_court(said, court_level(file, court))
    if named is not None:
        found.facts[court] = named


def _read_more_of_the_same(file: CaseFile, found: Stated) -> None:
    """What the latest message adds to reasons, facts and evidence that are known, while there is no draft yet."""
    said = file.briefing.said
    if said is None or file.drafts:
        return
    told = told_in_words(said, file.kind, file.briefing.today, {**file.known, **_values(found)})
    for name, words in told.items():
        fact = file.kind.fact(name)
        if fact is None or fact in found.facts or not fact.grows or name not in file.known:
            continue
        before = [] if file.known[name] == fact.none else [file.known[name].rstrip(".")]
        found.facts[fact] = ". ".join((*before, f"{words[0].upper()}{words[1:]}"))[:LONGEST]


def _values(found: Stated) -> dict[str, str]:
    return {fact.id: value for fact, value in found.facts.items()}


def _read_changes(file: CaseFile, found: Stated) -> None:
    """What the latest message changes of what is known, where it answers no question."""
    said = file.briefing.said
    if said is None or found.answered:
        return
    now = {str(one.get("id")) for one in written_now(file.briefing.made, "facts")}
    for fact, value in changes_in(said, file).items():
        if file.known.get(fact.id) == value or file.fact_id(fact) in now:
            continue  # what this message told first is not what it changes
        found.facts[fact] = value
        found.answered = found.answered or asked_about(file.briefing.details) == CHANGING


def _notes_now(file: CaseFile) -> list[dict[str, object]]:
    return [dict(one) for one in written_now(file.briefing.made, "internal_notes")]
