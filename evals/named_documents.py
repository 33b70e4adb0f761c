"""How well documents named in words are found: which one is read, and whether search then touches the marked place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from casewright.domain.ids import DocumentId
from casewright.evidence.naming.index import NameIndex
from casewright.evidence.naming.opening import OPENING, names_of
from casewright.evidence.naming.resolver import resolve
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evals.cuad_data import LabelledContract
    from evals.named_questions import NamedQuestion

Outcome = Literal["right", "wrong", "asked back", "nothing"]
OUTCOMES: tuple[Outcome, ...] = ("right", "wrong", "asked back", "nothing")
WAYS = ("given", "only named", "with names read")


class Search(Protocol):
    """Asks ``isaacus_search``."""

    def __call__(self, query: str, files: Sequence[str] | None, *, read_names: bool) -> dict[str, Any]:
        """The tool's output for the query over the contracts called ``files``, all where None."""
        ...


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """What one question was read as. ``first`` says by way of asking whether the first passage touches a mark.

    A question that names nothing is right where nothing is read into it.
    """

    question: NamedQuestion
    outcome: Outcome
    files: tuple[str, ...]
    first: Mapping[str, bool]


def judge(
    question: NamedQuestion, contracts: Mapping[str, LabelledContract], search: Search, *, places: bool = True
) -> JudgedQuestion:
    """Ask the question in three ways, where ``places`` count and marks answer it, and once for what it names."""
    with_names = search(question.ask, None, read_names=True)
    files = tuple(dict.fromkeys(name for one in with_names["named"] for name in one["filenames"]))
    certain = all(one["certain"] for one in with_names["named"])
    first: dict[str, bool] = {}
    if places and question.category is not None and len(question.files) == 1:
        contract = contracts[question.files[0]]
        found = {
            "given": search(question.ask, question.files, read_names=True),
            "only named": search(question.ask, None, read_names=False),
            "with names read": with_names,
        }
        first = {way: touches(one, contract, question.category) for way, one in found.items()}
    return JudgedQuestion(question, outcome(question.files, files, certain=certain), files, first)


def names_only(contracts: Mapping[str, LabelledContract]) -> Search:
    """What only reads names over the contracts' openings, and finds no passage: figures of names within seconds."""
    read = [names_of(DocumentId(name), name, one.text[:OPENING]) for name, one in contracts.items()]
    index = NameIndex(read)

    def search(query: str, files: Sequence[str] | None, *, read_names: bool) -> dict[str, Any]:
        del files, read_names
        named = resolve(query, index).named
        return {"results": [], "named": [{"filenames": one.documents, "certain": one.certain} for one in named]}

    return search


def outcome(wanted: Sequence[str], found: Sequence[str], *, certain: bool) -> Outcome:
    """What came of a name: all of the wanted documents and no others, some others, a question back, or nothing."""
    if not found:
        return "nothing" if wanted else "right"
    if set(found) == set(wanted):
        return "right"
    return "asked back" if not certain and set(wanted) <= set(found) else "wrong"


def touches(found: Mapping[str, Any], contract: LabelledContract, category: str) -> bool:
    """Whether the first passage is of the contract and shares a character with one of the category's marks."""
    if not found["results"]:
        return False
    place = found["results"][0]["citation"]
    if place["filename"] != contract.name:
        return False
    return any(place["start"] < end and start < place["end"] for start, end in contract.spans.get(category, ()))


def figures(judged: Sequence[JudgedQuestion]) -> dict[str, Share]:
    """The shares: what names were read as, and first passages that touch a mark, by way of asking."""
    naming = [one for one in judged if one.question.files]
    none = [one for one in judged if not one.question.files]
    found = {f"named: {name}": Share(sum(one.outcome == name for one in naming), len(naming)) for name in OUTCOMES}
    found["names nothing: nothing read"] = Share(sum(one.outcome == "right" for one in none), len(none))
    marked = [one for one in judged if one.first]
    for way in WAYS if marked else ():
        found[f"first passage, {way}"] = Share(sum(one.first[way] for one in marked), len(marked))
    return found


def as_json(half: str, judged: Sequence[JudgedQuestion]) -> dict[str, Any]:
    """The figures of a half with every question."""
    return {
        "half": half,
        "figures": {name: share.as_json() for name, share in figures(judged).items()},
        "questions": [
            {
                "ask": one.question.ask,
                "way": one.question.way,
                "files": list(one.question.files),
                "read_as": list(one.files),
                "outcome": one.outcome,
                "first": dict(one.first),
            }
            for one in judged
        ],
    }
