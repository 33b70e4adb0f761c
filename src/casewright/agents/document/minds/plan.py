"""What to do next in a turn: look up which documents are meant, make the calls that were asked for, or say why not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.asked import LIST, NO_CALL, find_intents
from casewright.agents.document.minds.following import refers
from casewright.agents.document.minds.mixed_answers import clauses_of
from casewright.agents.document.minds.named_documents import Listing
from casewright.agents.document.minds.overviews.chosen import Shelf, comparison_of, unusual_of
from casewright.agents.document.minds.overviews.overview_calls import summary_calls
from casewright.agents.document.minds.shown_clause import calls_for, passage_around, shown_clause
from casewright.iql.plain_words import MAX_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.context import Context
    from casewright.agents.document.minds.intents import Intent
    from casewright.agents.document.minds.turn import Turn

MOST_CALLS = 8
"""How many calls one question leads to at most."""
_ABOUT_DOCUMENTS = frozenset(
    {"isaacus_iql", "isaacus_search", "isaacus_extract", "isaacus_classify", "find_section", "contract_facts"}
)
_OF_ONE_DOCUMENT = frozenset({"get_document_text", "delete_document", "unusual"})
_OVERVIEWS = frozenset({"comparison", "unusual"})

WHICH_MATTER = "Which matter are you working with? Open one first: `casewright matter list` shows yours."
MATTER_NOT_FOUND = "Matter not found: `casewright matter list` shows the matters that you can see."


@dataclass(frozen=True, slots=True)
class Step:
    """A call that an intent leads to."""

    intent: Intent
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls that answer the question, or the look-up that has to come first, and what to say beside them."""

    steps: tuple[Step, ...] = ()
    look_up: bool = False
    notes: tuple[str, ...] = ()
    intents: tuple[Intent, ...] = ()


def plan(turn: Turn) -> Plan:
    """What the last question of the turn leads to, as far as is known so far."""
    question = turn.question
    if question is None or question.context is None:
        return Plan(notes=(WHICH_MATTER,))
    context = question.context
    if context["matter_id"] is None:
        return Plan(notes=(MATTER_NOT_FOUND,))
    files = turn.files
    intents = find_intents(turn, None if files is None else Listing(_names(files), turn.told))
    if files is None and any(_needs_files(intent, context) for intent in intents):
        return Plan(look_up=True, intents=intents)
    steps: list[Step] = []
    notes: list[str] = []
    for intent in intents:
        made, said = _steps(intent, context, files or [], turn)
        steps += [step for step in made if not any(_same(step, other) for other in steps)]
        notes += said
    single = [step for step in steps if not is_overview(step.intent)]
    if len(single) > MOST_CALLS:
        notes.append(
            f"That would be {len(single)} calls at once; these are the first {MOST_CALLS}: ask for the rest apart."
        )
    kept = [step for step in steps if is_overview(step.intent) or step in single[:MOST_CALLS]]
    return Plan(tuple(kept), notes=tuple(dict.fromkeys(notes)), intents=intents)


def _needs_files(intent: Intent, context: Context) -> bool:
    if intent.tool in ("show_clause", "asked_back"):
        return False
    if intent.tool == "unknown":
        return bool(intent.named)  # what sounds like a name may turn out to be the question
    if intent.tool == LIST or intent.tool in NO_CALL:
        return False
    chosen = context["document_id"] or context["document_ids"]
    if intent.tool in _OVERVIEWS or (not chosen and not intent.about and refers(intent.words)):
        return True
    return bool(intent.named) or (intent.tool in _OF_ONE_DOCUMENT and (not chosen or intent.everything))


def _steps(
    intent: Intent, context: Context, files: Sequence[dict[str, Any]], turn: Turn
) -> tuple[list[Step], list[str]]:
    """The calls of one intent, and what keeps it from having any."""
    arguments: dict[str, Any] = {"matter_id": context["matter_id"], **intent.arguments}
    if intent.tool in NO_CALL:
        return [], []
    if intent.tool == "save_query":
        query = intent.arguments["query"] or turn.last_query
        if query is None:
            return [], ["Which query should be saved? Ask one first, or write it out: save {IS …} as a name."]
        made_of = {} if intent.arguments["query"] or not turn.last_words else {"words": turn.last_words[:MAX_WORDS]}
        return [Step(intent, intent.tool, {**arguments, "query": query, **made_of})], []
    if intent.tool == "asked_back":
        return [], [str(intent.arguments["say"])]
    if intent.tool == "show_clause":
        return _clause(intent, arguments)
    if is_overview(intent):
        return _overview_steps(intent, context, files, turn)
    if intent.tool not in _ABOUT_DOCUMENTS | _OF_ONE_DOCUMENT:
        return [Step(intent, intent.tool, arguments)], []
    targets, objection = _targets(intent, context, files, turn)
    if objection is not None:
        return [], [objection]
    if intent.tool in _ABOUT_DOCUMENTS:
        if targets is not None:
            arguments["document_ids"] = targets
        if intent.tool == "isaacus_iql":
            arguments["threshold"] = "auto"
        if intent.tool == "isaacus_extract" and intent.about:
            arguments["read_names"] = False
        return [Step(intent, intent.tool, arguments), *_parts(intent, arguments)], []
    if targets is None or (intent.tool == "delete_document" and len(targets) != 1):
        return [], [f"Which document? {list_files(files)}"]
    return [Step(intent, intent.tool, {**arguments, "document_id": target}) for target in targets], []


