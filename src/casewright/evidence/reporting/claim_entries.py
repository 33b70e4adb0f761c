"""Claims in the report: the whole story of those that matter, a line for each other one, and what they are quoted from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimAction
from casewright.domain.defects import DefectStatus
from casewright.domain.evidence import VerificationStatus
from casewright.domain.ids import DocumentId
from casewright.domain.values import Count, Text
from casewright.evidence.comparison import is_only_named
from casewright.evidence.display import show_value
from casewright.evidence.reporting.labels import cell_label, sheet_label, show_period
from casewright.evidence.reporting.parts import (
    Entry,
    Line,
    Paragraph,
    Part,
    Quotation,
    Section,
    Table,
    cut_part,
    figure,
    joined,
    ours,
    quote_part,
)
from casewright.evidence.reporting.report import MATERIAL
from casewright.evidence.reporting.source_words import confidence_words, offset_words
from casewright.evidence.reporting.words import word_for
from casewright.evidence.sources import SOURCE_NAME, evidence_grade
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.domain.ids import ClaimId
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block
    from casewright.evidence.reporting.retelling import Retelling

NO_PLACE = "No place in a document of this deal bears it."
"""What is said of a claim whose number leads no further than to the claim."""

_SURE = "read with confidence"
_QUOTED = 320
"""How many letters of an excerpt a report on paper and on screen shows at most."""
_AROUND = 60
_TEXT = 160
_OTHER_SOURCES = 4
_HEAD = ("What", "Value", "Period", "Source", "Grade", "Verdict", "Note")
_WIDTHS = (26, 17, 11, 22, 6, 10, 20)
_COMPACT_HEAD = ("What", "Values, each with its period and place", "Grade", "Verdict")
_COMPACT_WIDTHS = (30, 70, 6, 10)


def claim_sections(at: Lookup, retelling: Retelling, compared: Set[ClaimId]) -> Iterator[Section]:
    """Claims that matter, the others, those that only their labels name, and on screen what these are quoted from.

    ``compared`` are the claims that were set side by side already: what the register notes on them is told there.
    """
    weighty = [claim for claim in at.report.claims if _matters(at, claim)]
    told = {claim.id for claim in weighty}
    rest = [claim for claim in at.report.claims if claim.id not in told]
    named = [
        claim for claim in rest if is_only_named(claim) and _is_figure(at, claim) and not _notes(claim, compared)
    ]
    apart = {claim.id for claim in named}
    others = [claim for claim in rest if claim.id not in apart]
    quoted: set[str] = set()
    if weighty:
        entries = tuple(
            _entry(at, retelling, same, _notes(same[0], compared), quoted) for same in _said_alike(at, weighty)
        )
        yield Section("section:claims", "Claims that matter", entries)
    if others:
        yield Section("section:other-claims", "Other claims", (_other_claims(at, retelling, others, compared),))
    if named:
        yield Section("section:figures", "Figures by their labels", (*_FIGURES, _figures(at, named)))
    left = [item for name, item in at.evidence.items() if name in at.borne and name not in quoted]
    if left:
        rows = tuple(_evidence_entry(at, item) for item in left)
        yield Section("section:evidence", "The words that other claims rest on", rows, on_screen=True)


_FIGURES = (
    Paragraph((ours("Cells and amounts that the labels beside them name; each is compared by these words only."),)),
)


def _matters(at: Lookup, claim: Claim) -> bool:
    """Of high or critical materiality, with an open defect, or waiting for a person."""
    is_flawed = any(one.status is DefectStatus.OPEN for one in at.defects.get(claim.id, ()))
    return claim.materiality in MATERIAL or is_flawed or claim.standing.action is ClaimAction.HUMAN_GATE


def _is_figure(at: Lookup, claim: Claim) -> bool:
    """Whether a row of figures can say all of it: a number at a place, and nothing beside it."""
    item = at.primary(claim)
    is_plain = claim.metric is not None and claim.value is not None and not isinstance(claim.value, Text)
    return is_plain and item is not None and item.span is not None and item.span.document in at.labels


def _notes(claim: Claim, compared: Set[ClaimId]) -> tuple[str, ...]:
    return () if claim.id in compared else claim.notes


def _said_alike(at: Lookup, claims: Sequence[Claim]) -> list[list[Claim]]:
    """The claims in order, those that say the same figure and stand alike, with nothing open, together."""
    found: dict[tuple[object, ...], list[Claim]] = {}
    for claim in claims:
        is_flawed = any(one.status is DefectStatus.OPEN for one in at.defects.get(claim.id, ()))
        key: tuple[object, ...] = (claim.id,)
        if claim.metric is not None and claim.value is not None and at.primary(claim) is not None and not is_flawed:
            about = (claim.metric, claim.entity, str(claim.period), claim.basis, show_value(claim.value))
            key = (*about, claim.materiality, claim.standing.grade, claim.standing.verdict, claim.standing.action)
        found.setdefault(key, []).append(claim)
    return list(found.values())


def _entry(
    at: Lookup, retelling: Retelling, same: Sequence[Claim], notes: Sequence[str], quoted: set[str]
) -> Entry:
    """The claim, its words, why it stands as it does, and where the same is said again."""
    claim = same[0]
    source, standing = f"claim:{claim.id}", claim.standing
    weight = f"{claim.materiality.value.lower()} weight"
    to_do = "" if standing.action is ClaimAction.NONE else f": {word_for('action', standing.action.value)}"
    blocks: list[Paragraph | Quotation] = [*_resting(at, claim, quoted)]
    why: Line = joined((retelling.line(step, source) for step in (*_steps(claim), *notes)), " ")
    again = joined((Part("", here=f"claim:{one.id}"), *at.cite_claim(one)) for one in same[1:])
    elsewhere: Line = (ours("The same stands in "), *again, ours(".")) if again else ()
    told = joined((why, _reading(claim), _open_defects(at, claim), elsewhere), " ")
    blocks.append(Paragraph(told, small=True))
    verdict = ours(f" – {word_for('verdict', standing.verdict.value)}, {weight}{to_do}")
    return Entry(source, (quote_part(claim.text, source), verdict), tuple(blocks), standing.grade)


def _open_defects(at: Lookup, claim: Claim) -> Line:
    """What is open against the claim, each kind leading to where it is told."""
    kinds = {
        one.type: Part(word_for("defect", one.type.value), None, f"defect:{one.id}")
        for one in at.defects.get(claim.id, ())
        if one.status is DefectStatus.OPEN
    }
    told = joined(((part,) for part in kinds.values()), ", ")
    return (ours("Open against it: "), *told, ours(".")) if told else ()


def _steps(claim: Claim) -> Sequence[str]:
    """How it was graded, without the thing to do, which stands beside the verdict."""
    return [step for step in claim.standing.explanation if not step.startswith(f"{claim.standing.action.value}:")]


def _reading(claim: Claim) -> Line:
    """How surely it was read and who verified it, where its grading does not say so."""
    source = f"claim:{claim.id}"
    told: list[Line] = []
    if not any(_SURE in step for step in claim.standing.explanation):
        told.append((ours("read with "), figure(confidence_words(claim.confidence), source), ours(" confidence")))
    if claim.verified_by is not None:
        told.append((ours("verified by "), quote_part(claim.verified_by, source)))
    return (ours("It was "), *joined(told), ours(".")) if told else ()


def _resting(at: Lookup, claim: Claim, quoted: set[str]) -> Iterator[Paragraph | Quotation]:
    """The words that the claim rests on, and what else it comes from."""
    items = [at.evidence[name] for name in dict.fromkeys(claim.sanad.evidence) if name in at.evidence]
    if items:
        yield _quotation(at, items[0], quoted)
    more = [(at.cite(item),) for item in items[1 : 1 + _OTHER_SOURCES]]
    if claim.source_calc is not None and claim.source_calc in at.calculations:
        more.append((Part("a calculation", None, f"calc:{claim.source_calc}"),))
    more += [at.quote_claim(name) for name in claim.derived_from if name in at.claims]
    if more:
        yield Paragraph((ours("Also from " if items else "From "), *joined(more), ours(".")), small=True)
    if not items and not more:
        yield Paragraph((ours(NO_PLACE),))


def _quotation(at: Lookup, item: Evidence, quoted: set[str]) -> Quotation:
    """An item's words with a few around them; the first of one item is where links to it lead."""
    source = f"evidence:{item.id}"
    context = at.report.contexts.get(item.id)
    before, after = (context.before, context.after) if context else ("", "")
    is_named = item.span is not None and item.span.document in at.labels_by_kind
    cited: list[Part] = [ours("" if is_named else f"{SOURCE_NAME[item.source_type]} "), at.cite(item)]
    if item.span is not None and item.span.document not in at.labels:
        cited.append(ours(", a document that is not there any more"))
    if context is not None and context.ocr:
        cited.append(ours(", by text recognition (OCR): compare it with the page"))
    if item.status is not VerificationStatus.UNVERIFIED:
        cited.append(ours(f", {item.status.value}"))
    quotation = Quotation(
        quote_part(_tail(before), source),
        quote_part(_head(item.excerpt, _QUOTED), source, here=None if item.id in quoted else source),
        quote_part(_head(after, _AROUND), source),
        tuple(cited),
    )
    quoted.add(item.id)
    return quotation


