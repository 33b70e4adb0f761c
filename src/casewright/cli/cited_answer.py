"""Answers as a person reads them: the text, then every quote with the place where it opens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from casewright.agents.document.events import AnswerEvent
    from casewright.cli.output import Output
    from casewright.toolbox.documents.answering.answer_view import QuoteView
    from casewright.toolbox.documents.ask_matter import AskMatterOutput

_LINK = re.compile(r"\[([^\]\n]*)\]\((cite:[^)\s]+)\)|(cite:[0-9a-f-]{36}[\w#@.:-]*)")
_QUOTE = 400
_UNCHECKED = "↑ as it came, not checked yet: the checked answer is the one on standard output"


class Progress:
    """Shows a run while it goes on: the steps, and with ``whole`` the text too."""

    def __init__(self, output: Output, *, whole: bool) -> None:
        self._output = output
        self._whole = whole
        self._in_line = False

    def hear(self, said: AnswerEvent) -> None:
        """Show one thing that happened."""
        if not self._whole:
            return
        if said.kind == "text":
            self._output.note(said.text, end="")
            self._in_line = True
            return
        self.end()
        sign = {"call": "→", "result": "←", "pause": "‖", "refused": "✗"}[said.kind]
        self._output.note(f"{sign} {said.text}", style="bright_black")

    def end(self) -> None:
        """Finish the line that text was written in, and say what it is."""
        if self._in_line:
            self._output.note("")
            self._output.note(_UNCHECKED, style="bright_black")
            self._in_line = False


def show_answer(output: Output, found: AskMatterOutput) -> None:
    """Print an answer of ``ask_matter``: text with numbered places, the quotes they open, what was not verified."""
    from casewright.toolbox.documents.answering.answer_view import QuoteView, UnverifiedView

    citations = [QuoteView.model_validate(citation) for citation in found.citations]
    numbers = {citation.link: number for number, citation in enumerate(citations, start=1)}
    for line in _numbered(found.answer, numbers).splitlines():
        output.prose(Text(line))
    for citation in citations:
        _show_citation(output, numbers[citation.link], citation)
    if found.unverified:
        output.line()
        output.prose(
            "Not verified: these sentences name no place, or what they quote does not stand there or was not read.",
            style="red",
        )
        for one in map(UnverifiedView.model_validate, found.unverified):
            output.line(f"  {show_line(one.sentence)} ({one.reason})", style="red")
    output.line()
    output.line(_summary(found), style="bright_black")
    for approval in found.approvals:
        output.line(f"Next: casewright approvals show {approval.approval_id}")
    if found.stopped is not None:
        output.line(f"Then: casewright ask {found.matter_id} --thread {found.thread_id}")


def _numbered(answer: str, numbers: dict[str, int]) -> str:
    """The answer with a number in place of each link that is listed below it; others keep their label."""

    def shown(match: re.Match[str]) -> str:
        link = re.sub(r"#[^@]*", "", match[2] or match[3])
        number = numbers.get(link)
        return f"[{number}]" if number is not None else match[1] or link

    return _LINK.sub(shown, answer)


def _show_citation(output: Output, number: int, citation: QuoteView) -> None:
    place = citation.filename
    if citation.page is not None:
        place += f", p. {citation.page}"
    if citation.section:
        place += f", § {citation.section}"
    if citation.ocr is not None:
        place += " (OCR)"
    output.line()
    line = Text(f"[{number}] {show_line(place)}", style="bold")
    line.append(f"  {citation.link}", style="bright_black")
    output.line(line)
    quote = show_line(citation.quote)
    if len(quote) > _QUOTE:
        quote = quote[:_QUOTE].rsplit(" ", 1)[0] + " …"
    output.quote(quote, indent=4)


def _summary(found: AskMatterOutput) -> str:
    from casewright.toolbox.documents.answering.answer_view import CallView, UsageView

    names = [CallView.model_validate(call).name for call in found.tool_calls]
    calls = ", ".join(dict.fromkeys(names)) or "no tool"
    used = UsageView.model_validate(found.usage)
    tokens = used.input_tokens + used.output_tokens
    cost = f", {tokens:,} tokens" if tokens else ""
    return (
        f"{found.assistant}: {used.steps} steps, {calls}; {len(found.ledger)} passages read{cost}. "
        f"Thread {found.thread_id}"
    )
