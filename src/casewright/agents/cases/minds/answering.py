"""The user's own questions: what the rules can say to them, and an honest no to the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.checklists import GENERAL, checklists
from casewright.agents.cases.minds.phrases import listed, of_language, phrase
from casewright.agents.cases.minds.plain_replies import is_question, sentences, to_the_machine
from casewright.agents.cases.minds.time_told import limit_told
from casewright.casework.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile

_TOPICS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "who",
            r"\bcine (?:esti|sunteti)\b|\bce (?:esti|sunteti|poti|puteti)\b|\besti (?:un |o )?(?:robot|om|avocat|ai|inteligent)|\bwho are you\b|\bwhat are you\b|\bare you (?:a|an)\b|\bwhat can you\b|\bchatgpt\b",
        ),
        (
            "suspends",
            r"\bsuspend|\btrebuie sa (?:o )?plat(?:esc|im)\b.{0,30}\bamend|\bplatesc amenda\b|\bhave to pay the fine\b|\bexecutare",
        ),
        (
            "limit",
            r"\btermen|\bpana cand\b|\bcat timp\b|\bcate zile\b|\bmai pot\b|\bdeadline\b|\btime limit\b|\bhow long\b|\bby when\b|\btoo late\b|\bprea tarziu\b",
        ),
        ("fee", r"\btax[aei]\b|\btimbru\b|\bcat costa\b|\bcosturi?\b|\bcheltui|\bfee\b|\bcosts?\b"),
        (
            "court",
            r"\b(?:unde|la ce|la care|ce|care) .{0,20}(?:depun|instant|judecator|tribunal)|\bunde (?:se )?depun|\bwhich court\b|\bwhere .{0,20}file\b",
        ),
        ("chances", r"\bsans[ae]|\bcastig|\bo sa pierd\b|\bchances?\b|\bwin\b"),
        (
            "documents",
            r"\bce (?:acte|documente)\b|\bpot (?:sa )?(?:incarc|adaug|trimit|atasez)|\bwhich (?:papers|documents)\b|\bcan i (?:upload|add|send)\b",
        ),
        (
            "missing",
            r"\bce (?:mai )?(?:trebuie|lipseste|urmeaza|aveti nevoie|e nevoie|este nevoie)|\bwhat (?:else|next|is missing|do you need)\b|\bwhat happens next\b",
        ),
    )
)


def answers(file: CaseFile) -> list[str]:
    """An answer for each question in the latest message, none twice."""
    said = file.briefing.said
    if said is None:
        return []
    asked = [one for one in sentences(said) if is_question(one) and not to_the_machine(one)]
    return list(dict.fromkeys(_answer(file, one) for one in asked))


def _answer(file: CaseFile, question: str) -> str:
    folded, language = fold(question), file.language
    topic = next((name for name, pattern in _TOPICS if pattern.search(folded)), None)
    own = of_language(file.checklist.answers.get(topic or "", {}), language)
    if own:
        return own
    match topic:
        case "who":
            kinds = [of_language(one.name, language) for one in checklists().values() if one.id != GENERAL]
            return phrase("who", language, kinds=listed(kinds, language))
        case "limit":
            limit = file.checklist.limit
            if limit is None:
                return phrase("no_limit", language)
            fact = file.checklist.fact(limit.fact)
            label = fact.label.lower() if fact else limit.fact
            return limit_told(file) or phrase("no_limit_known", language, label=label)
        case "chances":
            return phrase("no_chances", language)
        case "documents":
            return phrase("documents_heard", language)
        case "missing":
            labels = [fact.label for fact in file.missing()]
            return phrase("still_missing", language, labels=listed(labels, language)) if labels else ""
        case _:
            return phrase("cannot_answer", language)