def _tail(text: str) -> str:
    """The last words of what stands before a quote, of its own line."""
    line = text.rsplit("\n", 1)[-1]
    if len(line) <= _AROUND:
        return line
    cut = line[-_AROUND:]
    return cut[cut.find(" ") + 1 :]


def _head(text: str, letters: int) -> str:
    if letters == _AROUND:
        text = text.split("\n", 1)[0]
    if len(text) <= letters:
        return text
    at = text.rfind(" ", 0, letters)
    return text[: at + 1 if at > 0 else letters]


def _evidence_entry(at: Lookup, item: Evidence) -> Entry:
    """The words of one item in a line, with their place for programs and the claims that rest on them."""
    source = f"evidence:{item.id}"
    where = () if item.span is None else (ours(", "), figure(offset_words(item.span), source))
    bears = at.names_of(claim.id for claim in at.borne[item.id])
    heading: Line = (at.cite(item), *where, ours(": "), *bears)
    return Entry(source, heading, (_quotation(at, item, {item.id}),), evidence_grade(item))


def _other_claims(
    at: Lookup, retelling: Retelling, claims: Sequence[Claim], compared: Set[ClaimId]
) -> Table:
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
            note = joined((retelling.line(one, f"claim:{claim.id}") for one in _notes(claim, compared)), " ")
            rows.append(_row(at, claim, subject if said != before else (ours("″"),), note))
            before = said
    return Table(_HEAD, tuple(rows), _WIDTHS)


