"""Takes a room's files the way of a user: into a fresh home, to claims, findings, and a debate by rules."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.home import Casewright
from casewright.cli.ingestion import add_files
from casewright.cli.output import Output
from casewright.domain.defects import DefectStatus, DefectType
from casewright.domain.human_gates import GateStatus
from casewright.errors import ToolFailed
from evals.rooms.files import write_files
from evals.rooms.judge import Finding, Site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.defects import Defect
    from casewright.domain.evidence import SourceSpan
    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from evals.rooms.truth import Truth


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a room. ``texts`` are the documents as read, ``claimed`` where claims stand.

    ``stated`` is the coverage that the product states, from 0 to 1; None where it states none. ``recommendation`` is
    None where the debate came to none.
    """

    findings: tuple[Finding, ...]
    texts: Mapping[str, str]
    claimed: tuple[Site, ...]
    claims: int
    not_read: tuple[str, ...]
    stated: float | None
    recommendation: str | None
    seconds: float


def take(room: Truth) -> Taken:
    """The room, brought into a fresh home that goes away, read, assessed and debated by rules."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        files = Path(folder) / "room"
        files.mkdir()
        paths = write_files(room, files)
        with Casewright.open(Path(folder) / "home") as home:
            deal = _do(home, "create_matter", title=room.company, kind="deal")["matter_id"]
            added = add_files(home, deal, paths, Output(json=True)).documents
            _do(home, "date_deal", deal_id=deal, as_of=room.as_of.isoformat())
            _do(home, "extract_claims", deal_id=deal)
            _do(home, "assess_deal", deal_id=deal)
            record = _Record.of(home, Path(folder) / "home", deal)
            shown = _do(home, "show_deal", deal_id=deal)
            debate = _do(home, "run_debate", deal_id=deal)
        return Taken(
            tuple(record.findings()),
            record.texts,
            tuple(record.claimed()),
            len(record.claims),
            tuple(one.filename for one in added if one.failed),
            _coverage(shown),
            debate["recommendation"],
            perf_counter() - start,
        )


# Any: a tool's structured result is plain JSON data.
def _do(home: Casewright, tool: str, **arguments: object) -> Any:
    result = home.call(tool, arguments)
    if not result.success:
        raise ToolFailed(f"{tool}: {result.content}")
    return result.structured


def _coverage(shown: Mapping[str, Any]) -> float | None:
    """The share that ``show_deal`` states under ``coverage``: a number, or the ``share`` of an object."""
    told = shown.get("coverage")
    share = told.get("share") if isinstance(told, Mapping) else told
    return float(share) if isinstance(share, int | float) else None


@dataclass(frozen=True, slots=True)
class _Record:
    """What the home holds of the deal, by id."""

    names: Mapping[DocumentId, str]
    texts: Mapping[str, str]
    claims: Mapping[str, Claim]
    evidence: Mapping[str, Site]
    defects: Sequence[Defect]
    gates: Sequence[HumanGate]

    @classmethod
    def of(cls, home: Casewright, folder: Path, deal: MatterId) -> _Record:
        from casewright.adapters.database.claims import SqlClaims
        from casewright.adapters.database.defects import SqlDefects
        from casewright.adapters.database.documents import SqlDocuments
        from casewright.adapters.database.engine import open_database
        from casewright.adapters.database.gates import SqlGates

        tenant: TenantId = home.actor.tenant
        with closing(open_database(folder / "casewright.db")) as database:
            documents, claims = SqlDocuments(database), SqlClaims(database)
            names = {one.id: one.filename for one in documents.of_matter(tenant, deal)}
            return cls(
                names,
                {name: documents.text(tenant, document) for document, name in names.items()},
                {claim.id: claim for claim in claims.of_deal(tenant, deal)},
                {item.id: _site(item.span, names) for item in claims.evidence(tenant, deal) if item.span is not None},
                SqlDefects(database).of_deal(tenant, deal),
                SqlGates(database).of_deal(tenant, deal),
            )

    def findings(self) -> Iterator[Finding]:
        """Open defects, and candidates that wait for a person."""
        for defect in self.defects:
            if defect.status is DefectStatus.OPEN:
                yield self._finding(defect.type, defect.description, (defect.claim,), defect.evidence)
        for gate in self.gates:
            if gate.status is GateStatus.OPEN and gate.candidate is not None:
                yield self._finding(gate.candidate, gate.reason, gate.claims, ())

    def claimed(self) -> Iterator[Site]:
        """Where the claims stand."""
        for name in self.claims:
            yield from self._of_claim(name)

    def _finding(self, kind: DefectType, text: str, claims: Iterable[str], references: Iterable[str]) -> Finding:
        blamed = tuple(dict.fromkeys(site for claim in claims for site in self._of_claim(claim)))
        sites, files = list(blamed), set()
        for reference in references:
            what, _, name = reference.partition(":")
            if what == "claim":
                sites += self._of_claim(name)
            elif what == "evidence" and name in self.evidence:
                sites.append(self.evidence[name])
            elif what == "document":
                files.add(next((file for document, file in self.names.items() if document == name), name))
        return Finding(kind, text, blamed, tuple(dict.fromkeys(sites)), frozenset(files))

    def _of_claim(self, name: str) -> Iterator[Site]:
        claim = self.claims.get(name)
        if claim is None:
            return
        if claim.span is not None:
            yield _site(claim.span, self.names)
        for item in claim.sanad.evidence:
            if item in self.evidence and (claim.span is None or not _is_at(self.evidence[item], claim.span)):
                yield self.evidence[item]


def _site(span: SourceSpan, names: Mapping[DocumentId, str]) -> Site:
    return Site(names.get(span.document, "a deleted document"), span.start, span.end, span.cell)


def _is_at(site: Site, span: SourceSpan) -> bool:
    return (site.start, site.end, site.cell) == (span.start, span.end, span.cell)
