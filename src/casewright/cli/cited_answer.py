"""Answers as a person reads them: the text, then every quote with the place where it opens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rich.text import Text

from casewright.cli.output import one_line, printable

if TYPE_CHECKING:
    from rich.console import Console

    from casewright.agents.document.events import AnswerEvent

_LINK = re.compile(r"\[([^\]\n]*)\]\((cite:[^)\s]+)\)|(cite:[0-9a-f-]{36}[\w#@.:-]*)")
_QUOTE = 400


class Progress:
    """Shows a run while it goes on: the steps, and with ``whole`` the text too."""

    def __init__(self, console: Console, *, whole: bool) -> None:
        self._console = console
        self._whole = whole
        self._in_line = False

    def hear(self, said: AnswerEvent) -> None:
        """Show one thing that happened."""
        if not self._whole:
            return
        if said.kind == "text":
            self._console.print(printable(said.text), end="", markup=False, soft_wrap=True)
            self._in_line = True
            return
        self.end()
        sign = {"call": "→", "result": "←", "pause": "‖"}[said.kind]
        self._console.print(f"{sign} {printable(said.text)}", style="bright_black", markup=False)

    def end(self) -> None:
        """Finish the line that text was written in."""
        if self._in_line:
            self._console.print()
            self._in_line = False


def show_answer(console: Console, found: dict[str, Any]) -> None:
    """Print an answer of ``ask_matter``: text with numbered places, the quotes they open, what was not verified."""
    numbers = {citation["link"]: number for number, citation in enumerate(found["citations"], start=1)}
    for line in _numbered(found["answer"], numbers).splitlines():
        console.print(Text(printable(line)), soft_wrap=False)
    for citation in found["citations"]:
        _show_citation(console, numbers[citation["link"]], citation)
    if found["unverified"]:
        console.print()
        console.print("Not verified: what these sentences quote does not stand where they say.", style="red")
        for one in found["unverified"]:
            console.print(f"  {one_line(one['sentence'])} ({one['reason']})", style="red", markup=False, soft_wrap=True)
    console.print()
    console.print(_summary(found), style="bright_black", markup=False, soft_wrap=True)
    for approval in found["approvals"]:
        console.print(f"Next: casewright approvals show {approval['approval_id']}", markup=False, soft_wrap=True)
    if found["stopped"] is not None:
        console.print(f"Then: casewright ask {found['matter_id']} --thread {found['thread_id']}", soft_wrap=True)


def _numbered(answer: str, numbers: dict[str, int]) -> str:
    """The answer with a number in place of each link that is listed below it; others keep their label."""

    def shown(match: re.Match[str]) -> str:
        link = re.sub(r"#[^@]*", "", match[2] or match[3])
        number = numbers.get(link)
        return f"[{number}]" if number is not None else match[1] or link

    return _LINK.sub(shown, answer)


def _show_citation(console: Console, number: int, citation: dict[str, Any]) -> None:
    place = citation["filename"]
    if citation.get("page") is not None:
        place += f", p. {citation['page']}"
    if citation.get("section"):
        place += f", § {citation['section']}"
    console.print()
    line = Text(f"[{number}] {one_line(place)}", style="bold")
    line.append(f"  {citation['link']}", style="bright_black")
    console.print(line, soft_wrap=True)
    quote = " ".join(printable(citation["quote"]).split())
    if len(quote) > _QUOTE:
        quote = quote[:_QUOTE].rsplit(" ", 1)[0] + " …"
    for wrapped in Text(f"“{quote}”").wrap(console, max(20, console.width - 6)):
        console.print(Text("    ") + wrapped, soft_wrap=True)


def _summary(found: dict[str, Any]) -> str:
    calls = ", ".join(dict.fromkeys(call["name"] for call in found["tool_calls"])) or "no tool"
    used = found["usage"]
    tokens = used["input_tokens"] + used["output_tokens"]
    cost = f", {tokens:,} tokens" if tokens else ""
    return (
        f"{found['assistant']}: {used['steps']} steps, {calls}; {len(found['ledger'])} passages read{cost}. "
        f"Thread {found['thread_id']}"
    )
