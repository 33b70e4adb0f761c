"""Texts of cases with personal data planted in them, each place known."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING

from evals.privacy import identities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evals.privacy.identities import Firm, Person

STYLES = ("as it is", "as it is", "cedillas", "no diacritics", "decomposed", "capitals", "small letters")
SETS = {
    "known": "Names, firms and identifiers of the case's parties",
    "structured": "Identifiers of nobody that the case knows",
    "cued": "Names that nobody declared, after a word such as vecinul",
    "bare": "Names that nobody declared, with nothing before them: what a pattern cannot know",
}
SOURCES = {
    "fitted": (
        "Written before the patterns were finished, which were mended by it",
        "sentences_fitted.toml",
        "people_fitted.toml",
    ),
    "mended": (
        "Written when the patterns were finished: 97.5 % and 94.2 % when first asked; the patterns were mended by it",
        "sentences_mended.toml",
        "people_mended.toml",
    ),
    "unseen": (
        "Written after that: 98.7 % and 100 % when first asked, for the O of one name; that was mended",
        "sentences_unseen.toml",
        "people_unseen.toml",
    ),
}
"""Each with what is to be known about it, its sentences and its names."""
_SLOT = re.compile(r"\{(\w+)\}")
_HOUSE = re.compile(r".*?(?=, (?:mun\.|municipiul|loc\.|sector|jud\.))")
_CEDILLAS = str.maketrans("șțȘȚ", "şţŞŢ")


@dataclass(frozen=True, slots=True)
class Planted:
    """One place with personal data. ``alias`` is the party's; None where the case does not know the person."""

    start: int
    end: int
    set: str
    kind: str
    alias: str | None


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """A text, the parties of its case by their aliases, and what was planted."""

    text: str
    style: str
    parties: Mapping[str, Person | Firm]
    planted: Sequence[Planted]


def generated(count: int, seed: int, source: str = "fitted") -> Iterator[GeneratedText]:
    """``count`` texts out of the sentences and names of that source; the same for the same seed."""
    random = Random(seed)
    for number in range(count):
        yield _text(random, STYLES[number % len(STYLES)], source)


def _text(random: Random, style: str, source: str) -> GeneratedText:
    _about, sentences_file, people = SOURCES[source]
    parties: dict[str, Person | Firm] = {
        "party0": identities.person(random, people),
        "party1": identities.person(random, people),
        "party2": identities.firm(random, people),
    }
    sentences = _sentences(sentences_file)
    pieces: list[tuple[str, tuple[str, str, str | None] | None]] = []
    wanted = ["known"] * 4 + ["identified"] * 2 + ["plain"] * 2 + [random.choice(["cued", "bare", "known"])]
    random.shuffle(wanted)
    for kind in wanted:
        pieces += _filled(random, kind, random.choice(sentences[kind]), parties, people)
        pieces.append((random.choice([" ", "\n", "\n\n"]), None))
    written = _STYLED[style]
    text, planted = "", []
    for piece, what in pieces:
        start, text = len(text), text + written(piece)
        if what is not None:
            planted.append(Planted(start, len(text), *what))
    return GeneratedText(text, style, parties, planted)


def _filled(
    random: Random, kind: str, sentence: str, parties: Mapping[str, Person | Firm], people: str
) -> Iterator[tuple[str, tuple[str, str, str | None] | None]]:
    stranger = kind in ("cued", "bare") or (kind == "identified" and random.random() < 0.6)
    alias = random.choice(["party0", "party1"])
    which = identities.person(random, people) if stranger else parties[alias]
    firm = identities.firm(random, people) if stranger else parties["party2"]
    group = "structured" if kind == "identified" and stranger else "known" if kind == "identified" else kind
    at = 0
    for slot in _SLOT.finditer(sentence):
        yield sentence[at : slot.start()], None
        at = slot.end()
        name = slot[1]
        if name in ("first", "last", "genitive", "bent"):
            before, form = _name(random, name, which)
            yield before, None
            yield (
                form,
                (group, "firstName" if name in ("first", "genitive") else "lastName", None if stranger else alias),
            )
        elif name == "firm":
            yield firm.values["organizationName"], (group, "organizationName", "party2")
        else:
            owner = firm if name in ("cui", "registrationNumber") else which
            whose = None if stranger else "party2" if owner is firm else alias
            if name in ("iban", "card", "idCard", "caseNumber"):
                value, whose = _nobodys(random, name), None
            else:
                value = owner.values[name]
            form = identities.written(random, name, value)
            house = _HOUSE.match(form) if "ddress" in name and whose is None else None
            if house is None:
                yield form, ("structured" if whose is None else group, name, whose)
            else:  # the town and the county of a stranger's house lead to nobody
                yield house[0], ("structured", name, None)
                yield form[house.end() :], None
    yield sentence[at:], None


def _name(random: Random, slot: str, who: Person | Firm) -> tuple[str, str]:
    forms: Sequence[str] = who.first if slot in ("first", "genitive") else who.last  # type: ignore[union-attr]  # a person
    if slot in ("first", "last"):
        return "", forms[0]
    form = forms[1] if slot == "genitive" and len(forms) > 1 else random.choice([*forms[1:], forms[0]])
    return ("lui ", form.removeprefix("lui ")) if form.startswith("lui ") else ("", form)


def _nobodys(random: Random, kind: str) -> str:
    match kind:
        case "iban":
            return identities.iban(random)
        case "card":
            return identities.card(random)
        case "caseNumber":
            return "1234/302/2023"
        case _:
            return identities.identity_card(random)


_STYLED: Mapping[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "cedillas": lambda text: text.translate(_CEDILLAS),
    "no diacritics": lambda text: "".join(
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    ),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "capitals": lambda text: text.upper(),
    "small letters": lambda text: text.lower(),
}


@cache
def _sentences(name: str) -> Mapping[str, Sequence[str]]:
    text = files("evals.privacy").joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)
