"""What a user answers to the list that was read back: lines by number, facts by name, with words around both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.agents.cases.lawyer_wish import wants_lawyer
from casewright.agents.cases.minds.case_file import asked_about, everything_said, written_now
from casewright.agents.cases.minds.corrections import corrected_values, denies_another, is_correction, values_given
from casewright.agents.cases.minds.courts import find_court, find_named_court
from casewright.agents.cases.minds.cued_values import cued
from casewright.agents.cases.minds.dates import find_dates
from casewright.agents.cases.minds.facts_in_text import LONGEST, find_facts, read_answer
from casewright.agents.cases.minds.plain_replies import clauses, is_question, said_in, sentences, tidy, told
from casewright.agents.cases.minds.safe_text import printable_part
from casewright.agents.cases.minds.telling import is_value_alone
from casewright.casework.read_back import READ_BACK, agrees, fact_numbered
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

CHANGING = "schita"
"""What a question is about that asks what to change in a draft."""
_LINE = r"(?:punctul|pct\.?|numarul|pozitia|randul|linia|point|number|line)"
_SAYS = (
    r"(?:e|ii|este|is|era|nu|pune|puneti|scrie|scrieti|trece|treceti|trebuie|ar|gresit|wrong|not|should|de fapt|adauga"
    r"|adaugati|mai|schimba|schimbati|corectat|corect|in loc|ai|ati|a fost|was|put|write|add)\b"
)
_MARK = re.compile(
    rf"(?:^\W*|(?<=[\s,;.!?(]))(?P<lead>(?:(?:la|si|iar|nu|dar|at|and|in)\s+)*"
    rf"(?:{_LINE}\s+|nr\.?\s+(?=\d+\s*[:=]))?)"
    rf"(?P<number>\d{{1,2}})(?P<sign>\s*[:=)]\s*|\s*[.-]\s+|,?\s+(?={_SAYS}))(?=\S)"
)
_NAMED = re.compile(rf"\b(?:la|at|{_LINE})\s+$")
_MORE = re.compile(r"\d{1,2}\s+mai\s+(?:adaug|pun|trec|scri|complet|e\b|este|am\b|sunt)")
"""„la 9 mai adaugă …” names no day in May."""
_AND = re.compile(r"[\s,;.]+(?:si|iar|and|plus)?\s*$")
_PUT = re.compile(
    r"^(?:(?:va rog|te rog|please)\s+)?(?:puneti|pune|scrieti|scrie|treceti|trece|schimbati|schimba|modificati|modifica"
    r"|corectati|corecteaza|put|write|change)\b(?:\s+(?:acolo|asa|va rog|te rog|ca|in|la|cu|to|in loc))*\s*[:,]?\s*"
)
_ADD = re.compile(
    r"^(?:(?:si|and)\s+)?(?:(?:mai\s+)?(?:adaugati|adauga|completati|completeaza)"
    r"|mai (?:e|este|sunt|am|punem|puneti|pune|treceti|trece|scrieti|scrie)"
    r"|(?:puneti|pune|treceti|trece|scrieti|scrie) si|add|also)\b(?:\s+(?:si|ca|also|va rog))*\s*[:,]?\s*"
)
_WRONG = re.compile(
    r"^(?:(?:e|este|is|nu e|nu este|it is|it's|this is|ati scris|ai scris|scrie)\s+)?"
    r"(?:gresit|incorect|fals|aiurea|prost|wrong|not right|bine|corect|adevarat)\w*\s*[,;:.!-]*\s*"
    r"|^(?:de fapt|corect e(?:ste)?|corect|trebuie sa fie|ar trebui sa fie|trebuie(?: scris| pus)?|should be|actually"
    r"|e de fapt|este de fapt|e vorba de|e|este|era|a fost|is|was|nu,|not?,)\s*:?\s+"
)
_NOT_THIS = re.compile(
    r"^(?:nu|not)\s+(?P<old>[^,;.]{1,80}?)\s*(?:,\s*(?:ci|e|este|but)?|\s+ci|;|\.)\s+(?P<new>\S.*)$", re.DOTALL
)
_BUT_THIS = re.compile(
    r"^(?P<new>.{2,}?)(?P<by>,|\s+si|)\s+(?:nu|not)\s+(?P<old>[^,;.!?]{1,60})(?P<tail>.*)$", re.DOTALL
)
_LEAD = re.compile(
    r"^\W*(?:(?:da|nu|ok|okay|bine|corect|gresit|e bine|nu e bine|nu e corect|nu-i bine|yes|no|stai|stati|aproape|si"
    r"|iar|totul e bine|restul e bine|in rest e bine|in rest da|mai putin|doar|numai|dar|insa|but|atat|ca|inca)\b"
    r"[\s,.!:;-]*)+"
)
_IS = r"\s*(?:[:=]|,?\s*\b(?:e|ii|este|era|a fost|au fost|sunt|trebuie sa fie|ar trebui sa fie|is|was|are)\b)\s*:?\s*"
_BEFORE = r"^\W*(?:\w+\s+){0,3}?"
_AFTER = r"\w*(?:\s+(?!e\b|este\b|nu\b|a fost\b|is\b)[\w-]+){0,5}?"
_TALK = ("wishes", "aside", "greets", "adds_papers", "summary", "scolds", "urges", "goes_on")
_TYPED = ("date", "amount", "document", "yes_no", "count", "days", "court")
_FEW = 5
"""Words of a reply that may be a court and nothing else."""


CORRECTS = "!"
"""Ends what a question is about, where its answer is to replace what is known."""
WHERE = "unde"
"""What a question is about that asks under which number to put what was said."""
_NUMBER_ALONE = re.compile(r"^\W*(?:la\s+|(?:punctul|numarul|nr\.?|pozitia|number)\s+)*(?P<number>\d{1,2})\W*$")
_FEWEST = 3
_LONGEST_SHOWN = 200
_LONGEST_DAY = 20
"""Signs of a day that is written out."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """What was said to a line of what was read back. ``value`` is None where it cannot be read."""

    fact: Fact
    value: str | None


@dataclass(frozen=True, slots=True)
class _Piece:
    fact: Fact
    words: str
    start: int
    end: int


def answers_the_list(file: CaseFile) -> bool:
    """Whether the open question reads back what was understood."""
    return asked_about(file.briefing.details) in (READ_BACK, WHERE)


def numbered_in(said: str, file: CaseFile) -> list[Numbered]:
    """The corrections by number of the list that was read back last: „2: 15 octombrie 2026”, „la 3 e 540 de lei”.

    They are heard in the answer to the list and, while nothing else is asked, to a draft.
    """
    found = list(_put_there(said, file))
    for one in () if found else _pieces(said, file):
        fact, value = _corrected(one.fact, one.words, file)
        found.append(Numbered(fact, value))
    return found


def unplaced(file: CaseFile) -> str:
    """What the answer to the list tells without a sign of what it is about; empty where it tells nothing such."""
    said = file.briefing.said or ""
    if asked_about(file.briefing.details) != READ_BACK or agrees(said) or wants_lawyer(said):
        return ""
    if any(named_value(part, file) is not None for one in told(said) for part in _parts(one)):
        return ""
    parts = [one for one in told(_without_lead(said)) if not any(said_in(what, fold(one)) for what in _TALK)]
    words = printable_part(" ".join(parts)).strip(" ,;")
    return words[:_LONGEST_SHOWN] if len(re.findall(r"\w{3,}", words)) >= _FEWEST else ""


def _put_there(said: str, file: CaseFile) -> Iterator[Numbered]:
    """What was said before, under the number that the user gave for it."""
    match = _NUMBER_ALONE.match(fold(said))
    before = everything_said(file.briefing)[:-1]
    if match is None or not before or asked_about(file.briefing.details) != WHERE:
        return
    fact = _fact_of_line(int(match["number"]), file)
    if fact is None:
        return
    words = _without_lead(before[-1])
    value = _read(fact, words, file)
    known = file.known.get(fact.id, fact.none or "")
    if value is not None and fact.in_words and fact.grows and known not in ("", fact.none):
        value = f"{known.rstrip('.!')}. {value[0].upper()}{value[1:]}"[:LONGEST]
    yield Numbered(fact, value)


def _without_lead(said: str) -> str:
    text, folded = _both(said)
    lead = _LEAD.match(folded)
    return text if lead is None else text[lead.end() :]


def corrections_in_list(said: str, file: CaseFile) -> dict[Fact, str]:
    """What the answer to the list sets right without a number: values beside their signs, and facts by their names."""
    found: dict[Fact, str] = {}
    text, _ = _both(said)
    for one in _pieces(said, file):
        if one.fact.in_words:  # its words are all of it
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    for part in (piece for one in sentences(_without_lead(text)) if not is_question(one) for piece in _parts(one)):
        named = named_value(part, file)
        if named is not None:
            found[named[0]] = named[1]
            continue
        if is_correction(part, file) or said_in("changes", fold(part)):
            found.update(corrected_values(part, file))
        given = find_facts(part, file.kind, file.briefing.today, file.known)
        for fact in file.kind.facts:
            value = given.get(fact.id)
            if fact.reads == "amount" and (not cued(fact, part) or denies_another("amount", part, file)):
                continue  # the only sum of a part need not be the one that is known
            if value is not None and fact.reads in _TYPED and fact not in found:
                found[fact] = value
    return {fact: value for fact, value in found.items() if file.known.get(fact.id) != value}


def named_value(clause: str, file: CaseFile) -> tuple[Fact, str] | None:
    """The fact that a clause calls by its name, with what the clause says that it is: „organul e Poliția Locală”."""
    text, folded = _both(clause)
    for fact in file.kind.facts:
        if not file.relevant(fact.when):
            continue
        for word in fact.words:
            match = re.match(f"{_BEFORE}{re.escape(word)}{_AFTER}{_IS}(?P<value>\\S.*)$", folded, re.DOTALL)
            if match is None or find_dates(folded[: match.start("value")], file.briefing.today):
                continue
            value = _read(fact, text[match.start("value") :], file)
            if value is not None:
                return fact, value
            break
    return None


def named_otherwise(file: CaseFile, said: str) -> dict[Fact, str]:
    """What the message says by its name that a known fact is, where that is something else: „organul e …, nu …”."""
    parts = (part for one in told(said) for part in clauses(one))
    found = dict(one for part in parts if (one := named_value(part, file)) is not None)
    now = {str(one.get("id")) for one in written_now(file.briefing.made, "facts")}
    return {
        one: value
        for one, value in found.items()
        if not one.in_words
        and one.reads != "place"
        and one.id in file.known
        and (file.known[one.id] != value or file.fact_id(one) in now)
    }


def _pieces(said: str, file: CaseFile) -> list[_Piece]:
    """Each line that is named by its number, with the words that are said to it."""
    about = asked_about(file.briefing.details)
    if (
        about not in (READ_BACK, WHERE, CHANGING)
        and not (about or "").endswith(CORRECTS)
        and not (about is None and file.drafts)
    ):
        return []
    text, folded = _both(said)
    marks = [(one, fact) for one in _MARK.finditer(folded) if (fact := _line(one, folded, file)) is not None]
    found = []
    for at, (match, fact) in enumerate(marks):
        end = marks[at + 1][0].start() if at + 1 < len(marks) else len(text)
        words = text[match.end() : end]
        words = words[: len(words) - len(_tail(fold(words)))] if at + 1 < len(marks) else words
        found.append(_Piece(fact, words.strip(" ,;"), match.start(), end))
    return found


def _tail(folded: str) -> str:
    match = _AND.search(folded)
    return "" if match is None else match[0]


def _line(match: re.Match[str], folded: str, file: CaseFile) -> Fact | None:
    """The fact of the line that a number names; None where the number is a day's, a sum's or of no line."""
    at, sign = match.start("number"), match["sign"].strip()
    day = not _MORE.match(folded[at:]) and any(
        one.start == 0 for one in find_dates(folded[at:][:_LONGEST_DAY], file.briefing.today)
    )
    if day or re.match(r"\d{1,2}\s+(?:de )?(?:lei|ron|eur)", folded[at:]):
        return None
    front = not folded[: match.start()].strip(" ,;.!?(\"'„")
    if sign in (".", "-") and not front:
        return None
    if sign == "" and not (front or _NAMED.search(match["lead"])):
        return None
    if sign.startswith((":", "=")) and match["sign"][-1:] == sign and not front and folded[match.end()].isdigit():
        return None  # „ora 22:30”
    return _fact_of_line(int(match["number"]), file)


def _fact_of_line(number: int, file: CaseFile) -> Fact | None:
    name = fact_numbered(file.briefing.details, number)
    start = f"{file.kind.id}."
    return None if name is None or not name.startswith(start) else file.kind.fact(name.removeprefix(start))


def _corrected(fact: Fact, words: str, file: CaseFile) -> tuple[Fact, str | None]:
    """What a line is to say; another line's, where it is a court, which only one fact can be."""
    adds, words = _cut(_ADD, words)
    if not adds:
        for pattern in (_WRONG, _PUT, _WRONG):
            _, words = _cut(pattern, words)
    court = next((one for one in file.kind.facts if one.reads == "court"), None)
    if court is not None and fact is not court and fact.reads not in ("authority", "place"):
        named = find_named_court(words) if len(words.split()) <= _FEW else None
        if named is not None:
            return court, named
    value = _read(fact, words, file)
    if adds and value is not None and fact.in_words:
        before = file.known.get(fact.id, "")
        return fact, value if before in ("", fact.none) else f"{before.rstrip('.!')}; {value}"[:LONGEST]
    return fact, value


