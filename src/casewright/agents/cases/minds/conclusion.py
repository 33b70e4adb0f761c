"""What the user is told when there is nothing more to call in a turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.mind import Ask, Tell
from casewright.agents.cases.minds.amounts import find_amounts, read_amount
from casewright.agents.cases.minds.case_updates import correction_of
from casewright.agents.cases.minds.changes import asked_to_change, named_fact, wants_change
from casewright.agents.cases.minds.courts import value_rule
from casewright.agents.cases.minds.drafts import grounds
from casewright.agents.cases.minds.facts_in_text import read_answer
from casewright.agents.cases.minds.limit_text import tell_limit
from casewright.agents.cases.minds.list_replies import CHANGING
from casewright.agents.cases.minds.open_questions import court_level
from casewright.agents.cases.minds.phrases import join_words, of_language, phrase, write_number
from casewright.agents.cases.minds.research import applied_sources, in_force
from casewright.agents.cases.minds.user_questions import answers
from casewright.casework.kinds.catalogue import GENERAL
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.advice import Advice
    from casewright.casework.kinds.case_kind import Fact

_THANKS = re.compile(r"\b(?:multumesc|mersi|perfect|e bine|este bine|in regula|super|thanks?|thank you|great|fine)\b")
_PERSON = re.compile(r"\{\{person_\d+\}\}")
_ENGLISH = re.compile(r"\b(?:the|and|was|were|because|not|my|with|have|did)\b")


def conclude(file: CaseFile) -> Ask | Tell:
    """What to say once a draft rests on what is known: that it is ready, an answer, or a question what to change."""
    language = file.language
    if not file.drafts:
        return Ask(phrase("no_step", language))
    if any(one.call.name == "generate_draft_pdf" and one.success for one in file.briefing.made):
        return _ready(file)
    said = file.briefing.said
    standing = phrase("standing", language, name=_name(file), revision=file.drafts[-1]["revision"])
    if said is None:
        return Tell(standing, recommendations=_recommendations(file))
    if wants_change(said) or asked_to_change(file):
        fact = named_fact(said, file)
        if fact is not None and _says_so_already(file, fact, said):
            return Tell(phrase("says_so_already", language, label=file.named(fact), value=file.known[fact.id]))
        if fact is not None:
            return Ask(phrase("change_value", language, label=file.named(fact)), about=correction_of(file, fact))
        return _what_to_change(file)
    if answers(file):
        return Tell(standing)
    if _THANKS.search(fold(said)):
        return Tell(phrase("thanks", language))
    return _what_to_change(file)


def _says_so_already(file: CaseFile, fact: Fact, said: str) -> bool:
    """Whether the value that the message wants there is the one that stands there."""
    if fact.in_words or fact.id not in file.known:
        return False
    return read_answer(fact, said, file.kind, file.briefing.today) == file.known[fact.id]


def tell_not_approved(file: CaseFile, advice: Advice | None) -> Tell:
    """That the reasoner did not approve the plan, in its words."""
    reason = "" if advice is None else _prose(advice.reply)
    return Tell(phrase("not_approved", file.language, reason=reason or "-"), recommendations=_recommendations(file))


def hand_to_a_lawyer(file: CaseFile, advice: Advice) -> Tell:
    """That the case is a lawyer's."""
    return Tell(phrase("lawyer", file.language, reason=_prose(advice.reply)), recommendations=_recommendations(file))


def ask_for_the_reasoner(file: CaseFile, advice: Advice) -> Ask:
    """What the reasoner wants to know of the user."""
    return Ask(phrase("advised_ask", file.language, topic=advice.topic), about="indrumare")


def _ready(file: CaseFile) -> Tell:
    language = file.language
    general = file.kind.id == GENERAL
    said = [
        phrase(
            "ready_general" if general else "ready",
            language,
            name=_name(file),
            revision=file.drafts[-1]["revision"],
            kind=of_language(file.kind.name, language),
        ),
        tell_limit(file),
        _research_told(file),
    ]
    said += [*_other_amounts(file), _court_by_value(file)]
    gaps = [file.named(fact) for fact in file.gaps() if fact.id in file.facts]
    if gaps:
        said.append(phrase("gaps", language, labels=join_words(gaps, language)))
    own_words = " ".join(file.known.values())
    if _PERSON.search(own_words):
        said.append(phrase("unnamed", language))
    if language == "en" and len(_ENGLISH.findall(fold(own_words))) > 2:
        said.append(phrase("foreign_words", language))
    return Tell(
        " ".join(one for one in said if one),
        recommendations=_recommendations(file),
        next_steps=file.kind.next_steps.get(language) or file.kind.next_steps.get("ro", ()),
    )


def _court_by_value(file: CaseFile) -> str:
    """That the court named is not the one for the value of the claim; empty where it is."""
    court = next((one for one in file.kind.facts if one.level == "by_value"), None)
    wrong = court is not None and court_level(file, court) == "tribunal" and "Judec" in file.known.get(court.id, "")
    if not wrong:
        return ""
    rule = value_rule()
    most, source = write_number(rule.most_of_a_judecatorie, file.language), of_language(rule.source, file.language)
    return phrase("court_by_value", file.language, most=most, source=source)


def _other_amounts(file: CaseFile) -> list[str]:
    """Where the user's own words have another amount than the one that the draft goes by."""
    known = read_amount(file.known.get("suma", ""))
    if known is None:
        return []
    return [
        phrase("other_amount", file.language, label=file.named(fact), amount=file.known["suma"])
        for fact in file.wanted()
        if fact.in_words and any(one.value != known for one in find_amounts(fold(file.known.get(fact.id, ""))))
    ]


def _research_told(file: CaseFile) -> str:
    found = [one for sources in file.sources.values() for one in sources]
    if not found:
        return phrase("nothing_found", file.language)
    used = applied_sources(file)
    said = [phrase("found", file.language, many=len(found), used=len(used))]
    if any(one.get("synthetic") is True for one in used):
        said.append(phrase("invented", file.language))
    future = [str(one.get("title")) for one in found if not in_force(one)]
    if future:
        said.append(phrase("not_in_force", file.language, titles=join_words(future, file.language)))
    return " ".join(said)


def _recommendations(file: CaseFile) -> tuple[str, ...]:
    language = file.language
    found = [phrase("recommend_lawyer", language)]
    if file.late:
        found.insert(0, tell_limit(file))
    if grounds(file) or file.kind.id != GENERAL:
        found.append(phrase("recommend_sources", language))
    return tuple(found)


def _what_to_change(file: CaseFile) -> Ask:
    labels = [file.named(fact) for fact in file.wanted() if fact.words]
    return Ask(phrase("change_ask", file.language, labels=", ".join(labels)), about=CHANGING)


def _name(file: CaseFile) -> str:
    return file.kind.draft.replace("_", " ")


def _prose(reply: str) -> str:
    """The reply without its lines in capitals."""
    lines = [line.strip() for line in reply.splitlines()]
    return " ".join(
        line for line in lines if line and not re.match(r"^(?:actiune|subiect|plan aprobat)\s*:", fold(line))
    )
