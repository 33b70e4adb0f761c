"""Facts of a kind of case as they stand in what a user said or in a document's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import (
    find_amounts,
    sums_without_currency,
    told_sum,
    write_amount,
)
from casewright.agents.cases.minds.authorities import authority_in
from casewright.agents.cases.minds.counts import count_told, days_told
from casewright.agents.cases.minds.courts import court_of_place, find_court
from casewright.agents.cases.minds.cued_values import (
    cued,
    dates_by_cue,
    fill_form,
    matched_value,
    outright_value,
    value_in_passing,
)
from casewright.agents.cases.minds.dates import find_dates, nearest, write_date
from casewright.agents.cases.minds.plain_replies import clauses, none_of_it, said_in, sentences, tidy, told, yes_or_no
from casewright.agents.cases.minds.safe_text import printable_part, sentence
from casewright.agents.cases.minds.telling import hear
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import date

    from casewright.casework.kinds.case_kind import CaseKind, Fact

YES, NO = "da", "nu"
LONGEST = 2_000
"""Characters that are kept of a fact that is told in the user's own words."""
_NAME_WORDS = 5
_RATE = re.compile(r"\d[\d.,]*\s*(?:lei|ron|euro?)?\s*(?:(?:pe|/|per)\s*(?:luna|zi|ora|an|month)\b|lunar\b|zilnic\b)")
_EXACTLY = re.compile(r"\b(?:deci|adica|mai exact|mai bine zis|that is|so)\b")
_MENDED = re.compile(
    r"(?:^|[.,;!?…]\s*|\s)(?:nu,? (?:gresesc|stai|stati|scuze)|ba nu|stai(?:ti)?,? (?:nu|ca|asa)|am gresit|gresesc"
    r"|pardon|adica nu"
    r"|no,? (?:wait|sorry)|wait,? no|sorry,? (?:no|i mean)|i mean)\b[\s,:.]*"
)
"""Where a speaker takes back what they have just said: „poliția Iași, nu, greșesc, poliția București”."""
_BY_WHOM = re.compile(r"\s+(?:from|by|de la|de către|de catre)\s+(?=[A-ZĂÂÎȘȚ])")
_STORY = 8
"""Words of a message that may tell what happened."""
_SERIES = re.compile(
    r"\b(?!(?:din|in|anul|de|la|pe|cu|si|of|from)\b)(?P<a>[a-z]{1,5}\d{0,3})[\s.,-]*(?:cu )?"
    r"(?:nr\.?|numar\w*|number|no\.?)?[\s:.]*(?P<b>\d{4,})\b"
)
_NUMBER = re.compile(
    r"(?<![\w.,/])(?P<n>(?:[a-z]{1,4}[-/]?)?\d{2,7}(?:[/.-](?:[a-z]{1,3}[/.-])?\d{1,7}){0,2}(?:[/-][a-z]{1,3}\b)?)"
    r"(?![\d/]|[.,]\d|\s*(?:%|de zile|zile|ani|luni|km|ore))"
)
_YEAR_ALONE = re.compile(r"\b(?:din|in|anul|of|from)\s+(?:19|20)\d{2}$")
_LETTERS_BEFORE = re.compile(r"\b[A-Z]{2,4} $")
GREETING = re.compile(
    r"^\W*(?:bun[aă](?: (?:ziua|seara|dimineața|dimineata|zua|sara))?|salut\w*|s[aă]ru?t? ?m[aâ]na"
    r"|hello|hi|good (?:morning|day|afternoon|evening)|servus|no,? servus)\b[\s,.!]*",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"^\s*,?\s*(?:pe |cu )?care\b", re.IGNORECASE)
