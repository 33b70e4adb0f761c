"""Facts of a kind of case as they stand in what a user said or in a document's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import (
    NUMBER_WORDS,
    AmountFound,
    find_amounts,
    number_in_words,
    sums_without_currency,
    write_amount,
)
from casewright.agents.cases.minds.authorities import authority_in
from casewright.agents.cases.minds.courts import court_of_place, find_court, find_named_court
from casewright.agents.cases.minds.dates import find_dates, nearest, write_date
from casewright.agents.cases.minds.plain_replies import clauses, none_of_it, said_in, sentences, tidy, told, yes_or_no
from casewright.agents.cases.minds.safe_text import printable_part
from casewright.agents.cases.minds.telling import hear
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import date

    from casewright.casework.kinds.case_kind import CaseKind, Fact

YES, NO = "da", "nu"
LONGEST = 2_000
"""Characters that are kept of a fact that is told in the user's own words."""
_AFTER_PENALTY = 15
"""A cue before its value is preferred to one after it by this many characters."""
_FAR = 90
_OF_THAT_DAY = re.compile(
    r"[\s,/;()-]*(?:(?:incheiat|emis|datat|intocmit)\w*\s+)?"
    r"(?:(?:din|de|la|in|pe|of|from|dated)\s+)*(?:data\s+(?:de\s+)?)?"
)
_NAME_WORDS = 5
_WHOLE = re.compile(r"\b(?:total(?:ul|a)?(?: de| este de| e de|:)?|deci|adica|cu totul|in all|altogether|so)\W*$")
_IN_ALL = re.compile(r"\W{0,2}(?:in|cu) tot(?:al|ul)\b|\W{0,2}(?:in total|altogether|in all)\b")
_RATE_AFTER = re.compile(
    r"\s*(?:pe|pă|pi|/|a|per)\s*(?:luna|lună|zi|ora|an|month|day|hour)\b|\s*(?:lunar|zilnic|monthly)\b"
)
_RATE = re.compile(r"\d[\d.,]*\s*(?:lei|ron|euro?)?\s*(?:(?:pe|/|per)\s*(?:luna|zi|ora|an|month)\b|lunar\b|zilnic\b)")
_EXACTLY = re.compile(r"\b(?:deci|adica|mai exact|mai bine zis|that is|so)\b")
_MENDED = re.compile(
    r"(?:^|[.,;!?…]\s*|\s)(?:nu,? (?:gresesc|stai|stati|scuze)|ba nu|stai(?:ti)?,? (?:nu|ca|asa)|am gresit|gresesc|pardon|adica nu"
    r"|no,? (?:wait|sorry)|wait,? no|sorry,? (?:no|i mean)|i mean)\b[\s,:.]*"
)
"""Where a speaker takes back what they have just said: „poliția Iași, nu, greșesc, poliția București”."""
_BY_WHOM = re.compile(r"\s+(?:from|by|de la|de către|de catre)\s+(?=[A-ZĂÂÎȘȚ])")
_STORY = 5
"""Words of a message that may tell what happened."""
_SERIES = re.compile(
    r"\b(?P<a>[a-z]{1,5}\d{0,3})[\s.,-]*(?:cu )?(?:nr\.?|numar\w*|number|no\.?)?[\s:.]*(?P<b>\d{4,})\b"
)
_NUMBER = re.compile(
    r"(?<![\w.,/])(?P<n>(?:[a-z]{1,4}[-/ ]?)?\d{2,7}(?:[/.-]\d{1,7}){0,2}(?:[/-][a-z]{1,3}\b)?)"
    r"(?![\d/]|[.,]\d|\s*(?:%|de zile|zile|ani|luni|km|ore))"
)
_MASKED_NUMBER = re.compile(r"\{\{person_\d+\.(?:caseNumber|idCard)\}\}")
"""A number that is kept where the parties' data are."""
_SHORT = 2
"""Words: a reply of no more that begins with a yes or a no tells nothing else."""
_COUNTS = {"niciun": 0, "nici un": 0, "nu": 0, "fara": 0, "none": 0, "no": 0, "zero": 0, "un": 1, "unul": 1, "o": 1}
_COUNTS |= {"una": 1, "one": 1, "doi": 2, "doua": 2, "two": 2, "trei": 3, "three": 3, "patru": 4, "four": 4, "cinci": 5}


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
    dates = _dates_by_cue(text, kind, today)
    for fact in kind.facts:
        if fact.in_words:
            continue
        sums = sum(one.reads == "amount" for one in kind.facts)
        value = dates.get(fact.id) if fact.reads == "date" else _on_the_way(fact, text, alone=sums == 1)
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

    Facts that are ``settled`` take nothing of it, but for evidence.
    """
    found: dict[str, str] = {}
    facts = [fact for fact in kind.facts if fact.in_words and (fact.id not in settled or fact.reads == "evidence")]
    if not document:
        for fact in facts:
            taken = _words_in(fact, text) if fact.id not in known else None
            if taken is not None:
                found[fact.id] = taken
                text = _taken_out(text, taken)
    for fact in facts:
        if fact.accuses and fact.id in known:
            text = _taken_out(text, known[fact.id])
    heard = hear(text, facts, asked, today, document=document)
    opening = next((fact for fact in facts if fact.opening and fact.id not in (*known, *heard.facts)), None)
    if opening is not None and not document and len(heard.rest.split()) >= _STORY:
        found[opening.id] = printable_part(heard.rest)[:LONGEST].strip()
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
                return _BY_WHOM.split(value)[0].strip(" ,.;")
    return None


def _labelled(fact: Fact) -> tuple[str, ...]:
    """Patterns of a clause that names its fact itself: „Probe: copia licenței”."""
    return tuple(rf"^{re.escape(word)}\w*\s*:\s*(?P<v>\S.+)$" for word in fact.words)


def date_beside(fact: Fact, text: str, kind: CaseKind, today: date, filed: Collection[str]) -> str | None:
    """The date that the reply has for the fact: by its signs, else the first that is no other fact's."""
    by_cue = _dates_by_cue(tidy(text), kind, today)
    if fact.id in by_cue:
        return by_cue[fact.id]
    taken = {*by_cue.values(), *filed}
    free = [write_date(one.day) for one in find_dates(fold(tidy(text)), today)]
    return next((day for day in free if day not in taken), None)


