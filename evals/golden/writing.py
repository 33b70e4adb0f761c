"""Writes a deal as its data room would give it: documents line by line, claims with evidence, and chains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from casewright.domain.calculations import CalcInput, Calculation
from casewright.domain.claims import (
    Basis,
    Claim,
    ClaimAction,
    ClaimClass,
    ClaimType,
    Materiality,
    Standing,
    Verdict,
)
from casewright.domain.evidence import (
    Corroboration,
    Evidence,
    Grade,
    NodeKind,
    Sanad,
    SourceSpan,
    SourceType,
    TransmissionNode,
    VerificationStatus,
)
from casewright.domain.ids import ActorId, CalcId, ClaimId, DocumentId, EvidenceId, MatterId, NodeId, TenantId
from casewright.evidence.record import AbsentDocument, DealRecord
from evals.golden.truth import GoldenDeal, Planted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.calculations import CalcType
    from casewright.domain.periods import Period
    from casewright.domain.values import Value

_NAMESPACE = UUID("6f7a3d0e-52b8-5c1d-9a44-0c8e5b7d2f61")
_TENANT = TenantId("golden")
_ANALYST = ActorId("user:golden")
_UNGRADED = Standing(Grade.D, Verdict.UNVERIFIED, ClaimAction.REQUEST_DATA, Corroboration.NONE, ("Not graded yet.",))
_GRADES = {
    **dict.fromkeys(
        (
            SourceType.AUDITED_ACCOUNTS,
            SourceType.REGULATORY_FILING,
            SourceType.BANK_STATEMENT,
            SourceType.SIGNED_CONTRACT,
        ),
        Grade.A,
    ),
    **dict.fromkeys(
        (SourceType.FINANCIAL_MODEL, SourceType.INTERNAL_REPORT, SourceType.BOARD_DECK, SourceType.FOUNDER_EMAIL),
        Grade.B,
    ),
}
_LONG_BEFORE = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Paper:
    """A document being written: its id, what kind of source it is and the date that it bears, if any."""

    id: DocumentId
    name: str
    type: SourceType
    dated: date | None
    system: str


class DealWriter:
    """One deal in the making. Ids follow from the deal's name and the order of writing, so that they repeat."""

    def __init__(self, name: str, business: str, as_of: date) -> None:
        self.name = name
        self.as_of = as_of
        self._business = business
        self._deal = MatterId(self._id("deal"))
        self._lines: dict[DocumentId, list[str]] = {}
        self._length: dict[DocumentId, int] = {}
        self._papers: dict[str, Paper] = {}
        self._evidence: dict[EvidenceId, Evidence] = {}
        self._claims: dict[ClaimId, Claim] = {}
        self._calculations: list[Calculation] = []
        self._absent: list[AbsentDocument] = []
        self._planted: list[Planted] = []
        self._near: list[str] = []
        self._made = 0

    def _id(self, *what: object) -> str:
        return str(uuid5(_NAMESPACE, "/".join(str(part) for part in (self.name, *what))))

    def next_id(self, kind: str) -> str:
        """An id that nothing in the deal has yet."""
        self._made += 1
        return self._id(kind, self._made)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims written so far, in order."""
        return tuple(self._claims.values())

    def claim(self, claim_id: ClaimId) -> Claim:
        """One of them."""
        return self._claims[claim_id]

    def source(self, evidence_id: EvidenceId) -> Evidence:
        """One item of evidence written so far."""
        return self._evidence[evidence_id]

    def paper(self, name: str, kind: SourceType, dated: date | None, system: str = "data room") -> Paper:
        """The document of this name, begun if it is not there."""
        if name not in self._papers:
            paper = Paper(DocumentId(self._id("document", name)), name, kind, dated, system)
            self._papers[name] = paper
            self._lines[paper.id] = []
            self._length[paper.id] = 0
            self.write(paper, f"{name.rsplit('.', 1)[0]}")
        return self._papers[name]

    def write(self, paper: Paper, line: str) -> tuple[int, int]:
        """Add a line to a document; where it stands."""
        start = self._length[paper.id]
        self._lines[paper.id].append(line)
        self._length[paper.id] = start + len(line) + 1
        return start, start + len(line)

    def cite(self, paper: Paper, line: str, *, origin: str | None = None, near: int | None = None) -> EvidenceId:
        """Write a line into a document and make it evidence; ``near`` is the start of a line written before."""
        start, end = self.write(paper, line) if near is None else (near, near + len(line))
        evidence_id = EvidenceId(str(uuid5(UUID(paper.id), f"{start}-{end}")))
        self._evidence[evidence_id] = Evidence(
            id=evidence_id,
            tenant=_TENANT,
            deal=self._deal,
            span=SourceSpan(paper.id, start, end),
            excerpt=line,
            source_type=paper.type,
            source_grade=_GRADES.get(paper.type, Grade.C),
            source_system=paper.system,
            upstream_origin=origin,
            artefact=paper.name,
            status=VerificationStatus.UNVERIFIED,
            source_date=None if paper.dated is None else _at(paper.dated),
            retrieved_at=_at(self.as_of - _LONG_BEFORE),
        )
        return evidence_id

    def state(
        self,
        text: str,
        evidence: Sequence[EvidenceId],
        *,
        value: Value | None = None,
        metric: str | None = None,
        entity: str | None = None,
        period: Period | None = None,
        basis: Basis = Basis.ACTUAL,
        claim_class: ClaimClass = ClaimClass.FINANCIAL,
        materiality: Materiality = Materiality.MEDIUM,
        derived_from: Sequence[ClaimId] = (),
        calc: CalcId | None = None,
        steps: Sequence[NodeKind] = (),
        subjective: bool = False,
    ) -> ClaimId:
        """Write a claim with a chain of its own: INGEST, EXTRACT and ``steps``, then what derives it where it is so."""
        claim_id = ClaimId(self.next_id("claim"))
        span = self._evidence[evidence[0]].span if evidence else None
        self._claims[claim_id] = Claim(
            id=claim_id,
            tenant=_TENANT,
            deal=self._deal,
            text=text,
            claim_class=claim_class,
            claim_type=ClaimType.DERIVED if derived_from or calc else ClaimType.PRIMARY,
            materiality=materiality,
            value=value,
            metric=metric,
            entity=entity,
            period=period,
            basis=basis,
            subjective=subjective,
            confidence=0.97,
            verified_by=None,
            span=span,
            source_calc=calc,
            derived_from=tuple(derived_from),
            sanad=self._chain(claim_id, evidence, derived_from, calc, steps),
            standing=_UNGRADED,
            notes=(),
            made_by=_ANALYST,
            made_at=_at(self.as_of),
        )
        return claim_id

    def _chain(
        self,
        claim_id: ClaimId,
        evidence: Sequence[EvidenceId],
        derived_from: Sequence[ClaimId],
        calc: CalcId | None,
        steps: Sequence[NodeKind],
    ) -> Sanad:
        kinds = [*((NodeKind.INGEST, NodeKind.EXTRACT) if evidence else ()), *steps]
        if derived_from or calc:
            kinds.append(NodeKind.CALCULATE if calc else NodeKind.INFER)
        nodes: list[TransmissionNode] = []
        for place, kind in enumerate(kinds):
            inputs = [f"node:{nodes[-1].id}"] if nodes else []
            outputs = [f"claim:{claim_id}"] if place == len(kinds) - 1 else []
            if kind is NodeKind.INGEST:
                spans = [span for one in evidence if (span := self._evidence[one].span)]
                inputs = [f"document:{document}" for document in dict.fromkeys(span.document for span in spans)]
                outputs = [f"evidence:{one}" for one in evidence]
            elif kind is NodeKind.EXTRACT:
                inputs += [f"evidence:{one}" for one in evidence]
            if kind in (NodeKind.INFER, NodeKind.CALCULATE):
                inputs += [f"calc:{calc}"] if calc else [f"claim:{one}" for one in derived_from]
            nodes.append(
                TransmissionNode(
                    id=NodeId(self.next_id("node")),
                    kind=kind,
                    actor="person:golden" if kind is NodeKind.HUMAN_VERIFY else "tool:import_claims",
                    inputs=tuple(inputs),
                    outputs=tuple(outputs),
                    at=_at(self.as_of - timedelta(days=1)) + timedelta(minutes=place),
                )
            )
        return Sanad(tuple(nodes), tuple(evidence))

    def calculate(self, kind: CalcType, inputs: Sequence[tuple[str, ClaimId]], output: Value, formula: str) -> CalcId:
        """Write a calculation over claims that have values."""
        calc_id = CalcId(self.next_id("calc"))
        given = []
        for name, claim_id in inputs:
            value = self._claims[claim_id].value
            assert value is not None
            given.append(CalcInput(name, claim_id, value, Grade.B))
        self._calculations.append(
            Calculation(
                id=calc_id,
                tenant=_TENANT,
                deal=self._deal,
                type=kind,
                inputs=tuple(given),
                output=output,
                remark=None,
                formula=formula,
                formula_hash=f"sha256:{sha256(formula.encode()).hexdigest()}",
                reproducibility_hash=f"sha256:{sha256(calc_id.encode()).hexdigest()}",
                code_version="golden",
                grade=Grade.B,
                explanation=("Not graded yet.",),
                made_by=_ANALYST,
                made_at=_at(self.as_of),
            )
        )
        return calc_id

    def change(self, claim_id: ClaimId, **fields: object) -> None:
        """Put other values into a claim's fields."""
        self._claims[claim_id] = replace(self._claims[claim_id], **fields)  # type: ignore[arg-type]  # names checked by replace

    def rechain(self, claim_id: ClaimId, sanad: Sanad) -> None:
        """Give a claim another chain."""
        self.change(claim_id, sanad=sanad)

    def index(self, paper: Paper, line: str, name: str) -> None:
        """Name in the data room's index (``paper``) a document that is not there."""
        start, _ = self.write(paper, line)
        at = start + line.index(name)
        self._absent.append(AbsentDocument(name, paper.id, at, at + len(name)))

    def names(self) -> list[str]:
        """The documents' file names so far."""
        return list(self._papers)

    def absent_names(self) -> list[str]:
        """The documents that the index names and that are not there."""
        return [absent.name for absent in self._absent]

    def plant(self, planted: Planted) -> None:
        """Note what was planted."""
        self._planted.append(planted)

    def near_miss(self, name: str) -> None:
        """Note a sound thing that looks like a defect."""
        self._near.append(name)

    def finish(self) -> GoldenDeal:
        """The deal."""
        return GoldenDeal(
            name=self.name,
            business=self._business,
            record=DealRecord(
                claims=tuple(sorted(self.claims, key=lambda claim: claim.id)),
                evidence=MappingProxyType(dict(self._evidence)),
                as_of=self.as_of,
                calculations=tuple(self._calculations),
                documents=MappingProxyType({paper.id: paper.name for paper in self._papers.values()}),
                absent=tuple(self._absent),
            ),
            texts=MappingProxyType({document: "\n".join(lines) + "\n" for document, lines in self._lines.items()}),
            planted=tuple(self._planted),
            near_misses=tuple(self._near),
        )


def _at(day: date) -> datetime:
    return datetime.combine(day, time(0, 0), UTC)
