"""ANOMALY_VS_STRONGER_SOURCES: what a deck, a memorandum or a mail says of the company, and a contract, a letter or a
record of the room says otherwise. The topics and their wordings are data (sayings.toml).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.evidence.extraction.places import At
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.seen import Seen
from casewright.evidence.rooms.statements import Statement, is_contract, is_letter, names_exception, statements
from casewright.evidence.rooms.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import RoomDocument
    from casewright.evidence.rooms.seen import Room

_NEGATED = re.compile(r"\b(?:no|not|none|never|nor|neither|without|free of|nu|niciun\w*|fara)\b[^.;,]{0,40}$")
_SUPPOSED = re.compile(r"\b(?:if|should|unless|in (?:the )?(?:case|event) of|daca|in cazul)\b[^.;]{0,40}$")
"""What a letter only supposes has not happened; a contract's terms are made of conditions."""
_PERMITS = re.compile(
    r"\b(?:needs? no|requires? no|without (?:the )?need|is free to|are free to|no (?:transfer|assignment) and)\b"
)
_SELLER = re.compile(r"\b(?:we|our|us|the (?:company|group|business)|societatea|compania|grupul|noi|nostru|noastre)\b")
_MOST = 1
_OWNED = frozenset({"intellectual_property"})
"""Topics in which it matters to whom something belongs."""


@dataclass(frozen=True, slots=True)
class _Topic:
    """One thing that is asserted, and what contradicts it."""

    name: str
    said: re.Pattern[str]
    against: re.Pattern[str]
    where: str
    negated: bool
    unless: re.Pattern[str] | None = None


def find(room: Room) -> list[Seen]:
    """Each contradicted assertion on its sentence."""
    spoken = {one.id: statements(one) for one in room.documents if not one.is_index}
    found: list[Seen] = []
    for document in room.documents:
        if document.id not in spoken or is_contract(document):
            continue
        for said in filter(_asserts, spoken[document.id]):
            for topic in _topics():
                if topic.said.search(said.plain) is None or names_exception(said.plain):
                    continue
                if topic.unless is not None and topic.unless.search(said.plain):
                    continue
                against = next(_against(topic, said, document, room, spoken), None)
                if against is not None:
                    found.append(_seen(document, said, *against))
                    break
    return found


def _against(
    topic: _Topic,
    said: Statement,
    document: RoomDocument,
    room: Room,
    spoken: Mapping[DocumentId, tuple[Statement, ...]],
) -> Iterator[tuple[RoomDocument, Statement]]:
    """What the other documents say that cannot be so beside the assertion; what names the same party first."""
    ranked = []
    for other in room.documents:
        if other.id == document.id or other.id not in spoken or not _may_tell(topic, other):
            continue
        for one in spoken[other.id]:
            hit = topic.against.search(one.plain)
            if hit is None or (not topic.negated and _NEGATED.search(one.plain[: hit.start()])):
                continue
            if not topic.negated and not is_contract(other) and _SUPPOSED.search(one.plain[: hit.start()]):
                continue
            if _PERMITS.search(one.plain):
                continue
            if topic.said.search(one.plain) is not None and not is_contract(other):
                continue
            if topic.name in _OWNED and _is_ours(one, hit.end(), other, room):
                continue
            ranked.append((-len(said.names & (one.names | _named(other))), other.filename, one.start, other, one))
    for _, _, _, other, one in sorted(ranked, key=lambda entry: entry[:3])[:_MOST]:
        yield other, one


def _is_ours(one: Statement, end: int, other: RoomDocument, room: Room) -> bool:
    """Whether what follows "belongs to" is the deal's own company, by its name or by what the contract calls it."""
    owner = one.plain[max(0, end - 40) : end + 40]
    first = next(iter(plain(room.company or "").split()), "")
    if not first:
        return False
    called = re.search(
        rf"{re.escape(first)}[^\n]{{0,200}}?[(“\"' ]+(?:the |hereinafter )?[“\"']?(?P<role>[a-z]{{5,20}})[”\"']?\)",
        other.plain[:2_500],
    )
    ours = {first} | ({called["role"]} if called else set())
    return any(re.search(rf"\b{re.escape(word)}\b", owner) for word in ours)


def _may_tell(topic: _Topic, other: RoomDocument) -> bool:
    if topic.where == "all":
        return True
    if topic.where == "contracts":
        return is_contract(other)
    if topic.where == "letters":
        return is_letter(other)
    return is_contract(other) or is_letter(other)


def _named(document: RoomDocument) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]{4,}", document.plain[:400]))


def _seen(document: RoomDocument, said: Statement, other: RoomDocument, against: Statement) -> Seen:
    return Seen(
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        "assertion",
        (At(document.id, said.start, said.end, said.cell),),
        f"“{document.filename}” says “{shorten(document.text[said.start : said.end], 160)}”, but "
        f"“{other.filename}” has "
        f"“{shorten(other.text[against.start : against.end], 160)}”.",
        (At(other.id, against.start, against.end, against.cell),),
    )


@cache
def _topics() -> tuple[_Topic, ...]:
    text = files("casewright.evidence.rooms").joinpath("sayings.toml").read_text(encoding="utf-8")
    return tuple(
        _Topic(
            name,
            re.compile("|".join(entry["said"])),
            re.compile("|".join(entry["against"])),
            str(entry["where"]),
            bool(entry.get("negated", False)),
            re.compile("|".join(entry["unless"])) if "unless" in entry else None,
        )
        for name, entry in tomllib.loads(text).items()
    )


def _asserts(said: Statement) -> bool:
    """Whether a sentence asserts anything at all: most do not, and one look tells."""
    return _any_topic().search(said.plain) is not None


@cache
def _any_topic() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{topic.said.pattern})" for topic in _topics()))
