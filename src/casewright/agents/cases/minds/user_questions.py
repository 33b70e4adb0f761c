"""The user's own questions: what the rules can say to them, and an honest no to the rest."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.limit_text import tell_limit
from casewright.agents.cases.minds.phrases import join_words, of_language, phrase
from casewright.agents.cases.minds.plain_replies import is_question, said_in, sentences, to_the_machine
from casewright.casework.kinds.catalogue import GENERAL, case_kinds
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile


def answers(file: CaseFile) -> list[str]:
    """An answer for each question in the latest message, none twice."""
    said = file.briefing.said
    if said is None:
        return []
    asked = [one for one in sentences(said) if _asks(one)]
    return list(dict.fromkeys(_answer(file, one) for one in asked))


def _asks(sentence: str) -> bool:
    """Whether the sentence wants an answer: an exclamation wants none, nor does a question that only scolds."""
    exclaims = sentence.rstrip(' "”)').endswith("!") and "?" not in sentence
    if exclaims or not is_question(sentence) or to_the_machine(sentence):
        return False
    return not said_in("scolds", fold(sentence))


def _answer(file: CaseFile, question: str) -> str:
    folded, language = fold(question), file.language
    topic = next((name for name, pattern in _topics() if pattern.search(folded)), None)
    own = of_language(file.kind.answers.get(topic or "", {}), language)
    if own:
        return own
    match topic:
        case "who":
            kinds = [of_language(one.name, language) for one in case_kinds().values() if one.id != GENERAL]
            return phrase("who", language, kinds=join_words(kinds, language))
        case "limit":
            limit = file.kind.limit
            if limit is None:
                return phrase("no_limit", language)
            fact = file.kind.fact(limit.fact)
            label = file.named(fact) if fact else limit.fact
            return tell_limit(file) or phrase("no_limit_known", language, label=label)
        case "chances":
            return phrase("no_chances", language)
        case "why_asked":
            return phrase("why_asked", language)
        case "documents":
            return phrase("documents_heard", language)
        case "do" if file.kind.id != GENERAL:
            return phrase("help", language, kind=of_language(file.kind.name, language))
        case "missing":
            labels = [file.named(fact) for fact in file.missing()]
            return phrase("still_missing", language, labels=join_words(labels, language)) if labels else ""
        case _:
            return phrase("cannot_answer", language)


@cache
def _topics() -> tuple[tuple[str, re.Pattern[str]], ...]:
    text = files("casewright.agents.cases.minds").joinpath("topics.toml").read_text(encoding="utf-8")
    return tuple((one["name"], re.compile("|".join(one["patterns"]))) for one in tomllib.loads(text)["topic"])
