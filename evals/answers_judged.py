"""What was answered, held against the places and values that are right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from casewright.evidence.facts.values.as_json import from_json
from casewright.evidence.facts.values.dates import find_dates
from casewright.evidence.facts.values.plain import words_of
from casewright.vocabulary.folding import fold
from casewright.vocabulary.number_words import ENGLISH, ROMANIAN
from evals.facts.places import Words, shared
from evals.facts.values import judge_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evals.answers_asked import Asked

Outcome = Literal["right", "wrong", "silent"]
ENOUGH: Final = 0.5
"""A quote is at a place where their words share so much of the shorter one."""
LONGEST: Final = 3
"""A quote of more than so many times the place's words shows too much to answer."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One question's outcome. ``near`` says of a silent one whether the first of the nearest passages is the right one.

    ``measured`` is what the answer's confidence was measured over: path, kind and level.
    """

    asked: Asked
    outcome: Outcome
    near: bool
    answer: str
    confidence: float
    band: str | None
    how: str | None
    measured: tuple[str, str, float] | None
    why: str = ""

    @property
    def there(self) -> bool:
        """Whether there is an answer to be found."""
        return bool(self.asked.places)


def judge(asked: Asked, found: Mapping[str, Any], texts: Mapping[str, Words]) -> JudgedAnswer:
    """The outcome of a result of ``isaacus_extract``; ``texts`` are the documents' words by file name."""
    if not found["found"]:
        near = found["nearest"][:1]
        is_near = bool(near) and _at(asked, near[0], texts, longest=None)
        return JudgedAnswer(asked, "silent", is_near, "", 0.0, None, found["how"], None)
    place = found["primary_citation"]
    why = ""
    if not asked.places:
        why = "not there"
    elif not _at(asked, place, texts, longest=LONGEST):
        why = "place"
    elif _value(asked, found) is False:
        why = "value"
    measured = found["measured"]
    return JudgedAnswer(
        asked,
        "wrong" if why else "right",
        near=False,
        answer=found["answer"],
        confidence=found["confidence"],
        band=found["band"],
        how=found["how"],
        measured=None if measured is None else (measured["path"], measured["kind"], measured["level"]),
        why=why,
    )


_SILENT: Final = re.compile(
    r"^(?:I could not find|I cannot judge|I found none|No such clause|No matching)\b", re.MULTILINE
)
_BAND: Final = re.compile(r"\((high|medium|perhaps)\b|^(Perhaps)\b", re.MULTILINE)


def as_extracted(answer: str, citations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the assistant wrote as a result of ``isaacus_extract``: silent where it says so first, or cites nothing.

    Its first citation is what it answers; its citations are the nearest passages where it is silent.
    """
    said = answer.partition("](cite:")[0]
    silent = not citations or bool(_SILENT.search(said))
    band = _BAND.search(answer)
    called = None if silent or band is None else (band[1] or band[2]).lower()
    return {
        "found": not silent,
        "answer": "" if silent else citations[0]["quote"],
        "primary_citation": None if silent else citations[0],
        "nearest": list(citations),
        "confidence": _SAID.get(called or "", 0.0),
        "band": called,
        "how": "assistant",
        "measured": None,
        "value": None,
        "values": [],
    }


_SAID: Final = {"high": 0.95, "medium": 0.8, "perhaps": 0.6}
"""Of an answer in words only its band is known."""


def _at(asked: Asked, citation: Mapping[str, Any], texts: Mapping[str, Words], longest: int | None) -> bool:
    name = citation["filename"]
    words = texts.get(name)
    if words is None:
        return False
    span = words.span(citation["start"], citation["end"])
    for place in asked.places:
        if place.file != name:
            continue
        mark = words.span(place.start, place.end)
        shorter = min(span[1] - span[0], mark[1] - mark[0])
        if not shorter or shared(span, mark) < ENOUGH * shorter:
            continue
        whole = mark if place.within is None else words.span(*place.within)
        if longest is None or span[1] - span[0] <= longest * (whole[1] - whole[0]):
            return True
    return False


def _value(asked: Asked, found: Mapping[str, Any]) -> bool | None:
    """Whether the value is the right one; None where nothing says so."""
    values = [one for one in ([found["value"]] if not found["values"] else found["values"]) if one is not None]
    if asked.category:
        read = [from_json(_plain(one)) for one in values]
        said = [judge_value(asked.category, one, asked.answers or {}) for one in read or [None]]
        return None if None in said and True not in said else True in said
    if not asked.value or asked.value_type in ("", "text", "yes_no"):
        return None
    typed = [one for one in values if one["type"] == asked.value_type]
    return any(_same(asked, one) for one in values) or (not typed and _in_words(asked, found["answer"]))


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """Without the words that results carry beside each value."""

    def bare(one: Any) -> Any:
        if isinstance(one, list):
            return [bare(each) for each in one]
        return {name: bare(part) for name, part in one.items() if name != "shown"} if isinstance(one, dict) else one

    stripped: dict[str, Any] = bare(value)
    return stripped


def _same(asked: Asked, value: Mapping[str, Any]) -> bool:
    expected = fold(asked.value)
    match asked.value_type:
        case "duration":
            period = value if value["type"] == "duration" else value.get("period")
            amounts = value.get("amounts", [])
            return any(_duration(one) == _length(expected) for one in [period, *amounts] if one and "unit" in one)
        case "date":
            return value.get("date") == asked.value
        case "money":
            sums = [value, *value.get("amounts", [])]
            return any(one["type"] == "money" and _money(one, expected) for one in sums)
        case "percent":
            shares = [value, *value.get("amounts", [])]
            return any(Decimal(one["percent"]) in numbers(expected) for one in shares if "percent" in one)
        case "law":
            return fold(value.get("place", "")) in expected or expected in fold(value.get("place", "-"))
        case "party":
            return _letters(expected) in _letters(value.get("name", "")) or _letters(
                value.get("name", "-")
            ) in _letters(expected)
        case _:
            return False


def _in_words(asked: Asked, answer: str) -> bool:
    """Whether the answer's own words say the value, where none of its type was read from them."""
    if asked.value_type in ("party", "law"):
        return _letters(fold(asked.value)) in _letters(fold(answer))
    if asked.value_type == "date":
        said = words_of(answer)
        return any(one.day.isoformat() == asked.value for one in find_dates(said, said))
    wanted = numbers(asked.value)
    return bool(wanted) and wanted <= numbers(answer)


_NUMBER: Final = re.compile(r"\d+(?:[.,  ]\d{3})*(?:[.,]\d+)?")
_SPELLED: Final = re.compile(r"[a-z]+(?:-[a-z]+)?")


def numbers(words: str) -> set[Decimal]:
    """The numbers in the words, in figures or spelled out, English or Romanian."""
    found = {_figure(one) for one in _NUMBER.findall(words)}
    for known in (ENGLISH, ROMANIAN):
        told = (one.split("-") for one in _SPELLED.findall(fold(words)))
        found |= {Decimal(sum(known[part] for part in parts)) for parts in told if all(part in known for part in parts)}
    return found


def _figure(digits: str) -> Decimal:
    """1,200.50, 1.200,50 and 1 200 as what they say; a last group of three digits is one of thousands."""
    parts = re.split(r"[.,  ]", digits)
    last = "" if len(parts) == 1 or len(parts[-1]) == 3 else parts.pop()
    return Decimal("".join(parts) + (f".{last}" if last else "")).normalize()


def _length(words: str) -> tuple[Decimal, str]:
    count, unit = words.split(maxsplit=1)
    return Decimal(count), unit.rstrip("s")


def _duration(one: Mapping[str, Any]) -> tuple[Decimal, str]:
    return Decimal(one["count"]).normalize(), one["unit"]


def _money(one: Mapping[str, Any], expected: str) -> bool:
    currency, _, amount = expected.upper().partition(" ")
    return Decimal(one["amount"]) == Decimal(amount.replace(",", "")) and one["currency"] in (currency, None)


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text)


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """What came of a group of questions: counts, and shares of them; None where there is nothing to share."""

    group: str
    there: int
    right: int
    wrong: int
    silent: int
    near: int
    absent: int
    answered: int

    def as_row(self) -> list[str]:
        """For a table: shares in percent."""
        return [
            self.group,
            str(self.there),
            *(_percent(one, self.there) for one in (self.right, self.wrong, self.silent)),
            _percent(self.near, self.silent),
            str(self.absent),
            _percent(self.answered, self.absent),
        ]


