"""The conditions of a question: what a document must meet to be asked about, or to be an answer.

Each is typed by the readers of facts' own values: a law, a day, a length of time, a sum, a clause that is there or not.
What reads as a condition and cannot be typed is ``left_out``: it is named in the answer, and never dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final, Literal

from casewright.domain.facts import FIELD, LawValue
from casewright.evidence.facts.values.dates import find_dates
from casewright.evidence.facts.values.durations import find_durations
from casewright.evidence.facts.values.money import find_sums
from casewright.evidence.facts.values.reading import value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.facts import FactValue, PercentValue
    from casewright.evidence.facts.values.durations import DurationFound
    from casewright.evidence.facts.values.money import SumFound
    from casewright.questions.subjects import Subject

Operator = Literal["is", "at_least", "more", "at_most", "less", "before", "after", "within", "has", "lacks"]
Kind = Literal["fact", "clause", "left_out"]


@dataclass(frozen=True, slots=True)
class Days:
    """From the first day to the last, both among them: a month or a year that a question names."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Condition:
    """``question[start:end]`` says it. ``fact``: of ``field``, with ``value``; ``clause``: ``statement``, in IQL.

    ``negated``: what the rest says must not be so. ``name`` is what it is about, in plain words.
    """

    start: int
    end: int
    words: str
    kind: Kind
    field: str | None = None
    operator: Operator = "is"
    value: FactValue | PercentValue | Days | None = None
    statement: str | None = None
    negated: bool = False
    name: str = ""


_MORE: Final = (
    r"longer than|more than|over|above|exceed(?:s|ing)?|in excess of|greater than|higher than|beyond"
    r"|mai (?:lung|mult|mare|mari|mult[ai]|lunga|lungi) (?:de|decat)|peste|depas\w+"
)
_AT_LEAST: Final = (
    r"at least|not? less than|no fewer than|or more|minimum(?: of)?|cel putin|minim(?:um)?|nu mai putin de"
)
_LESS: Final = (
    r"shorter than|less than|fewer than|under|below|smaller than|lower than"
    r"|mai (?:scurt|putin|mic|mici|scurta|scurte|mica) (?:de|decat)|sub"
)
_AT_MOST: Final = (
    r"at most|up to|not? more than|no longer than|or less|or fewer|within|maximum(?: of)?|cel mult|maxim(?:um)?|pana la"
)
_SIZES: Final[Sequence[tuple[Operator, str]]] = (
    ("at_least", _AT_LEAST),
    ("at_most", _AT_MOST),
    ("more", _MORE),
    ("less", _LESS),
)
_AFTER: Final = r"after|since|later than|following|from|as of|dupa|incepand (?:cu|din)|de la|din"
_BEFORE: Final = r"before|prior to|earlier than|until|inainte de|pana (?:in|la)|by"
_IN: Final = r"in|during|on|within|in (?:cursul|timpul)|la data de|pe"
_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january ianuarie", "february februarie", "march martie", "april aprilie", "may mai", "june iunie",
            "july iulie", "august", "september septembrie", "october octombrie", "november noiembrie",
            "december decembrie",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH: Final = re.compile(rf"\b({'|'.join(_MONTHS)})\s+((?:19|20)\d\d)\b")
