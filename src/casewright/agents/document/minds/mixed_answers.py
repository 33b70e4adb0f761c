"""Which documents are so where facts decide some conditions and clauses the others: both are asked, and put together.

A clause that a query did not find is told as not found, apart from what is not so: never as a statement that there is
none. A clause that is found under a wider kind than was asked ("arbitration" under dispute resolution) counts as
perhaps, unless its words name what was asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from casewright.agents.document.minds.document_facts import facts_of, was_read
from casewright.agents.document.minds.fact_answers import because, left_out, not_read
from casewright.agents.document.minds.quotes import whole_items, write_quote
from casewright.agents.document.minds.yes_no_answers import named_in_quote
from casewright.domain.bands import Band, shown
from casewright.iql import IqlSyntaxError, parse
from casewright.iql.plain_words import templates_of
from casewright.questions.meeting import Met, document_meets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.questions.conditions import Condition
    from casewright.questions.frame import QuestionFrame

Judged = Literal["yes", "perhaps", "not_found", "not_known", "no"]

MOST_CLAUSES: Final = 4
"""How many conditions on clauses are asked of one question; those beyond are named as not asked."""
_MOST, _WORDS = 20, 160
_ORDER: Final[Sequence[Judged]] = ("no", "not_known", "not_found", "perhaps")


@dataclass(frozen=True, slots=True)
class Part:
    """A condition on a clause, and the result of its query by the id of each document; None where it failed."""

    condition: Condition
    found: Mapping[str, Mapping[str, Any]] | None
    templates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """What one condition comes to in a document, and the words that decide."""

    outcome: Judged
    condition: Condition
    words: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the answer with what each condition comes to in it."""

    id: str
    name: str
    told: tuple[_Told, ...]

    @property
    def outcome(self) -> Judged:
        """What all conditions come to: the least of them."""
        outcomes = {one.outcome for one in self.told}
        return next((one for one in _ORDER if one in outcomes), "yes")

    def words(self, *outcomes: Judged) -> str:
        """What decides, of those conditions that come to one of ``outcomes``; of all where none is given."""
        return "; ".join(one.words for one in self.told if not outcomes or one.outcome in outcomes)


def clauses_of(frame: QuestionFrame) -> list[Condition]:
    """The conditions on clauses that are asked beside those on facts: of questions for documents alone."""
    found = [one for one in frame.conditions if one.kind == "clause" and one.statement]
    return found[:MOST_CLAUSES] if frame.asked == "documents" else []


def part_of(condition: Condition, found: Mapping[str, Any] | None) -> Part:
    """The condition with what its query, if it was answered, says of each document."""
    if found is None:
        return Part(condition, None)
    results = [one for one in found.get("document_results", []) if isinstance(one, dict)]
    return Part(condition, {str(one.get("document_id")): one for one in results}, _templates(str(condition.statement)))


def judged(frame: QuestionFrame, documents: Sequence[Mapping[str, Any]], parts: Sequence[Part]) -> list[Document]:
    """The documents that were read, each with what the question's conditions come to in it."""
    return [_judged(frame, one, parts) for one in documents if was_read(one)]


def mixed(frame: QuestionFrame, found: Mapping[str, Any], parts: Sequence[Part]) -> str:
    """The answer: the documents that are so, perhaps so, of which a clause was not found, not known, and not so."""
    documents = [one for one in found.get("documents", []) if isinstance(one, dict)]
    told = judged(frame, documents, parts)
    groups: dict[Judged, list[Document]] = {
        outcome: [one for one in told if one.outcome == outcome] for outcome in ("yes", *_ORDER)
    }
    facts = "; ".join(_asked(one) for one in frame.conditions if one.kind == "fact")
    clauses = "; ".join(_asked(one.condition) for one in parts)
    asked = f"(asked of their facts: {facts}; of their clauses: {clauses})"
    number = "1 document" if len(told) == 1 else f"{len(told)} documents"
    lines = [f"{len(groups['yes'])} of {number} {asked}:"] if groups["yes"] else [f"I found none of {number} {asked}."]
    lines += _listed(groups["yes"], ())
    said_of: Sequence[tuple[Judged, str]] = (
        ("perhaps", "Perhaps so, by a clause that may be another kind:"),
        ("not_found", "So by their facts, but no such clause was found there:"),
    )
    for outcome, said in said_of:
        if groups[outcome]:
            lines += [said, *_listed(groups[outcome], ())]
    if groups["not_known"]:
        lines += ["I could not tell:", *_listed(groups["not_known"], ("not_known",))]
    if groups["no"]:
        lines += ["Not so:", *_listed(groups["no"], ("no",))]
    lines += [f"Asked as IQL: {', '.join(f'`{one.condition.statement}`' for one in parts)}, threshold auto."]
    return "\n".join([*lines, *not_read(documents), *left_out(frame, asked=[one.condition for one in parts])])


def _listed(documents: Sequence[Document], outcomes: Sequence[Judged]) -> list[str]:
    lines = [f"- {one.name}: {one.words(*outcomes)}" for one in documents[:_MOST]]
    return [*lines, *([f"- … and {len(documents) - _MOST} more"] if len(documents) > _MOST else [])]


def _judged(frame: QuestionFrame, document: Mapping[str, Any], parts: Sequence[Part]) -> Document:
    conditions = [one for one in frame.conditions if one.kind == "fact"]
    met = document_meets(conditions, {**document, "facts": facts_of(document)})
    told = [_by_fact(condition, one) for condition, one in zip(conditions, met, strict=True)]
    told += [_by_clause(one, str(document["document_id"])) for one in parts]
    return Document(str(document["document_id"]), str(document["filename"]), tuple(told))


def _by_fact(condition: Condition, met: Met) -> _Told:
    words = f"{condition.name} was not found" if met.outcome == "not_known" else because(met)
    return _Told(met.outcome, condition, f"no {condition.name} found" if words == "none found" else words)


def _by_clause(part: Part, document: str) -> _Told:
    """What the query's result says of one document."""
    condition = part.condition
    result = None if part.found is None else part.found.get(document)
    if result is None or result.get("error"):
        return _Told("not_known", condition, f"its clauses were not asked for {condition.name}")
    matches = whole_items(result.get("matches"))
    lacks = condition.operator == "lacks"
    if not matches:
        return _Told("yes" if lacks else "not_found", condition, f"no clause on {condition.name} found")
    named = [one for one in matches if named_in_quote(condition.words, one["citation"], part.templates)]
    best = (named or matches)[0]
    score = float(best.get("score", result.get("score") or 0.0))
    words = f"{write_quote(best['citation'], _WORDS)} ({shown(score)}, {Band.of(score).value})"
    if not named:
        return _Told("not_known" if lacks else "perhaps", condition, f"perhaps {words}")
    return _Told("no" if lacks else "yes", condition, words)


def _asked(condition: Condition) -> str:
    return f"{'not ' if condition.negated else ''}{' '.join(condition.words.split())}"


def _templates(statement: str) -> tuple[str, ...]:
    try:
        return tuple(templates_of(parse(statement)))
    except IqlSyntaxError:
        return ()
