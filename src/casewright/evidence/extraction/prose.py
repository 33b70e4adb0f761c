"""Figures in running text: a figure, the metric that the words before it name, and the period beside them.

Precision comes first. A metric and its figure are put together only where the words between them are few and say
nothing else; a range, a figure of another kind, and a figure whose metric is a guess are left out.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass
from casewright.domain.periods import Period, PeriodKind
from casewright.evidence.extraction.bases import find_basis, is_former
from casewright.evidence.extraction.claim_sentence import write_claim
from casewright.evidence.extraction.entities import companies
from casewright.evidence.extraction.figures import Figure, figures, value_of
from casewright.evidence.extraction.proposal import WRITTEN, Proposal
from casewright.evidence.extraction.times import Time, find_period, names_time, times, with_year_end
from casewright.evidence.extraction.vocabulary import Kind, Mention, Metric, mentions, metric, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.extraction.tables import Setting

_WORDS = tomllib.loads(files("casewright.evidence.extraction").joinpath("prose.toml").read_text(encoding="utf-8"))


def _sign(name: str, after: str = r"\b") -> re.Pattern[str]:
    """One of the words of that list, and what has to follow it."""
    return re.compile(rf"\b(?:{'|'.join(_WORDS[name])}){after}")


_LINKING, _STRICT = (frozenset(words.split()) for words in (_WORDS["linking"], _WORDS["counting"]))
_LONGEST = 2_000
"""What is longer is a list or a table that was not found, whose words belong to no figure."""
_UNKNOWN_WORDS = 1
_WIDEST = 70
_GROWN = _sign("grown")
_RANGE = re.compile(r"^\s*(?:to|and|–|-|pana la|si)\s*$")
_NEGATED = _sign("negated")
_THE_YEAR = re.compile(r"\b(?:the (?:financial |fiscal )?year|exercitiului|exercitiul)\b")
_SAME_DAY = re.compile(r"\b(?:on the same day|at the same date|la aceeasi data)\b")
_TAKEN_OFF = _sign("taken_off", r"\s+$")
_QUALIFIED = _sign("qualified", r"\s+$")
_NAMED_WORD = re.compile(r"\b([A-ZÀ-Ž][a-zà-ž]{2,})\s+$")
_AT_NAME = re.compile(r"\s+(?:at|la)\s+(?:the |our )?(?P<name>[A-ZÀ-Ž][\w'’&-]{2,}(?: [A-ZÀ-Ž][\w'’&-]+)*)")
_NO_PART = frozenset(_WORDS["no_part"])
_BOUND = _sign("bound")
_LIMITED = _sign("limited")
_CARRYING_ON = re.compile(rf"\s*(?:\d+(?:\.\d+)*\s+)?(?:{'|'.join(_WORDS['carrying_on'])})\b")
_TO_A_TIME = re.compile(rf"[\s,(]*(?:(?:{'|'.join(_WORDS['leading_to_a_time'])})\s+)*[\s(]*")
_SOME_AFTER = _sign("some_after")
_SOME_BEFORE = _sign("some_before", "$")
_RIVAL = _sign("rival", r"\w*\b")
_EMPLOYING = _sign("employing", r"\s*(?:about|aproximativ|circa)?$")
_CHANGED_BY = _sign("changed", r"\b.*\b(?:by|cu)\s*$")
_ANOTHER_METRIC = _sign("another_metric")
_ANOTHER_SCOPE = _sign("another_scope")
_COMPARING = _sign("comparing")
_JOINING = _sign("joining")
_WORD = re.compile(r"[\w:'-]+")
_GROWTH = {"revenue": "revenue growth", "arr": "arr growth"}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known where a sentence stands: the year that accounts are about."""

    year: Period | None = None
    is_accounts: bool = False
    before: str = ""
    """The sentence before, which a sentence that begins with "It" goes on from."""


