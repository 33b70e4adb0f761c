"""What a user wants changed: which fact they mean, by its number, its name or what stood there, and what is right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.case_file import asked_about
from casewright.agents.cases.minds.corrections import corrected_values
from casewright.agents.cases.minds.dates import find_dates
from casewright.agents.cases.minds.facts_in_text import LONGEST, NO, YES, read_answer
from casewright.agents.cases.minds.plain_replies import place_in, said_in, sentences, tidy, to_the_machine
from casewright.casework.read_back import READ_BACK, fact_numbered
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

CHANGING = "schita"
"""What a question is about that asks what to change in a draft."""
_TO = re.compile(
    r"^.{0,80}?(?:\b(?:cu|la|in|devine|sa fie|este|e|to|with|is|be)\b|:)\s*(?P<value>.+)$", re.IGNORECASE | re.DOTALL
)
_NUMBERED = re.compile(
    r"^\W*(?:(?:la|si|iar|nu|at|and)\s+)*(?:(?:punctul|pct\.?|numarul|nr\.?|pozitia|point|number|no\.?)\s*)?"
    r"(?P<number>\d{1,2})"
    r"(?:\s*[:=)]\s*|\s*[.-]\s+|,?\s+(?=(?:e|este|is|nu|trebuie|ar|gresit|wrong|not|should|de fapt)\b))"
    r"(?P<rest>\S.*)$",
    re.DOTALL,
)
_WRONG = re.compile(
    r"^(?:(?:e|este|is|nu e|nu este|it is|it's|this is)\s+)?"
    r"(?:gresit|incorect|fals|wrong|not right|bine|corect|adevarat)\w*\s*[,;:.-]*\s*"
    r"|^(?:de fapt|corect e(?:ste)?|corect|trebuie sa fie|ar trebui sa fie|should be|actually|nu,|not?,)\s*:?\s*"
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


@dataclass(frozen=True, slots=True)
class Numbered:
    """What was said to a line of what was read back. ``value`` is None where it cannot be read."""

    fact: Fact
    value: str | None


def numbered_in(said: str, file: CaseFile) -> list[Numbered]:
    """The corrections by number, where the open question reads back what was understood: „2: 15 octombrie 2026”."""
    if asked_about(file.briefing.details) != READ_BACK:
        return []
    found = []
    for part in re.split(
        r"\n+|;\s+|(?<=[a-zăâîșț\d]),?\s+(?:și|si|iar)\s+(?=(?:la\s+)?(?:punctul|pct|nr)?\s*\d{1,2}\s*[:=])", said
    ):
        folded, text = fold(part), part.strip()
        match = _NUMBERED.match(folded)
        if match is None or find_dates(folded[match.start("number") :][:14], file.briefing.today):
            continue
        name = fact_numbered(file.briefing.details, int(match["number"]))
        start = f"{file.kind.id}."
        fact = None if name is None or not name.startswith(start) else file.kind.fact(name.removeprefix(start))
        if fact is None:
            continue
        rest = text[-len(match["rest"]) :] if len(folded.strip()) == len(text) else match["rest"]
        found.append(Numbered(fact, _corrected(fact, rest, file)))
    return found


def _corrected(fact: Fact, rest: str, file: CaseFile) -> str | None:
    cut = _WRONG.sub("", fold(rest))
    words = rest[len(rest) - len(cut) :].strip(" ,.") if len(fold(rest)) == len(rest) else cut.strip(" ,.")
    again = _WRONG.sub("", fold(words))
    words = words[len(words) - len(again) :].strip(" ,.") if len(fold(words)) == len(words) else again
    if not words:
        return None
    value = read_answer(fact, words, file.kind, file.briefing.today, "any" if fact.reads == "court" else "")
    return value if value is not None or not fact.in_words else words[:LONGEST]


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
    return tail.strip(" .:,")


def asked_to_change(file: CaseFile) -> bool:
    """Whether the open question is what to change."""
    return asked_about(file.briefing.details) == CHANGING
