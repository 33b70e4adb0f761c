"""The days that follow from a contract's facts: when it ends, is renewed, and the last one to give notice against that.

A day that no fact states is computed only from facts that are known, and says from which.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from casewright.domain.facts import DateValue, DurationValue, EndValue, RenewalValue
from casewright.evidence.facts.calendar_days import moved
from casewright.evidence.facts.certainty import Certainty
from casewright.evidence.facts.fact_table import CellState, label_of
from casewright.evidence.facts.values.showing import shown
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from casewright.evidence.facts.fact_table import FactRow, TableFact

V = TypeVar("V", DateValue, DurationValue, EndValue, RenewalValue)

_ORDER: Final = (Certainty.PERSON, Certainty.HIGH, Certainty.MEDIUM, Certainty.PERHAPS)
_START: Final = r"^(?:the |such |its |this )?"
_BASES: Final = (
    ("effective_date", re.compile(rf"{_START}(?:effective date|data intrarii in vigoare)\b(?! of (?!this|the agr))")),
    (
        "agreement_date",
        re.compile(
            rf"{_START}(?:date (?:hereof|of (?:execution of )?(?:this|the) (?:agreement|contract|lease))|agreement date"
            r"|data (?:semnarii|incheierii))\b"
        ),
    ),
)
"""How an event begins that is one of the dates of the contract; texts are compared folded."""
_IN_WORDS: Final = re.compile(r"\b(?:from|after|following|on|upon|as of|de la) (?=(?P<event>[^,.;()]{3,90}))")
_TAIL: Final = re.compile(r" (?:unless|until|and|subject|for|in)\b.*")
_ELSE: Final = re.compile(r"anniversar|\blater\b|\bearlier\b|terminat|expir|inceta")
"""Words with which the event is another one, though a date of the contract is named in it."""


_WORDS: Final = 80


class DeadlineKind(StrEnum):
    """What happens on the day."""

    EXPIRY = "expiry"
    NOTICE = "notice"
    RENEWAL = "renewal"


@dataclass(frozen=True, slots=True)
class _Sole(Generic[V]):
    """The one value of a field, and the surest fact that states it."""

    value: V
    fact: TableFact

    @property
    def rank(self) -> int:
        """How sure it is, 0 the surest."""
        return _ORDER.index(self.fact.certainty)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A day of a contract. ``why`` says in a sentence how it follows from ``facts``, each by the name of its field."""

    document_id: str
    filename: str
    kind: DeadlineKind
    day: date
    why: str
    facts: tuple[tuple[str, TableFact], ...]

    @property
    def certainty(self) -> Certainty:
        """That of the least sure fact that it follows from."""
        return max((fact.certainty for _, fact in self.facts), key=_ORDER.index)


@dataclass(frozen=True, slots=True)
class Undated:
    """A contract, or one of its days, that could not be dated, and why. ``kind`` is None for the whole contract."""

    document_id: str
    filename: str
    kind: DeadlineKind | None
    reason: str


DEADLINE_FIELDS: Final = (
    *("agreement_date", "effective_date", "expiration_date", "term", "renewal_term"),
    "notice_period_to_terminate_renewal",
)
"""The fields that days follow from."""


def deadlines(rows: Sequence[FactRow]) -> tuple[list[Deadline], list[Undated]]:
    """Every day that is known, by day, and what could not be dated, in the order of the rows."""
    found: list[Deadline] = []
    undated: list[Undated] = []
    for row in rows:
        contract = _Contract(row)
        contract.look()
        found += contract.found
        undated += contract.undated
    return sorted(found, key=lambda one: (one.day, one.filename, one.kind)), undated


