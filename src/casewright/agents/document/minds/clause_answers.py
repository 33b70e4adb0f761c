"""What the result of an IQL query says, for a person: the clauses with their quotes, or that there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.quotes import whole_items, write_quote
from casewright.agents.document.minds.yes_no_answers import asks_there_is, is_there, whether_there_is
from casewright.domain.bands import Band, shown
from casewright.iql import BUILTIN, IqlSyntaxError, parse
from casewright.iql.plain_description import describe
from casewright.iql.plain_words import templates_of
from casewright.iql.wording import fold_words
from casewright.questions.unsaid import unsaid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.intents import Intent
    from casewright.iql import Query
    from casewright.iql.plain_words import Scope

_DOCUMENTS, _CLAUSES, _NAMED = 6, 3, 2
_SUGGESTED = 3
_NEAR: Mapping[str, tuple[str, ...]] = {
    "liability cap clause": ("liability limitation clause", "remedial clause", "indemnity clause"),
    "liability limitation clause": ("liability cap clause", "indemnity clause", "remedial clause"),
    "indemnity clause": ("liability limitation clause", "liability cap clause", "remedial clause"),
    "termination clause": ("termination for convenience clause", "force majeure termination clause", "remedial clause"),
    "termination for convenience clause": ("termination clause", "right", "unilateral clause"),
    "confidentiality clause": ("non-compete clause", "ip assignment or license", "obligation"),
    "non-compete clause": ("confidentiality clause", "obligation", "unilateral clause"),
    "governing law clause": ("choice of venue clause", "adr clause", "entire agreement clause"),
    "choice of venue clause": ("governing law clause", "adr clause"),
    "adr clause": ("choice of venue clause", "governing law clause"),
    "payment clause": ("remedial clause", "obligation"),
    "remedial clause": ("termination clause", "liability cap clause", "step-in right"),
    "step-in right": ("right", "remedial clause", "termination clause"),
}


def clauses(intent: Intent, found: Mapping[str, Any]) -> str:
    """The matching clauses by document, best first, then the query that was asked, so that it can be asked again."""
    query = str(found["query"])
    scope: Scope = "document" if found.get("scope") == "document" else "chunk"
    parsed = _parsed(query)
    results = [_readable(result) for result in found.get("document_results", []) if isinstance(result, dict)]
    matched = sorted((one for one in results if one["matches"]), key=lambda one: -float(one["score"]))
    asked = f"Asked as IQL: `{query}`" + (" in document scope" if scope == "document" else "") + _thresholds(found)
    explained = "" if parsed is None else f" {describe(parsed.tree, scope)}"
    weak = _weak(found)
    end = [asked + explained, *([weak] if weak else []), *_left_out(intent, query)]
    if parsed is not None and not parsed.affirmed:
        return "\n".join([_absence(results), *end])
    if not matched:
        return "\n".join([_nothing(results, parsed, whether=asks_there_is(intent)), *end])
    documents = _counted(len([one for one in results if not one.get("error")]), "document")
    in_all = _counted(int(found.get("total_matches", sum(len(one["matches"]) for one in matched))), "clause")
    lines = [f"{_there_is(intent, matched, parsed)} in {len(matched)} of {documents}, {in_all} in all:"]
    for one in matched[:_DOCUMENTS]:
        lines += _document(one)
    more = [str(one["filename"]) for one in matched[_DOCUMENTS:]]
    if more:
        lines.append(f"… and {len(more)} more: {', '.join(more)}.")
    silent = [str(one["filename"]) for one in results if not one.get("matches") and not one.get("error")]
    if silent:
        lines.append(f"No match in: {', '.join(silent)}.")
    return "\n".join([*lines, *end])


def _left_out(intent: Intent, query: str) -> list[str]:
    """What the question asks and the query does not say; the names of documents, which were asked, aside."""
    words = " ".join(fold_words(intent.words).split())
    for one in intent.named:
        words = words.replace(one.words, " ")
    left = unsaid(words, query)
    return [f"Not asked: {', '.join(f'“{one}”' for one in left)}."] if left else []


def _readable(result: Mapping[str, Any]) -> dict[str, Any]:
    """A document's result with everything that is read of it; what was cut off is left out."""
    matches = whole_items(result.get("matches"))
    best = max((float(match["score"]) for match in matches if "score" in match), default=0.0)
    return {"filename": result.get("document_id", ""), "score": best, "error": None, **result, "matches": matches}


