"""Claims in the report that need no more than a line: a row for each, or a row for all figures of one label."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.ids import DocumentId
from casewright.domain.values import Text
from casewright.evidence.display import show_value
from casewright.evidence.reporting.claim_entries import NO_PLACE, notes_of, open_defects_line, value_at
from casewright.evidence.reporting.labels import sheet_label, show_period
from casewright.evidence.reporting.parts import Line, Part, Table, cut_part, figure, joined, ours, quote_part
from casewright.evidence.reporting.words import word_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.domain.ids import ClaimId
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.retelling import Retelling

_TEXT = 160
"""How many letters of a claim in words a row shows."""
_SHORT = 60
"""How long a value in words may be that stands beside the claim's own."""
_HEAD = ("What", "Value", "Period", "Source", "Grade", "Verdict", "Note")
_WIDTHS = (26, 17, 13, 26, 6, 10, 16)
_COMPACT_HEAD = ("What", "Values, each with its period and place", "Grade", "Verdict")
_COMPACT_WIDTHS = (30, 70, 6, 10)


def claim_table(at: Lookup, retelling: Retelling, claims: Sequence[Claim], compared: Set[ClaimId]) -> Table:
    """A row for each, by what they are about."""
    classes: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        classes[claim.claim_class.value].append(claim)
    rows: list[tuple[Line, ...]] = []
    for kind, members in classes.items():
        rows.append(((ours(word_for("class", kind)),),))
        members.sort(key=lambda one: (one.metric or "", one.entity or "", str(one.period or "")))
        before: str | None = None
        for claim in members:
            subject = at.subject(claim, period=False, begins=True)
            said = "".join(part.text for part in subject)
            notes = joined((retelling.line(one, f"claim:{claim.id}") for one in notes_of(claim, compared)), " ")
            note = joined((open_defects_line(at, claim), notes), " ")
            rows.append(_row(at, claim, subject if said != before else (ours("″"),), note))
            before = said
    if any(row[-1] for row in rows if len(row) > 1):
        return Table(_HEAD, tuple(rows), _WIDTHS)
    return Table(_HEAD[:-1], tuple(row[:-1] if len(row) > 1 else row for row in rows), _WIDTHS[:-1])


def _row(at: Lookup, claim: Claim, subject: Line, note: Line) -> tuple[Line, ...]:
    source, standing = f"claim:{claim.id}", claim.standing
    leads_to = at.rests_on(claim)
    if not leads_to:
        note = (*note, ours(NO_PLACE))
    link = leads_to[0] if leads_to else None
    value: Line = ()
    if claim.metric is None or isinstance(claim.value, Text):
        subject = cut_part(claim.text, source, _TEXT)
    if claim.value is not None and not (isinstance(claim.value, Text) and len(claim.value.text) > _SHORT):
        value = (figure(show_value(claim.value), source, link),)
    return (
        (replace(subject[0], link=None, here=source), *subject[1:]),
        value,
        () if claim.period is None else (figure(show_period(claim.period), source),),
        at.cite_claim(claim),
        (ours(standing.grade.value),),
        (ours(word_for("verdict", standing.verdict.value)),),
        note,
    )


def figure_table(at: Lookup, claims: Sequence[Claim]) -> Table:
    """A row for each label of a document's sheet, with all of its figures."""
    sheets: dict[tuple[str, str, str], list[tuple[Claim, Evidence, SourceSpan]]] = defaultdict(list)
    for claim in claims:
        item = at.primary(claim)
        if item is not None and item.span is not None:
            name = at.record.documents[item.span.document]
            sheets[name, item.span.document, sheet_label(item.span)].append((claim, item, item.span))
    rows: list[tuple[Line, ...]] = []
    for (_, document, sheet), members in sorted(sheets.items(), key=lambda one: one[0]):
        title: Line = at.cite_document(DocumentId(document))[-1:]
        if sheet:
            title = (*title, ours(", "), quote_part(sheet, f"evidence:{members[0][1].id}"))
        rows.append((title,))
        rows += _labelled(at, members)
    return Table(_COMPACT_HEAD, tuple(rows), _COMPACT_WIDTHS)


def _labelled(at: Lookup, members: Sequence[tuple[Claim, Evidence, SourceSpan]]) -> Iterator[tuple[Line, ...]]:
    """A row for each thing that the sheet has figures of, in the sheet's order."""
    alike: dict[tuple[str, ...], list[tuple[Claim, Evidence, SourceSpan]]] = defaultdict(list)
    for claim, item, span in sorted(members, key=lambda one: (one[2].start, one[0].id)):
        standing = claim.standing
        key = (claim.metric or "", claim.entity or "", standing.grade.value, standing.verdict.value)
        alike[key].append((claim, item, span))
    for same in alike.values():
        first = same[0][0]
        values: dict[str, Line] = {}
        for claim, item, _ in same:
            value = value_at(claim, item)
            words = "".join(part.text for part in value)
            values[words] = (*values[words], Part("", here=f"claim:{claim.id}")) if words in values else value
        verdict = word_for("verdict", first.standing.verdict.value)
        subject = at.subject(first, period=False, begins=True)
        yield (
            (replace(subject[0], link=None), *subject[1:]),
            joined(values.values()),
            (ours(first.standing.grade.value),),
            (ours(verdict),),
        )