def in_sentence(text: str, start: int, end: int, setting: Setting, around: Surroundings) -> list[Proposal]:
    """The figures of the sentence ``text[start:end]``."""
    if end - start > _LONGEST or not any(letter.isdigit() for letter in text[start:end]):
        return []
    sentence = _Sentence(text[start:end], setting, around)
    if _ANOTHER_SCOPE.search(sentence.line) or is_former(text, end):
        return []
    entity = _entity(sentence.raw, setting)
    earlier = around.before if _CARRYING_ON.match(sentence.line) else ""
    basis = find_basis(sentence.raw) or find_basis(earlier) or Basis.ACTUAL
    found: list[Proposal] = []
    for match in sentence.matched():
        # A term holds from a day on; that is no time at which it was so.
        is_term = match.metric.claim_class is ClaimClass.LEGAL_TERMS
        period = None if is_term else sentence.period(match) or find_period(earlier)
        value = value_of(match.metric, match.figure, None)
        if value is None:
            continue
        first = min(match.words[0], match.figure.start)
        last = max(match.words[1], match.figure.end)
        found.append(
            Proposal(
                start + first,
                start + last,
                figure_start=start + match.figure.start,
                figure_end=start + match.figure.end,
                said=write_claim(match.metric, value, period, basis, entity),
                metric=match.metric.name,
                value=value,
                period=period,
                entity=entity,
                claim_class=match.metric.claim_class,
                materiality=match.metric.materiality,
                basis=basis,
                confidence=WRITTEN,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class _Match:
    """A figure with its metric; ``words`` is where the metric is named."""

    figure: Figure
    metric: Metric
    words: tuple[int, int]
    after: int | None = None
    """Where the figure ends that this one is held against."""


class _Sentence:
    """One sentence with the figures, metrics and periods that it names."""

    def __init__(self, raw: str, setting: Setting, around: Surroundings) -> None:
        self.raw = raw
        self.line = plain(raw)
        self._around = around
        self._setting = setting
        self._times = times(raw)
        self._figures = [
            figure
            for figure in figures(raw, setting.style, setting.dollars)
            if not any(time.start < figure.end and figure.start < time.end for time in self._times)
        ]
        self._mentions = [
            mention
            for mention in mentions(self.line)
            if not any(figure.start < mention.end and mention.start < figure.end for figure in self._figures)
            and not _TAKEN_OFF.search(self.line[: mention.start])
            and not self._is_of_a_part(mention)
        ]

    def _is_of_a_part(self, mention: Mention) -> bool:
        """Whether the word before a metric makes it that of a part: ``domestic sales``, ``the German revenue``."""
        before = self.raw[: mention.start]
        named = _NAMED_WORD.search(before)
        is_first = named is None or not before[: named.start()].strip(' "“„*•>–0123456789.)-\t\n')
        if named is not None and not is_first and named[1] not in _NO_PART:
            return self._setting.entity is None or named[1] not in self._setting.entity.split()
        return _QUALIFIED.search(self.line[: mention.start]) is not None or self._is_of_a_place(mention)

    def _is_of_a_place(self, mention: Mention) -> bool:
        """Whether what follows a metric, or begins the sentence, makes it that of a site or a part by its name:
        ``revenue at Clinic Derby``, ``At Clinic Derby revenue was``.
        """
        own = set((self._setting.entity or "").split())
        named = [_AT_NAME.match(self.raw[mention.end :]), _AT_NAME.match(" " + self.raw[:1].lower() + self.raw[1:])]
        return any(one is not None and one["name"] not in own and not names_time(one["name"]) for one in named)

    def matched(self) -> list[_Match]:
        """The figures that have a metric, in order."""
        found: list[_Match] = []
        for at, figure in enumerate(self._figures):
            if self._is_range(at):
                continue
            match = (
                self._by_noun(figure)
                or (self._after(figure) if figure.time is not None else None)
                or self._before(figure)
                or self._after(figure)
                or self._again(at, figure, found)
            )
            if match is not None:
                found.append(match)
        return found

    def period(self, match: _Match) -> Period | None:
        """The period of a figure: between it and its metric, right after it, or the nearest before them."""
        if match.after is not None:
            beside = [time for time in self._times if match.after <= time.start and time.end <= match.figure.start]
            beside = beside or [time for time in self._times if self._follows(match.figure.end, time)]
            return self._as_said(beside[0]) if beside else None
        low, high = sorted((match.words[1], match.figure.start))
        inside = [time for time in self._times if low <= time.start and time.end <= high]
        close = [time for time in self._times if self._follows(match.figure.end, time)]
        first = min(match.words[0], match.figure.start)
        earlier = [time for time in self._times if time.end <= first]
        if not inside and _THE_YEAR.search(self.line, low, high) and self._around.year is not None:
            return self._around.year
        chosen = inside[-1:] or close[:1] or earlier[-1:]
        if chosen:
            return self._as_said(chosen[0])
        tail = self.line[match.figure.end :][:40]
        if _SAME_DAY.search(tail) and self._times:
            return self._as_said(self._times[-1])
        if self._around.year is not None and (self._around.is_accounts or _THE_YEAR.match(tail.lstrip(" ,"))):
            return self._around.year
        return None

    def _as_said(self, time: Time) -> Period:
        if time.bare or time.period.kind is not PeriodKind.YEAR:
            return time.period
        return with_year_end(time.period, self._setting.year_end)

    def _follows(self, end: int, time: Time) -> bool:
        between = self.line[end : time.start] if time.start >= end else None
        if between is None or self.line[time.end :].lstrip().startswith(":"):
            return False
        return _TO_A_TIME.fullmatch(between) is not None

    def _is_range(self, at: int) -> bool:
        """Whether the figure is one end of a range."""
        for one, other in ((at - 1, at), (at, at + 1)):
            if one >= 0 and other < len(self._figures):
                between = self.line[self._figures[one].end : self._figures[other].start]
                before = self.line[: self._figures[one].start].rstrip()
                if _RANGE.match(between) and (between.strip() != "and" or before.endswith("between")):
                    return True
        return bool(re.match(r"\s?[-–]\s?\d", self.line[self._figures[at].end :]))

    def _by_noun(self, figure: Figure) -> _Match | None:
        """``512 customers``: a number with what it counts."""
        if figure.metric is None or figure.number != figure.number.to_integral_value():
            return None
        after = self.line[figure.end :].lstrip()
        before = self.line[: figure.start].rstrip()
        if _SOME_AFTER.match(after):
            return None
        if _SOME_BEFORE.search(before):
            return None
        if figure.metric.name == "headcount" and not self._is_workforce(figure, before):
            return None
        if figure.metric.name == "customers" and _RIVAL.search(self.line[: figure.start]):
            return None
        return _Match(figure, figure.metric, (figure.start, figure.end))

    def _is_workforce(self, figure: Figure, before: str) -> bool:
        words = self.line[figure.start : figure.end]
        if "people" in words and "employ" not in before:
            return False
        names_staff = any(word in words for word in ("employee", "angajat", "salariat"))
        return _EMPLOYING.search(before) is not None or (not before and names_staff)

    def _before(self, figure: Figure) -> _Match | None:
        """The metric that is named before the figure, with few words between."""
        earlier = [mention for mention in self._mentions if mention.end <= figure.start]
        if not earlier or figure.metric is not None:
            return None
        mention = earlier[-1]
        between = self.line[mention.end : figure.start]
        if any(mention.end <= other.start and other.end <= figure.start for other in self._figures):
            return None
        wanted = mention.metric
        if wanted.name in _GROWTH and figure.unit is not None and figure.unit.kind is Kind.PERCENT:
            if not _GROWN.search(between) or not re.search(r"\b(?:by|cu|of)\s*$", between):
                return None
            wanted = metric(_GROWTH[wanted.name]) or wanted
        elif _CHANGED_BY.search(between):
            return None
        if value_of(wanted, figure, None) is None or not self._is_bridge(mention, figure, between, wanted):
            return None
        return _Match(figure, wanted, (mention.start, mention.end))

    def _is_bridge(self, mention: Mention, figure: Figure, between: str, wanted: Metric) -> bool:
        """Whether the words between a metric and a figure say that one is the other's."""
        rest = list(between)
        for time in self._times:
            if mention.end <= time.start and time.end <= figure.start:
                rest[time.start - mention.end : time.end - mention.end] = " " * (time.end - time.start)
        words = "".join(rest)
        if wanted.name == "liability cap":
            words = _LIMITED.sub(" ", words)
        if (
            re.search(r"[;.!?]\s|\)\s*\w+.*\(", words)
            or len(" ".join(words.split())) > _WIDEST
            or _NEGATED.search(words)
        ):
            return False
        if wanted.kind is not Kind.TIME and wanted.name != "liability cap" and _BOUND.search(words):
            return False
        unknown = [word for word in _WORD.findall(words) if word not in _LINKING]
        if unknown and _JOINING.search(words):
            return False
        if wanted.kind is Kind.COUNT:
            return not [word for word in _WORD.findall(words) if word not in _STRICT] and bool(words.strip())
        if re.search(r"\band\s*$|\bor\s*$", words):
            return False
        return len(unknown) <= _UNKNOWN_WORDS

    def _after(self, figure: Figure) -> _Match | None:
        """``€10m of revenue``, ``14 months of runway``, ``90 days' notice``: the metric right after the figure."""
        later = [mention for mention in self._mentions if mention.start >= figure.end]
        if not later or value_of(later[0].metric, figure, None) is None or later[0].metric.kind is Kind.COUNT:
            return None
        between = self.line[figure.end : later[0].start]
        direct = re.fullmatch(
            r"\s+(?:of|in|de)\s+(?:our |its |annual )?|[’']?\s+(?:prior |written |prior written )?", between
        )
        if direct is None or (not re.search(r"\b(?:of|in|de)\b", between) and later[0].metric.kind is Kind.MONEY):
            return None
        tail = self.line[later[0].end :].lstrip()
        if _ANOTHER_METRIC.match(tail):
            return None
        if later[0].metric.kind is Kind.PERCENT and not re.search(r"\bof\b", between) and between.strip():
            return None
        return _Match(figure, later[0].metric, (later[0].start, later[0].end))

    def _again(self, at: int, figure: Figure, found: Sequence[_Match]) -> _Match | None:
        """The same metric at another time: ``(2024: €11m)``, ``against €2.7m in Q1 2025``."""
        if not found or at == 0 or found[-1].figure is not self._figures[at - 1]:
            return None
        last = found[-1]
        if value_of(last.metric, figure, None) is None:
            return None
        between = self.line[last.figure.end : figure.start]
        inside = [time for time in self._times if last.figure.end <= time.start and time.end <= figure.start]
        words = between
        for time in reversed(inside):
            words = words[: time.start - last.figure.end] + words[time.end - last.figure.end :]
        if inside and re.fullmatch(r"[\s,]*\(\s*:?\s*", words):
            return _Match(figure, last.metric, last.words, after=last.figure.end)
        comparing = _COMPARING.search(words)
        followed = any(self._follows(figure.end, time) for time in self._times)
        if comparing and followed and len(words.strip()) <= 40 and not inside:
            return _Match(figure, last.metric, last.words, after=last.figure.end)
        return None


def _entity(sentence: str, setting: Setting) -> str | None:
    """Whose figure it is: the company that the sentence begins with, else the document's."""
    named = companies(sentence[:80])
    if named and sentence.lstrip(' "“„*0123456789.)-\t').startswith(named[0]):
        return named[0]
    return setting.entity