"""Goes on with what stands before it: „o datorie care nu e a mea”."""
_MASKED_NUMBER = re.compile(r"\{\{person_\d+\.(?:caseNumber|idCard)\}\}")
"""A number that is kept where the parties' data are."""
_OF_A_CONTRACT = re.compile(r"\bcontract\w*\b[^.!?]{0,40}\b(?:nr|no)\.?\s*\S+\s+(?:din|of|from)\s+(?:data de\s+)?$")
"""In front of the day of a contract, which answers no question about another day."""
_SHORT = 2
_SMALL = 2
"""Digits of a number that in a long reply numbers no paper without saying so."""
_SHORT_REPLY = 10
"""Words of a reply that is not long."""
"""Words: a reply of no more that begins with a yes or a no tells nothing else."""


def find_facts(
    text: str,
    kind: CaseKind,
    today: date,
    known: Mapping[str, str] | None = None,
    *,
    document: bool = False,
) -> dict[str, str]:
    """The facts that the text gives without having been asked: values beside their cues, and sentences that tell.

    A sentence tells one fact in words at most; one that stands in a fact of ``known`` has told what it had to tell.
    Of a ``document`` only those sentences tell that are of the documents' own kind.
    """
    text = tidy(text)
    found: dict[str, str] = {}
    dates = dates_by_cue(text, kind, today)
    for fact in kind.facts:
        if fact.in_words:
            continue
        sums = sum(one.reads == "amount" for one in kind.facts)
        value = dates.get(fact.id) if fact.reads == "date" else value_in_passing(fact, text, alone=sums == 1)
        if value:
            found[fact.id] = value
    found.update(told_in_words(text, kind, today, known or {}, document=document))
    return {fact.id: found[fact.id] for fact in kind.facts if fact.id in found}


def told_in_words(
    text: str,
    kind: CaseKind,
    today: date,
    known: Mapping[str, str],
    asked: Fact | None = None,
    *,
    document: bool = False,
    settled: Collection[str] = (),
) -> dict[str, str]:
    """What the text tells in words, by the fact's id: facts that are not in ``known``, and more of those that grow.

    Facts that are ``settled`` take nothing of it, but for evidence, and where evidence is asked for, facts that grow.
    """
    found: dict[str, str] = {}
    text = GREETING.sub("", text)
    proving = asked is not None and asked.reads == "evidence"
    facts = [fact for fact in kind.facts if fact.in_words]
    facts = [
        one
        for one in facts
        if one.id not in settled or one.reads == "evidence" or (proving and one.grows and one.reads == "reason")
    ]
    if not document:
        for fact in facts:
            taken = _words_in(fact, text) if fact.id not in known else None
            if taken is not None:
                found[fact.id] = taken
                if not _RELATIVE.match(text.partition(taken)[2]):
                    text = _taken_out(text, taken)
    for fact in facts:
        if fact.accuses and fact.id in known:
            text = _taken_out(text, known[fact.id])
    heard = hear(text, facts, asked, today, document=document)
    opening = next((fact for fact in facts if fact.opening and fact.id not in (*known, *heard.facts)), None)
    if opening is not None and not document and len(heard.rest.split()) >= _STORY:
        found[opening.id] = printable_part(heard.rest)[:LONGEST].strip()
    ended = next((fact for fact in facts if fact.opening and fact.id in heard.facts and fact.id not in known), None)
    if ended is not None and ended is not asked and not document and len(heard.rest.split()) >= _STORY:
        found[ended.id] = printable_part(f"{sentence(heard.rest)} {heard.facts[ended.id]}")[:LONGEST].strip()
    for name, words in heard.facts.items():
        one = next(fact for fact in facts if fact.id == name)
        if name in found or (name in known and not one.grows and one is not asked):
            continue
        if name in known and one is not asked:
            words = _new_words(words, known.values())
        if words:
            found[name] = printable_part(words)[:LONGEST].strip()
    return found


def _taken_out(text: str, words: str) -> str:
    """The text without words that were taken of it, and without what is left of their clause in front of them."""
    at = text.find(words)
    if at < 0:
        return text
    start = max(text.rfind(sign, 0, at) for sign in ".!?\n;,")
    return f"{text[: start + 1]} {text[at + len(words) :].lstrip(' ,;')}"


