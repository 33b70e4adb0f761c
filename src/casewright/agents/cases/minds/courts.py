"""Courts by the words in which people name them, or by a town. A court is never guessed."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.vocabulary.folding import fold
from casewright.vocabulary.months import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

_SECTOR = re.compile(r"\bsect(?:orul(?:ui)?|or|\.)?\s*([1-6])\b")
_COURT = re.compile(
    r"\b(?P<kind>judecatori(?:a|ei)|tribunal(?:ul|ului)?(?:\s+specializat)?|curt(?:ea|ii)\s+de\s+apel)\s+"
    r"(?P<place>(?:din\s+|municipiului\s+)?[A-ZĂÂÎȘȚ][\w-]+(?:[ -](?:de |cu )?[A-ZĂÂÎȘȚ][\w-]+){0,2})",
)
_LEADING = re.compile(r"^(?:din|municipiului)\s+", re.IGNORECASE)
_NAME = (
    r"(?P<place>[A-ZĂÂÎȘȚ][a-zăâîșț]+"
    r"(?:[ -](?:(?:de|pe|cu) )?[A-ZĂÂÎȘȚ][a-zăâîșț]+| de (?:sus|jos)\b| de (?:Sus|Jos|Munte|Câmpie|Criș)\b){0,2})"
)
_PLACE = re.compile(
    rf"\b(?:[Ll]a|[Îî]n|[Ii]n|[Dd]in|comun(?:a|ei)|satul(?:ui)?|sat|ora[sș]ul|municipiul|localitatea|lângă|langa)\s+{_NAME}(?![\w{{]|\.\w)"
)
_PLACE_ALONE = re.compile(rf"^\W*{_NAME}\W*$")
_SMALL_PLACE = re.compile(r"\b(?:in|în|din|la|comuna|satul|langa|lângă)\s+(?P<place>[a-zăâîșț][a-zăâîșț-]{3,})\b")
_NO_PLACES = frozenset(
    re.findall(
        r"\w+",
        "str strada bulevardul calea politia primaria da nu judecatoria tribunalul dn casa orasul oras tara judet "
        "judetul satul comuna germania italia spania anglia strainatate mine noi munca magazin bloc apartament "
        "instanta tribunal judecatorie parcare zona centru scara localitate acte banca firma politie spital drum "
        "masa picioare capat sfarsit inceput urgenta rand "
        "numarul telefon ziua data bani fata vecinul vecina mama tata parinti aceeasi acelasi fiecare urma "
        "care cauza timp toate toata acest acesta aceasta",
    )
)
_FEW_WORDS = 8
"""Words of a reply in small letters in which a word after „la” or „în” may be a place."""
_BUCHAREST = re.compile(r"\bbucuresti\b|\bbucharest\b")


def find_court(text: str, level: str) -> str | None:
    """The court that the text names, or the one of the town that it names; ``level`` is judecatorie, tribunal or any.

    None where it names neither, or Bucharest without the sector that a judecătorie needs.
    """
    named = find_named_court(text)
    if named is not None or level != "any":
        return named or _court_of_town(text, level)
    # "Bacău, judecătoria": the kind of court and the town, one after the other.
    folded = fold(text)
    said = "judecatorie" if "judecatori" in folded else "tribunal" if "tribunal" in folded else None
    return None if said is None else _court_of_town(text, said)


def court_of_place(text: str, level: str) -> str | None:
    """The court of a place that names no court itself, told by the place: which one it is has to be looked up.

    None for Bucharest, whose sector decides, and where the text names no place.
    """
    match = _PLACE.search(text) or _PLACE_ALONE.match(text)
    if match is None and text == text.lower() and len(text.split()) <= _FEW_WORDS:
        match = next((one for one in _SMALL_PLACE.finditer(text) if fold(one["place"]) not in _NO_PLACES), None)
    if match is None or level == "any" or _BUCHAREST.search(fold(text)):
        return None
    head = {"judecatorie": "Judecătoria în a cărei", "tribunal": "Tribunalul în a cărui"}.get(level)
    place = match["place"].strip().title() if match["place"].islower() else match["place"].strip()
    if head is None or fold(place) in NUMBERS or fold(place.split()[0]) in _NO_PLACES:
        return None
    return f"{head} rază se află localitatea {place}"


def is_place(word: str) -> bool:
    """Whether the word names a town with a court, or a county, or is a part of such a name."""
    return fold(word) in _place_words()


@dataclass(frozen=True, slots=True)
class ValueRule:
    """Which court a claim goes to by its value: the judecătorie up to so much, the tribunal above."""

    most_of_a_judecatorie: int
    """In lei."""
    sure_in_euro: int
    """A claim up to so much in euro is for the judecătorie whatever the rate of the day."""
    source: Mapping[str, str]

    def level(self, amount: Decimal, currency: str) -> str:
        """Judecatorie or tribunal; any where that hangs on the rate of the day."""
        if currency == "lei":
            return "tribunal" if amount > self.most_of_a_judecatorie else "judecatorie"
        return "judecatorie" if amount <= self.sure_in_euro else "any"


@cache
def value_rule() -> ValueRule:
    """The rule that is in force."""
    return ValueRule(**_data()["value"])


def find_named_court(text: str) -> str | None:
    """The court that the text names as one."""
    folded = fold(text)
    sector = _SECTOR.search(folded)
    if sector is not None and re.search(r"\bjudecatori", folded):
        return f"Judecătoria Sectorului {sector[1]} București"
    match = _COURT.search(_with_small_kinds(text))
    if match is None:
        return None
    kind = match["kind"]
    title = "Judecătoria" if kind.startswith("jud") else "Curtea de Apel" if kind.startswith("curt") else "Tribunalul"
    if "specializat" in kind:
        title = "Tribunalul Specializat"
    place = _LEADING.sub("", match["place"])
    return f"{title} {_known_place(place, title) or place}"


def court_of_only_town(text: str, level: str) -> str | None:
    """The court of the one town that the text says something is in; None where it names none or several."""
    folded = fold(text).replace("-", " ")
    there = {town for town in _towns() if _in_town(town).search(folded)}
    there = {town for town in there if not any(town != other and town in other for other in there)}
    if _BUCHAREST.search(folded) or _SECTOR.search(folded):
        return _court_of_town(text, level) if not there else None
    return _court_of_town(next(iter(there)), level) if len(there) == 1 else None


@cache
def _in_town(town: str) -> re.Pattern[str]:
    where = r"(?:la|in|din|pi la|langa|municipiul|municipiului|orasul|near|from|at)"
    return re.compile(rf"\b{where}\s+(?:(?:municipiul|orasul)\s+)?{re.escape(town)}\b")


def _court_of_town(text: str, level: str) -> str | None:
    folded = fold(text)
    sector = _SECTOR.search(folded)
    if sector is not None or _BUCHAREST.search(folded):
        if level == "tribunal":
            return "Tribunalul București"
        return None if sector is None else f"Judecătoria Sectorului {sector[1]} București"
    for town, (spelling, county) in _towns().items():
        if re.search(rf"\b{re.escape(town)}\b", folded.replace("-", " ")):
            return f"Tribunalul {county}" if level == "tribunal" else f"Judecătoria {spelling}"
    if level == "tribunal":
        return next(
            (
                f"Tribunalul {name}"
                for folded_name, name in _counties().items()
                if re.search(rf"\b{re.escape(folded_name)}\b", folded.replace("-", " "))
            ),
            None,
        )
    return None


def _known_place(place: str, title: str) -> str | None:
    """The place in its own spelling, where it is one that has such a court."""
    key = fold(place).replace("-", " ")
    if title.startswith("Tribunalul"):
        return "București" if key == "bucuresti" else _counties().get(key)
    found = _towns().get(key)
    return None if found is None else found[0]


def _with_small_kinds(text: str) -> str:
    """The text with the words for courts in small letters without diacritics, the places as they were written."""
    return re.sub(
        r"(?i)\b(?:judec[aă]tori(?:a|ei)|tribunal(?:ul|ului)?(?:\s+specializat)?|curt(?:ea|ii)\s+de\s+apel)\b",
        lambda match: fold(match[0]),
        text,
    )


@cache
def _data() -> Mapping[str, Any]:  # parsed TOML
    return tomllib.loads(files("casewright.agents.cases.minds").joinpath("courts.toml").read_text(encoding="utf-8"))


def _table() -> Mapping[str, list[str]]:
    table: Mapping[str, list[str]] = _data()["county"]
    return table


@cache
def _towns() -> Mapping[str, tuple[str, str]]:
    """Folded town → its spelling and its county; longer names first, so that Târgu Jiu is not Jiu."""
    found = {fold(town).replace("-", " "): (town, county) for county, towns in _table().items() for town in towns}
    found |= {short: found[name] for short, name in _CALLED.items()}
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


@cache
def _place_words() -> frozenset[str]:
    names = (*_towns(), *_counties(), "bucuresti")
    return frozenset(part for name in names for part in (name, *name.split(), name.replace(" ", "-")) if len(part) > 2)


@cache
def _counties() -> Mapping[str, str]:
    return {fold(county).replace("-", " "): county for county in _table()}


_CALLED = {"cluj": "cluj napoca"}
"""How towns with a court are called for short."""
