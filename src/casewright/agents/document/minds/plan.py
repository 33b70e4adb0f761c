"""What to do next in a turn: look up which documents are meant, make the calls that were asked for, or say why not."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds import cues
from casewright.agents.document.minds.intents import Intent, intent_of
from casewright.agents.document.minds.named_documents import PLACEHOLDER, Listing, blank, named_in
from casewright.iql.wording import fold_words, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.context import Context
    from casewright.agents.document.minds.turn import Question, Turn

MOST_CALLS = 8
"""How many calls one question leads to at most."""
_REMEMBERED = 8
_ANY_CLAUSE = "{IS clause}"
LIST = "list_matter_documents"
_ABOUT_DOCUMENTS = frozenset(
    {"isaacus_iql", "isaacus_search", "isaacus_extract", "isaacus_classify", "find_section", "contract_facts"}
)
_OF_ONE_DOCUMENT = frozenset({"get_document_text", "delete_document"})
_NO_CALL = frozenset({"help", "beyond", "unknown"})

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
    if len(steps) > MOST_CALLS:
        notes.append(
            f"That would be {len(steps)} calls at once; these are the first {MOST_CALLS}: ask for the rest apart."
        )
    return Plan(tuple(steps[:MOST_CALLS]), notes=tuple(dict.fromkeys(notes)), intents=intents)


def find_intents(turn: Turn, files: Listing | None) -> tuple[Intent, ...]:
    """What the last question wants, read after the questions before it in the same matter."""
    assert turn.question is not None, "there is a question to read"
    here = turn.question.context
    last: tuple[Intent, ...] = ()
    before: Context | None = None
    for question in (*turn.earlier[-_REMEMBERED:], turn.question):
        if question.context is None or here is None or question.context["matter_id"] != here["matter_id"]:
            continue
        last, before = _read(question, last, files, moved=before != question.context), question.context
    return last


def _read(question: Question, last: tuple[Intent, ...], files: Listing | None, *, moved: bool) -> tuple[Intent, ...]:
    found = [intent for part in parts(question.words) for intent in _part(part, last, files, moved=moved)]
    understood = [intent for intent in found if intent.tool not in _NO_CALL]
    if len(understood) > 1:  # "… ? Show me the clauses": the second sentence asks for nothing new
        understood = [one for one in understood if one.arguments.get("query") != _ANY_CLAUSE] or understood[:1]
    return tuple(understood or found[:1])


def _part(part: str, last: tuple[Intent, ...], files: Listing | None, *, moved: bool) -> list[Intent]:
    own = intent_of(part, files)
    if not last or last[-1].tool in _NO_CALL:
        return [own]
    lead = cues.FOLLOW.match(fold_words(part))
    if lead is None:
        goes_on = not moved and not own.named and last[-1].named and cues.PRONOUN.search(own.words)
        return [replace(own, named=last[-1].named) if goes_on else own]
    rest = part[lead.end() :].strip()
    intent = intent_of(rest, files) if re.search(r"\w", rest) else replace(own, tool="unknown", named=())
    if not _says_more(rest):
        return [replace(one, named=intent.named, everything=intent.everything) for one in last]
    named = intent.named or (() if moved else last[-1].named)
    if intent.bare or intent.tool == "unknown":
        intent = _as(last[-1], rest, intent)
    return [replace(intent, named=named)]


_SAYS_NOTHING = words_of(
    f"the in of from for too as well also here there this that one these those it them ones a an {PLACEHOLDER} "
    f"document "
    "documents contract contracts agreement agreements file files matter all please what about si in acest"
)


def _says_more(rest: str) -> bool:
    """Whether words name a subject, and not only another place to look."""
    words = fold_words(rest)
    left = blank(words, named_in(words))
    return any(word not in _SAYS_NOTHING for word in re.findall(r"\w+", left.lower()))


def _as(last: Intent, rest: str, own: Intent) -> Intent:
    """The subject ``rest`` asked of the tool that answered last."""
    if last.tool == own.tool:
        return own
    match last.tool:
        case "isaacus_search":
            return replace(own, tool=last.tool, arguments={"query": rest.strip(" ?.!")})
        case "isaacus_extract":
            return replace(own, tool=last.tool, arguments={"question": rest})
        case "isaacus_iql":
            return intent_of(f"find clauses about {rest}")
        case _:
            return own


_SENTENCE = re.compile(r"(?<=[?!])\s+|(?<=\w{3}[.;])\s+(?=[A-Z\"{])|(?<=;)\s+")
_AND_THEN = re.compile(
    r",? and (?:then |also )?(?=(?:please )?(?:tell me|show me|give me|find|list|identify|locate|summari[sz]e"
    r"|search for|classify|"
    r"categori[sz]e|what(?:'s| is| are| was)|who|when|how (?:much|many|long))\b)",
    re.IGNORECASE,
)


def parts(question: str) -> list[str]:
    """The questions in a question: its sentences, and what an "and tell me" adds. IQL is left whole."""
    if "{" in question:
        return [question]
    sentences = [sentence for sentence in _SENTENCE.split(question.strip()) if re.search(r"\w", sentence)]
    found = [part for sentence in sentences for part in _AND_THEN.split(sentence) if re.search(r"\w", part)]
    return found or [question]


def _needs_files(intent: Intent, context: Context) -> bool:
    if intent.tool == "unknown":
        return bool(intent.named)  # what sounds like a name may turn out to be the question
    if intent.tool == LIST or intent.tool in _NO_CALL:
        return False
    chosen = context["document_id"] or context["document_ids"]
    return bool(intent.named) or (intent.tool in _OF_ONE_DOCUMENT and (not chosen or intent.everything))


def _steps(
    intent: Intent, context: Context, files: Sequence[dict[str, Any]], turn: Turn
) -> tuple[list[Step], list[str]]:
    """The calls of one intent, and what keeps it from having any."""
    arguments: dict[str, Any] = {"matter_id": context["matter_id"], **intent.arguments}
    if intent.tool in _NO_CALL:
        return [], []
    if intent.tool == "save_query":
        query = intent.arguments["query"] or turn.last_query
        if query is None:
            return [], ["Which query should be saved? Ask one first, or write it out: save {IS …} as a name."]
        return [Step(intent, intent.tool, {**arguments, "query": query})], []
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
        return [Step(intent, intent.tool, arguments)], []
    if targets is None or (intent.tool == "delete_document" and len(targets) != 1):
        return [], [f"Which document? {list_files(files)}"]
    return [Step(intent, intent.tool, {**arguments, "document_id": target}) for target in targets], []


def _targets(
    intent: Intent, context: Context, files: Sequence[dict[str, Any]], turn: Turn
) -> tuple[list[str] | None, str | None]:
    """The ids of the documents that an intent is about, None for all of the matter; or why that cannot be said.

    What the person names goes first, then "all documents", then what is open or chosen (seeds/agent-context.md).
    """
    chosen = [context["document_id"]] if context["document_id"] else list(context["document_ids"] or [])
    if intent.named:
        # What the tool said is of the whole question: of one part of it only where there is no other.
        alone = turn.question is not None and intent.words == turn.question.words.strip()
        return _named(intent, chosen, files, Listing(_names(files), turn.told), alone=alone)
    if intent.everything and intent.tool in _ABOUT_DOCUMENTS:
        return None, None
    if chosen:
        return chosen, None
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
