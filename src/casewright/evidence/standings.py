"""How every claim of a deal stands: grade, verdict and action, each with its reason."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from casewright.domain.claims import NOT_HELD, ClaimAction, ClaimType, Derivation, Standing, Verdict
from casewright.domain.defects import DefectStatus
from casewright.domain.evidence import Grade
from casewright.domain.ids import ClaimId, EvidenceId
from casewright.evidence.corroboration import corroborate
from casewright.evidence.grading import Link, grade
from casewright.evidence.sources import evidence_grade, source_words
from casewright.evidence.value_support import is_held
from casewright.evidence.verdicts import action, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.defects import DefectType
    from casewright.domain.ids import CalcId
    from casewright.evidence.corroboration import Corroborated
    from casewright.evidence.record import Conflict, DealRecord, Findings

_LETTERS = 60


def standings(
    record: DealRecord,
    findings: Findings,
    only: Collection[ClaimId] | None = None,
    circling: Collection[ClaimId] = (),
) -> Mapping[ClaimId, Standing]:
    """The standing of every claim in ``record``, in its order.

    With ``only``, the standings of these claims; the others stand as they are, and ``circling`` are the claims of the
    whole deal that go round in a circle.

    Open are the filed defects with that status, and the findings that nobody has filed yet. A conflict counts until the
    defect of its key is cured or waived. A derived claim is graded after those that it comes from.
    """
    deal = _Deal(record, findings)
    graded = record.claims if only is None else [claim for claim in record.claims if claim.id in only]
    deal.standing = {claim.id: claim.standing for claim in record.claims if only is not None and claim.id not in only}
    ordered, last = _inputs_first(graded, deal.rests_on)
    deal.circling = {*circling, *(claim.id for claim in last)}
    for claim in (*ordered, *last):
        deal.stand(claim)
    return {claim.id: deal.standing[claim.id] for claim in graded}


def rests_on(derivation: Derivation, calculations: Mapping[CalcId, Calculation]) -> Sequence[ClaimId]:
    """The claims that a derived one comes from: its calculation's material inputs, or those that it names."""
    calculation = calculations.get(derivation.source_calc) if derivation.source_calc else None
    if calculation is None:
        return derivation.derived_from
    immaterial = {given.claim for given in calculation.inputs if not given.material}
    named = (*derivation.derived_from, *(given.claim for given in calculation.inputs))
    return [name for name in dict.fromkeys(named) if name not in immaterial]


