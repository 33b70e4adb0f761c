"""The same sentence is never the answer twice in a row: the second time it says what it did not understand.

Then it offers what can be answered, by number; the number stands for words as the user would have written them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.cases.run import Run

CHOICES = ("choice_again", "choice_unknown", "choice_lawyer")
"""What can be chosen, in order: sections of the messages."""
_LONGEST = 120
_OFFERED = re.compile(r"^1\. ", re.MULTILINE)
"""A text that has a numbered list of its own."""
_NUMBER = re.compile(r"\W*([1-9])\W*")


def not_again(text: str, run: Run, details: Mapping[str, Any], said: str | None) -> tuple[str, bool]:
    """What to say in place of what was said last; whether it offers choices. Any other text stays as it is."""
    if said is None or not _said_last(details, text):
        return text, False
    heard = " ".join(said.split())
    heard = heard if len(heard) <= _LONGEST else f"{heard[: _LONGEST - 1]}…"
    lines = [run.say("not_understood", said=heard), text]
    if _OFFERED.search(text):
        return "\n\n".join(lines), False
    lines.append("\n".join(f"{number}. {run.say(name)}" for number, name in enumerate(CHOICES, 1)))
    return "\n\n".join(lines), True


def chosen_words(details: Mapping[str, Any], said: str | None, run: Run) -> str | None:
    """The user's message, in words where it is the number of a choice that was offered."""
    asked = details["agent_interactions"].get("active_info_request_to_user")
    match = None if said is None else _NUMBER.fullmatch(said)
    if match is None or not isinstance(asked, dict) or not asked.get("choices"):
        return said
    number = int(match[1])
    return run.say(CHOICES[number - 1]) if number <= len(CHOICES) else said


def _said_last(details: Mapping[str, Any], text: str) -> bool:
    """Whether the assistant's last words were these, whatever stood around them."""
    for one in reversed(details["agent_interactions"]["log"]):
        if isinstance(one, dict) and one.get("who") == "assistant":
            return str(one.get("text", "")).strip() == text.strip()[:4_000]
    return False