def cued(fact: Fact, sentence: str) -> bool:
    """Whether the words have a sign of the fact."""
    return any(re.search(cue, fold(sentence)) for cue in fact.cues)


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
            again = find_amounts(f"{bare[1].strip(' .,')} lei") if bare else []
            if again:
                return write_amount(again[0].value, again[0].currency)
        case "document":
            return _matched(fact, text) or _number_alone(fact, text, today)
        case "authority":
            named = not any(sign.isdigit() for sign in text) and not find_dates(fold(text), today) and _name_like(text)
            return authority_in(text) or (_own_words(text) if named else None)
        case "court":
            return find_court(text, level or fact.level) or court_of_place(text, level or fact.level)
        case "yes_no":
            outright = _told_outright(fact, text)
            if outright is not None:
                return outright
            parts = (text, *clauses(text), *(part for part in text.split(",") if len(part.split()) <= _SHORT))
            answers = [said for part in parts if (said := yes_or_no(part)) is not None]
            return None if not answers else (YES if answers[0] else NO)
        case "count":
            return _count(_without_values(text, today))
        case "days":
            return _days(_without_values(text, today))
        case "deed" | "reason" | "evidence" | "wish" | "words":
            if none_of_it(text):
                return fact.none or None
            settled = [one for one in known if one != fact.id]
            told_here = told_in_words(text, kind, today, {}, fact, settled=settled)
            return told_here.get(fact.id) if _telling(fact, text) else None
        case "place":
            return _own_words(text) if _telling(fact, text) else None
    return fact.none if fact.none and none_of_it(text) else None