def _document(result: Mapping[str, Any]) -> list[str]:
    score = float(result["score"])
    lines = [f"{result['filename']} ({shown(score)}, {Band.of(score).value})"]
    lines += [
        f"- {write_quote(match['citation'])} ({shown(float(match.get('score', score)))})"
        for match in _chosen(result["matches"])
    ]
    left = int(result.get("match_count", 0)) - len(lines) + 1
    return [*lines, *([f"- … and {left} more"] if left > 0 else [])]


def _chosen(matches: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The best clauses, of each supported statement one before a second."""
    first: dict[object, Mapping[str, Any]] = {}
    for match in matches:
        first.setdefault(match.get("supports"), match)
    rest = [match for match in matches if match not in first.values()]
    return [*first.values(), *rest][:_CLAUSES]


def _absence(results: Sequence[Mapping[str, Any]]) -> str:
    """For a query that asks only what is not there, the documents are the answer."""
    asked = [one for one in results if not one.get("error")]
    without = [str(one["filename"]) for one in asked if one.get("holds", bool(one["matches"]))]
    others = [str(one["filename"]) for one in asked if not one.get("holds", bool(one["matches"]))]
    said = f"No such clause was found in: {', '.join(without)}." if without else "Every document has such a clause."
    return f"{said}\nFound in: {', '.join(others)}." if without and others else said


def _there_is(intent: Intent, matched: Sequence[Mapping[str, Any]], parsed: Query | None) -> str:
    """What the matches are called: an answer where it is asked whether there is such a clause, else a match."""
    if not whether_there_is(intent):
        return "A match"
    used = () if parsed is None else templates_of(parsed)
    surely = all(
        Band.of(float(one["score"])) is Band.STRONG and is_there(intent, one["matches"][0]["citation"], used)
        for one in matched
    )
    return "Yes: a match" if surely else "Perhaps: a match"


def _nothing(results: Sequence[Mapping[str, Any]], parsed: Query | None, *, whether: bool) -> str:
    asked = [one for one in results if not one.get("error")]
    used = () if parsed is None else templates_of(parsed)
    others = ", ".join(f"{{IS {name}}}" for name in suggest_templates(used))
    where = (
        ", ".join(str(one["filename"]) for one in asked)
        if 0 < len(asked) <= _NAMED
        else _counted(len(asked), "document")
    )
    said = f"No matching clause was found in {where}."
    if whether:
        said = f"No such clause found (looked for {_asked_as(parsed)}, in {where}, by clause scores)."
    return f"{said} Other templates that may fit: {others}."


def _asked_as(parsed: Query | None) -> str:
    return "it" if parsed is None else str(parsed)


def suggest_templates(used: Sequence[str]) -> list[str]:
    """Templates to try where those ``used`` found nothing, nearest first."""
    near = [name for template in used for name in _NEAR.get(template, ())]
    usual = ["liability limitation clause", "termination clause", "obligation", "right", *BUILTIN]
    free = [name for name in dict.fromkeys([*near, *usual]) if name not in used and BUILTIN[name].parameter is None]
    return free[:_SUGGESTED]


def _thresholds(found: Mapping[str, Any]) -> str:
    """From which score on a clause counts, where that was chosen for each statement."""
    chosen = found.get("threshold")
    if not isinstance(chosen, dict) or not chosen:
        return "."
    if len(set(chosen.values())) == 1:
        return f", threshold auto: {next(iter(chosen.values())):.2f}."
    listed = "; ".join(f"{threshold:.2f} for {statement}" for statement, threshold in chosen.items())
    return f", threshold auto: {listed.removesuffix('.')}."


def _weak(found: Mapping[str, Any]) -> str:
    """A word of warning where statements were answered by their words alone."""
    tiers = found.get("tiers")
    free = [statement for statement, tier in tiers.items() if tier == "free"] if isinstance(tiers, dict) else []
    if not free:
        return ""
    return f"Weak: {'; '.join(free)} was judged by its words alone, since no template covers it. Read the quotes."


def _parsed(query: str) -> Query | None:
    try:
        return parse(query)
    except IqlSyntaxError:  # a template of the tenant's own, that only the tool knows
        return None


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"
