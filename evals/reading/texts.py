"""Sentences of real texts, in a fixed order for a seed; each half of the set draws from files of its own."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from evals.data_files import json_file

if TYPE_CHECKING:
    from pathlib import Path

REMEDY = "give the folder that holds cuad-train/contracts, contractnli/dev.json and ro-acts"
HALVES = ("fitted", "retired", "unseen")
SEEDS = {"fitted": "fitted", "retired": "unseen", "unseen": "third"}
"""What a half's chances begin with; a half that is renamed keeps its documents."""

_BREAK = re.compile(r"(?<=[.;])\s+(?=[A-ZĂÂÎȘȚ“\"])")
_ENGLISH = re.compile(r"[A-Z][a-z]+[ ,][A-Za-z0-9 ,;:'\"“”’()$%/&\[\]*.\-]{45,420}[a-z\])%]{2}\.")
_ROMANIAN = re.compile(r"[A-ZĂÂÎȘȚ][a-zăâîșț]+[ ,][A-Za-zĂÂÎȘȚăâîșț0-9 ,;:„”\"“()%/.–\-]{45,600}[a-zăâîșț)]{2}[.;]")
_ODD = re.compile(r"\s[.,;]|\.\s?\.|__|  |[;.:]\(|\b(?:Inc|Corp|Ltd|nr|art|alin|lit|pct)\.$")


class Texts:
    """A half's sentences: ``english`` of contracts, ``notices`` of non-disclosure agreements, ``romanian`` of acts."""

    def __init__(self, data: Path, half: str) -> None:
        if half == "unseen":  # files that neither of the others draws from; Romanian is of its own words
            self.english = _sentences(tuple(_files(data, "cuad-train/contracts")[140:210]), _ENGLISH)
            self.notices: tuple[str, ...] = ()
            self.romanian: tuple[str, ...] = ()
            return
        place = HALVES.index(half)
        self.english = _sentences(tuple(_files(data, "cuad-train/contracts")[place::2][:70]), _ENGLISH)
        self.notices = _sentences(tuple(_agreements(data)[place::2]), _ENGLISH)
        self.romanian = _sentences(tuple(_files(data, "ro-acts")[place::2]), _ROMANIAN, 0)

    def deck(self, language: str, seed: str, more: tuple[str, ...] = ()) -> Deck:
        """Sentences of the language and those beside them, shuffled by the seed."""
        held = more + {"en": self.english, "nda": self.notices, "ro": self.romanian}[language]
        return Deck(held, random.Random(seed))


class Deck:
    """Sentences drawn one by one, none of them twice."""

    def __init__(self, held: tuple[str, ...], chance: random.Random) -> None:
        self._left = list(held)
        chance.shuffle(self._left)

    def draw(self) -> str:
        """The next sentence."""
        if not self._left:
            raise InvalidInput(f"The folder holds too few sentences: {REMEDY}.")
        return self._left.pop()


@cache
def texts(data: Path, half: str) -> Texts:
    """The half's texts, read once."""
    return Texts(data, half)


def _files(data: Path, folder: str) -> list[str]:
    files = sorted((data / folder).glob("*.txt"))
    if not files:
        raise InvalidInput(f"{str(data / folder)!r} holds no .txt file: {REMEDY}.")
    return [file.read_text("utf-8", errors="replace") for file in files]


def _agreements(data: Path) -> list[str]:
    file = data / "contractnli" / "dev.json"
    if not file.is_file():
        raise InvalidInput(f"{str(file)!r} does not exist: {REMEDY}.")
    return [one["text"] for one in json_file(file, "ContractNLI", REMEDY)["documents"]]


def _sentences(held: tuple[str, ...], shape: re.Pattern[str], skip: int = 1) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for text in held:
        for line in text.translate(_COMMAS).split("\n"):
            for sentence in _BREAK.split(line.strip())[skip:]:
                if shape.fullmatch(sentence) and not _ODD.search(sentence):
                    found.setdefault(sentence[:40], sentence)
    return tuple(found.values())


_COMMAS = str.maketrans({"ş": "ș", "ţ": "ț", "Ş": "Ș", "Ţ": "Ț", "\u00a0": " "})
