"""What a user wants changed: which fact they mean, by its number, its name or what stood there, and what is right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.case_file import asked_about
from casewright.agents.cases.minds.corrections import corrected_values
from casewright.agents.cases.minds.facts_in_text import LONGEST, NO, YES, read_answer
from casewright.agents.cases.minds.list_replies import CHANGING
from casewright.agents.cases.minds.plain_replies import place_in, said_in, sentences, tidy, to_the_machine
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

_THAT = re.compile(r"^(?:faptul\s+)?(?:că|ca(?=\s+(?:nu|n-|am|a|au|mi|m-|ne)\b))\s*", re.IGNORECASE)
"""Before what is to be added: „adaugă că nu mi s-a dat preaviz”."""
_TO = re.compile(
    r"^.{0,80}?(?:\b(?:cu|la|in|devine|sa fie|este|e|to|with|is|be)\b|:)\s*(?P<value>.+)$", re.IGNORECASE | re.DOTALL
)


def changes_in(said: str, file: CaseFile) -> dict[Fact, str]:
    """The facts that the user wants otherwise, with what is to stand there; none where they name none that is read."""
    found: dict[Fact, str] = {}
    for sentence in sentences(said):
        folded = fold(sentence)
        changes, adds, removes = (said_in(name, folded) for name in ("changes", "adds", "removes"))
        if to_the_machine(sentence) or not (changes or adds or removes):
            continue
        if changes:
            found.update(corrected_values(sentence, file))
        fact = named_fact(sentence, file)
        if fact is None or fact.id not in file.known or fact in found:
            continue
        if fact.reads == "yes_no" and (adds or removes):
            found[fact] = NO if removes else YES
            continue
        if removes and not changes:
            continue  # what is to be left of the text only the user can say
        if fact.in_words and found and not adds:
            continue  # the sentence said which value is otherwise
        value = _added(fact, sentence, file) if adds and fact.in_words else _replaced(fact, sentence, file)
        if value is not None:
            found[fact] = value
    if not found and said_in("changes", fold(said)):
        found.update(corrected_values(said, file))  # „Puteți corecta data comunicării? E 19 noiembrie.”
    return found


def wants_change(said: str) -> bool:
    """Whether the message asks for something to be otherwise."""
    folded = fold(said)
    return any(said_in(name, folded) for name in ("changes", "adds", "removes"))


def named_fact(said: str, file: CaseFile) -> Fact | None:
    """The fact that the message names: of several the one whose word stands first; None where it names none."""
    folded = fold(said)
    best: tuple[int, int, Fact] | None = None
    for number, fact in enumerate(file.kind.facts):
        if not file.relevant(fact.when):
            continue
        for word in fact.words:
            at = re.search(rf"\b{re.escape(word)}", folded)
            if at is not None and (best is None or (at.start(), number) < best[:2]):
                best = (at.start(), number, fact)
    return None if best is None else best[2]


def _replaced(fact: Fact, sentence: str, file: CaseFile) -> str | None:
    if fact.reads in ("count", "days") and not any(sign.isdigit() for sign in sentence):
        return None
    if not fact.in_words:
        value = read_answer(fact, sentence, file.kind, file.briefing.today, "any" if fact.reads == "court" else "")
        # An authority has no form of its own: only what stands after "with" is one.
        if fact.reads not in ("authority", "place"):
            return value
    match = _TO.match(tidy(sentence))
    return None if match is None else match["value"].strip(' ."„”')[:LONGEST] or None


def _added(fact: Fact, sentence: str, file: CaseFile) -> str | None:
    text = tidy(sentence)
    after = _after_word(text, fact)
    before = file.known.get(fact.id, "")
    if not after or fold(after) in fold(before):
        return None
    return after if before == fact.none else f"{before.rstrip('.')}; {after}"[:LONGEST]


def _after_word(text: str, fact: Fact) -> str:
    """What follows the fact's own word and a colon, else what follows the word for adding."""
    folded = fold(text)
    same = text if len(folded) == len(text) else folded
    named = min(
        (match for word in fact.words if (match := re.search(rf"\b{re.escape(word)}\w*(?:\s+cu)?\s*:?\s*", folded))),
        key=lambda match: match.start(),
        default=None,
    )
    added = place_in("adds", folded)
    if named is not None and named.end() < len(same) and (added is None or named.start() > added.start()):
        rest = same[named.end() :].strip(" .:,")
        # "adaugă martorul de la colț": the word itself is part of what is added, "adaugă proba: …": it is not.
        return (
            rest
            if ":" in same[named.start() : named.end() + 1]
            or named[0].startswith(("prob", "motiv", "dovad", "eviden", "reason"))
            else same[named.start() :].strip(" .")
        )
    if added is None:
        return ""
    tail = re.sub(r"^\w*\s*(?:si|și|also)?\s*", "", same[added.end() :])
    return _THAT.sub("", tail.strip(" .:,"))


def asked_to_change(file: CaseFile) -> bool:
    """Whether the open question is what to change."""
    return asked_about(file.briefing.details) == CHANGING