class _Deal:
    """What is looked up again and again while a deal's claims are graded."""

    def __init__(self, record: DealRecord, findings: Findings) -> None:
        self.claims: dict[ClaimId, Claim] = {claim.id: claim for claim in record.claims}
        self.standing: dict[ClaimId, Standing] = {}
        self.circling: set[ClaimId] = set()
        self._record = record
        self._agreeing = findings.agreeing
        self._calculations: dict[CalcId, Calculation] = {calc.id: calc for calc in record.calculations}
        self._support: dict[frozenset[ClaimId], Corroborated] = {}
        self._links: dict[EvidenceId, Link] = {}
        self._defects: dict[ClaimId, list[DefectType]] = defaultdict(list)
        self._conflicts: dict[ClaimId, list[Conflict]] = defaultdict(list)
        settled = {defect.key for defect in record.defects if defect.status is not DefectStatus.OPEN}
        filed = {defect.key for defect in record.defects}
        for defect in record.defects:
            if defect.status is DefectStatus.OPEN:
                self._defects[defect.claim].append(defect.type)
        for finding in findings.defects:
            if finding.key not in filed:
                self._defects[finding.claim].append(finding.type)
        for conflict in findings.conflicts:
            if conflict.key not in settled:
                self._conflicts[conflict.claim].append(conflict)

    def rests_on(self, claim: Claim) -> Sequence[ClaimId]:
        """The claims that it comes from, none where a source says it."""
        if claim.claim_type is not ClaimType.DERIVED:
            return ()
        return rests_on(Derivation(claim.derived_from, claim.source_calc), self._calculations)

    def stand(self, claim: Claim) -> None:
        """Grade one claim, after all that it rests on."""
        defects = self._defects.get(claim.id, ())
        excerpts = [
            item.excerpt for name in claim.sanad.evidence if (item := self._record.evidence.get(name)) is not None
        ]
        if not is_held(claim, excerpts):
            why = "UNVERIFIED: what is quoted does not say it."
            because = "REQUEST_DATA: a place that holds the value has to be shown, or the value corrected."
            level = self._support_of(claim).level
            self.standing[claim.id] = Standing(
                Grade.D, Verdict.UNVERIFIED, ClaimAction.REQUEST_DATA, level, (NOT_HELD, why, because)
            )
            return
        support = self._support_of(claim)
        given, steps = grade(tuple(self._rests(claim)), defects, support)
        said, why = verdict(claim, given, defects, self._conflicts.get(claim.id, ()), self._called)
        to_do, because = action(claim, given, said, defects)
        self.standing[claim.id] = Standing(given, said, to_do, support.level, (*steps, why, because))

    def _support_of(self, claim: Claim) -> Corroborated:
        """How well it is corroborated, counted once for all claims of one group."""
        others = self._agreeing.get(claim.id)
        if not others:
            return corroborate((claim,), self._record.evidence)
        group = frozenset((claim.id, *others))
        if group not in self._support:
            together = [self.claims[name] for name in group if name in self.claims]
            self._support[group] = corroborate(together, self._record.evidence)
        return self._support[group]

    def _rests(self, claim: Claim) -> Iterator[Link]:
        for name in _evidence_along(claim):
            link = self._link(name)
            if link is not None:
                yield link
        for source in self.rests_on(claim):
            yield self._derivation(source)

    def _link(self, name: EvidenceId) -> Link | None:
        """What evidence counts for; None where it is not there, which is for the detectors to say."""
        link = self._links.get(name)
        if link is None and (item := self._record.evidence.get(name)) is not None:
            link = self._links[name] = Link(evidence_grade(item), source_words(item, self._record.documents))
        return link

    def _derivation(self, source: ClaimId) -> Link:
        claim, standing = self.claims.get(source), self.standing.get(source)
        if claim is None:
            return Link(Grade.D, f"claim {source}, which this deal does not have")
        if standing is None or source in self.circling:
            return Link(Grade.D, f"claim {_short(claim.text)}, whose derivation goes round in a circle")
        return Link(standing.grade, f"claim {_short(claim.text)}")

    def _called(self, other: ClaimId) -> str:
        """The words for another claim's source: its best item's, or the claim itself where it has none."""
        claim = self.claims.get(other)
        if claim is None:
            return f"claim {other}"
        links = [link for name in claim.sanad.evidence if (link := self._link(name)) is not None]
        return min(links).words if links else f"claim {_short(claim.text)}"


def _evidence_along(claim: Claim) -> Iterable[EvidenceId]:
    """The evidence that the claim rests on and that its chain's steps name, each once."""
    named = dict.fromkeys(claim.sanad.evidence)
    for node in claim.sanad.nodes:
        for reference in (*node.inputs, *node.outputs):
            if reference.startswith("evidence:"):
                named[EvidenceId(reference[len("evidence:") :])] = None
    return named


def _inputs_first(
    claims: Sequence[Claim], rests_on: Callable[[Claim], Sequence[ClaimId]]
) -> tuple[Sequence[Claim], Sequence[Claim]]:
    """``claims``, each after those it rests on; and those that go round in a circle, with what rests on them."""
    waiting: dict[ClaimId, int] = {}
    leads_to: dict[ClaimId, list[Claim]] = defaultdict(list)
    there = {claim.id for claim in claims}
    ordered: list[Claim] = []
    for claim in claims:
        sources = [name for name in rests_on(claim) if name in there]
        waiting[claim.id] = len(sources)
        for name in sources:
            leads_to[name].append(claim)
        if not sources:
            ordered.append(claim)
    for claim in ordered:  # grows while it is read
        for after in leads_to.get(claim.id, ()):
            waiting[after.id] -= 1
            if not waiting[after.id]:
                ordered.append(after)
    return ordered, [claim for claim in claims if waiting[claim.id]]


def _short(text: str) -> str:
    return f"“{text}”" if len(text) <= _LETTERS else f"“{text[:_LETTERS].rstrip()}…”"
