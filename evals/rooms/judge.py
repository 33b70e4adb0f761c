"""Holds what was found in a room against what was planted in it. Pure: places, types and words, nothing else.

A planted defect is *found* where a finding of a type that fits its kind stands at one of its places. A finding that
finds nothing planted is a *false alarm*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from evals.rooms.squashed import Squashed, squash
from evals.rooms.truth import Kind
from evals.rooms.written import sheets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from evals.rooms.truth import NearMiss, Place, Planted, Truth

_D = DefectType
_PLAIN = frozenset({_D.INCONSISTENCY, _D.ANOMALY_VS_STRONGER_SOURCES})
FITS: Mapping[Kind, frozenset[DefectType]] = MappingProxyType(
    {
        Kind.SUM: _PLAIN,
        Kind.PERCENT: _PLAIN,
        Kind.ROLL_FORWARD: _PLAIN,
        Kind.RATIO: _PLAIN,
        Kind.CONTRADICTION: _PLAIN,
        Kind.LIST: _PLAIN,
        Kind.CURRENCY: _PLAIN | {_D.UNIT_MISMATCH},
        Kind.PERIOD: _PLAIN | {_D.TIME_WINDOW_MISMATCH},
        Kind.SCALE: _PLAIN | {_D.UNIT_MISMATCH},
        Kind.DATE: frozenset({_D.CHRONO_IMPOSSIBLE}),
        Kind.STALE: frozenset({_D.STALENESS}),
        Kind.HIDDEN: frozenset({_D.CONCEALMENT}),
        Kind.ABSENT: frozenset({_D.MISSING_LINK, _D.CONCEALMENT}),
        Kind.UNSIGNED: frozenset({_D.MISSING_LINK}),
        Kind.MUTUAL: frozenset({_D.CIRCULARITY}),
        Kind.ASSERTION: _PLAIN | {_D.CONCEALMENT},
    }
)
"""The types of defect that say what each kind is."""

_NAMED = (Kind.HIDDEN, Kind.ABSENT)
"""Kinds about a document that is not there: a finding finds it by naming it."""
_WHOLE = (Kind.UNSIGNED, Kind.STALE)
"""Kinds about a document as a whole: a finding may refer to it."""
_SHORTEST_NAME = 6
_QUOTED = re.compile(r'"([^"]+)"|[“„]([^“”]+)[”“]')
_AROUND = re.compile(r"^[\d.]+\s+|\.(?:pdf|docx?|xlsx?|csv|eml)$", re.IGNORECASE)
"""What a name may lack: a number before it, an ending."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a claim or an item of evidence stands: ``text[start:end]`` of a file, and its cell (``P&L!C7``)."""

    file: str
    start: int
    end: int
    cell: str | None = None

    def __str__(self) -> str:
        where = self.cell or f"{self.start}–{self.end}"
        return f"{self.file} {where}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One open defect, or one candidate that waits for a person.

    ``blamed`` is where the claim that it is on stands; ``sites`` is everywhere that it speaks of, those among them;
    ``files`` are documents that it refers to as a whole.
    """

    type: DefectType
    text: str
    blamed: tuple[Site, ...]
    sites: tuple[Site, ...]
    files: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Judged:
    """A room's findings, grouped, held against its truth.

    ``found`` has for each planted defect that was found the groups that find it; ``right`` are those whose blamed
    file a finding blames, ``both`` those of them where other files are blamed beside it. ``hit`` has near-misses.
    """

    truth: Truth
    groups: tuple[tuple[Finding, ...], ...]
    found: Mapping[str, tuple[tuple[Finding, ...], ...]]
    right: frozenset[str]
    both: frozenset[str]
    false: tuple[tuple[Finding, ...], ...]
    hit: Mapping[str, tuple[tuple[Finding, ...], ...]]
    unread: tuple[str, ...] = field(default=())
    """Ids of planted defects none of whose words stand in what the product read of their documents."""


def judge(truth: Truth, findings: Iterable[Finding], texts: Mapping[str, str]) -> Judged:
    """What was found, what was not, and what was found that is not there; ``texts`` are the documents as read."""
    read = _Read(texts, truth.sources)
    groups = tuple(_grouped(findings))
    found: dict[str, tuple[tuple[Finding, ...], ...]] = {}
    finding: set[int] = set()
    for one in truth.planted:
        by = [at for at, group in enumerate(groups) if any(_finds(piece, one, read) for piece in group)]
        finding.update(by)
        if by:
            found[one.id] = tuple(groups[at] for at in by)
    false = tuple(group for at, group in enumerate(groups) if at not in finding)
    blamed = {one.id: _blamed(found[one.id]) for one in truth.planted if one.blame and one.id in found}
    right = frozenset(one.id for one in truth.planted if one.blame in blamed.get(one.id, ()))
    hits = {near.id: tuple(group for group in false if _hits(group, near, read)) for near in truth.near}
    return Judged(
        truth,
        groups,
        found,
        right,
        frozenset(name for name in right if len(blamed[name]) > 1),
        false,
        {name: groups for name, groups in hits.items() if groups},
        tuple(one.id for one in truth.planted if not any(read.has(place) for place in one.places)),
    )


def _grouped(findings: Iterable[Finding]) -> Iterator[tuple[Finding, ...]]:
    """Findings of one type about the same places, together."""
    keyed = sorted(((_key(one), one) for one in findings), key=lambda pair: pair[0])
    for _, group in groupby(keyed, key=lambda pair: pair[0]):
        yield tuple(one for _, one in group)


def _key(finding: Finding) -> tuple[str, tuple[str, ...]]:
    places = tuple(sorted({str(site) for site in finding.sites}))
    return finding.type.value, places or (finding.text,)


def _finds(finding: Finding, planted: Planted, read: _Read) -> bool:
    if finding.type not in FITS[planted.kind]:
        return False
    if planted.kind in _NAMED and _names(finding.text, planted, read):
        return True
    if planted.kind in _WHOLE and any(place.file in finding.files for place in planted.places):
        return True
    return any(read.stands(site, place) for site in finding.sites for place in planted.places)


def _hits(group: Sequence[Finding], near: NearMiss, read: _Read) -> bool:
    return any(read.stands(site, place) for one in group for site in one.sites for place in near.places)


def _blamed(groups: Iterable[Sequence[Finding]]) -> set[str]:
    return {site.file for group in groups for one in group for site in one.blamed}


def _names(text: str, planted: Planted, read: _Read) -> bool:
    """Whether a quoted name of the text, of no file of the room, is what the places' words or the truth name."""
    told = [*(_plain(read.shown(place)) for place in planted.places), squash(planted.says)]
    quoted = (_plain(next(filter(None, match.groups()))) for match in _QUOTED.finditer(text))
    names = [name for name in quoted if len(name) >= _SHORTEST_NAME and name not in read.names]
    return any(name in one or (len(one) >= _SHORTEST_NAME and one in name) for name in names for one in told)