class _Contract:
    """One document's days."""

    def __init__(self, row: FactRow) -> None:
        self.row = row
        self.found: list[Deadline] = []
        self.undated: list[Undated] = []

    def look(self) -> None:
        """Find the end first: renewal and notice hang on it."""
        if self.row.not_read is not None:
            self._undated(None, f"not read: {self.row.not_read}")
            return
        end = self._end()
        if isinstance(end, str):
            self._undated(None, end)
            return
        self.found.append(end)
        self._renewal(end)
        self._notice(end)

    def _end(self) -> Deadline | str:
        """When it ends, or why no day can be said."""
        stated, rule = self._sole("expiration_date", DateValue), self._sole("expiration_date", EndValue)
        if isinstance(stated, _Sole) and not (isinstance(rule, _Sole) and rule.rank < stated.rank):
            why = f"The document says that it ends on {shown(stated.value)}."
            return self._deadline(DeadlineKind.EXPIRY, stated.value.date, why, {"expiration_date": stated.fact})
        if isinstance(rule, _Sole):
            return self._end_by_rule(rule)
        if isinstance(stated, str) or isinstance(rule, str):
            return stated if isinstance(stated, str) else str(rule)
        term = self._sole("term", DurationValue)
        if isinstance(term, _Sole):
            return self._counted("term", term.fact, term.value, None)
        if isinstance(term, str):
            return term
        unread = next((one.shown for one in self._facts("expiration_date")), None)
        if unread is not None:
            return f"the words of its end could not be read as a date: {unread}"
        return "no expiration date and no term was found"

    def _end_by_rule(self, rule: _Sole[EndValue]) -> Deadline | str:
        value = rule.value
        if value.perpetual:
            return f"it has no end ({rule.fact.place})"
        if value.period is None:
            return f"it ends {_cut(shown(value))}, which is no day ({rule.fact.place})"
        return self._counted("expiration_date", rule.fact, value.period, value.event)

    def _counted(self, field: str, fact: TableFact, period: DurationValue, event: str | None) -> Deadline | str:
        """The end, so long after the event, where its day is known."""
        base = _base_of(event, fact.quote)
        said = f"{label_of(field).lower()} {shown(period)}"
        if base is None:
            return f"{said}, and from which day is not said ({fact.place})"
        start = self._sole(base, DateValue)
        if not isinstance(start, _Sole):
            why = start if isinstance(start, str) else f"no {label_of(base).lower()} was found"
            return f"{said} from the {label_of(base).lower()}, and {why}"
        day = moved(start.value.date, period)
        if day is None:
            return f"{shown(period)} cannot be counted in days of the calendar"
        why = (
            f"Computed: {shown(period)} after the {label_of(base).lower()}, {shown(start.value)}. By the law that "
            "applies, the last day may be the one before."
        )
        return self._deadline(DeadlineKind.EXPIRY, day, why, {field: fact, base: start.fact})

    def _renewal(self, end: Deadline) -> None:
        renewal = self._sole("renewal_term", RenewalValue)
        if isinstance(renewal, str):
            self._undated(DeadlineKind.RENEWAL, renewal)
        if not isinstance(renewal, _Sole):
            return
        why = f"{shown(renewal.value)[0].upper()}{shown(renewal.value)[1:]}, from the end on. {end.why}"
        facts = {"renewal_term": renewal.fact, **dict(end.facts)}
        self.found.append(self._deadline(DeadlineKind.RENEWAL, end.day, why, facts))

    def _notice(self, end: Deadline) -> None:
        field = "notice_period_to_terminate_renewal"
        notice = self._sole(field, DurationValue)
        if isinstance(notice, str):
            self._undated(DeadlineKind.NOTICE, notice)
        if not isinstance(notice, _Sole):
            return
        day = moved(end.day, notice.value, back=True)
        if day is None:
            reason = f"{shown(notice.value)} before the end cannot be counted without a calendar of holidays"
            self._undated(DeadlineKind.NOTICE, reason)
            return
        why = f"Computed: {shown(notice.value)} before the end, {shown(DateValue(end.day))}. {end.why}"
        facts = {field: notice.fact, **dict(end.facts)}
        self.found.append(self._deadline(DeadlineKind.NOTICE, day, why, facts))

    def _facts(self, field: str) -> list[TableFact]:
        cell = self.row.cells.get(field)
        if cell is None or cell.state is not CellState.FOUND:
            return []
        return [fact for fact in cell.facts if not fact.amended]

    def _sole(self, field: str, kind: type[V]) -> _Sole[V] | str | None:
        """The value among the surest facts of the field; why not, where they say different things; None without one."""
        facts = [fact for fact in self._facts(field) if isinstance(fact.value, kind)]
        if any(_has_period(fact) for fact in facts):
            facts = [fact for fact in facts if not _is_event(fact)]
        if not facts:
            return None
        best = min((fact.certainty for fact in facts), key=_ORDER.index)
        surest = [fact for fact in facts if fact.certainty is best]
        values = list(dict.fromkeys(fact.shown for fact in surest))
        if len(values) > 1:
            return f"several are found for {label_of(field).lower()}: {'; '.join(map(_cut, values))}"
        value = surest[0].value
        assert isinstance(value, kind), "filtered above"
        return _Sole(value, surest[0])

    def _deadline(self, kind: DeadlineKind, day: date, why: str, facts: Mapping[str, TableFact]) -> Deadline:
        return Deadline(self.row.document_id, self.row.filename, kind, day, why, tuple(facts.items()))

    def _undated(self, kind: DeadlineKind | None, reason: str) -> None:
        self.undated.append(Undated(self.row.document_id, self.row.filename, kind, reason))


def _has_period(fact: TableFact) -> bool:
    return isinstance(fact.value, EndValue) and fact.value.period is not None


def _is_event(fact: TableFact) -> bool:
    """Whether it says only upon what the contract ends: that may be so beside the time for which it runs."""
    return isinstance(fact.value, EndValue) and fact.value.period is None and not fact.value.perpetual


def _cut(words: str) -> str:
    return words if len(words) <= _WORDS else f"{words[:_WORDS].rsplit(' ', 1)[0]} …"


def _base_of(event: str | None, words: str) -> str | None:
    """The field of the date from which is counted, by the event or, without one, by the words; None for any other."""
    if event is not None:
        folded = _TAIL.sub("", fold(event))
        named = [] if _ELSE.search(folded) else [field for field, pattern in _BASES if pattern.search(folded)]
        return named[0] if named else None
    after = [found["event"] for found in _IN_WORDS.finditer(" ".join(fold(words).split()))]
    bases = {_base_of(one, "") for one in after} - {None}
    return bases.pop() if len(bases) == 1 else None