_YEAR: Final = re.compile(r"\b(?:anul )?((?:19|20)\d\d)\b")
_DATED: Final[Sequence[tuple[str, re.Pattern[str]]]] = (
    (
        "expiration_date",
        re.compile(r"\b(?:expir\w*|end(?:s|ed|ing)?|run(?:s|ning)? out|laps\w+|incet\w+|se termin\w+)\b"),
    ),
    ("effective_date", re.compile(r"\b(?:effective|commenc\w+|start\w*|in force|intr\w* in vigoare|incep\w*)\b")),
    (
        "agreement_date",
        re.compile(r"\b(?:sign\w*|dated?|made|conclu\w+|entered into|execut\w+|semnat\w*|incheiat\w*|datat\w*)\b"),
    ),
)
_LAW: Final = re.compile(
    r"(?:(?:are |is |be )?(?:governed|regulated) by|subject to|under|applying|choosing|that choose"
    r"|guvernat\w*(?: de)?|supus\w*|reglementat\w*(?: de)?|sub|conform)?\s*"
    r"(?:(?:the )?laws? of (?:the )?(?:state of )?[a-z]+(?: (?:and )?[a-z]+){0,2}"
    r"|(?:[a-z]+ )?[a-z]+[ -]laws?\b|(?:legea|legii|legi|lege|dreptul|dreptului) [a-z]+)"
)
_LAW_NOUN: Final = re.compile(r"\blaws?\b|\bleg(?:e|ea|ii|i)\b|\bdrept\w*\b")
_LACKS: Final = re.compile(
    r"\b(?:without|no|lacks?|lacking|missing|(?:do(?:es)?|is|are|was|can)(?: not|n't)|not|cannot|never"
    r"|fara|lipse\w+|nu)(?: (?:have|contain|includ\w+|provide(?: for)?|allow|mention|be|are|au"
    r"|contin\w*|prevad\w*|exista"
    r"|permit\w*|sunt|este|pot|fi|\w+able|\w+ed))*\s+(?:any |a |an |the |o |un |vreo )?$"
)
_HAS: Final = re.compile(
    r"\b(?:with|having|have|has|contain(?:s|ing)?|includ(?:e|es|ing)|provid(?:e|es|ing)(?: for)?"
    r"|also (?:have|has)|impos(?:e|es|ing)"
    r"|cu|care (?:au|are|contin\w*|prevad\w*|includ\w*)|contin\w*|prevad\w*)\s+(?:any |a |an |the |o |un )?(?:\w+ )?$"
)
_NOT_TYPED: Final = re.compile(
    r"\b(?:mutual(?:ly)?|reciproc\w*|one-sided|unilateral\w*|only (?:the )?[\w-]+(?:'s)?"
    r"|doar \w+(?: \w+)?|numai \w+(?: \w+)?"
    r"|both (?:sides|parties)|ambele parti|(?:by|for|against|of) (?:either|each) party"
    r"|(?:in|within|outside|located in|din|situate? in) [A-Z][\w-]+(?: [A-Z][\w-]+)?)\b"
)


def conditions_of(question: str, text: str, subjects: Sequence[Subject], *, listing: bool) -> list[Condition]:
    """The conditions of the tidied ``question`` in order; ``text`` is it in small letters, character by character.

    ``listing``: it asks which documents are so; of such a question every subject is a condition.
    """
    found: list[Condition] = []
    for made in (_laws(question, text), _days(question, text), _sizes(question, text, subjects)):
        for one in made:
            _keep(one, found)
    for subject in subjects:
        there = _there(question, text, subject, listing=listing)
        if there is not None and not _about(subject, found):
            _keep(there, found)
    for hit in _NOT_TYPED.finditer(question):
        _keep(Condition(*hit.span(), hit.group(), "left_out"), found)
    return sorted(found, key=lambda one: one.start)


def _keep(one: Condition, found: list[Condition]) -> None:
    if all(one.end <= other.start or one.start >= other.end for other in found):
        found.append(one)


def _about(subject: Subject, found: Sequence[Condition]) -> bool:
    """Whether a condition says more of the subject than that it is there."""
    return any(one.field == subject.field and one.operator not in ("has", "lacks") for one in found)


def _laws(question: str, text: str) -> Iterator[Condition]:
    for hit in _LAW.finditer(text):
        law = value_of("governing_law", question, *hit.span())
        if not isinstance(law, LawValue) or _LAW_NOUN.search(hit.group()) is None:
            continue
        start = hit.end() - len(hit.group().lstrip())
        yield Condition(
            start, hit.end(), question[start : hit.end()], "fact", "governing_law", "is", law,
            negated=_negated(text, start), name="the governing law",
        )  # fmt: skip