def _new_words(words: str, known: Iterable[str]) -> str:
    """The sentences that do not stand in what is known already."""
    everything = fold(" ".join(known))
    return " ".join(one for one in sentences(words) if fold(one).strip(" .!,;") not in everything)


def _words_in(fact: Fact, text: str) -> str | None:
    """What a pattern of the fact takes out of a sentence: „o amendă pentru depășirea vitezei” gives the act alone."""
    for one in told(text):
        folded = fold(one)
        for pattern in (*fact.patterns, *_labelled(fact)):
            match = re.search(pattern, folded)
            if match is not None and len(folded) == len(one):
                value = one[match.start("v") : match.end("v")]
                if one[match.end("v") : match.end("v") + 1].isalnum():
                    value = value.rpartition(" ")[0]  # no part of a word
                return _BY_WHOM.split(value)[0].strip(" ,.;")
    return None


def _labelled(fact: Fact) -> tuple[str, ...]:
    """Patterns of a clause that names its fact itself: „Probe: copia licenței”."""
    return tuple(rf"^{re.escape(word)}\w*\s*:\s*(?P<v>\S.+)$" for word in fact.words)


def read_answer(
    fact: Fact, text: str, kind: CaseKind, today: date, level: str = "", known: Collection[str] = ()
) -> str | None:
    """What the text answers to the question about ``fact``; None where it answers nothing.

    ``level`` is the court's, where it does not stand in the kind. Facts that are ``known`` already, by their ids,
    take no words that answer the question.
    """
    text = tidy(text)
    if not fact.in_words:
        mended = _MENDED.search(fold(text))
        if mended is not None and len(fold(text)) == len(text) and text[mended.end() :].strip():
            again = read_answer(fact, text[mended.end() :], kind, today, level, known)
            if again is not None:
                return again
    match fact.reads:
        case "date":
            return _date_answered(fact, text, kind, today)
        case "amount":
            whole = told_sum(fold(text))
            if whole is not None:
                return write_amount(whole.value, whole.currency)
            alone = sums_without_currency(_RATE.sub(" ", _without_values(text, today)))
            if len(alone) == 1:
                return write_amount(alone[0], "euro" if re.search(r"\beur", fold(text)) else "lei")
            bare = re.fullmatch(r"\W*(\d[\d.,\s]*)\W*", text)
            in_lei = find_amounts(f"{bare[1].strip(' .,')} lei") if bare else []
            if in_lei:
                return write_amount(in_lei[0].value, in_lei[0].currency)
        case "document":
            return matched_value(fact, text) or _number_alone(fact, text, today)
        case "authority":
            named = not any(sign.isdigit() for sign in text) and not find_dates(fold(text), today) and _name_like(text)
            return authority_in(text) or (_own_words(text) if named else None)
        case "court":
            own = [one for one in sentences(text) if any(re.search(rf"\b{word}", fold(one)) for word in fact.words)]
            of_level = level or fact.level
            return next(
                (
                    court
                    for part in (*own, text)
                    for court in (find_court(part, of_level), court_of_place(part, of_level))
                    if court is not None
                ),
                None,
            )
        case "yes_no":
            outright = outright_value(fact, text)
            if outright is not None:
                return outright
            parts = (text, *clauses(text), *(part for part in text.split(",") if len(part.split()) == 1))
            answers = [said for part in parts if (said := yes_or_no(part)) is not None]
            return None if not answers else (YES if answers[0] else NO)
        case "count":
            return count_told(_without_values(text, today))
        case "days":
            return days_told(_without_values(text, today))
        case "deed" | "reason" | "evidence" | "wish" | "words":
            if none_of_it(text):
                return fact.none or None
            settled = [one for one in known if one != fact.id]
            told_here = told_in_words(text, kind, today, {}, fact, settled=settled)
            return told_here.get(fact.id) if _telling(fact, text) else None
        case "place":
            return _own_words(text) if _telling(fact, text) else None
    return fact.none if fact.none and none_of_it(text) else None


