"""Puts an answer together from the results of tools, and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.asked import LIST
from casewright.agents.document.minds.clause_answers import clauses
from casewright.agents.document.minds.extract_answers import extracted
from casewright.agents.document.minds.fact_answers import facts_told
from casewright.agents.document.minds.mixed_answers import clauses_of, mixed, part_of
from casewright.agents.document.minds.overviews.answers import comparison, summaries, unusual
from casewright.agents.document.minds.plan import is_overview, list_files
from casewright.agents.document.minds.quotes import whole_items, write_quote
from casewright.agents.document.minds.section_answers import sections
from casewright.agents.document.minds.shown_clause import clause_in, shown_clause
from casewright.domain.bands import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent
    from casewright.agents.document.minds.mixed_answers import Part
    from casewright.agents.document.minds.plan import Plan, Step
    from casewright.agents.document.minds.turn import Answered, Turn

NO_MODEL = "No language model is configured: rules chose the tools and put this answer together from their results."
CAN_DO = """I can answer questions about the documents of this matter:
- find kinds of clause: "find one-sided indemnities", "which contracts have no liability cap"
- compare: "which clauses are more onerous for the Customer than for the Supplier"
- look up one fact: "what is the notice period", "which law governs the supply agreement"
- search: "find references to late delivery"
- show a clause by its number: "what does clause 12.1 of the lease say"
- sum up a document, set two side by side, or ask what is unusual in one among the matter's others
- say which types of clauses are there, list the documents, show one of them
IQL works too: {IS indemnity clause} AND NOT {IS liability cap clause}. `list_templates` lists the templates."""
_BEYOND = (
    "That is beyond what rules can do: I find, quote and list what the documents say, and write nothing of my own."
)
_UNKNOWN = "I did not understand that."
_MOST = 5
_TYPES_SHOWN = 15


def compose_answer(turn: Turn, plan: Plan) -> str:
    """The whole answer to the turn's question, its sections in the order in which they were asked for."""
    sections = []
    told: list[Intent] = []
    for step in plan.steps:
        result = None if step.intent.part else turn.made(step.name, step.arguments)
        if is_overview(step.intent):
            if step.intent not in told:
                told.append(step.intent)
                sections += _overview(step.intent, turn, plan)
        elif result is not None:
            sections.append(section(step.intent, result, turn, _parts(step, plan, turn)))
    if plan.look_up:
        sections += [_failure(result, turn) for result in turn.results if result.name == LIST and not result.succeeded]
    sections += plan.notes
    if not sections:
        sections.append(_without_calls(plan.intents))
    sections.append(NO_MODEL)
    return "\n\n".join(sections)


def _overview(intent: Intent, turn: Turn, plan: Plan) -> list[str]:
    """What several results say together, and which of them failed."""
    made = [turn.made(step.name, step.arguments) for step in plan.steps if step.intent is intent]
    results = [one for one in made if one is not None]
    failed = [_failure(one, turn) for one in results if not one.succeeded]
    try:
        if intent.tool == "comparison":
            said = [comparison(results, intent.arguments["kinds"])]
        else:
            said = [unusual(results)] if intent.tool == "unusual" else summaries(results)
    except (KeyError, TypeError, ValueError, ArithmeticError):  # as below
        said = ["The tools gave results that rules cannot read. Nothing can be said of them."]
    read_as = "" if intent.tool == "comparison" else _read_as(intent, {}, turn)  # that names both documents
    return [*([read_as + said[0], *said[1:]] if said else []), *dict.fromkeys(failed)]


def _parts(step: Step, plan: Plan, turn: Turn) -> list[Part]:
    """The conditions on clauses of the step's question, each with the result of its query."""
    conditions = [] if step.intent.frame is None else clauses_of(step.intent.frame)
    asked = [one for one in plan.steps if one.intent.part and one.intent.words == step.intent.words]
    results = [turn.made(one.name, one.arguments) for one in asked]
    return [
        part_of(condition, None if result is None or not result.succeeded else result.found)
        for condition, result in zip(conditions, results, strict=False)
    ]