def told_sum(folded: str) -> AmountFound | None:
    """Of several sums the one that is told as the whole: after „în total” or „deci”, else the first that is no rate."""
    found = find_amounts(folded)
    whole = [one for one in found if _WHOLE.search(folded[: one.start]) or _IN_ALL.match(folded, one.end)]
    rates = [one for one in found if _RATE_AFTER.match(folded, one.end)]
    return next((one for one in (*whole, *(one for one in found if one not in rates), *found)), None)


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
        return _filled(fact.as_, {name: text[pair.start(name) : pair.end(name)] for name in ("a", "b")})
    if "{b}" in fact.as_ and "{a}" in fact.as_ and not re.search(r"\d{3,}", plain):
        return None
    number = _NUMBER.search(plain)
    bare = "" if number is None else re.sub(r"^[a-z]+[-/ ]?|[/-][a-z]+$", "", number["n"])
    if number is not None and not any(_matched(fact, f"{word} nr. {bare}") for word in ("", *fact.words)):
        return None
    return None if number is None else f"nr. {text[number.start('n') : number.end('n')]}"


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
    by_cue = _dates_by_cue(text, kind, today)
    if fact.id in by_cue:
        return by_cue[fact.id]
    if fact.ahead:
        ahead = [write_date(nearest(one, fold(text), today)) for one in find_dates(fold(text), today)]
        others = {day for name, day in by_cue.items() if name != fact.id}
        return next((day for day in ahead if day not in others), None)
    taken = set(by_cue.values())
    folded = fold(text)
    exact = _EXACTLY.search(folded)
    free = [(one.start, write_date(one.day)) for one in find_dates(folded, today)]
    if exact is not None:  # „joi, deci pe 10”
        free.sort(key=lambda one: one[0] < exact.end())
    return next((day for _, day in free if day not in taken), None)


def _on_the_way(fact: Fact, text: str, *, alone: bool = False) -> str | None:
    match fact.reads:
        case "amount":
            return _amount_by_cue(fact, text, alone=alone)
        case "document":
            return _matched(fact, text)
        case "authority":
            return authority_in(text)
        case "court":
            if not any(re.search(cue, fold(text)) for cue in fact.cues):
                return None
            named = find_named_court(text)
            fits = {"judecatorie": "Judec", "tribunal": "Trib"}.get(fact.level, "")
            return named if named and named.startswith(fits) else None
        case "yes_no" | "count" | "days":
            return _told_outright(fact, text)
        case _:
            return None


def _told_outright(fact: Fact, text: str) -> str | None:
    """A value that a pattern of the fact spells out, such as ``nu avem copii``; ``as_`` is the value."""
    for index, pattern in enumerate(fact.patterns):
        match = re.search(pattern, fold(text))
        if match is None:
            continue
        if match.groupdict().get("v"):
            return _days(match["v"]) if fact.reads == "days" else _count(match["v"])
        values = fact.as_.split("|")
        return values[index] if index < len(values) and values[index] else None
    return None


def _dates_by_cue(text: str, kind: CaseKind, today: date) -> dict[str, str]:
    """The date of each fact of the kind whose cue stands nearest to one, sentence by sentence."""
    facts = [fact for fact in kind.facts if fact.reads == "date"]
    near: list[tuple[int, int, int, str, str]] = []
    for number, sentence in enumerate(sentences(text)):
        folded = fold(sentence)
        for one in find_dates(folded, today):
            for fact in facts:
                cues = (*_cues(fact, folded), *_numbers(fact, kind, folded, one.start))
                distance = min((_distance(cue, one.start, one.end) for cue in cues), default=_FAR + 1)
                if distance <= _FAR:
                    meant = nearest(one, folded, today) if fact.ahead else one.day
                    near.append((distance, number, one.start, fact.id, write_date(meant)))
    found: dict[str, str] = {}
    used: set[tuple[int, int]] = set()
    for _, number, start, name, day in sorted(near):  # each date is one fact's, the nearest first
        if name not in found and (number, start) not in used:
            found[name] = day
            used.add((number, start))
    return found


def _numbers(fact: Fact, kind: CaseKind, folded: str, start: int) -> Iterator[tuple[int, int]]:
    """Where the number ends that the date at ``start`` belongs to: „seria PB nr. 12345 din 10 noiembrie”."""
    numbered = kind.fact(fact.beside) if fact.beside is not None else None
    for pattern in () if numbered is None else numbered.patterns:
        for match in re.finditer(pattern, folded[:start]):
            if _OF_THAT_DAY.fullmatch(folded[match.end() : start]):
                yield start, start


