"""How much of what was planted in the golden deals the detectors find, and what they see where nothing is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

from casewright.domain.defects import SEVERITY, DefectSeverity, DefectType
from casewright.evidence.data_room_index import absent, index_entries
from casewright.evidence.record import AbsentDocument
from evals.golden.suites import deals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from casewright.domain.ids import ClaimId
    from casewright.evidence.record import Candidate, DealRecord, Findings
    from evals.golden.truth import GoldenDeal, Planted

    Detect = Callable[[DealRecord], Findings]

_Z = 1.959963984540054
"""The standard normal quantile of a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with Wilson's interval of 95 % (E. B. Wilson, 1927)."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        """The share; None of none."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, as if every item were drawn by itself; (0, 1) of none."""
        if not self.of:
            return 0.0, 1.0
        share, spread = self.hits / self.of, _Z * _Z / self.of
        middle = (share + spread / 2) / (1 + spread)
        half = _Z / (1 + spread) * sqrt(share * (1 - share) / self.of + spread / (4 * self.of))
        return max(0.0, middle - half), min(1.0, middle + half)

    def as_json(self) -> dict[str, float | int | None]:
        """As plain data."""
        low, high = self.interval
        return {
            "hits": self.hits,
            "of": self.of,
            "share": None if self.value is None else round(self.value, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


@dataclass(frozen=True, slots=True)
class Alarm:
    """A finding that nothing planted accounts for: its type, the claim (None for a candidate on none) and its words."""

    type: DefectType
    claim: ClaimId | None
    description: str


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """What the detectors saw in one deal, held against the truth.

    ``found`` and ``missed`` part what was planted. ``gated`` are the hidden documents whose candidate stands on a
    citing claim.
    """

    deal: GoldenDeal
    found: tuple[Planted, ...]
    missed: tuple[Planted, ...]
    gated: tuple[Planted, ...]
    alarms: tuple[Alarm, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """What one suite gave."""

    suite: str
    judged: tuple[JudgedDeal, ...]

    @property
    def claims(self) -> int:
        """All claims of all deals."""
        return sum(len(one.deal.record.claims) for one in self.judged)

    @property
    def seconds(self) -> float:
        """How long the detectors took over all of it."""
        return sum(one.seconds for one in self.judged)

    def recall(self, kind: DefectType | None = None, form: str | None = None) -> Share:
        """How many of those planted were found: of one type, of one form of it, or of all."""
        return Share(
            sum(_is(planted, kind, form) for one in self.judged for planted in one.found),
            sum(_is(planted, kind, form) for one in self.judged for planted in one.deal.planted),
        )

    @property
    def fatal(self) -> Share:
        """The same over the FATAL types."""
        found = [planted for one in self.judged for planted in one.found]
        every = [planted for one in self.judged for planted in one.deal.planted]
        return Share(_fatal(found), _fatal(every))

    @property
    def gated(self) -> Share:
        """Of the hidden documents that a claim cites, those whose candidate stands on a citing claim."""
        cited = [planted for one in self.judged for planted in one.deal.planted if planted.document and planted.claims]
        return Share(sum(len(one.gated) for one in self.judged), len(cited))

    def alarmed(self, kind: DefectType | None = None) -> Share:
        """How many claims carry an alarm that nothing planted accounts for; a candidate on no claim counts as one."""
        return Share(
            sum(
                len({alarm.claim for alarm in one.alarms if kind in (None, alarm.type) and alarm.claim is not None})
                + sum(kind in (None, alarm.type) and alarm.claim is None for alarm in one.alarms)
                for one in self.judged
            ),
            self.claims,
        )

    @property
    def types(self) -> tuple[DefectType, ...]:
        """The types that were planted or raised, in the taxonomy's order."""
        seen = {planted.type for one in self.judged for planted in one.deal.planted}
        seen |= {alarm.type for one in self.judged for alarm in one.alarms}
        return tuple(kind for kind in DefectType if kind in seen)

    def forms(self, kind: DefectType) -> tuple[str, ...]:
        """The ways in which a type was planted."""
        return tuple(
            sorted({planted.form for one in self.judged for planted in one.deal.planted if planted.type is kind})
        )

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "suite": self.suite,
            "deals": len(self.judged),
            "claims": self.claims,
            "seconds": round(self.seconds, 3),
            "recall": self.recall().as_json(),
            "recall_fatal": self.fatal.as_json(),
            "concealment_on_a_citing_claim": self.gated.as_json(),
            "claims_with_an_alarm": self.alarmed().as_json(),
            "deals_with_an_alarm": Share(sum(bool(one.alarms) for one in self.judged), len(self.judged)).as_json(),
            "types": {
                kind.value: {
                    "severity": SEVERITY[kind].value,
                    "recall": self.recall(kind).as_json(),
                    "claims_with_an_alarm": self.alarmed(kind).as_json(),
                    "forms": {form: self.recall(kind, form).as_json() for form in self.forms(kind)},
                }
                for kind in self.types
            },
            "missed": [
                {"deal": one.deal.name, "type": planted.type.value, "form": planted.form, "what": planted.what}
                for one in self.judged
                for planted in one.missed
            ],
            "alarms": [
                {"deal": one.deal.name, "type": alarm.type.value, "claim": alarm.claim, "says": alarm.description}
                for one in self.judged
                for alarm in one.alarms
            ],
        }


def measure(suite: str, detect: Detect) -> EvidenceReport:
    """Let ``detect`` look at every deal of a suite. Raises ``InvalidInput`` for a suite that there is not."""
    return report(suite, deals(suite), detect)


def report(suite: str, golden: Iterable[GoldenDeal], detect: Detect) -> EvidenceReport:
    """The same over deals that are given; which documents are absent is read from the text of the deal's index."""
    judged = []
    for deal in golden:
        record = replace(deal.record, absent=tuple(_absent(deal)))
        start = perf_counter()
        findings = detect(record)
        judged.append(judge(deal, findings, perf_counter() - start))
    return EvidenceReport(suite, tuple(judged))


def _absent(deal: GoldenDeal) -> Iterator[AbsentDocument]:
    """What the deal's index names and its documents lack, as the reader of indexes sees it."""
    for document, text in deal.texts.items():
        entries = index_entries(deal.record.documents[document], text, ())
        for entry in absent(entries or (), deal.record.documents.values()):
            yield AbsentDocument(entry.name, document, entry.start, entry.end)


def judge(deal: GoldenDeal, findings: Findings, seconds: float = 0.0) -> JudgedDeal:
    """What was found, what was missed, and what is left over.

    A planted defect is found where one of its claims carries a finding of its type. A hidden document is found where
    a candidate names it or stands on a claim that cites it: only a person can confirm it, so a defect of that type
    which a detector files by itself counts as an alarm.
    """
    seen = {(finding.type, finding.claim) for finding in findings.defects if finding.type is not DefectType.CONCEALMENT}
    hidden = [candidate for candidate in findings.candidates if candidate.type is DefectType.CONCEALMENT]
    found: list[Planted] = []
    missed: list[Planted] = []
    gated: list[Planted] = []
    for planted in deal.planted:
        if planted.type is DefectType.CONCEALMENT:
            opened = any(_opens(candidate, planted) for candidate in hidden)
            if any(set(candidate.claims) & set(planted.claims) for candidate in hidden):
                gated.append(planted)
        else:
            opened = any((planted.type, claim) in seen for claim in planted.claims)
        (found if opened else missed).append(planted)
    return JudgedDeal(deal, tuple(found), tuple(missed), tuple(gated), tuple(_alarms(deal, findings)), seconds)


def _opens(candidate: Candidate, planted: Planted) -> bool:
    if set(candidate.claims) & set(planted.claims):
        return True
    said = (candidate.description, candidate.key, *candidate.evidence)
    return planted.document is not None and any(planted.document in words for words in said)


def _alarms(deal: GoldenDeal, findings: Findings) -> Iterator[Alarm]:
    """Each finding on a claim where neither that type was planted nor allowed besides, once a claim and type."""
    accounted = {(planted.type, claim) for planted in deal.planted for claim in planted.claims}
    accounted |= {pair for planted in deal.planted for pair in planted.also}
    hidden = [planted for planted in deal.planted if planted.type is DefectType.CONCEALMENT]
    told: Counter[tuple[DefectType, ClaimId]] = Counter()
    for finding in findings.defects:
        pair = (finding.type, finding.claim)
        if (pair not in accounted or finding.type is DefectType.CONCEALMENT) and not told[pair]:
            told[pair] += 1
            yield Alarm(finding.type, finding.claim, finding.description)
    for candidate in findings.candidates:
        if not candidate.claims and not any(_opens(candidate, planted) for planted in hidden):
            yield Alarm(candidate.type, None, candidate.description)
        for claim in candidate.claims:
            pair = (candidate.type, claim)
            if pair not in accounted and not told[pair]:
                told[pair] += 1
                yield Alarm(candidate.type, claim, candidate.description)


def _is(planted: Planted, kind: DefectType | None, form: str | None) -> bool:
    return kind in (None, planted.type) and form in (None, planted.form)


def _fatal(planted: Iterable[Planted]) -> int:
    return sum(SEVERITY[one.type] is DefectSeverity.FATAL for one in planted)