def _cut(pattern: re.Pattern[str], words: str) -> tuple[bool, str]:
    text, folded = _both(words)
    match = pattern.match(folded)
    return (False, words) if match is None else (True, text[match.end() :].strip(" ,"))


def _read(fact: Fact, words: str, file: CaseFile) -> str | None:
    """The words as the fact's value; None where they are none, or where a fact in words is only given a value."""
    words = _without_denied(words, fact, file).strip(' ,;"„”')
    if not any(sign.isalnum() for sign in words):
        return None
    if fact.in_words:
        alone = fact.reads in ("deed", "reason", "evidence", "wish") and is_value_alone(words, file.briefing.today)
        return None if alone else printable_part(" ".join(told(words))).strip()[:LONGEST] or None
    if fact.reads == "court":
        return find_court(words, "any") or find_court(words, fact.level)
    if fact.reads in ("authority", "place"):
        return read_answer(fact, words, file.kind, file.briefing.today) or printable_part(words.strip(" .!"))[:LONGEST]
    value = read_answer(fact, words, file.kind, file.briefing.today)
    return value if value is not None else next(iter(values_given(words, fact.reads, file)), None)


def _without_denied(words: str, fact: Fact, file: CaseFile) -> str:
    """The words without what they say that it is not: „nu 57, ci 75”, „Turda, nu Cluj” of what is known."""
    text, folded = _both(words)
    match = _NOT_THIS.match(folded)
    if match is not None:
        return text[match.start("new") :]
    match = _BUT_THIS.match(folded)
    known = fold(file.known.get(fact.id, ""))
    # „…, pentru că nu mai are” denies nothing that stood there.
    apart = match is not None and (not fact.in_words or match["by"].startswith(","))
    if match is not None and apart and any(one in known for one in re.findall(r"\w{2,}", match["old"])):
        return text[: match.end("new")]
    return words


def _parts(sentence: str) -> Iterator[str]:
    """The clauses of a sentence, at „, și” too, where each part has a verb of its own or a value."""
    for clause in clauses(sentence):
        yield from (one.strip(" ,") for one in re.split(r",\s+(?:și|si|and)\s+", clause) if one.strip(" ,"))


def _both(words: str) -> tuple[str, str]:
    """The text and its folded form, of one length."""
    text = tidy(words)
    folded = fold(text)
    return (text, folded) if len(text) == len(folded) else (folded, folded)
