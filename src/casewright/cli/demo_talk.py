"""What ``casewright demo case`` hears of a conversation: what was said, what minds were given, and who stands in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.events import ASKED
from casewright.cli.state import answer, checked
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.agents.cases.events import TurnEvent
    from casewright.bootstrap.home import Casewright
    from casewright.bootstrap.sample_cases import SampleCase
    from casewright.cli.output import Output
    from casewright.toolbox.cases.message_case import MessageCaseOutput

_SHOWN_LINES = 3
_SHOWN_WIDTH = 160
_QUIET = ("show_case", "get_case_details", "list_matter_documents", "update_case_details")
"""Calls of every turn."""


@dataclass
class Talk:
    """A conversation in a sample case. ``heard`` is all that the minds were given and said."""

    sample: SampleCase
    case_id: str
    output: Output
    turns: list[dict[str, Any]] = field(default_factory=list)
    heard: list[TurnEvent] = field(default_factory=list)

    def say(self, casewright: Casewright, message: str | None) -> None:
        """Say something; what came of it is printed too."""
        from casewright.toolbox.cases.message_case import MessageCaseOutput

        began = len(self.heard)
        result = checked(casewright.converse(self.case_id, message, self.heard.append), MessageCaseOutput)
        calls = [one.who for one in self.heard[began:] if one.kind == "call" and one.who not in _QUIET]
        self.turns.append({"said": message, "calls": calls, **result.data})
        self._show(message, calls, result.output)

    def take(self, casewright: Casewright, step: Mapping[str, Any]) -> None:
        """Say, upload or declare what a step of the sample has."""
        if "say" in step:
            self.say(casewright, step["say"])
        elif "upload" in step:
            self._upload(casewright, step["upload"])
        else:
            for role in step["add"]:
                self._declare(casewright, role)

    def _upload(self, casewright: Casewright, file: str) -> None:
        from casewright.toolbox.documents.add_document import AddDocumentOutput

        blob = casewright.keep(self.case_id, self.sample.document(file))
        answer(
            casewright,
            AddDocumentOutput,
            "add_document",
            {"matter_id": self.case_id, "blob_id": blob, "filename": file},
        )
        self._note(f"adds the document {file}")

    def _declare(self, casewright: Casewright, role: str) -> None:
        from casewright.toolbox.parties.attach_party import AttachPartyOutput
        from casewright.toolbox.parties.party_view import PartyView

        details = {name: value for name, value in self.sample.parties[role].items() if name != "role"}
        party = answer(casewright, PartyView, "add_party", details).output.party_id
        answer(
            casewright, AttachPartyOutput, "attach_party", {"case_id": self.case_id, "party_id": party, "role": role}
        )
        self._note(f"declares the {role} as a party")

    def _note(self, what: str) -> None:
        self.output.line(f"\nUtilizator: ({what})", style="bold")

    @property
    def draft(self) -> dict[str, Any] | None:
        """The last draft that was made."""
        made = [draft for turn in self.turns for draft in turn["response"]["draft_documents"]]
        return made[-1] if made else None

    @property
    def transcript(self) -> list[TurnEvent]:
        """What went to minds and came from them, in order."""
        return [one for one in self.heard if one.kind in ("sent", "received")]

    def _show(self, message: str | None, calls: Sequence[str], result: MessageCaseOutput) -> None:
        if message is not None:
            self.output.line(f"\nUtilizator: {message}", style="bold")
        if calls:
            self.output.line(f"  ({', '.join(calls)})", style="dim")
        self.output.line(f"Asistent: {result.message}")
        for step in result.response.next_steps:
            self.output.line(f"  - {step}")


@dataclass(frozen=True, slots=True)
class Search:
    """How often personal values were looked for in texts, and which stood there."""

    values: int
    texts: int
    found: tuple[str, ...]


def searched(texts: Iterable[str], personal: Sequence[str]) -> Search:
    """Look for every value in every text, whatever case, diacritics and spaces they are written with."""
    wanted = {value: _bare(value) for value in personal}
    told = [_bare(text) for text in texts]
    found = [value for value, bare in wanted.items() if any(bare in text for text in told)]
    return Search(len(wanted), len(told), tuple(found))


def show_transcript(output: Output, transcript: Sequence[TurnEvent]) -> None:
    """Each entry with its size, its first line, and the lines of it that hold placeholders."""
    for one in transcript:
        arrow = "to  " if one.kind == "sent" else "from"
        said = one.text.rpartition(ASKED)[2]
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        head = lines[0] if lines else ""
        output.line(f"{arrow} {one.who}, {len(one.text):,} characters: {head[:_SHOWN_WIDTH]}")
        masked = list(dict.fromkeys(line for line in lines if "{{p" in line and line != head))
        for line in masked[:_SHOWN_LINES] if one.kind == "received" else masked[-1:]:
            output.line(f"       … {_around(line)}", style="dim")


def written(transcript: Sequence[TurnEvent]) -> str:
    """The whole of it, as a file."""
    return "\n\n".join(f"=== {one.kind}: {one.who}\n{one.text}" for one in transcript) + "\n"


def _around(line: str) -> str:
    """The part of a line that stands around its first placeholder."""
    at = max(0, line.index("{{p") - _SHOWN_WIDTH // 2)
    return line[at : at + _SHOWN_WIDTH]


def _bare(text: str) -> str:
    return "".join(fold(text).split())
