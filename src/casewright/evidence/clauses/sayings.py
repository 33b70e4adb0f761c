"""What decks, letters and mails say of all contracts: that no clause of a kind is there, or that one is everywhere."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.rooms.statements import is_contract, names_exception, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.evidence.extraction.places import RoomDocument

_ALL = re.compile(
    r"\b(?:no|none|not one|nobody|neither|never|nothing|all|every|each|any|both|free of|free from|without|niciun\w*"
    r"|nicio|toate|fiecare|nimeni)\b"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that is asserted: ``said`` takes a sentence in plain letters, ``clauses`` are kinds against it."""

    name: str
    said: re.Pattern[str]
    clauses: tuple[str, ...]
    states: str


@dataclass(frozen=True, slots=True)
class Saying:
    """``text[start:end]`` of a document asserts it, in workbooks the ``cell`` of this address.

    ``said`` are the words, in a workbook in plain letters, an answer with its question before it.
    """

    topic: Topic
    start: int
    end: int
    said: str
    cell: str | None = None


def sayings_of(document: RoomDocument) -> Iterator[Saying]:
    """What a document that is no contract asserts, each sentence of the first topic that it fits."""
    if document.is_index or is_contract(document):
        return
    for said in statements(document):
        topic = asserted(said.plain)
        if topic is not None:
            words = document.text[said.start : said.end] if said.cell is None else said.plain
            yield Saying(topic, said.start, said.end, words, said.cell)


def asserted(said: str) -> Topic | None:
    """What a sentence in plain letters asserts; None where it says nothing of the kind, or names an exception."""
    if names_exception(said):
        return None
    return next((topic for topic in topics() if topic.said.search(said) is not None), None)


def speaks_of(said: str, party: str | None) -> bool:
    """Whether an assertion in plain letters is about the contract with this party: it names it, or speaks of all."""
    first = re.search(r"\w{4,}", plain(party or ""))
    named = first is not None and re.search(rf"\b{first[0]}\b", said) is not None
    return named or _ALL.search(said) is not None


@cache
def topics() -> tuple[Topic, ...]:
    """The topics of sayings.toml, in its order."""
    own = files("casewright.evidence.clauses").joinpath("sayings.toml").read_text(encoding="utf-8")
    shared = files("casewright.evidence.rooms").joinpath("sayings.toml").read_text(encoding="utf-8")
    sayings = tomllib.loads(shared)
    return tuple(
        Topic(name, re.compile("|".join(sayings[name]["said"])), tuple(entry["clauses"]), entry["states"])
        for name, entry in tomllib.loads(own).items()
    )
