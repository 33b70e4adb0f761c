"""Conversations as their files say them (``evals/conversations/README.md``)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from pathlib import Path

TYPES = frozenset(
    ["date", "sum", "document", "yes_no", "number", "deed", "reason", "evidence", "wish", "place", "person"]
)
OUTSIDE = "none"
"""The kind of a legal matter that is of none of the kinds."""
KINDS = frozenset(
    (
        "amenda",
        "apel",
        "concediere",
        "creanta",
        "datorie",
        "divort",
        "executare",
        "notificare",
        "partaj",
        "vecinatate",
        OUTSIDE,
    )
)


@dataclass(frozen=True, slots=True)
class KnownFact:
    """One thing that the user knows, and how they say it when asked."""

    name: str
    type: str
    value: str
    said: str
    asked_by: tuple[str, ...]
    told: bool
    names: frozenset[str] = frozenset()
    """Folded words of the names of whom the case names: they are masked in what is kept."""


@dataclass(frozen=True, slots=True)
class Later:
    """What the user says of their own accord, after so many messages."""

    after: int
    says: str
    corrects: str
    value: str
    wants_kind: str


@dataclass(frozen=True, slots=True)
class Person:
    """Whom the case names. ``side``: self, other, witness, child."""

    side: str
    name: str
    organisation: bool


@dataclass(frozen=True, slots=True)
class Conversation:
    """One user with one matter."""

    id: str
    kind: str
    today: date
    language: str
    mood: tuple[str, ...]
    opens: tuple[str, ...]
    facts: tuple[KnownFact, ...]
    later: tuple[Later, ...]
    parties: tuple[Person, ...]


def read_conversations(path: Path) -> list[Conversation]:
    """The conversations of a file. Raises InvalidInput naming file, conversation and key."""
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))["conversation"]
        return [_read(path.name, one) for one in listed]
    except (KeyError, TypeError, tomllib.TOMLDecodeError, OSError) as error:
        raise InvalidInput(f"{path.name} holds no conversations as README.md describes them: {error}") from error


def _read(file: str, data: dict[str, Any]) -> Conversation:
    names = frozenset(word for one in data.get("party", ()) for word in re.split(r"[\s-]+", fold(str(one["name"]))))
    found = Conversation(
        id=str(data["id"]),
        kind=str(data["kind"]),
        today=date.fromisoformat(str(data["today"])),
        language=str(data.get("language", "ro")),
        mood=tuple(data.get("mood", ())),
        opens=tuple(data["opens"]),
        facts=tuple(_fact(one, names) for one in data.get("fact", ())),
        later=tuple(
            Later(
                int(one["after"]),
                str(one["says"]),
                str(one.get("corrects", "")),
                str(one.get("value", "")),
                str(one.get("wants_kind", "")),
            )
            for one in data.get("later", ())
        ),
        parties=tuple(
            Person(str(one["side"]), str(one["name"]), bool(one.get("organisation", False)))
            for one in data.get("party", ())
        ),
    )
    for kind in (found.kind, *(one.wants_kind for one in found.later if one.wants_kind)):
        if kind not in KINDS:
            raise InvalidInput(
                f"{file}: conversation {found.id}: the kind {kind!r} is none of {', '.join(sorted(KINDS))}"
            )
    strange = [one.type for one in found.facts if one.type not in TYPES]
    if strange or not found.opens:
        raise InvalidInput(f"{file}: conversation {found.id}: {strange[0] if strange else 'opens'} is not as described")
    return found


def _fact(one: dict[str, Any], names: frozenset[str]) -> KnownFact:
    return KnownFact(
        names=names | {fold(word) for word in re.findall(r"(?<=[\w,] )[A-ZĂÂÎȘȚ][\w-]+", str(one["said"]))},
        name=str(one["name"]),
        type=str(one["type"]),
        value=str(one["value"]),
        said=str(one["said"]),
        asked_by=tuple(map(str, one["asked_by"])),
        told=bool(one.get("told", False)),
    )