def _days(question: str, text: str) -> Iterator[Condition]:
    for start, end, days in _named_days(text):
        before = text[max(0, start - 60) : start]
        field, verb = _dated_by(before)
        word, operator = _relation(before)
        if operator is None:
            continue
        begin = start - (len(word) if field is None else len(before) - verb)
        if field is None:
            yield Condition(begin, end, question[begin:end], "left_out")
            continue
        yield Condition(
            begin, end, question[begin:end], "fact", field, operator, days, name=FIELD[field].label.lower()
        )  # fmt: skip


def _named_days(text: str) -> Iterator[tuple[int, int, Days]]:
    taken: list[tuple[int, int]] = []
    for day in find_dates(text, text):
        taken.append((day.start, day.end))
        yield day.start, day.end, Days(day.day, day.day)
    for hit in _MONTH.finditer(text):
        if all(hit.end() <= low or hit.start() >= high for low, high in taken):
            taken.append(hit.span())
            month, year = _MONTHS[hit.group(1)], int(hit.group(2))
            following = date(year + month // 12, month % 12 + 1, 1)
            yield hit.start(), hit.end(), Days(date(year, month, 1), date.fromordinal(following.toordinal() - 1))
    for hit in _YEAR.finditer(text):
        if all(hit.end() <= low or hit.start() >= high for low, high in taken):
            year = int(hit.group(1))
            yield hit.start(), hit.end(), Days(date(year, 1, 1), date(year, 12, 31))


def _dated_by(before: str) -> tuple[str | None, int]:
    """The field whose word stands nearest before a day, and where that word begins."""
    found = [(hits[-1].start(), field) for field, known in _DATED if (hits := list(known.finditer(before)))]
    start, field = max(found, default=(0, None))
    return field, start


def _relation(before: str) -> tuple[str, Operator | None]:
    """The words right before a day that say how the document's own lies to it."""
    for operator, words in (("after", _AFTER), ("before", _BEFORE), ("within", _IN)):
        hit = re.search(rf"\b(?:{words})\s+(?:the |data de |anul |luna )?$", before)
        if hit is not None:
            return hit.group(), operator  # type: ignore[return-value]
    return "", None


def _sizes(question: str, text: str, subjects: Sequence[Subject]) -> Iterator[Condition]:
    measures: list[DurationFound | SumFound] = [*find_durations(text), *find_sums(text)]
    spans = [(one.start, one.end, one.value) for one in measures]
    for start, end, value in sorted(spans, key=lambda one: one[0]):
        begin, finish, operator = _size(text, start, end)
        if operator is None:
            continue
        field, name, low, high = _sized(text, begin, finish, subjects, type(value).__name__)
        begin, finish = min(begin, low), max(finish, high)
        words = question[begin:finish]
        if field is None:
            yield Condition(begin, finish, words, "left_out")
        else:
            yield Condition(begin, finish, words, "fact", field, operator, value, name=name)


def _size(text: str, start: int, end: int) -> tuple[int, int, Operator | None]:
    """Where the words of a measure begin and end, and how the document's own is to be to it."""
    after = re.match(r"\s+(or more|or less|or fewer|or longer|or shorter|sau mai mult|sau mai putin)\b", text[end:])
    if after is not None:
        more = after.group(1) in ("or more", "or longer", "sau mai mult")
        return start, end + after.end(), "at_least" if more else "at_most"
    for operator, words in _SIZES:
        hit = re.search(rf"\b(?:{words})\s+(?:an? |the )?$", text[:start])
        if hit is not None:
            return hit.start(), end, operator
    return start, end, None


_FITS: Final = {
    "DurationValue": frozenset({"duration", "end", "renewal", "amounts"}),
    "MoneyValue": frozenset({"amounts"}),
    "PercentValue": frozenset({"amounts"}),
}
_NEAR: Final = 3
"""Characters between a verb and the measure that belongs to it."""
_NOUN_BEHIND: Final = tuple(
    (field, re.compile(rf"['’]?s?(?: de| of| written| prior| advance)*[ -](?:{words})"))
    for field, words in (
        ("notice_of_termination", r"notice(?: period)?|preaviz\w*"),
        ("payment_period", r"payment\w*|to pay|plata"),
        ("warranty_duration", r"warrant\w+|garanti\w+"),
    )
)
_RUNS: Final = re.compile(
    r"\b(?:run\w*|last\w*|terms?|long\w*|dur\w*|lung\w*|valab\w*|perioad\w*|contracts?|contracte\w*)\b"
)


def _sized(text: str, start: int, end: int, subjects: Sequence[Subject], kind: str) -> tuple[str | None, str, int, int]:
    """The field that a measure is of, its name, and where the words that say so begin and end.

    It is that of the nearest subject before which may have one, else of the noun behind ("60 days' notice"), else how
    long a contract runs.
    """
    fitting = [one for one in subjects if one.field is not None and FIELD[one.field].kind in _FITS[kind]]
    before = [one for one in fitting if one.start < start]
    chosen = before[-1] if before else next(iter(fitting), None)
    if chosen is not None:
        return chosen.field, chosen.name, start, end
    if kind == "DurationValue":
        for field, noun in _NOUN_BEHIND:
            if (hit := noun.match(text, end)) is not None:
                return field, FIELD[field].label.lower(), start, hit.end()
        runs = list(_RUNS.finditer(text, 0, start))
        if runs:
            near = start - runs[-1].end() <= _NEAR
            return "term", "the term", runs[-1].start() if near else start, end
    return None, "", start, end


def _there(question: str, text: str, subject: Subject, *, listing: bool) -> Condition | None:
    """That a document has or lacks the subject, where the words say so."""
    before = text[: subject.start]
    lacks, has = _LACKS.search(before), _HAS.search(before)
    if lacks is None and has is None and not listing:
        return None
    if lacks is None and has is None and subject.rank > 1:
        return None
    hit = lacks or has
    start = hit.start() if hit is not None else subject.start
    if subject.field in _FORBIDS:
        if _FORBIDDEN.search(text, start, subject.end) is None:
            return Condition(start, subject.end, question[start : subject.end], "left_out")
        if lacks is not None and _IS_NOT.match(text, start) is not None:
            lacks = None
    kind: Kind = "fact" if subject.field is not None else "clause"
    if lacks is None and subject.field is not None and FIELD[subject.field].kind in _EVERY_HAS:
        return Condition(start, subject.end, question[start : subject.end], "left_out")
    if subject.field == "uncapped_liability" and _NO_CAP.match(text, subject.start):
        return Condition(
            subject.start, subject.end, question[subject.start : subject.end], "fact", "cap_on_liability", "lacks",
            None, "{IS liability cap clause}", name="a cap on liability",
        )  # fmt: skip
    return Condition(
        start, subject.end, question[start : subject.end], kind, subject.field,
        "lacks" if lacks is not None else "has", None, subject.statement, name=subject.name,
    )  # fmt: skip


_FORBIDS: Final = frozenset(
    {"anti_assignment", "non_compete", "no_solicit_of_customers", "no_solicit_of_employees", "non_disparagement",
     "non_transferable_license", "covenant_not_to_sue"}
)  # fmt: skip
"""Fields of what is forbidden: "cannot be assigned" says that there is such a clause, "can be assigned" neither."""
_FORBIDDEN: Final = re.compile(
    r"\b(?:non|anti|no|not|cannot|n't|never|without|bans?|ban(?:s|ned|ning)?|prohibit\w*|restrict\w*|forb\w+|bar(?:s|red|ring)"
    r"|consent|clauses?|covenants?|interzi\w*|interdic\w*|nu|fara|acord\w*|clauz\w*)\b|n't\b"
)
_IS_NOT: Final = re.compile(r"(?:(?:do(?:es)?|is|are|was|can|may) not|not|cannot|can't|never|nu)\b")
_EVERY_HAS: Final = frozenset({"title", "parties", "date", "law", "place", "end"})
"""Kinds of fields that every contract has: a question means a value of them, and where none could be typed it is left
out."""
_NO_CAP: Final = re.compile(r"(?:no|without|not|lack\w*|fara|nu)\b")


def _negated(text: str, start: int) -> bool:
    return (
        re.search(r"\b(?:not|nu(?: sunt| este)?|n't|other than|except|altele decat)\s+(?:\w+ )?$", text[:start])
        is not None
    )
