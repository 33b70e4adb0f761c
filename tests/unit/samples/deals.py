"""The shipped sample deals as the product's reader sees them, and what is written beside their rooms."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.bootstrap.scoring import load_reader

if TYPE_CHECKING:
    from datetime import date
    from importlib.resources.abc import Traversable

    from casewright.domain.documents import Reading

DEALS = ("brindlecote", "zimbrel", "tarrowby")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a claim's evidence: the words or the cell in a document, and what is said of the source."""

    document: str
    source_type: str
    source_system: str
    upstream_origin: str | None
    source_date: str
    quote: str | None = None
    cell: str | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """One claim of ``claims.json``."""

    claim_id: str
    claim_text: str
    claim_class: str
    claim_type: str
    materiality: str
    value_struct: dict[str, str] | None
    metric: str | None
    entity: str
    period: str | None
    basis: str
    subjective: bool
    confidence: float
    evidence: tuple[Item, ...]
    derived_from: tuple[str, ...]
    polarity: str | None = None


@dataclass(frozen=True, slots=True)
class Planted:
    """One defect of ``planted.toml``."""

    type: str
    claims: list[str]
    against: list[str]
    sentence: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One document of ``deal.toml``."""

    key: str
    file: str
    title: str
    dated: date
    source_type: str
    source_system: str


@dataclass(frozen=True, slots=True)
class Calculated:
    """One calculation of ``calculations.json``."""

    calc_type: str
    purpose: str
    inputs: dict[str, list[str]]


def folder(deal: str) -> Traversable:
    """Where the package keeps the deal."""
    return files("casewright").joinpath("samples", "deals", deal)


def room(deal: str) -> list[Traversable]:
    """The files of the deal's data room, by name."""
    return sorted(folder(deal).joinpath("room").iterdir(), key=lambda entry: entry.name)


@cache
def readings(deal: str) -> dict[str, Reading]:
    """What the product reads in each file of the room."""
    reader = load_reader()
    try:
        return {file.name: reader.read(file.read_bytes(), file.name) for file in room(deal)}
    finally:
        reader.close()


@cache
def text(deal: str, name: str) -> str:
    """The text of the file whose name begins with ``name``."""
    (found,) = [reading.text for file, reading in readings(deal).items() if file.startswith(name)]
    return found


@cache
def cells(deal: str, document: str) -> dict[str, str]:
    """The text of every addressed cell of a workbook or CSV file, by address."""
    reading = readings(deal)[document]
    return {
        cell.address: reading.text[cell.start : cell.end]
        for table in reading.tables
        for row in table.rows
        for cell in row
        if cell.address is not None
    }


@cache
def claims(deal: str) -> tuple[Claimed, ...]:
    """The deal's claims."""
    return tuple(
        Claimed(**{**one, "evidence": tuple(Item(**item) for item in one["evidence"])})
        for one in json.loads(folder(deal).joinpath("claims.json").read_text("utf-8"))
    )


@cache
def calculations(deal: str) -> tuple[Calculated, ...]:
    """What a person would calculate."""
    found = json.loads(folder(deal).joinpath("calculations.json").read_text("utf-8"))
    return tuple(Calculated(**one) for one in found)


@cache
def planted(deal: str) -> tuple[Planted, ...]:
    """What was planted."""
    found = tomllib.loads(folder(deal).joinpath("planted.toml").read_text("utf-8"))["planted"]
    return tuple(Planted(**one) for one in found)


@cache
def documents(deal: str) -> tuple[Listed, ...]:
    """The documents that ``deal.toml`` lists."""
    found = tomllib.loads(folder(deal).joinpath("deal.toml").read_text("utf-8"))["documents"]
    return tuple(Listed(**one) for one in found)