def section(intent: Intent, result: Answered, turn: Turn, parts: Sequence[Part] = ()) -> str:
    """What one result says, for a person; ``parts`` are the conditions on clauses that were asked beside it."""
    if not result.succeeded:
        return _failure(result, turn)
    if result.found is None:
        return result.content.strip() or f"{result.name} was done."
    try:
        if intent.tool == "show_clause":
            text = shown_clause(clause_in(intent.arguments["place"], result.found))
        elif parts and intent.frame is not None:
            text = mixed(intent.frame, result.found, parts)
        else:
            text = _SAID.get(result.name, _done)(intent, result.found)
    except (KeyError, TypeError, ValueError):  # a tool put in the place of ours may answer in a shape of its own
        return f"{result.name} gave a result that rules cannot read. Nothing can be said of it."
    cut = "\n\nThe result was too long to be read whole: ask about one document to see the rest." if result.cut else ""
    told = f"{intent.carried}\n" if intent.carried else ""
    return told + _read_as(intent, result.found, turn) + text + cut + _unready(result.found, turn)


def _read_as(intent: Intent, found: Mapping[str, Any], turn: Turn) -> str:
    """Which documents the question's words were read as, and the question back where they may be several."""
    told = found.get("named")
    if not told and intent.named and turn.listed is not None:
        told = turn.listed.get("named")
    named = [one for one in told or [] if isinstance(one, dict) and one.get("filenames")]
    named = [one for one in named if not str(one["filenames"][0]).startswith(str(one.get("words")))]
    if not named:
        return ""
    files = list(dict.fromkeys(str(name) for one in named for name in one["filenames"]))
    more = f" and {len(files) - _MOST} more" if len(files) > _MOST else ""
    said = f"Read as: {', '.join(files[:_MOST])}{more}."
    unsure = [str(one.get("words")) for one in named if not one.get("certain")]
    if unsure:
        said += f" “{unsure[0]}” may be any one of them: which one do you mean?"
    return f"{said}\n"


def _without_calls(intents: Sequence[Intent]) -> str:
    tools = {intent.tool for intent in intents}
    if "beyond" in tools:
        return f"{_BEYOND}\n\n{CAN_DO}"
    return CAN_DO if "help" in tools else f"{_UNKNOWN}\n\n{CAN_DO}"


def _failure(result: Answered, turn: Turn) -> str:
    """What a failed call leaves to say: the contract's answers where it has one, else the tool's own words."""
    error = result.error or ""
    lower = error.lower()
    if "matter" in lower and ("not found" in lower or "invalid matter id" in lower) and "document" not in lower:
        return "Matter not found: `casewright matter list` shows the matters that you can see."
    if "not found in this matter" in lower:
        return f"{error}. {list_files(turn.files or [])} Which one do you mean?"
    if "document is not ready" in lower:
        return f"That document is still processing or could not be read ({error}). {_ready_ones(turn)}"
    if "no ready documents" in lower:
        return f"{error}. `add_document` adds documents; one that is still processing can be asked in a moment."
    if lower.startswith("approval required"):
        return f"{error.partition(' Do not call')[0]} Nothing was changed."
    return f"{result.name} did not answer: {error.rstrip('.')}."


def _ready_ones(turn: Turn) -> str:
    ready = [str(file["filename"]) for file in turn.files or [] if file.get("processing_status") == "ready"]
    return f"Ready now: {', '.join(ready)}." if ready else "No document of this matter is ready yet."


def _unready(found: Mapping[str, Any], turn: Turn) -> str:
    """Documents that a query could not ask, and why."""
    failed = [
        result for result in found.get("document_results", []) if isinstance(result, dict) and result.get("error")
    ]
    if not failed:
        return ""
    said = "; ".join(
        f"{result.get('filename') or result.get('document_id')}: {result['error']}" for result in failed[:_MOST]
    )
    unknown = any("not found" in str(result["error"]) for result in failed)
    offered = list_files(turn.files or []) + " Which one do you mean?" if unknown else _ready_ones(turn)
    return f"\n\nNot asked: {said}. {offered if turn.files is not None else ''}".rstrip()


