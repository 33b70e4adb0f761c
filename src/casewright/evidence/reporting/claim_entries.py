"""Claims in the report: the whole story of those that matter, a line for each other one, and what they are quoted from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimAction, Verdict
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
from casewright.evidence.reporting.words import capital, word_for
from casewright.evidence.sources import SOURCE_NAME, evidence_grade
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence, SourceSpan
    from casewright.domain.ids import DefectId
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.parts import Block
    from casewright.evidence.reporting.retelling import Retelling

NO_PLACE = "No place in a document of this deal bears it."
"""What is said of a claim whose number leads no further than to the claim."""

_QUOTED = 320
"""How many letters of an excerpt a report on paper and on screen shows at most."""
_AROUND = 60
_NOTE = 90
_TEXT = 160
_OTHER_SOURCES = 4
_HEAD = ("What", "Value", "Period", "Source", "Grade", "Verdict", "Note")
_WIDTHS = (24, 18, 11, 20, 5, 10, 18)
_COMPACT_HEAD = ("What", "Values, each with its period and place", "Grade", "Verdict")
_COMPACT_WIDTHS = (24, 68, 5, 9)


def claim_sections(at: Lookup, retelling: Retelling, defect_places: Mapping[DefectId, str]) -> Iterator[Section]:
    """Claims that matter, the others, those that only their labels name, and on screen what these are quoted from.

    ``defect_places`` are the references of the entries that tell of the defects.
    """
    weighty = [claim for claim in at.report.claims if _matters(at, claim)]
    told = {claim.id for claim in weighty}
    rest = [claim for claim in at.report.claims if claim.id not in told]
    named = [claim for claim in rest if is_only_named(claim) and _is_figure(at, claim)]
    apart = {claim.id for claim in named}
    others = [claim for claim in rest if claim.id not in apart]
    quoted: set[str] = set()
    if weighty:
        entries = tuple(_entry(at, retelling, claim, defect_places, quoted) for claim in weighty)
        yield Section("section:claims", "Claims that matter", entries)
    if others:
        yield Section("section:other-claims", "Other claims", (_other_claims(at, others),))
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
    return is_plain and item is not None and item.span is not None and item.span.document in at.labels and not claim.notes


def _entry(
    at: Lookup, retelling: Retelling, claim: Claim, defect_places: Mapping[DefectId, str], quoted: set[str]
) -> Entry:
    """Everything about the claim in three short paragraphs and its words."""
    source, standing = f"claim:{claim.id}", claim.standing
    about: list[Part] = [
        ours(f"{capital(word_for('verdict', standing.verdict.value))}, {claim.materiality.value.lower()} weight, "),
        ours(f"{word_for('corroboration', standing.corroboration.value)}, read with "),
        figure(confidence_words(claim.confidence), source),
        ours(" confidence"),
        *_verified(claim),
        ours("."),
    ]
    if claim.subjective and standing.verdict is not Verdict.SUBJECTIVE:
        about.append(ours(" It is an opinion."))
    if standing.action is not ClaimAction.NONE:
        about.append(ours(f" To do: {word_for('action', standing.action.value)}."))
    blocks: list[Paragraph | Quotation] = [Paragraph(tuple(about))]
    blocks += _resting(at, claim, quoted)
    why = joined((retelling.line(step, source) for step in (*_steps(claim), *claim.notes)), " ")
    if why:
        blocks.append(Paragraph(why, small=True))
    places = dict.fromkeys(
        defect_places[one.id] for one in at.defects.get(claim.id, ()) if one.status is DefectStatus.OPEN
    )
    kinds = [
        Part(word_for("defect", one.type.value), None, place)
        for place in places
        for one in at.defects[claim.id]
        if defect_places[one.id] == place
    ]
    if kinds:
        named = {part.link: part for part in kinds}
        blocks.append(Paragraph((ours("Open against it: "), *joined(((part,) for part in named.values()), ", "), ours("."))))
    return Entry(source, (quote_part(claim.text, source),), tuple(blocks), standing.grade)


def _steps(claim: Claim) -> Sequence[str]:
    """How it was graded, without what the verdict and the thing to do say again."""
    return [step for step in claim.standing.explanation if not step.startswith(claim.standing.action.value)]


def _verified(claim: Claim) -> Line:
    if claim.verified_by is None:
        return ()
    return (ours("; verified by "), quote_part(claim.verified_by, f"claim:{claim.id}"))


def _resting(at: Lookup, claim: Claim, quoted: set[str]) -> Iterator[Paragraph | Quotation]:
    """The words that the claim rests on, and what else it comes from."""
    items = [at.evidence[name] for name in dict.fromkeys(claim.sanad.evidence) if name in at.evidence]
    if items:
        yield _quotation(at, items[0], quoted)
    more = [(at.cite(item),) for item in items[1 : 1 + _OTHER_SOURCES]]
    if claim.source_calc is not None and claim.source_calc in at.calculations:
        more.append((Part("a calculation", None, f"calc:{claim.source_calc}"),))
    more += [
        (quote_part(at.claims[name].text, f"claim:{name}", f"claim:{name}"),)
        for name in claim.derived_from
        if name in at.claims
    ]
    if more:
        yield Paragraph((ours("Also from " if items else "From "), *joined(more), ours(".")), small=True)
    if not items and not more:
        yield Paragraph((ours(NO_PLACE),))


def _quotation(at: Lookup, item: Evidence, quoted: set[str]) -> Quotation:
    """An item's words with a few around them; the first of one item is where links to it lead."""
    source = f"evidence:{item.id}"
    context = at.report.contexts.get(item.id)
    before, after = (context.before, context.after) if context else ("", "")
    cited: list[Part] = [ours(f"{SOURCE_NAME[item.source_type]} "), at.cite(item)]
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


def _other_claims(at: Lookup, claims: Sequence[Claim]) -> Table:
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
            subject = at.subject(claim, period=False)
            said = "".join(part.text for part in subject)
            rows.append(_row(at, claim, subject if said != before else (ours("″"),)))
            before = said
    return Table(_HEAD, tuple(rows), _WIDTHS)


def _row(at: Lookup, claim: Claim, subject: Line) -> tuple[Line, ...]:
    source, standing = f"claim:{claim.id}", claim.standing
    leads_to = at.rests_on(claim)
    note = cut_part(claim.notes[0], source, _NOTE) if claim.notes else ()
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
        subject = at.subject(first, period=False)
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