def _clause(intent: Intent, arguments: Mapping[str, Any]) -> tuple[list[Step], list[str]]:
    """The clause that the last answer stands in, where a passage that was read has it; else the call that reads it."""
    place = intent.arguments["place"]
    around = passage_around(place, intent.arguments["passages"])
    if around is not None:
        return [], [shown_clause(around)]
    return [Step(intent, "get_document_text", {"matter_id": arguments["matter_id"], **calls_for(place)})], []


def _parts(intent: Intent, arguments: Mapping[str, Any]) -> list[Step]:
    """The queries for the conditions on clauses that stand beside those on facts."""
    if intent.frame is None or intent.tool != "contract_facts":
        return []
    one = replace(intent, tool="isaacus_iql", part=True)
    about = {name: value for name, value in arguments.items() if name in ("matter_id", "document_ids")}
    return [
        Step(one, one.tool, {**about, "query": condition.statement, "threshold": "auto"})
        for condition in clauses_of(intent.frame)
    ]


def is_overview(intent: Intent) -> bool:
    """Whether several calls come to one answer: a summary, a comparison, what is unusual."""
    return intent.tool in _OVERVIEWS or intent.summary


def _overview_steps(
    intent: Intent, context: Context, files: Sequence[dict[str, Any]], turn: Turn
) -> tuple[list[Step], list[str]]:
    """The calls of an overview, as far as what came back so far leads to them."""
    named = intent.tool == "comparison"
    targets, objection = (None, None) if named else _targets(intent, context, files, turn)
    if objection is not None:
        return [], [objection]
    names = _names(files)
    ready = [str(file["document_id"]) for file in files if file.get("processing_status") == "ready"]
    chosen = [context["document_id"]] if context["document_id"] else list(context["document_ids"] or [])
    shelf = Shelf(Listing(names, turn.told), ready, chosen, list_files(files))
    matter = {"matter_id": context["matter_id"]}
    if named:
        calls, notes = comparison_of([one.words for one in intent.named], shelf, intent.arguments)
    elif not targets or (intent.tool == "unusual" and len(targets) != 1):
        return [], [f"Which document? {list_files(files)}"]
    elif intent.tool == "unusual":
        calls, notes = unusual_of(targets[0], shelf)
    else:
        calls, notes = summary_calls(targets, lambda call: turn.made(call[0], {**matter, **call[1]}))
    return [Step(intent, name, {**matter, **arguments}) for name, arguments in calls], notes


def _targets(
    intent: Intent, context: Context, files: Sequence[dict[str, Any]], turn: Turn
) -> tuple[list[str] | None, str | None]:
    """The ids of the documents that an intent is about, None for all of the matter; or why that cannot be said.

    What the person names goes first, then "all documents", then what is open or chosen (seeds/agent-context.md).
    """
    chosen = [context["document_id"]] if context["document_id"] else list(context["document_ids"] or [])
    if intent.about:
        return list(intent.about), None
    if intent.named:
        # What the tool said is of the whole question: of one part of it only where there is no other.
        alone = turn.question is not None and intent.words == turn.question.words.strip()
        return _named(intent, chosen, files, Listing(_names(files), turn.told), alone=alone)
    if intent.everything and intent.tool in _ABOUT_DOCUMENTS:
        return None, None
    if chosen:
        return chosen, None
    if refers(intent.words) and len(files) > 1:
        return None, f"Which document do you mean? {list_files(files)}"
    if intent.tool in _OF_ONE_DOCUMENT:
        ready = [file["document_id"] for file in files if file.get("processing_status") == "ready"]
        return (ready if len(ready) == 1 and intent.tool != "delete_document" else None), None
    return None, None


def _named(
    intent: Intent, chosen: Sequence[str], files: Sequence[dict[str, Any]], known: Listing, *, alone: bool
) -> tuple[list[str] | None, str | None]:
    names = known.files
    if (
        alone
        and known.told
        and all(one.certain for one in known.told)
        and all(one.words != "other" for one in intent.named)
    ):
        return list(dict.fromkeys(id_ for one in known.told for id_ in one.documents)), None
    found: list[str] = []
    for one in intent.named:
        if one.words == "other":
            hits = [id_ for id_ in names if id_ not in chosen]
            if not chosen:
                return None, f"The other of which? {list_files(files)} Which one do you mean?"
        else:
            hits = known.meant(one.words)
        if not hits:
            return (
                None,
                f"There is no document {one.words!r} in this matter. {list_files(files)} Which one do you mean?",
            )
        if len(hits) > 1 and intent.tool in _OF_ONE_DOCUMENT:
            several = ", ".join(names.get(hit, hit) for hit in hits)
            return None, f"{one.words!r} may be one of {len(hits)} documents: {several}. Which one do you mean?"
        found += [hit for hit in hits if hit not in found]
    return found, None


def list_files(files: Sequence[dict[str, Any]]) -> str:
    """A sentence that lists the documents, with the status of those that are not ready."""
    if not files:
        return "No documents have been uploaded to this matter yet."
    said = [
        str(file["filename"])
        + ("" if file.get("processing_status") == "ready" else f" ({file.get('processing_status')})")
        for file in files
    ]
    return f"Available documents: {', '.join(said)}."


def _names(files: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {str(file["document_id"]): str(file["filename"]) for file in files}


def _same(step: Step, other: Step) -> bool:
    return step.name == other.name and dict(step.arguments) == dict(other.arguments)
