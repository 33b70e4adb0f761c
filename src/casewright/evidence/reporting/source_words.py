"""What each source of a report says, taken from the deal's record and not from the report's pages."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.values import Percentage
from casewright.evidence.display import show_day, show_value
from casewright.evidence.reporting.counts import counts
from casewright.evidence.sources import source_words
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.evidence.reporting.report import EvidenceReport


class SourceWords:
    """The figures and the words of every source that ``report`` may name."""

    def __init__(self, report: EvidenceReport) -> None:
        self._figures: dict[str, set[str]] = defaultdict(set)
        self._words: dict[str, list[str]] = defaultdict(list)
        record = report.record
        self._say("deal:title", report.title)
        self._say("deal:number", report.number)
        self._figures["deal:as_of"].add(show_day(record.as_of))
        for name, number in counts(report).items():
            self._figures[f"count:{name}"].add(f"{number:,}")
        for claim in record.claims:
            self._claim(claim)
        for item in record.evidence.values():
            self._evidence(item, report)
        for calculation in record.calculations:
            self._calculation(calculation)
        for document, filename in record.documents.items():
            self._say(f"document:{document}", filename, document, report.digests.get(document))
        for absent in record.absent:
            self._say(f"document:{absent.index}", absent.name)
        for defect in record.defects:
            source = f"defect:{defect.id}"
            self._say(source, defect.id, defect.description, defect.reason, defect.flagged_by, defect.resolved_by)
            self._days(source, defect.flagged_at, defect.resolved_at)
        for gate in report.gates:
            source = f"gate:{gate.id}"
            self._say(source, gate.id, gate.reason, gate.decision, gate.decided_by, gate.made_by)
            self._days(source, gate.made_at, gate.decided_at)
        for source, words in report.words.items():
            self._say(source, *words)

    def knows(self, source: str) -> bool:
        """Whether there is such a source."""
        return source in self._figures or source in self._words or source.startswith("count:")

    def figures(self, source: str) -> frozenset[str]:
        """Every figure of the source."""
        if source.startswith("count:") and source not in self._figures:
            return frozenset(("0",))
        return frozenset(self._figures.get(source, ()))

    def holds(self, source: str, text: str) -> bool:
        """Whether these words stand in what the source says."""
        return any(text in words for words in self._words.get(source, ()))

    def holds_spaced(self, source: str, text: str) -> bool:
        """Like ``holds``, with every run of white space as one blank; ``…`` at the end stands for what was cut off."""
        wanted = text.removesuffix("…").rstrip()
        return any(wanted in " ".join(words.split()) for words in self._words.get(source, ()))

    def _say(self, source: str, *words: str | None) -> None:
        self._words[source] += [show_text(text) for text in words if text]

    def _days(self, source: str, *days: datetime | None) -> None:
        self._figures[source] |= {show_day(day.date()) for day in days if day is not None}

    def _claim(self, claim: Claim) -> None:
        source = f"claim:{claim.id}"
        self._say(source, claim.id, claim.text, claim.metric, claim.entity, claim.made_by, claim.verified_by)
        self._say(source, *claim.standing.explanation, *claim.notes)
        figures = self._figures[source]
        figures.add(confidence_words(claim.confidence))
        if claim.value is not None:
            figures.add(show_text(show_value(claim.value)))
        if claim.period is not None:
            figures.add(str(claim.period))
        self._days(source, claim.made_at)

    def _evidence(self, item: Evidence, report: EvidenceReport) -> None:
        source = f"evidence:{item.id}"
        self._say(source, item.id, item.excerpt, item.artefact, item.source_system, item.upstream_origin)
        self._say(f"artefact:{item.artefact}", item.artefact)
        self._say(source, source_words(item, report.record.documents))
        context = report.contexts.get(item.id)
        if context is not None:
            self._say(source, context.before, context.after)
        if item.span is not None:
            self._figures[source] |= {place_words(item.span), offset_words(item.span)}
        self._days(source, item.source_date)

    def _calculation(self, calculation: Calculation) -> None:
        source = f"calc:{calculation.id}"
        self._say(source, calculation.id, calculation.formula, calculation.remark, *calculation.explanation)
        self._say(source, calculation.formula_hash, calculation.reproducibility_hash, calculation.code_version)
        self._say(source, *(given.name for given in calculation.inputs))
        values = [given.value for given in calculation.inputs]
        if calculation.output is not None:
            values.append(calculation.output)
        self._figures[source] |= {show_text(show_value(value)) for value in values}
        self._figures[source] |= {str(given.period) for given in calculation.inputs if given.period is not None}
        self._days(source, calculation.made_at)


def confidence_words(confidence: float) -> str:
    """How surely a claim was read, such as ``97 %``."""
    return show_value(Percentage(Decimal(repr(confidence))))


def place_words(span: SourceSpan) -> str:
    """A place for people: its cell or its page, and its characters where it has neither."""
    if span.cell is not None:
        return show_text(f"cell {span.cell}")
    return offset_words(span) if span.page is None else f"page {span.page}"


def offset_words(span: SourceSpan) -> str:
    """A place for programs: its characters in the document's text, counted from 0, the last one left out."""
    return f"characters {span.start:,} to {span.end:,}"