def _row(at: Lookup, claim: Claim, subject: Line, note: Line) -> tuple[Line, ...]:
    source, standing = f"claim:{claim.id}", claim.standing
    leads_to = at.rests_on(claim)
    if not leads_to:
        note = (*note, ours(NO_PLACE))
    if isinstance(claim.value, Text) or claim.value is None:
        value = () if claim.metric is None else cut_part(claim.text, source, _TEXT, leads_to[0] if leads_to else None)
    else:
        value = (figure(show_value(claim.value), source, leads_to[0] if leads_to else None),)
    return (
        (replace(subject[0], link=None, here=source), *subject[1:]),
        value,
        () if claim.period is None else (figure(show_period(claim.period), source),),
        at.cite_claim(claim),
        (ours(standing.grade.value),),
        (ours(word_for("verdict", standing.verdict.value)),),
        note,
    )


def _figures(at: Lookup, claims: Sequence[Claim]) -> Table:
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
        values = joined(_value_at(claim, item, span) for claim, item, span in same)
        verdict = word_for("verdict", first.standing.verdict.value)
        subject = at.subject(first, period=False, begins=True)
        yield (replace(subject[0], link=None), *subject[1:]), values, (ours(first.standing.grade.value),), (ours(verdict),)


def _value_at(claim: Claim, item: Evidence, span: SourceSpan) -> Line:
    """A figure with its period and its place within the sheet."""
    source, place = f"claim:{claim.id}", cell_label(span)
    value = claim.value
    shown = "–" if value is None else show_value(value)
    if isinstance(value, Count) and value.unit == claim.metric:
        shown = shown.removesuffix(f" {value.unit}")
    about: list[Line] = []
    if claim.period is not None:
        about.append((figure(show_period(claim.period), source),))
    if place:
        about.append((figure(place, f"evidence:{item.id}", f"evidence:{item.id}"),))
    number = Part(show_text(shown), source, None, figure=True, here=source)
    return (number, ours(" ("), *joined(about, ", "), ours(")")) if about else (number,)