HEAD: Final = (
    "questions",
    "answerable",
    "right",
    "wrong",
    "silent",
    "of these near",
    "not there",
    "answered all the same",
)


def figures(group: str, judged: Sequence[JudgedAnswer]) -> AnswerFigures:
    """The figures of these outcomes."""
    there = [one for one in judged if one.there]
    silent = [one for one in there if one.outcome == "silent"]
    absent = [one for one in judged if not one.there]
    return AnswerFigures(
        group,
        len(there),
        sum(one.outcome == "right" for one in there),
        sum(one.outcome == "wrong" for one in there),
        len(silent),
        sum(one.near for one in silent),
        len(absent),
        sum(one.outcome != "silent" for one in absent),
    )


@dataclass(frozen=True, slots=True)
class BandFigures:
    """Of the answers called so, how many were right, and what their confidence was on the mean."""

    band: str
    answers: int
    right: int
    said: float


def bands(judged: Sequence[JudgedAnswer]) -> list[BandFigures]:
    """The figures of each band."""
    found = []
    for band in ("high", "medium", "perhaps"):
        answers = [one for one in judged if one.band == band]
        said = sum(one.confidence for one in answers) / len(answers) if answers else 0.0
        found.append(BandFigures(band, len(answers), sum(one.outcome == "right" for one in answers), said))
    return found


def calibration_error(judged: Sequence[JudgedAnswer]) -> float | None:
    """The mean gap between confidence and share right over tenths of confidence, weighted by answers."""
    answers = [one for one in judged if one.outcome != "silent"]
    tenths: dict[int, list[JudgedAnswer]] = {}
    for one in answers:
        tenths.setdefault(min(int(one.confidence * 10), 9), []).append(one)
    gaps = (
        abs(sum(one.confidence for one in part) - sum(one.outcome == "right" for one in part))
        for part in tenths.values()
    )
    return sum(gaps) / len(answers) if answers else None


def table_rows(judged: Sequence[JudgedAnswer]) -> list[tuple[str, str, float, int, int]]:
    """The rows of ``bands.toml``: path, kind ("" for all), level, answers, right; a question counts once for a path."""
    counts: dict[tuple[str, str, float], list[bool]] = {}
    seen = set()
    for one in judged:
        if one.measured is not None and (one.asked.id, one.measured[0]) not in seen:
            path, kind, level = one.measured
            seen.add((one.asked.id, path))
            for key in ((path, "", level), (path, kind, level)):
                counts.setdefault(key, []).append(one.outcome == "right")
    return [(*key, len(right), sum(right)) for key, right in sorted(counts.items())]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""
