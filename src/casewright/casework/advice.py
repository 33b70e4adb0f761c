"""What a reasoner's reply asks for: the lines in capitals that its instructions have it end with.

The reply itself is prose, in Romanian. A line counts only where it begins with its word, so that a quoted or reported
one says nothing; a plan is approved only where no prose follows, since what a user wrote may be quoted with its lines.
A reply without such lines is advice to read and no more. Source: spec/casework.md, "Agent" (a draft
is generated only after the reasoner approved its plan).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Callable


class Advised(StrEnum):
    """What the assistant is to do next."""

    ASK = "intreaba"
    RESEARCH = "cerceteaza"
    DRAFT = "redacteaza"
    ANSWER = "raspunde"
    ESCALATE = "escaladeaza"


@dataclass(frozen=True, slots=True)
class Advice:
    """A reply, and what its lines say. ``topic`` is what to ask, look up or answer.

    ``draft`` names the document whose plan the reply approves; it is there only where the line ``PLAN APROBAT:`` is.
    """

    reply: str
    next: Advised | None = None
    topic: str = ""
    draft: str | None = None


_LINE = re.compile(r"^(actiune|subiect|plan aprobat)\s*:\s*(.*)$")
_PLAN = "plan aprobat"
_NO = frozenset({"nu", "niciun", "niciunul", "nici", "inca", "fara", "no", "not", "none", "nimic", "null"})
"""What a reply says in place of a draft's name where it approves none."""
_NAME = re.compile(r"[^\W_](?:[\w -]{0,98}[^\W_])?")


def read_advice(reply: str) -> Advice:
    """What the reply's lines say, the last of each kind; case and diacritics do not matter."""
    said: dict[str, str] = {}
    for line in reply.split("\n"):  # and at nothing else that may stand within a quoted text
        match = _LINE.match(fold(line).strip())
        if match is not None:
            said[match[1]] = line.partition(":")[2].strip().rstrip(".")
        elif line.strip():
            said.pop(_PLAN, None)
    action = fold(said.get("actiune", "")).strip().partition(" ")[0]
    name = said.get(_PLAN, "")
    return Advice(
        reply,
        next=Advised(action) if action in list(Advised) else None,
        topic=said.get("subiect", ""),
        draft=name.replace(" ", "_") if _NAME.fullmatch(name) and not _refused(name) else None,
    )


def mask_reply(reply: str, mask: Callable[[str], str]) -> str:
    """The reply, masked, with the word that each of its lines begins with as it is.

    A firewall that read „avocat”, a line break and „PLAN APROBAT” together would take them for a name, and a line that
    does not begin with its word says nothing. What stands after the word is masked, with the prose that follows it.
    """
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in reply.split("\n"):
        if _LINE.match(fold(line).strip()) is None:
            parts[-1][1].append(line)
        else:
            word, colon, rest = line.partition(":")
            parts.append((word + colon, [rest]))
    masked = [word + mask("\n".join(lines)) for word, lines in parts if word or lines]
    return "\n".join(masked)


def _refused(name: str) -> bool:
    return fold(name).replace("_", " ").split()[0] in _NO