def _plain(name: str) -> str:
    return squash(_AROUND.sub("", name.strip()))


class _Read:
    """The documents as the product reads them, searched for places."""

    def __init__(self, texts: Mapping[str, str], sources: Mapping[str, str]) -> None:
        self._sources = sources
        self._texts = {file: Squashed(text) for file, text in texts.items()}
        self._at: dict[tuple[str, str], tuple[tuple[int, int], ...]] = {}
        self.names = {_plain(file) for file in texts}

    def stands(self, site: Site, place: Place) -> bool:
        """Whether the site is at the place."""
        if site.file != place.file:
            return False
        if place.cell is not None:
            return site.cell is not None and _same_cell(site.cell, place)
        if place.words is None:
            return False
        return any(start < site.end and site.start < end for start, end in self._spans(place.file, place.words))

    def shown(self, place: Place) -> str:
        """The place's words, or what its cell of a workbook says."""
        if place.cell is None or place.sheet is None:
            return place.words or ""
        there = (one.at(place.cell) for one in sheets(self._sources.get(place.file, "")) if one.name == place.sheet)
        return str(next(there, None) or "")

    def has(self, place: Place) -> bool:
        """Whether the place can be looked up: a cell, or words that stand in the document as read."""
        return place.words is None or bool(self._spans(place.file, place.words))

    def _spans(self, file: str, words: str) -> tuple[tuple[int, int], ...]:
        key = (file, words)
        if key not in self._at:
            text = self._texts.get(file)
            self._at[key] = () if text is None else tuple(text.spans(words))
        return self._at[key]


def _same_cell(cell: str, place: Place) -> bool:
    """``P&L!C7`` or ``'P&L'!C7:D7`` at the place's cell; in a CSV file, or without a sheet's name, the cell decides."""
    sheet, _, address = cell.rpartition("!")
    named = sheet.strip("'").replace("''", "'")
    first = address.replace("$", "").partition(":")[0].upper()
    is_sheet = place.sheet in (None, named) or place.file.lower().endswith(".csv")
    return first == (place.cell or "").upper() and is_sheet
