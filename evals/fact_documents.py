"""Facts of whole documents that another hand wrote or chose: from the file to what a user gets, cell by cell.

A set is a folder with ``expected.toml`` and its documents. A field that is not listed for a document is not there.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from casewright.domain.facts import (
    FIELD,
    FIELDS,
    ClauseValue,
    DurationValue,
    EndValue,
    MoneyValue,
    PartyValue,
    PercentValue,
    TextValue,
)
from casewright.errors import InvalidInput
from casewright.evidence.facts.values.as_json import from_json
from casewright.vocabulary.folding import fold, plain_signs
from evals import fact_answers as answers
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from casewright.domain.facts import FactValue

Outcome = Literal["right", "wrong", "no value", "missed", "false find", "rightly empty"]
STATED: Final[tuple[Outcome, ...]] = ("right", "wrong", "no value", "missed")
HALVES: Final = ("fitted", "unseen")
HIGH: Final = 0.9
TOUCH: Final = 4
"""So many words in a row that a found quote shares with an expected one, or all of the shorter one."""

_SUM = re.compile(r"([A-Z]{3}) ?([\d.]+)|([\d.]+) ?%")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a document states of a field; ``quotes`` are none where its text may not be copied here."""

    answer: str
    quotes: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    times: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """A document, and by field what it states."""

    path: Path
    language: str
    facts: Mapping[str, Answer]


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of one document. ``touches`` is None where nothing was found, or no quote is known."""

    file: str
    language: str
    field: str
    outcome: Outcome
    confidence: float
    touches: bool | None
    said: str
    answer: str


def expected(folder: Path, documents: Path | None = None, name: str = "expected.toml") -> list[Expected]:
    """The documents of a set. Raises ``InvalidInput`` for a field or a file that is not there."""
    told = tomllib.loads((folder / name).read_text("utf-8"))
    made = []
    for entry in told["document"]:
        path = (documents or folder) / entry["file"]
        if not path.is_file():
            raise InvalidInput(f"{str(path)!r} is not there: {name} expects it.")
        unknown = entry["facts"].keys() - FIELD.keys()
        if unknown:
            raise InvalidInput(f"{name} has no such field for {entry['file']}: {', '.join(sorted(unknown))}.")
        facts = {
            field: Answer(
                str(one["answer"]),
                tuple(one.get("quotes", ())),
                tuple(one.get("amounts", ())),
                tuple(one.get("times", ())),
            )
            for field, one in entry["facts"].items()
        }
        made.append(Expected(path, entry["language"], facts))
    return made


def judge(document: Expected, facts: Iterable[Mapping[str, Any]]) -> list[Cell]:
    """Every field of the document; ``facts`` are those of the tool's output for it."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for fact in facts:
        found.setdefault(fact["field"], []).append(fact)
    return [_cell(document, field.name, found.get(field.name, [])) for field in FIELDS]


def _cell(document: Expected, field: str, found: Sequence[Mapping[str, Any]]) -> Cell:
    wanted = document.facts.get(field)
    best = max((float(one["confidence"]) for one in found), default=0.0)
    said = "; ".join(one["value"]["shown"] if one["value"] else one["quote"] for one in found)
    outcome: Outcome
    if wanted is None:
        outcome = "false find" if found else "rightly empty"
    elif not found:
        outcome = "missed"
    else:
        outcome = _judged(document, field, wanted, [_value(one["value"]) for one in found])
    surest = max(found, key=lambda one: one["confidence"], default=None)
    touches = None
    if wanted is not None and wanted.quotes and surest is not None:
        touches = any(_touch(surest["quote"], quote) for quote in wanted.quotes)
    answer = "" if wanted is None else wanted.answer
    return Cell(document.path.name, document.language, field, outcome, best, touches, said, answer)


def _value(given: Mapping[str, Any] | None) -> FactValue | None:
    def plain(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: plain(one) for name, one in part.items() if name != "shown"}
        return [plain(one) for one in part] if isinstance(part, list) else part

    return None if given is None else from_json(plain(given))