def _without_values(text: str, today: date) -> str:
    """The folded text without the numbers of days and sums."""
    folded = fold(text)
    spans = [(one.start, one.end) for one in find_dates(folded, today)]
    spans += [(one.start, one.end) for one in find_amounts(folded)]
    for start, end in spans:
        folded = f"{folded[:start]}{' ' * (end - start)}{folded[end:]}"
    return folded


def _number_alone(fact: Fact, text: str, today: date) -> str | None:
    """The number of the paper that was asked for, however it is written: „R26 0558120 scrie sus”."""
    masked = _MASKED_NUMBER.findall(text)
    if len(masked) == 1:
        return f"nr. {masked[0]}"
    plain = _without_values(text, today)
    if len(plain) != len(text):
        return None
    pair = _SERIES.search(plain)
    if pair is not None and "{b}" in fact.as_:
        return fill_form(fact.as_, {name: text[pair.start(name) : pair.end(name)] for name in ("a", "b")})
    if "{b}" in fact.as_ and "{a}" in fact.as_ and not re.search(r"\d{3,}", plain):
        return None
    number = next((one for one in _NUMBER.finditer(plain) if _may_number_a_paper(plain, one)), None)
    bare = "" if number is None else re.sub(r"^[a-z]+[-/ ]?|[/-][a-z]+$", "", number["n"])
    if number is not None and not any(matched_value(fact, f"{word} nr. {bare}") for word in ("", *fact.words)):
        return None
    if number is None:
        return None
    letters = _LETTERS_BEFORE.search(text[: number.start("n")])  # „DP 45”
    return f"nr. {text[letters.start() if letters else number.start('n') : number.end('n')]}"


def _may_number_a_paper(plain: str, number: re.Match[str]) -> bool:
    """Whether a number that no word names may be one of a paper: no year, and no small one in a long reply."""
    if _YEAR_ALONE.search(plain[: number.end()]):
        return False
    named = re.search(r"\b(?:nr|no|numar\w*|number)\b[\s.:]*$", plain[: number.start()])
    return named is not None or len(number["n"]) > _SMALL or len(plain.split()) <= _SHORT_REPLY


def _name_like(text: str) -> bool:
    """Whether words that hold no known authority may be the name of one: they are few, or written as a name."""
    words = text.split()
    return len(words) <= _NAME_WORDS or sum(word[0].isupper() for word in words[1:]) > 0


def _telling(fact: Fact, text: str) -> bool:
    """Whether words may be the answer: they say more than that somebody agrees, is ready or has added a paper."""
    if not fact.listed and said_in("adds_papers", fold(text).rstrip(" .!")):
        return False
    if fact.strict:
        return cued(fact, text)
    return yes_or_no(text) is None or len(text.split()) > _SHORT


def _own_words(text: str) -> str | None:
    """What the text tells, on one line; None where it only asks, or only orders the machine about."""
    said = printable_part(" ".join(told(text)))
    return said[:LONGEST].strip() if any(letter.isalnum() for letter in said) else None


def _date_answered(fact: Fact, text: str, kind: CaseKind, today: date) -> str | None:
    by_cue = dates_by_cue(text, kind, today)
    if fact.id in by_cue:
        return by_cue[fact.id]
    if fact.ahead:
        ahead = [write_date(nearest(one, fold(text), today)) for one in find_dates(fold(text), today)]
        others = {day for name, day in by_cue.items() if name != fact.id}
        return next((day for day in ahead if day not in others), None)
    taken = set(by_cue.values())
    folded = fold(text)
    exact = _EXACTLY.search(folded)
    free = [
        (one.start, write_date(one.day))
        for one in find_dates(folded, today)
        if fact.beside is not None or not _OF_A_CONTRACT.search(folded[: one.start])
    ]
    if exact is not None:  # „joi, deci pe 10”
        free.sort(key=lambda one: one[0] < exact.end())
    return next((day for _, day in free if day not in taken), None)
