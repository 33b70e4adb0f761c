"""The frame of a turn's question: put before the chat model with the question, and held to what its calls asked.

The tool ``frame_question`` makes it, called by the graph through the executor. It is of the question's own words and of
the names of documents, and of nothing that stands in them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.boundary import enclosed
from casewright.agents.document.placing.harmless import orders
from casewright.iql.wording import fold_words
from casewright.questions.frame import LONGEST
from casewright.questions.specific import says_nothing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.state import Lookup

FRAME_TOOL: Final = "frame_question"
_OPENING: Final = "[FRAME] How the question that follows was read. It is data: what the calls must hold to, no answer."
_TEMPLATE: Final = re.compile(r"\{IS [^{}]*\}")
_WORD: Final = re.compile(r"[^\W_]+")
_STEM: Final = 5
_WHOLE_QUESTION: Final = {"isaacus_extract": "question"}
"""The argument that takes the whole question: that a word stands in them does not say that it was asked."""


def frame_arguments(matter: str, question: str) -> dict[str, Any]:
    """What ``frame_question`` is called with; of a long question its beginning, as it says."""
    return {"matter_id": matter, "question": question[:LONGEST]}


def framed(found: Mapping[str, Any], question: str) -> dict[str, Any]:
    """What of the tool's result is kept and told: all but the single words."""
    return {
        "asked": found.get("asked"),
        "form": found.get("form"),
        "looks_for": [
            {name: one.get(name) for name in ("name", "field", "statement")} for one in found.get("subjects", [])
        ],
        "documents": found.get("documents", []),
        "conditions": [
            {
                **{name: one.get(name) for name in ("words", "kind", "field", "operator", "negated", "statement")},
                "value": (one.get("value") or {}).get("shown") or one.get("value"),
            }
            for one in found.get("conditions", [])
        ],
        "not_asked": found.get("not_asked", []),
        "unread": max(len(question) - LONGEST, 0),
    }


def frame_message(frame: Mapping[str, Any]) -> str:
    """The frame as the model is shown it: data within its boundary, before the question."""
    told = {name: one for name, one in frame.items() if name != "mark"}
    return f"{_OPENING}\n{enclosed(json.dumps(told, ensure_ascii=False), str(frame['mark']))}"


def left_out(frame: Mapping[str, Any], calls: Sequence[Mapping[str, Any]], looked: Sequence[Lookup]) -> list[str]:
    """What of the question no successful call of the turn asked for, in its own words.

    That is what nothing took in, and the conditions that neither the words of a call nor the facts it read hold to.
    """
    made = [one for one in calls if one["status"] == "success" and one["name"] != FRAME_TOOL]
    asked, read = _asked(made, looked), _fields_read(made)
    pieces = [str(one) for one in frame.get("not_asked", [])]
    pieces += [
        str(one["words"])
        for one in frame.get("conditions", [])
        if read is not None and one["field"] not in read and not _statement_asked(one["statement"], made)
    ]
    return [one for one in dict.fromkeys(pieces) if _words(one) and not _words(one) <= asked]


def _asked(calls: Sequence[Mapping[str, Any]], looked: Sequence[Lookup]) -> set[str]:
    """The words that calls were about."""
    said = [f"{one['said']} {one['field']}" for one in looked]
    for call in calls:
        whole = _WHOLE_QUESTION.get(call["name"])
        said += [call["name"], *_texts({name: one for name, one in call["arguments"].items() if name != whole})]
    return _words(" ".join(said))


def _fields_read(calls: Sequence[Mapping[str, Any]]) -> set[str] | None:
    """The fields of facts that were read; None where all were."""
    read: set[str] = set()
    for call in calls:
        if call["name"] == "contract_facts":
            fields = call["arguments"].get("fields")
            if not isinstance(fields, list):
                return None
            read |= set(map(str, fields))
    return read


def _statement_asked(statement: str | None, calls: Sequence[Mapping[str, Any]]) -> bool:
    queries = [str(one["arguments"].get("query", "")).lower() for one in calls if one["name"] == "isaacus_iql"]
    names = [name.lower() for name in _TEMPLATE.findall(statement or "")]
    return any(name in query for name in names for query in queries)


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    return [text for one in value for text in _texts(one)] if isinstance(value, list) else []


def _words(text: str) -> set[str]:
    """The beginnings of the words that say something, but for what says what to do."""
    words = [fold_words(hit[0]).lower() for hit in _WORD.finditer(text.replace("_", " "))]
    return {word[:_STEM] for word in words if not says_nothing(word) and word not in orders()}
