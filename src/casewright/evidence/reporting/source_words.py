"""What each source of a report says, taken from the deal's record and not from the report's pages."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.values import Percentage
from casewright.evidence.display import show_day, show_value
from casewright.evidence.metrics import show_metric
from casewright.evidence.reporting.amounts import is_rounding, show_gap
from casewright.evidence.reporting.counts import counts
from casewright.evidence.reporting.labels import cell_label, citation, document_labels, show_period
from casewright.evidence.reporting.words import capital, plain_words, spaced
from casewright.evidence.sources import source_words
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.calculations import Calculation
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.domain.values import Value
    from casewright.evidence.reporting.report import EvidenceReport


class SourceWords:
    """The figures and the words of every source that ``report`` may name."""

    def __init__(self, report: EvidenceReport) -> None:
        self._figures: dict[str, set[str]] = defaultdict(set)
        self._words: dict[str, dict[str, None]] = defaultdict(dict)
        self._values: dict[str, list[Value]] = defaultdict(list)
        record = report.record
        self._labels, _ = document_labels(record.documents, record.evidence.values())
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
            source = f"document:{document}"
            self._say(source, filename, document, report.digests.get(document), self._labels[document])
        if record.coverage is not None:
            for one in record.coverage.documents:
                self._say(f"document:{one.document}", one.filename, one.why_not)
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
        if source.startswith("gap:"):
            return self._gap(source) is not None
        return source in self._figures or source in self._words or source.startswith("count:")

    def says(self, source: str, text: str) -> bool:
        """Whether ``text`` is the whole of one thing that the source says, or an amount of its rightly rounded.

        What ``gap:<claim>/<claim>`` says is how far the first claim's value is from the second's.
        """
        if text in self._figures.get(source, ()):
            return True
        if source.startswith("count:") and source not in self._figures:
            return text == "0"
        if source.startswith("gap:"):
            return text == self._gap(source)
        return any(is_rounding(text, value) for value in self._values.get(source, ()))

    def holds(self, source: str, text: str) -> bool:
        """Whether these words stand in what the source says, the names of programs in it told as words."""
        return any(text in words for words in self._words.get(source, ()))

    def holds_cut(self, source: str, text: str) -> bool:
        """Like ``holds``; ``…`` at the end stands for what was cut off."""
        return self.holds(source, text) or (text.endswith("…") and self.holds(source, text[:-1].rstrip()))

    def _gap(self, source: str) -> str | None:
        one, _, other = source.removeprefix("gap:").partition("/")
        mine, theirs = self._values.get(f"claim:{one}"), self._values.get(f"claim:{other}")
        return show_gap(mine[0], theirs[0]) if mine and theirs else None

    def _say(self, source: str, *words: str | None) -> None:
        told = self._words[source]
        for text in words:
            if text:
                for shown in (show_text(text), plain_words(show_text(text))):
                    told[shown] = None
                    told[" ".join(shown.split())] = None

    def _days(self, source: str, *days: datetime | None) -> None:
        self._figures[source] |= {show_day(day.date()) for day in days if day is not None}

    def _claim(self, claim: Claim) -> None:
        source = f"claim:{claim.id}"
        self._say(source, claim.id, claim.text, claim.metric, claim.entity, claim.made_by, claim.verified_by)
        self._say(source, *claim.standing.explanation, *claim.notes)
        figures = self._figures[source]
        figures.add(confidence_words(claim.confidence))
        if claim.metric is not None:
            self._say(source, show_metric(claim.metric), capital(show_metric(claim.metric)))
        if claim.value is not None:
            figures.add(show_text(show_value(claim.value)))
            self._values[source].append(claim.value)
        if claim.period is not None:
            figures |= {str(claim.period), show_period(claim.period)}
        self._days(source, claim.made_at)

    def _evidence(self, item: Evidence, report: EvidenceReport) -> None:
        source = f"evidence:{item.id}"
        self._say(source, item.id, item.excerpt, item.artefact, item.source_system, item.upstream_origin)
        self._say(f"artefact:{item.artefact}", item.artefact)
        self._say(source, source_words(item, report.record.documents))
        context = report.contexts.get(item.id)
        if context is not None:
            self._say(source, context.before, context.after)
        self._figures[source].add(citation(item, self._labels))
        if item.span is not None:
            self._figures[source] |= {place_words(item.span), offset_words(item.span), cell_label(item.span)}
            self._say(source, item.span.cell)
        self._days(source, item.source_date)

    def _calculation(self, calculation: Calculation) -> None:
        source = f"calc:{calculation.id}"
        self._say(source, calculation.id, calculation.formula, calculation.remark, *calculation.explanation)
        self._say(source, calculation.formula_hash, calculation.reproducibility_hash, calculation.code_version)
        self._say(source, spaced(calculation.formula), *(spaced(given.name) for given in calculation.inputs))
        values = [given.value for given in calculation.inputs]
        if calculation.output is not None:
            values.append(calculation.output)
        self._values[source] += values
        self._figures[source] |= {show_text(show_value(value)) for value in values}
        self._figures[source] |= {show_period(given.period) for given in calculation.inputs if given.period is not None}
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
