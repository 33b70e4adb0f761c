"""The tool ``report_deal``: a deal's report, held to its own check, in the formats that are asked for."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.canonical import canonical_json
from casewright.domain.claims import Verdict
from casewright.domain.evidence import Grade
from casewright.errors import IntegrityError, InvalidInput, NotFound
from casewright.evidence.detection import detect
from casewright.evidence.reporting.counts import counts
from casewright.evidence.reporting.debate_sections import debate_in_report
from casewright.evidence.reporting.report import EvidenceReport, require_printable, to_look_at
from casewright.evidence.reporting.report_json import report_json
from casewright.evidence.reporting.requests import list_requests
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import find_unsourced, find_unsourced_in_page, parts_of
from casewright.evidence.reporting.source_words import SourceWords
from casewright.toolbox.claims.claim_view import ClaimView
from casewright.toolbox.reports.excerpts import excerpts_in_place
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, Failure, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import MatterId
    from casewright.evidence.reporting.parts import Section
    from casewright.toolbox.deals.deal_stores import DealStores
    from casewright.tools.ports.debates import DebateStore
    from casewright.tools.ports.reports import ReportFiles, ReportSetter, WrittenFile

_SHOWN = 20


class ReportFormat(StrEnum):
    """What a report can be written as."""

    HTML = "html"
    PDF = "pdf"
    JSON = "json"


class ReportDealInput(Arguments):
    """Input of the ``report_deal`` tool."""

    deal_id: str = Field(description="UUID of the deal")
    formats: list[ReportFormat] = Field(
        default_factory=list, max_length=3, description="What to write; none: only check it and say what is in it"
    )
    memo: bool = Field(
        default=False,
        description="Only the memo of two pages: recommendation, findings, what to ask for, what was read",
    )


class FileView(BaseModel):
    """A file that was written into the home's exports."""

    format: ReportFormat
    filename: str
    size: int
    sha256: str

    @classmethod
    def of(cls, chosen: ReportFormat, written: WrittenFile) -> FileView:
        """The view of a file."""
        return cls(format=chosen, filename=written.filename, size=written.size, sha256=written.sha256)


class ReportDealOutput(BaseModel):
    """The report in short, and the files. Lists hold 20 at most; the counts are whole."""

    deal_id: str
    number: str
    title: str
    as_of: str
    claims: int
    grades: dict[Grade, int]
    verdicts: dict[Verdict, int]
    open_defects: int
    open_gates: int
    calculations: int
    unfiled: int = Field(description="Findings that nobody has filed yet: assess the deal")
    look_first_count: int
    look_first: list[ClaimView]
    ask_for_count: int
    ask_for_absent: list[str] = Field(description="Documents that the index names and that are not there")
    numbers_traced: int = Field(description="Parts of the report that lead to a source, every one checked")
    debate_id: str | None = Field(description="The debate that is in the report: the newest that has ended")
    files: list[FileView]


def report_deal(*, stores: DealStores, setter: ReportSetter, files: ReportFiles, debates: DebateStore) -> Tool:
    """The tool over these stores; ``setter`` sets the pages."""

    def run(arguments: ReportDealInput, context: CallContext) -> ReportDealOutput | Failure:
        deal = stores.deal_of(context, arguments.deal_id)
        if isinstance(deal, Failure):
            return deal
        if ReportFormat.PDF in arguments.formats and not arguments.memo:
            require_printable("The deal", len(stores.claims.of_deal(context.tenant, deal)))
        report, debate = _with_debate(read_report(stores, context, deal), debates, context, deal)
        report = replace(report, is_memo=arguments.memo)
        if arguments.memo and ReportFormat.JSON in arguments.formats:
            raise InvalidInput("A memo is written as HTML or PDF; the data of the whole report is its JSON")
        whole, sayings = sections(report), SourceWords(report)
        check(find_unsourced(report, whole, sayings), report)
        set_ = [(chosen, _set(chosen, report, whole, sayings, setter)) for chosen in dict.fromkeys(arguments.formats)]
        name = f"{'memo' if arguments.memo else 'report'}-{report.number}-{report.record.as_of}"
        written = [
            FileView.of(chosen, files.write(context.tenant, f"{name}.{chosen.value}", data)) for chosen, data in set_
        ]
        return _told(report, whole, written, debate)

    return Tool(
        name="report_deal",
        description="Write the report on a deal: claims with grades, defects and cures, calculations, what to ask for.",
        arguments=ReportDealInput,
        output=ReportDealOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("evidence",),
        timeout=600.0,
        idempotent=True,
        reads=("the deal's claims, evidence and documents",),
        writes=("files in the home's exports",),
    )