def nearest_fact(kind: CaseKind, reads: str, folded: str, at: int) -> Fact | None:
    """The fact of that type whose sign stands nearest to the place in the folded text; None where none is near."""
    signs = (
        (_distance(cue, at, at + 1), number, fact)
        for number, fact in enumerate(kind.facts)
        if fact.reads == reads
        for cue in _cues(fact, folded)
    )
    best = min(signs, key=lambda one: one[:2], default=None)
    return best[2] if best is not None and best[0] <= _FAR else None


def _amount_by_cue(fact: Fact, text: str, *, alone: bool = False) -> str | None:
    """The amount nearest to a sign of the fact; one told as the whole goes before, and needs none where it is ``alone``."""
    best: tuple[int, str] | None = None
    for sentence in told(text):
        folded = fold(sentence)
        for one in find_amounts(folded):
            near = min((_distance(cue, one.start, one.end) for cue in _cues(fact, folded)), default=None)
            whole = _WHOLE.search(folded[: one.start]) or _IN_ALL.match(folded, one.end)
            if whole and (near is not None or alone):
                near = -1
            if near is not None and near <= _FAR and (best is None or near < best[0]):
                best = (near, write_amount(one.value, one.currency))
    return None if best is None else best[1]


def _cues(fact: Fact, folded: str) -> Iterator[tuple[int, int]]:
    for cue in fact.cues:
        for match in re.finditer(cue, folded):
            yield match.span()


def _distance(cue: tuple[int, int], start: int, end: int) -> int:
    if cue[1] <= start:
        return start - cue[1]
    return cue[0] - end + _AFTER_PENALTY if cue[0] >= end else 0


def _matched(fact: Fact, text: str) -> str | None:
    """The fact's value by its patterns, which are matched line by line in folded text, in the text's own letters."""
    for line in text.splitlines():
        folded = fold(line)
        same = len(folded) == len(line)
        for pattern in fact.patterns:
            match = re.search(pattern, folded)
            if match is not None:
                groups = {
                    name: (line if same else folded)[match.start(name) : match.end(name)]
                    for name, value in match.groupdict().items()
                    if value is not None
                }
                return _filled(fact.as_, groups)
    return None


def _filled(form: str, groups: Mapping[str, str]) -> str:
    """The groups in their form; a one-word code such as a series is written in capitals."""
    shown = {name: value.upper() if name == "a" else value.strip(" ,.;") for name, value in groups.items()}
    return re.sub(r"\{(\w)\}", lambda match: shown.get(match[1], ""), form).strip()


def _days(text: str) -> str | None:
    """So many days, weeks or months as days; a month is thirty."""
    folded = fold(text)
    exact = re.findall(r"\b(\d{1,3}|[a-z]+)\s+(?:de\s+)?(?:zile|days)\b", folded)
    if exact and (exact[-1].isdigit() or exact[-1] in NUMBER_WORDS):
        return exact[-1] if exact[-1].isdigit() else str(number_in_words(exact[-1]))
    said = number_in_words(" ".join(word for word in re.findall(r"[a-z]+", folded) if word in NUMBER_WORDS))
    unit = next(
        (
            days
            for word, days in (("sapt", 7), ("week", 7), ("luna", 30), ("luni", 30), ("month", 30))
            if word in folded
        ),
        1,
    )
    digits = re.search(r"\d", folded)
    many = str(int(said)) if said is not None and digits is None else _count(text)
    return None if many is None or many == "0" else str(int(many) * unit)


def _count(text: str) -> str | None:
    folded = fold(text).strip(" .,!")
    if re.match(r"(?:nu|n-?)\s?a(?:m|vem|u)\b|fara\b", folded):
        return "0"
    for word in re.findall(r"(?<!\d)\d{1,2}(?!\d)|nici un\b|[a-z]+", folded):
        if word.isdigit():
            return str(int(word))
        if word in _COUNTS:
            return str(_COUNTS[word])
    return None
