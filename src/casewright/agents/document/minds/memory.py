"""What the last answer of a thread was about: its documents, the place that it quoted, and what was asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

from casewright.agents.document.minds.intents import Intent
from casewright.agents.document.minds.mixed_answers import clauses_of, judged, part_of
from casewright.agents.document.minds.quotes import whole_items
from casewright.questions.frame import frame_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.intents import Wanted
    from casewright.agents.document.minds.turn import Answered, Past, Turn

_REMEMBERED: Final = 8


_ASKED: Final[Mapping[str, tuple[str, ...]]] = {
    "isaacus_extract": ("question",),
    "isaacus_iql": ("query", "scope"),
    "isaacus_search": ("query",),
}
"""The arguments that say what was asked, by tool."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """An answer of the thread. ``documents``: filenames by id, in the order of the answer.

    ``places``: the citations that it quoted first, one of each document; ``passages``: the clauses that
    it read. ``one``: it was a single question's answer, so what is asked next without a document is about the same.
    """

    question: str
    documents: Mapping[str, str]
    places: Sequence[Mapping[str, Any]]
    passages: Sequence[Mapping[str, Any]]
    one: bool


def remembered(turn: Turn) -> list[Remembered]:
    """The answers of the thread in the matter where the person is, the last one first.

    Only those since the person last opened or chose documents: what is open goes before what was asked of others.
    """
    found: list[Remembered] = []
    for past in reversed(turn.past[-_REMEMBERED:]):
        if turn.question is None or past.question.context != turn.question.context:
            break
        if any(one.name != "list_matter_documents" for one in past.results):
            found.append(_of(past))
    return found


def called(read: tuple[Intent, ...], results: Sequence[Answered]) -> tuple[Intent, ...]:
    """What an earlier question asked, by the calls that were made for it: its words may have referred to others."""
    asked = []
    for one in results:
        names = _ASKED.get(one.name, ())
        if names and names[0] in one.arguments:
            arguments = {name: one.arguments[name] for name in names if name in one.arguments}
            asked.append(Intent(cast("Wanted", one.name), str(one.arguments[names[0]]), arguments))
    if not asked or any(one.name == "contract_facts" for one in results):
        return read
    same = [one.tool for one in read] == [one.tool for one in asked]
    if not same:
        return tuple(asked)
    return tuple(replace(one, arguments=by.arguments) for one, by in zip(read, asked, strict=True))


def _of(past: Past) -> Remembered:
    results = [one for one in past.results if one.succeeded and one.found is not None]
    extracts = [one for one in results if one.name == "isaacus_extract"]
    documents: dict[str, str] = {}
    for one in _cited(past.question.words, results):
        documents.setdefault(str(one["document_id"]), str(one.get("filename") or one["document_id"]))
    for result in extracts if not documents else ():
        documents |= _asked(result)
    places: dict[str, Mapping[str, Any]] = {}
    for one in _cited(past.question.words, results):
        if "quote" in one:
            places.setdefault(str(one["document_id"]), one)
    read = [one.found or {} for one in extracts]
    passages = [one for found in read if found.get("how") != "facts" for one in _whole(found.get("citations"))]
    single = any(
        one.name in ("isaacus_extract", "find_section", "get_document_text")
        or len(one.arguments.get("document_ids") or ()) == 1
        for one in results
    )
    asked = next(
        (str(one.arguments["question"]) for one in extracts if "question" in one.arguments), past.question.words
    )
    return Remembered(asked, documents, list(places.values()), passages, single)


def _asked(result: Answered) -> dict[str, str]:
    """The one document that was asked in vain; none where there were several."""
    asked = list(result.arguments.get("document_ids") or [])
    names = ((result.found or {}).get("looked_in") or {}).get("documents") or asked
    return {str(asked[0]): str(names[0])} if len(asked) == 1 and names else {}


def _cited(question: str, results: Sequence[Answered]) -> Iterator[Mapping[str, Any]]:
    """What the answer quoted, in its order: citations, or documents of which no words are kept."""
    for result in results:
        found = result.found or {}
        match result.name:
            case "isaacus_extract" if found.get("found") and found.get("primary_citation"):
                yield found["primary_citation"]
                yield from _whole(one.get("citation") for one in found.get("others") or [] if isinstance(one, dict))
            case "contract_facts":
                yield from _by_facts(question, found, results)
            case "isaacus_iql" if not any(one.name == "contract_facts" for one in results):
                ranked = [one for one in found.get("document_results") or [] if isinstance(one, dict)]
                for one in sorted(ranked, key=lambda one: -float(one.get("score") or 0.0)):
                    yield from _whole(match.get("citation") for match in whole_items(one.get("matches"))[:1])
            case "isaacus_search":
                yield from _whole(one.get("citation") for one in whole_items(found.get("results")))
            case "find_section":
                yield from _whole(one.get("citation") for one in whole_items(found.get("sections")))
            case "get_document_text" if found.get("document_id"):
                yield found


def _by_facts(question: str, found: Mapping[str, Any], results: Sequence[Answered]) -> Iterator[Mapping[str, Any]]:
    """Of a question for documents those that are so, each with the words that decide; else all that were read."""
    frame = frame_of(question)
    documents = [one for one in found.get("documents") or [] if isinstance(one, dict)]
    if frame.asked == "documents" and frame.conditions:
        queries = {str(one.arguments.get("query")): one.found for one in results if one.name == "isaacus_iql"}
        parts = [part_of(condition, queries.get(str(condition.statement))) for condition in clauses_of(frame)]
        so = [one for one in judged(frame, documents, parts) if one.outcome == "yes"]
        for document in so:
            facts = next(one for one in documents if str(one["document_id"]) == document.id).get("facts") or []
            fields = [one.field for one in frame.conditions]
            fact: Mapping[str, Any] = next((one for one in facts if one.get("field") in fields), {})
            yield {**fact, "document_id": document.id, "filename": document.name}
        return
    for one in documents:
        yield {"document_id": one["document_id"], "filename": one["filename"]}


def _whole(citations: object) -> list[Mapping[str, Any]]:
    listed = list(citations) if isinstance(citations, (list, Iterator)) else []
    return [one["citation"] for one in whole_items([{"citation": one} for one in listed if isinstance(one, dict)])]