def _passages(_: Intent, found: Mapping[str, Any]) -> str:
    results = whole_items(found.get("results"))
    if not results:
        return str(
            found.get("message") or "No passage about this was found. Try other words, or name a kind of clause."
        )
    total = found.get("total_found", len(results))
    lines = [f"{_counted(total, 'passage')} found, the best first:" if total > 1 else "1 passage found:"]
    for result in results[:_MOST]:
        chunk = result.get("chunk_id")
        lines.append(f"- {write_quote(result['citation'], chunk=chunk)}")
    return "\n".join(lines)


def _classified(_: Intent, found: Mapping[str, Any]) -> str:
    found_clauses = whole_items(found.get("clauses"))
    searched = found.get("clause_types_searched") or []
    if not found_clauses:
        return (
            f"No clause of these types was found: {', '.join(map(str, searched))}."
            if searched
            else "No clause was found."
        )
    by_type: dict[str, list[dict[str, Any]]] = {}
    for clause in found_clauses:
        by_type.setdefault(str(clause["clause_type"]), []).append(clause)
    ranked = sorted(by_type.items(), key=lambda item: -len(item[1]))[:_TYPES_SHOWN]
    lines = [f"{_counted(int(found.get('total_found', len(found_clauses))), 'clause')} of {len(by_type)} types:"]
    for name, of_type in ranked:
        best = max(of_type, key=lambda clause: float(clause["confidence"]))
        score = shown(float(best["confidence"]))
        lines.append(f"- {name} ({len(of_type)}, best {score}): {write_quote(best['citation'], 160)}")
    absent = [str(name) for name in searched if str(name) not in by_type]
    if absent:
        lines.append(f"Not found: {', '.join(absent)}.")
    return "\n".join(lines)


def _listed(_: Intent, found: Mapping[str, Any]) -> str:
    documents = found.get("documents", [])
    if not documents:
        return str(found.get("message") or "No documents have been uploaded to this matter yet.")
    counts = found.get("summary") or {}
    ready, waiting, failed = (counts.get(name, 0) for name in ("ready_for_search", "still_processing", "failed"))
    total = _counted(int(found.get("total_count", len(documents))), "document")
    lines = [f"{total} in this matter ({ready} ready, {waiting} processing, {failed} failed):"]
    lines += [
        f"- {file['filename']} ({file['processing_status']}, {int(file['file_size']):,} bytes)" for file in documents
    ]
    return "\n".join(lines)


def _text(_: Intent, found: Mapping[str, Any]) -> str:
    text, name = str(found["text"]), str(found["filename"])
    return f"{name}, {int(found['character_count']):,} characters:\n\n{text}"


def _deleted(_: Intent, found: Mapping[str, Any]) -> str:
    return f"Deleted: {found.get('filename') or found.get('document_id')}."


def _saved(intent: Intent, found: Mapping[str, Any]) -> str:
    said = f"Saved as {found.get('name') or intent.arguments.get('name')!r}: {found.get('query', '')}".rstrip(": ")
    return f"{said}\n{found['description']}" if found.get("description") else said


def _saved_queries(_: Intent, found: Mapping[str, Any]) -> str:
    queries = next((value for value in found.values() if isinstance(value, list)), [])
    if not queries:
        return 'No queries are saved yet. Ask one, then say: save it as "name".'
    told = [(one, f" ({one['description']})" if one.get("description") else "") for one in queries]
    return "\n".join(["Saved queries:", *(f"- {one.get('name')}: {one.get('query')}{said}" for one, said in told)])


def _status(_: Intent, found: Mapping[str, Any]) -> str:
    return f"The matter {found.get('number') or ''} is now {found.get('status')}.".replace("  ", " ")


def _done(intent: Intent, found: Mapping[str, Any]) -> str:
    said = ", ".join(f"{name} {value}" for name, value in found.items() if isinstance(value, str | int | float))
    return f"{intent.tool}: {said}" if said else f"{intent.tool} was done."


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


_SAID: Mapping[str, Callable[[Intent, Mapping[str, Any]], str]] = {
    "isaacus_iql": clauses,
    "isaacus_search": _passages,
    "isaacus_extract": extracted,
    "find_section": sections,
    "contract_facts": facts_told,
    "isaacus_classify": _classified,
    LIST: _listed,
    "get_document_text": _text,
    "delete_document": _deleted,
    "save_query": _saved,
    "list_saved_queries": _saved_queries,
    "set_matter_status": _status,
}
