"""Short names for sources and places, as people cite them: ``deck, p. 4``, ``ARR schedule, Summary!D5``."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

from casewright.domain.evidence import SourceType
from casewright.domain.periods import PeriodKind
from casewright.evidence.metrics import show_metric
from casewright.evidence.reporting.words import capital, word_for
from casewright.vocabulary.months import ENGLISH, ENGLISH_TITLES
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.domain.ids import DocumentId
    from casewright.domain.periods import Period

_NUMBERED = re.compile(r"^\d+[a-z]?[ _.\-]+(?=\D)")
_APART = re.compile(r"_+|(?<=[^\W\d])-(?=\w)|(?<=\w)-(?=[^\W\d])")
_MONTHS = re.compile(rf"\b(?:{'|'.join(ENGLISH)})\b")
_LETTERS = 40
_HANDY = 30
_ENDINGS = 5


def document_labels(
    documents: Mapping[DocumentId, str], evidence: Iterable[Evidence]
) -> tuple[Mapping[DocumentId, str], frozenset[DocumentId]]:
    """A label for each document, and the documents whose label is what they are: the deal has one of that kind only,
    and the file's name says so or is long.

    Others have their file's name without number, ending and signs that stand for blanks.
    """
    kinds: dict[DocumentId, Counter[SourceType]] = {}
    for item in evidence:
        if item.span is not None:
            kinds.setdefault(item.span.document, Counter())[item.source_type] += 1
    kind_of = {document: max(sorted(found), key=found.__getitem__) for document, found in kinds.items()}
    many = Counter(kind_of.values())
    by_kind = {
        document
        for document, kind in kind_of.items()
        if many[kind] == 1 and document in documents and _says_less(documents[document], kind)
    }
    labels = {
        document: word_for("label", kind_of[document].value) if document in by_kind else file_label(name)
        for document, name in documents.items()
    }
    shared = Counter(labels.values())
    return (
        {
            document: label if shared[label] == 1 else show_text(documents[document])
            for document, label in labels.items()
        },
        frozenset(document for document in by_kind if shared[labels[document]] == 1),
    )


def _says_less(name: str, kind: SourceType) -> bool:
    """Whether the file's name says no more than that it is of this kind, or says it at length."""
    if kind is SourceType.UNKNOWN:
        return False
    label, word = file_label(name), word_for("label", kind.value).rpartition(" ")[2]
    return len(label) > _HANDY or word.replace("-", "") in label.casefold().replace("-", "")


def file_label(name: str) -> str:
    """A file's name as people say it: ``05_oakhurst-side-letter.pdf`` is ``Oakhurst side letter``."""
    path = PurePath(" ".join(show_text(name).split()))
    stem = path.stem if 1 < len(path.suffix) <= _ENDINGS else path.name
    plain = _APART.sub(" ", _NUMBERED.sub("", stem)).strip() or stem
    plain = _MONTHS.sub(lambda found: found[0].capitalize(), capital(show_metric(plain)))
    if len(plain) <= _LETTERS:
        return plain
    at = plain.rfind(" ", 0, _LETTERS)
    return f"{plain[: at if at > _LETTERS // 2 else _LETTERS].rstrip()}…"


def place_label(span: SourceSpan) -> str:
    """A place as people cite it, ``p. 4`` or ``Summary!D5``; nothing where a document has neither."""
    if span.cell is not None:
        return show_text(span.cell)
    return "" if span.page is None else f"p. {span.page}"


def cell_label(span: SourceSpan) -> str:
    """A place within its sheet: ``D5``; the page where there is no cell."""
    return show_text(span.cell.rpartition("!")[2]) if span.cell is not None else place_label(span)


def sheet_label(span: SourceSpan) -> str:
    """The sheet that holds the place, ``Summary``; nothing where it is none of a workbook."""
    return show_text((span.cell or "").rpartition("!")[0])


def citation(item: Evidence, labels: Mapping[DocumentId, str]) -> str:
    """The item's source with its place: ``deck, p. 4``; of what stands in no document of the deal what holds it."""
    if item.span is None or item.span.document not in labels:
        return file_label(item.artefact)
    place = place_label(item.span)
    return f"{labels[item.span.document]}, {place}" if place else labels[item.span.document]


def show_period(period: Period) -> str:
    """A period as people write it: ``FY2025``, ``LTM Mar 2026``, ``Q3 2025``, ``31 Dec 2025``."""
    end = period.end
    month = f"{ENGLISH_TITLES[end.month - 1][:3]} {end.year}"
    match period.kind:
        case PeriodKind.DAY:
            return f"{end.day} {month}"
        case PeriodKind.MONTH:
            return month
        case PeriodKind.LTM:
            return f"LTM {month}"
        case PeriodKind.QUARTER:
            return f"Q{(end.month + 2) // 3} {end.year}"
        case PeriodKind.HALF if end.month in (6, 12):
            return f"H{end.month // 6} {end.year}"
        case PeriodKind.HALF:
            return f"half year to {month}"
        case PeriodKind.YEAR:
            return str(period) if (end.month, end.day) == (12, 31) else f"FY to {month}"
