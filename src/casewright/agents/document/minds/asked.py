"""What the last question of a turn wants, read after the questions before it and what was answered to them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.agents.document.minds import cues
from casewright.agents.document.minds.following import Following, asks_clause
from casewright.agents.document.minds.intents import Intent, intent_of
from casewright.agents.document.minds.memory import called, remembered
from casewright.agents.document.minds.named_documents import PLACEHOLDER, Listing, blank, named_in
from casewright.iql.wording import fold_words, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.context import Context
    from casewright.agents.document.minds.memory import Remembered
    from casewright.agents.document.minds.turn import Question, Turn

LIST = "list_matter_documents"
NO_CALL = frozenset({"help", "beyond", "unknown"})
_REMEMBERED = 8
_ANY_CLAUSE = "{IS clause}"


def find_intents(turn: Turn, files: Listing | None) -> tuple[Intent, ...]:
    """What the last question wants, read after the questions before it in the same matter."""
    assert turn.question is not None, "there is a question to read"
    here = turn.question.context
    last: tuple[Intent, ...] = ()
    before: Context | None = None
    for question in (*turn.earlier[-_REMEMBERED:], turn.question):
        if question.context is None or here is None or question.context["matter_id"] != here["matter_id"]:
            continue
        if question is not turn.question and asks_clause(question.words):
            continue  # what it showed was asked by the question before it
        memory = remembered(turn) if question is turn.question else None
        back = _asked_back(turn) if question is turn.question else ""
        last = _read(question, last, files, moved=before != question.context, memory=memory, back=back)
        before = question.context
        if question is not turn.question:
            last = called(last, next((one.results for one in turn.past if one.question is question), ()))
    return last


def _asked_back(turn: Turn) -> str:
    """The question before, where nothing but the documents was looked up for it; empty where something was."""
    before = turn.past[-1] if turn.past else None
    if before is None or any(one.name != LIST for one in before.results):
        return ""
    return before.question.words


def _read(
    question: Question,
    last: tuple[Intent, ...],
    files: Listing | None,
    *,
    moved: bool,
    memory: Sequence[Remembered] | None,
    back: str = "",
) -> tuple[Intent, ...]:
    """What one question wants; ``memory`` are the answers before it, None where it is one of these itself.

    ``back`` is the question before it, where no tool was called for that one: it may have been asked back.
    """
    found: list[Intent] = []
    for part in parts(question.words):
        own, there = intent_of(part, files), None if files is None else files.files
        following = Following(last, memory or (), lambda words: intent_of(words, files), back, there)
        followed = None if memory is None else following.intents(part, own)
        if back and own.named and not _says_more(part):
            followed = [replace(one, named=own.named) for one in last]
        found += followed or following.goes_on(_part(part, last, files, moved=moved), part)
    understood = [intent for intent in found if intent.tool not in NO_CALL]
    if len(understood) > 1:  # "… ? Show me the clauses": the second sentence asks for nothing new
        understood = [one for one in understood if one.arguments.get("query") != _ANY_CLAUSE] or understood[:1]
    return tuple(understood or found[:1])


def _part(part: str, last: tuple[Intent, ...], files: Listing | None, *, moved: bool) -> list[Intent]:
    own = intent_of(part, files)
    if not last or last[-1].tool in NO_CALL:
        return [own]
    lead = cues.FOLLOW.match(fold_words(part))
    if lead is None:
        goes_on = not moved and not own.named and last[-1].named and cues.PRONOUN.search(own.words)
        return [_carried(own, last[-1]) if goes_on else own]
    rest = part[lead.end() :].strip()
    intent = intent_of(rest, files) if re.search(r"\w", rest) else replace(own, tool="unknown", named=())
    if not _says_more(rest):
        return [replace(one, named=intent.named, everything=intent.everything) for one in last]
    named = intent.named
    if intent.bare or intent.tool == "unknown":
        intent = _as(last[-1], rest, intent)
    return [replace(intent, named=named) if named or moved else _carried(intent, last[-1])]


def _carried(intent: Intent, last: Intent) -> Intent:
    """The intent with the documents that the question before it named, which the answer says."""
    names = ", ".join(one.words for one in last.named)
    return replace(intent, named=last.named, carried=f"In {names}, as before." if names else "")


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
