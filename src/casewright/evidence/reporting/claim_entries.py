"""A claim that matters in the report, and the words that claims rest on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimAction
from casewright.domain.evidence import VerificationStatus
from casewright.domain.values import Count
from casewright.evidence.display import show_value
from casewright.evidence.reporting.labels import cell_label, show_period
from casewright.evidence.reporting.lookup import as_written
from casewright.evidence.reporting.parts import (
    Entry,
    Line,
    Paragraph,
    Part,
    Quotation,
    figure,
    joined,
    ours,
    quote_part,
)
from casewright.evidence.reporting.source_words import confidence_words, offset_words
from casewright.evidence.reporting.words import capital, word_for
from casewright.evidence.sources import SOURCE_NAME, evidence_grade
from casewright.vocabulary.outside_text import show_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from casewright.domain.ids import ClaimId
    from casewright.evidence.reporting.lookup import Lookup
    from casewright.evidence.reporting.retelling import Retelling

NO_PLACE = "No place in a document of this deal bears it."
"""What is said of a claim whose number leads no further than to the claim."""

_SURE = "read with confidence"
_QUOTED = 320
"""How many letters of an excerpt a report on paper and on screen shows at most."""
_AROUND = 60
_OTHER_SOURCES = 4


def notes_of(claim: Claim, compared: Set[ClaimId]) -> tuple[str, ...]:
    """What the register notes on the claim, where it was not set side by side with others already."""
    return () if claim.id in compared else claim.notes


def claim_entry(
    at: Lookup, retelling: Retelling, same: Sequence[Claim], notes: Sequence[str], quoted: set[str]
) -> Entry:
    """The claim, its words, why it stands as it does, and where the same is said again."""
    claim = same[0]
    source, standing = f"claim:{claim.id}", claim.standing
    to_do = "" if standing.action is ClaimAction.NONE else f" To do: {word_for('action', standing.action.value)}."
    blocks: list[Paragraph | Quotation] = [*_resting(at, claim, quoted)]
    steps = joined((retelling.line(step, source) for step in (*_steps(claim), *notes)), " ")
    weight = ours(f"{claim.materiality.value.lower()} weight: ")
    verdict = Part(f"{capital(word_for('verdict', standing.verdict.value))}, ", strong=True)
    why: Line = (verdict, weight, *retelling.line(_because(claim), source), ours(f"{to_do} "), *steps)
    heading, again = _heading(at, same)
    elsewhere: Line = (ours("The same stands in "), *again, ours(".")) if again else ()
    told = joined((why, _reading(claim), open_defects_line(at, claim), elsewhere), " ")
    blocks.append(Paragraph(told, small=True))
    return Entry(source, heading, tuple(blocks), standing.grade)


def _heading(at: Lookup, same: Sequence[Claim]) -> tuple[Line, Line]:
    """The claim's words, or each figure of several with its period and place; and where one figure is said again."""
    first, item = same[0], at.primary(same[0])
    if len(same) == 1 and item is not None and item.excerpt.split() == first.text.split():
        return (ours("Stated in "), at.cite(item)), ()  # the words stand below
    entities = {one.entity for one in same}
    if len({(str(one.period), one.value) for one in same}) == len(entities) == 1:
        again = joined((Part("", here=f"claim:{one.id}"), *at.cite_claim(one)) for one in same[1:])
        return (quote_part(first.text, f"claim:{first.id}"),), again
    subject = at.subject(first, period=False, begins=True)
    subject = subject if len(entities) == 1 else subject[:1]
    values: list[Line] = []
    for one in same:
        value = value_at(one, at.primary(one), of_whom=len(entities) > 1)
        values.append(value if one is not first else (replace(value[0], here=None), *value[1:]))
    return (replace(subject[0], link=None), *subject[1:], ours(": "), *joined(values)), ()


def value_at(claim: Claim, item: Evidence | None, *, of_whom: bool = False) -> Line:
    """A figure with its period and its place within the sheet, and ``of_whom`` it is where that is wanted."""
    source = f"claim:{claim.id}"
    value = claim.value
    shown = "–" if value is None else show_value(value)
    if isinstance(value, Count) and value.unit == claim.metric:
        shown = shown.removesuffix(f" {value.unit}")
    about: list[Line] = []
    if of_whom and claim.entity is not None:
        about.append((quote_part(as_written(claim.entity, claim.text), source),))
    if claim.period is not None:
        about.append((figure(show_period(claim.period), source),))
    if item is not None and item.span is not None and cell_label(item.span):
        about.append((figure(cell_label(item.span), f"evidence:{item.id}", f"evidence:{item.id}"),))
    number = Part(show_text(shown), source, None, figure=True, here=source)
    return (number, ours(" ("), *joined(about, ", "), ours(")")) if about else (number,)


def open_defects_line(at: Lookup, claim: Claim) -> Line:
    """What is open against the claim, each kind leading to where it is told."""
    kinds = {
        one.type: Part(word_for("defect", one.type.value), None, f"defect:{one.id}") for one in at.open_defects(claim)
    }
    told = joined(((part,) for part in kinds.values()), ", ")
    return (ours("Open against it: "), *told, ours(".")) if told else ()


def _steps(claim: Claim) -> Sequence[str]:
    """How it was graded, without the verdict and the thing to do."""
    ends = (f"{claim.standing.verdict.value}:", f"{claim.standing.action.value}:")
    return [step for step in claim.standing.explanation if not step.startswith(ends)]


def _because(claim: Claim) -> str:
    """Why the verdict is what it is."""
    lead = f"{claim.standing.verdict.value}: "
    return next((step[len(lead) :] for step in claim.standing.explanation if step.startswith(lead)), "")


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
    more: list[Line] = [(at.cite(item),) for item in items[1 : 1 + _OTHER_SOURCES]]
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


def evidence_entry(at: Lookup, item: Evidence) -> Entry:
    """The words of one item in a line, with their place for programs and the claims that rest on them."""
    source = f"evidence:{item.id}"
    where = () if item.span is None else (ours(", "), figure(offset_words(item.span), source))
    bears = at.names_of(claim.id for claim in at.borne[item.id])
    heading: Line = (at.cite(item), *where, ours(": "), *bears)
    return Entry(source, heading, (_quotation(at, item, {item.id}),), evidence_grade(item))
