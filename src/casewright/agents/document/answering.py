"""The last step of a turn: the model's words held to the documents, and beside them what they leave unsaid."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from langchain_core.messages import AIMessage, messages_from_dict

from casewright.agents.document import ledger
from casewright.agents.document.answers import Checked, checked, once, unseen
from casewright.agents.document.framing import left_out
from casewright.agents.document.minds.telling import not_asked, told
from casewright.agents.document.no_match import nothing_matched
from casewright.agents.document.open_calls import open_call, record
from casewright.agents.document.outcome import kept_of_turn
from casewright.agents.document.placing.judging import Told, judged
from casewright.agents.document.placing.lookups import lookups
from casewright.agents.document.placing.telling import nearest_of
from casewright.agents.document.running import key_of
from casewright.vocabulary.little_words import in_romanian

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from langgraph.runtime import Runtime

    from casewright.agents.document.placing.judging import Judged
    from casewright.agents.document.running import Run
    from casewright.agents.document.state import Lookup, Message, OpenCall, Passage, State

_READ: Final = "get_document_text"
_SEARCH: Final = "isaacus_search"
_LONGEST: Final = 10_000_000
_SEARCHES, _PASSAGES = 3, 3
"""How many searches for nearest passages are made, and how many passages each brings."""
_IQL: Final = re.compile(r"\{IS\b|[{}()\"`<>+]|\b(?:AND|OR|NOT)\b")


async def answered(
    state: State, runtime: Runtime[Run], *, bare: bool, tools: Collection[str], new_id: Callable[[], str]
) -> State:
    """The turn's answer. What a model said is judged sentence by sentence; what rules or this graph say is not."""
    own = state["answer"]
    text = own["text"] if own is not None else _words_of(state["messages"][-1])
    opening = _Opening(state, runtime, new_id)
    cited = unseen(text, state["shown"])
    most = runtime.context.caller.most_in_answer
    read = await opening.read(cited[:most])
    if bare or own is not None:
        found = checked(text, state["shown"], read, unopened=cited[most:])
        parts = [found.text]
    else:
        romanian = in_romanian(state["asked"])
        turn = Told(state["asked"], romanian, state["shown"], state.get("looked", []), state.get("listed"))
        said = judged(text, turn, read, unopened=cited[most:])
        if _SEARCH in tools:
            await opening.search([one for one in said.absent if not one["nearest"]])
        found, parts = _completed(said, state, romanian=romanian)
    advice = nothing_matched(state["calls"], state["shown"], found.text)
    calls = [*state["calls"], *map(record, opening.made)]
    answer = {
        "turn": state["turn"],
        "question": state["asked"],
        "text": "\n\n".join([*parts, *([advice] if advice else [])]),
        "citations": found.citations,
        "unverified": found.unverified,
        **kept_of_turn(state, calls),
    }
    return {"calls": calls, "answer": answer, "answers": [answer]}


def _completed(said: Judged, state: State, *, romanian: bool) -> tuple[Checked, list[str]]:
    """The judged answer and its parts: that nothing bears it out, the answer, what is nearest, what was not asked."""
    unborne = [told("unborne", romanian=romanian)] if said.unverified and not said.citations else []
    near = "\n".join(nearest_of(said.absent, said.citations, romanian=romanian))
    passages = [passage for one in said.absent for passage in _passages(one)]
    frame = state.get("frame") if said.claims else None
    left = []
    if frame is not None:
        pieces = left_out(frame, state["calls"], state.get("looked", []))
        left = ["\n".join(not_asked(pieces, int(frame["unread"]), romanian=romanian))]
    citations = once([*said.citations, *checked(near, passages, []).citations])
    parts = [one for one in (*unborne, said.text, near, *left) if one]
    return Checked(said.text, citations, said.unverified), parts or [said.text]


def _passages(one: Lookup) -> list[Passage]:
    return ledger.passages(one["nearest"], "\n".join(str(near["quote"]) for near in one["nearest"]), "")


class _Opening:
    """Calls of this step: the same ones, under the same keys, when it is taken again."""

    def __init__(self, state: State, runtime: Runtime[Run], new_id: Callable[[], str]) -> None:
        self._state, self._runtime, self._new_id = state, runtime, new_id
        self.made: list[OpenCall] = []

    async def read(self, documents: Sequence[str]) -> list[Passage]:
        """The documents that have to be opened to check the answer."""
        asked = [{"document_id": document, "max_length": _LONGEST} for document in documents]
        ended = await self._make(_READ, asked, "to check a citation")
        return [
            passage
            for call in ended
            for passage in ledger.passages(call["structured"], str((call["structured"] or {}).get("text")), call["id"])
        ]

    async def search(self, sought: Sequence[Lookup]) -> None:
        """Look for the passages nearest to what was not found, where the call that looked brought none."""
        few = sought[:_SEARCHES]
        asked = [
            {
                "query": " ".join(_IQL.sub(" ", one["said"] or one["words"]).split()) or one["words"],
                "max_results": _PASSAGES,
                "threshold": 0.0,
                "include_context": False,
                "read_names": False,
                **({"document_ids": one["document_ids"]} if one["document_ids"] else {}),
            }
            for one in few
        ]
        ended = await self._make(_SEARCH, asked, "to show what is nearest")
        for one, call in zip(few, ended, strict=True):
            one["nearest"] = [near for found in lookups(call) for near in found["nearest"]]

    async def _make(self, tool: str, asked: Sequence[dict[str, Any]], why: str) -> list[OpenCall]:
        if not asked:
            return []
        calls = [
            open_call(
                self._new_id(),
                tool,
                {"matter_id": self._runtime.context.matter, **arguments},
                key=key_of(self._runtime, "answer", len(self.made) + ordinal),
            )
            for ordinal, arguments in enumerate(asked)
        ]
        ended = await self._runtime.context.caller.make(calls, turn=self._state["turn"], why=why)
        self.made += ended
        return ended


def _words_of(message: Message) -> str:
    last = messages_from_dict([message])[0]
    return str(last.text) if isinstance(last, AIMessage) else ""