def read_report(stores: DealStores, context: CallContext, deal: MatterId) -> EvidenceReport:
    """The report on the deal as it is stored; how many findings are not filed is counted anew.

    Raises ``InvalidInput`` for a deal without claims, ``IntegrityError`` where words do not stand at their place.
    """
    matter = stores.matters.get(context.tenant, deal)
    if matter is None:
        raise NotFound(f"Matter {deal!r} not found: 'casewright matter list' shows the ids")
    record = stores.record(context.tenant, deal)
    if not record.claims:
        raise InvalidInput(
            f"{matter.number} has no claims, so there is nothing to report. Import them "
            "('casewright deal import-claims') or have them extracted ('casewright deal extract')"
        )
    filed = {defect.key for defect in record.defects}
    documents = stores.documents.of_matter(context.tenant, deal)
    return EvidenceReport(
        deal=deal,
        number=matter.number,
        title=matter.title,
        record=record,
        gates=tuple(stores.gates.of_deal(context.tenant, deal)),
        asks=list_requests(record),
        unfiled=sum(finding.key not in filed for finding in detect(record).defects),
        contexts=excerpts_in_place(stores.documents, context.tenant, record),
        digests=MappingProxyType({document.id: document.blob for document in documents}),
    )


def _with_debate(
    report: EvidenceReport, debates: DebateStore, context: CallContext, deal: MatterId
) -> tuple[EvidenceReport, str | None]:
    """The report with the deal's newest debate that has ended in front, and that debate's id."""
    ended = [one for one in debates.of_deal(context.tenant, deal) if one.result is not None]
    if not ended:
        return report, None
    debate = ended[-1]
    told = debate_in_report(debate.id, debate.result or {}, report)
    return replace(report, advice=told.advice, front=told.sections, words=told.words), debate.id


def check(problems: Sequence[str], report: EvidenceReport) -> None:
    """Raise ``IntegrityError`` where a report's own check found anything: such a report is not written."""
    if problems:
        raise IntegrityError(
            f"The report on {report.number} fails its own check and was not written: {problems[0]} "
            f"({len(problems)} in all)"
        )


def _set(
    chosen: ReportFormat, report: EvidenceReport, whole: Sequence[Section], sayings: SourceWords, setter: ReportSetter
) -> bytes:
    match chosen:
        case ReportFormat.HTML:
            page = setter.html(report, whole)
            check(find_unsourced_in_page(page, report, sayings), report)
            return page.encode()
        case ReportFormat.PDF:
            return setter.pdf(report, whole)
        case ReportFormat.JSON:
            return canonical_json(report_json(report)) + b"\n"


def _told(
    report: EvidenceReport, whole: Sequence[Section], written: list[FileView], debate: str | None
) -> ReportDealOutput:
    record, counted, first = report.record, counts(report), to_look_at(report)
    by_claim = {claim.id: [one for one in record.defects if one.claim == claim.id] for claim in first[:_SHOWN]}
    absent = [ask.name for ask in report.asks if ask.name is not None]
    return ReportDealOutput(
        deal_id=report.deal,
        number=report.number,
        title=report.title,
        as_of=record.as_of.isoformat(),
        claims=counted["claims"],
        grades={grade: counted.get(f"claims.grade.{grade.value}", 0) for grade in Grade},
        verdicts={verdict: counted.get(f"claims.verdict.{verdict.value}", 0) for verdict in Verdict},
        open_defects=counted.get("defects.open", 0),
        open_gates=counted["gates.open"],
        calculations=counted["calculations"],
        unfiled=report.unfiled,
        look_first_count=len(first),
        look_first=[ClaimView.of(claim, by_claim[claim.id], record.documents) for claim in first[:_SHOWN]],
        ask_for_count=len(report.asks),
        ask_for_absent=absent[:_SHOWN],
        numbers_traced=sum(part.source is not None for part in parts_of(whole)),
        debate_id=debate,
        files=written,
    )
