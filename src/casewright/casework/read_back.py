"""What was understood is read back to the user as a numbered list, and no draft is made before they agree to it.

The list is made of the case file, whoever filed it. What the user agreed to is kept by a hash of the facts as they
stood; whatever is filed or changed afterwards has to be read back too.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.casework.kinds.catalogue import case_kinds
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.casework.kinds.case_kind import Fact

UNKNOWN = "nu se cunoaște"
"""How the value of a fact begins that the user does not know."""
READ_BACK = "recitire"
"""What a question is about that reads back what was understood."""
CONFIRMED = "confirmare"
"""The id of the internal note that says to which facts the user agreed."""
KIND = "caz."
"""How the id of the objective begins that says which kind of case it is."""
_YES = frozenset(
    ("da", "corect", "corecta", "confirm", "exact", "perfect", "ok", "okay", "yes", "correct", "right", "bine")
)
_BESIDE = frozenset(
    re.findall(
        r"\w+",
        "e este asa totul tot toate sunt bine corecte in regula multumesc mersi va rog merci super foarte de acord "
        "gata am adaugat si datele partilor partile parti le completat introdus trecut acolo acum redactati redacteaza "
        "puteti poti continua continuati continuam mergem mai departe it is all everything thanks thank you please go "
        "fa faceti facem fa-l faceti-l odata o data hai haide haideti dati dati-i da-i drumul repede acum actul "
        "plangerea contestatia cererea hartia documentul scrie scrieti trimite trimiteti domne domnule doamna frate "
        "nene bre naiba dracului dracu i l asta aia "
        "ahead that that's thats done i have added the parties details now",
    )
)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of the list. ``fact`` is the id in the case file; ``before`` what was read back there last, if other."""

    number: int
    fact: str
    label: str
    value: str


def read_lines(details: Mapping[str, Any], language: str = "ro") -> list[ReadLine]:
    """The known facts of the case's kind in the order of its checklist, then every other fact that is no kind's.

    Of a case whose kind is not settled every fact is read back. A fact without an id is known by its place.
    """
    entries = {
        str(one.get("id") or f"facts.{place}"): str(one.get("fact", ""))
        for place, one in enumerate(details.get("facts", ()))
        if isinstance(one, dict)
    }
    found: list[tuple[str, str, str]] = []
    known = {f"{kind.id}.{fact.id}": fact for kind in case_kinds().values() for fact in kind.facts}
    kind = kind_settled(details)
    for name, fact in known.items():
        value = entries.get(name, UNKNOWN).removeprefix(f"{fact.label}: ")
        if name.startswith(f"{kind}." if kind else "") and not value.startswith(UNKNOWN):
            found.append((name, _label(fact, language), value))
    for name, text in entries.items():
        if name not in known:
            label, colon, value = text.partition(": ")
            found.append((name, label if colon else "", value if colon else text))
    return [ReadLine(number, *one) for number, one in enumerate(found, 1)]


def state_of(details: Mapping[str, Any]) -> str:
    """A short hash of the facts as they stand."""
    lines = [f"{one.fact}={one.label}={one.value}" for one in read_lines(details)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def is_confirmed(details: Mapping[str, Any]) -> bool:
    """Whether the user agreed to the facts as they stand."""
    notes = [one for one in details.get("internal_notes", ()) if isinstance(one, dict)]
    return any(one.get("id") == CONFIRMED and one.get("state") == state_of(details) for one in notes)


def is_read_back(details: Mapping[str, Any]) -> bool:
    """Whether the open question is a read-back of the facts as they stand."""
    return _asked(details).get("about") == READ_BACK and _last(details).get("state") == state_of(details)


def agrees(said: str) -> bool:
    """Whether the message says yes and nothing else: „da, totul e corect”. „da, dar …” says more."""
    words = re.findall(r"\w+", fold(said))
    return any(one in _YES for one in words) and all(one in _YES or one in _BESIDE for one in words)


def claims_agreement(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the change writes what only a read-back and the user's answer to it may: the notes of both, the question.

    A mind that writes them says yes for the user.
    """
    if _stated(before) != _stated(after):
        return True
    return _asked(after).get("about") == READ_BACK and _asked(after) != _asked(before)


def numbered(details: Mapping[str, Any], language: str, changed: str) -> str:
    """The list as it is read back; what is otherwise than it was read back last is marked with ``changed``."""
    before = {
        str(one.get("fact")): one.get("value") for one in _last(details).get("lines", ()) if isinstance(one, dict)
    }
    return "\n".join(_lines(read_lines(details, language), before, changed))


def note_of(details: Mapping[str, Any]) -> dict[str, Any]:
    """The internal note of what is read back now, by which a number in the answer is understood."""
    lines = [{"number": one.number, "fact": one.fact, "value": one.value} for one in read_lines(details)]
    return {"id": READ_BACK, "state": state_of(details), "lines": lines}


def fact_numbered(details: Mapping[str, Any], number: int) -> str | None:
    """The fact in the case file that stood under that number when it was read back last."""
    lines = (one for one in _last(details).get("lines", ()) if isinstance(one, dict))
    return next((str(one.get("fact")) for one in lines if one.get("number") == number), None)


def kind_settled(details: Mapping[str, Any]) -> str:
    """The kind of the case by its objectives; empty where none was settled."""
    for one in reversed([one for one in details.get("objectives", ()) if isinstance(one, dict)]):
        name = str(one.get("id", ""))
        if name.startswith(KIND) and one.get("status") != "abandoned":
            return name.removeprefix(KIND)
    return ""


def _lines(lines: list[ReadLine], before: Mapping[str, object], changed: str) -> Iterator[str]:
    for one in lines:
        mark = f" ({changed})" if before and before.get(one.fact) != one.value else ""
        end = "" if one.value.endswith((".", "!", "?", "…")) else "."
        yield f"{one.number}. {one.label}{': ' if one.label else ''}{one.value}{end}{mark}"


def _label(fact: Fact, language: str) -> str:
    return fact.label if language != "en" else f"{fact.label_en[0].upper()}{fact.label_en[1:]}"


def _last(details: Mapping[str, Any]) -> Mapping[str, Any]:
    """The note of the last read-back."""
    notes = (one for one in details.get("internal_notes", ()) if isinstance(one, dict))
    return next((one for one in notes if one.get("id") == READ_BACK), {})


def _asked(details: Mapping[str, Any]) -> Mapping[str, Any]:
    interactions = details.get("agent_interactions")
    asked = interactions.get("active_info_request_to_user") if isinstance(interactions, dict) else None
    return asked if isinstance(asked, dict) else {}


def _stated(details: Mapping[str, Any]) -> list[Any]:
    notes = details.get("internal_notes", ())
    return [one for one in notes if isinstance(one, dict) and one.get("id") in _STATED]


def carried_over(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The details ``after`` names were masked in them: what the user agreed to ``before`` they agreed to now."""
    was, now = state_of(before), state_of(after)
    notes = [
        {**one, "state": now} if isinstance(one, dict) and one.get("state") == was and one.get("id") in _STATED else one
        for one in after.get("internal_notes", ())
    ]
    return {**after, "internal_notes": notes} if was != now else dict(after)


_STATED = (CONFIRMED, READ_BACK)
"""Notes that hold for the facts as they stood."""