def _judged(document: Expected, field: str, wanted: Answer, values: Sequence[FactValue | None]) -> Outcome:
    known = [value for value in values if value is not None]
    if not known:
        return "no value"
    kind = FIELD[field].kind
    if kind == "parties":
        return "right" if _same_parties(known, wanted.answer) else "wrong"
    if wanted.amounts or wanted.times:
        return "right" if _states(known, wanted) else "wrong"
    said = {FIELD[name].category or name: one.answer for name, one in document.facts.items()}
    right = {
        "title": lambda: answers.judge_title(known[0], wanted.answer) == "equal",
        "date": lambda: answers.judge_date(known[0], wanted.answer) == "equal",
        "end": lambda: _same_end(known[0], wanted.answer, said),
        "duration": lambda: answers.judge_duration(known[0], wanted.answer) == "equal",
        "renewal": lambda: answers.judge_renewal(known[0], wanted.answer) == "equal",
        "law": lambda: answers.judge_law(known[0], wanted.answer) == "equal",
        "place": lambda: _same_place(known[0], wanted.answer),
    }.get(kind)
    return "right" if right is None or right() else "wrong"


def _same_parties(values: Sequence[FactValue], answer: str) -> bool:
    """All parties and no others."""
    parties = answers.parties_answered(answer)
    names = [one.name for one in values if isinstance(one, PartyValue)]
    every = all(any(answers.same_name(party.name, name) for name in names) for party in parties)
    return every and all(any(answers.same_name(party.name, name) for party in parties) for name in names)


def _same_end(value: FactValue, answer: str, said: Mapping[str, str]) -> bool:
    lengths = answers.lengths_of(answer)
    if lengths and not answers.days_of(answer):
        return isinstance(value, EndValue) and value.period is not None and _length(value.period) in lengths
    return answers.judge_end(value, answer, said) == "equal"


def _same_place(value: FactValue, answer: str) -> bool:
    if not isinstance(value, TextValue):
        return False
    one, other = (" ".join(re.findall(r"\w+", fold(plain_signs(text)))) for text in (value.text, answer))
    return bool(one) and (one in other or other in one)


def _states(values: Sequence[FactValue], wanted: Answer) -> bool:
    """Whether every sum and time is among the values'."""
    parts = [part for one in values for part in (one.amounts if isinstance(one, ClauseValue) else (one,))]
    sums = {(one.currency, one.amount) for one in parts if isinstance(one, MoneyValue)}
    sums |= {("%", one.percent) for one in parts if isinstance(one, PercentValue)}
    times = {_length(one) for one in parts if isinstance(one, DurationValue)}
    asked = set()
    for text in wanted.amounts:
        found = _SUM.search(text.replace(",", ""))
        if found is None:
            raise InvalidInput(f"{text!r} is no sum: write EUR 250000, or 5 %.")
        asked.add((found[1], Decimal(found[2])) if found[1] else ("%", Decimal(found[3])))
    return asked <= sums and all(length in times for text in wanted.times for length in answers.lengths_of(text))


def _length(value: DurationValue) -> tuple[str, Decimal]:
    return answers.lengths_of(f"{value.count} {value.unit.replace('business ', '')}")[0]


def _touch(one: str, other: str) -> bool:
    """Whether the quotes share enough words in a row."""
    first, second = (re.findall(r"\w+", fold(plain_signs(text))) for text in (one, other))
    size = min(TOUCH, len(first), len(second))
    runs = {tuple(first[place : place + size]) for place in range(len(first) - size + 1)}
    return size > 0 and any(tuple(second[place : place + size]) in runs for place in range(len(second) - size + 1))


def figures(cells: Sequence[Cell]) -> dict[str, Share]:
    """Of the cells that the documents state what came of them; of the others how many were found all the same."""
    stated = [one for one in cells if one.outcome in STATED]
    counted = Counter(one.outcome for one in stated)
    empty = [one for one in cells if one.outcome not in STATED]
    shown = [one for one in cells if one.confidence >= HIGH]
    placed = [one for one in stated if one.touches is not None]
    found = {f"stated: {name}": Share(counted[name], len(stated)) for name in STATED}
    found["stated and found: the surest quote touches"] = Share(sum(bool(one.touches) for one in placed), len(placed))
    found["not there: found all the same"] = Share(sum(one.outcome == "false find" for one in empty), len(empty))
    found["said at 0.90 or more: right"] = Share(sum(one.outcome == "right" for one in shown), len(shown))
    return found


def as_json(name: str, cells: Sequence[Cell]) -> dict[str, Any]:
    """The figures, by language and by field."""
    languages = sorted({one.language for one in cells})
    return {
        "set": name,
        "documents": len({one.file for one in cells}),
        "figures": {which: share.as_json() for which, share in figures(cells).items()},
        "by_language": {
            language: {
                which: share.as_json()
                for which, share in figures([one for one in cells if one.language == language]).items()
            }
            for language in languages
        },
        "by_field": {
            field.name: dict(Counter(one.outcome for one in cells if one.field == field.name)) for field in FIELDS
        },
    }
