"""What a turn writes into the case file: gathered as dot paths, and written once a pass.

Every entry has an id that follows from its place in the session, so that writing it twice writes it once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.cases.calls import CaseCalls
    from casewright.agents.cases.run import Run
    from casewright.agents.cases.state import State

LOG = "agent_interactions.log"
STATEMENTS = "user_statements"
NOTES = "internal_notes"
QUESTION = "agent_interactions.active_info_request_to_user"
RESEARCH = {"legislatie": "legal_research.legislation", "jurisprudenta": "legal_research.jurisprudence"}
"""By the table that was asked."""
DOCUMENTS_TOLD = "documents_in_romanian"
"""Logged once the user was told in which language documents are."""
_LOGGED = 4_000
"""Characters of one entry's text; the whole of a message stands among the user's statements."""


class Notes:
    """What is still to be written, as one step adds to it."""

    def __init__(self, run: Run, state: State) -> None:
        self._run = run
        self._prefix = f"{state.get('turn', '')[:8]}-{state.get('place', 0)}"
        self.updates: dict[str, Any] = dict(state.get("unsaved", {}))
        self._count = sum(len(entries) for entries in self.updates.values() if isinstance(entries, list))

    def log(self, who: str, event: str, text: str = "", **more: object) -> None:
        """Add an entry to the log of the agent's interactions."""
        self._append(LOG, {"who": who, "event": event, "text": text[:_LOGGED], **more}, self._run.now())

    def said(self, text: str, at: str, known: str | None = None) -> None:
        """Add what the user said, to their statements and to the log; what was kept under a ``known`` id is there."""
        if known is not None:
            return  # written once as it came: another pass of the firewall might read it otherwise
        for path, entry in message_entries(text).items():
            self._append(path, entry, at)

    def guidance(self, text: str) -> None:
        """Add what the reasoner said."""
        self._append(NOTES, {"who": "reasoner", "text": text}, self._run.now())
        self.log("reasoner", "consult_grok", text)

    def note(self, entry: Mapping[str, object]) -> None:
        """Add an internal note, or replace the one of its id."""
        self.updates[NOTES] = [*self.updates.get(NOTES, []), {"timestamp": self._run.now(), **entry}]

    def put(self, path: str, value: object) -> None:
        """Replace what stands at the path."""
        self.updates[path] = value

    def _append(self, path: str, entry: Mapping[str, object], at: str) -> None:
        self._count += 1
        entry = {"id": f"{self._prefix}-{self._count}", "timestamp": at, **entry}
        self.updates[path] = [*self.updates.get(path, []), entry]


def message_entries(text: str) -> dict[str, dict[str, Any]]:
    """What a message adds to the case file, by the lists that it is added to."""
    return {STATEMENTS: {"text": text}, LOG: {"who": "user", "event": "message", "text": text[:_LOGGED]}}


async def write_down(run: Run, calls: CaseCalls, updates: Mapping[str, Any]) -> bool:
    """Write what was gathered into the case file, in one call; whether it is there now. Made again, it adds nothing."""
    if not updates:
        return True
    made = await calls.make("update_case_details", {"case_id": run.case_id, "updates": dict(updates)}, keyed=False)
    if made["status"] != "success":
        return False
    run.written(updates)
    return True


def statements(details: Mapping[str, Any]) -> list[str]:
    """All that the user has said so far, in order."""
    return [text for one in details.get(STATEMENTS, []) if (text := _text_of(one))]


def was_greeted(details: Mapping[str, Any]) -> bool:
    """Whether the user was greeted in this case before."""
    log: Sequence[Any] = details["agent_interactions"]["log"]
    return any(isinstance(one, dict) and one.get("event") == "greeting" for one in log)


def was_told(details: Mapping[str, Any]) -> bool:
    """Whether the user was told in this case in which language documents are."""
    return any(
        isinstance(one, dict) and one.get("event") == DOCUMENTS_TOLD for one in details["agent_interactions"]["log"]
    )


def unanswered(details: Mapping[str, Any]) -> str | None:
    """What the user said since the assistant said something last, None where that is nothing."""
    since = 0
    for one in details["agent_interactions"]["log"]:
        who, event = (one.get("who"), one.get("event")) if isinstance(one, dict) else (None, None)
        if who == "assistant":
            since = 0
        elif (who, event) == ("user", "message"):
            since += 1
    return "\n\n".join(statements(details)[-since:]) or None if since else None


def open_question(details: Mapping[str, Any]) -> str | None:
    """What the user was asked last and has not answered, None where nothing is open."""
    asked = details["agent_interactions"].get("active_info_request_to_user")
    question = asked.get("question") if isinstance(asked, dict) else asked
    return question if isinstance(question, str) else None


def _text_of(entry: object) -> str:
    found = entry.get("text") if isinstance(entry, dict) else entry
    return found if isinstance(found, str) else ""
