"""What angry people write, as a case file keeps it: no capitals throughout, no marks in rows, nobody called names."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from casewright.agents.cases.minds.courts import town_spelled
from casewright.vocabulary.folding import fold

_KEPT = re.compile(r"\{\{[^{}\n]*\}\}|„[^”\n]*”|\"[^\"\n]*\"")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_RUN = re.compile(r"(?:(?<=\W)|^)[A-ZĂÂÎȘȚŞŢ]+(?:[\s,-]+[A-ZĂÂÎȘȚŞŢ\d]+){2,}(?=\W|$)")
"""Words in capitals, one after the other."""
_ROW = re.compile(r"([!?.])(?:\s*[!?.])+")
_BOUND = re.compile(r"(?<=[.!?…])\s+")
_LEGAL_FORM = re.compile(r"\b(?:SRL|SA|SC|IFN|PFA|SNC|ONG)\b")
_SHOUTED = 0.6
_FEWEST_LETTERS = 8
_EMPTY = re.compile(r"^[\W_]*$")


def calm(text: str) -> str:
    """The text without shouting: in small letters where it was in capitals, and without the names it calls people."""
    pieces: list[str] = []
    at = 0
    for kept in _KEPT.finditer(text):
        pieces += (_calm(text[at : kept.start()]), kept[0])
        at = kept.end()
    pieces.append(_calm(text[at:]))
    told = re.sub(r"\s+([,.;!?])", r"\1", re.sub(r"[ \t]{2,}", " ", "".join(pieces))).strip(" ,;")
    return told if any(sign.isalnum() for sign in told) else text


def _calm(text: str) -> str:
    if _is_shouted(text):
        text = _in_small_letters(text)
    else:
        text = _RUN.sub(
            lambda run: run[0] if _LEGAL_FORM.search(run[0]) else _in_small_letters(run[0], begins=run), text
        )
    return _without_insults(re.sub(r"!+", "!", _ROW.sub(r"\1", text)))


def _is_shouted(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    return len(letters) >= _FEWEST_LETTERS and sum(map(str.isupper, letters)) > _SHOUTED * len(letters)


def _in_small_letters(text: str, begins: re.Match[str] | None = None) -> str:
    """In small letters: the first of each sentence stays, and what is written in capitals by everybody."""
    front = (
        begins is None
        or not begins.string[: begins.start()].rstrip()
        or begins.string[: begins.start()].rstrip()[-1] in ".!?"
    )
    sentences = []
    for number, one in enumerate(_BOUND.split(text)):
        low = _WORD.sub(lambda match: _cased(match[0]), one)
        sentences.append(f"{low[:1].upper()}{low[1:]}" if number or front else low)
    return " ".join(sentences)


def _cased(word: str) -> str:
    if fold(word) in _words("capitals"):
        return word
    return word.lower() if not word.isupper() else town_spelled(word) or word.lower()


def _without_insults(text: str) -> str:
    """Without clauses that only call somebody names, and without words that give vent."""
    folded = fold(text)
    if len(folded) != len(text):
        return text
    names = "|".join(map(re.escape, sorted(_words("insults"), key=len, reverse=True)))
    vent = "|".join(map(re.escape, sorted(_words("vent"), key=len, reverse=True)))
    patterns = (
        rf"\s*\b(?:e|este|ii|sunt|sunteti|esti)\s+(?:un|o|niste)\s+(?:mare |mari )?(?:{names})\b,?",
        rf"\b(?:un |o )?(?:{names})\b(?: asta| ala| aia| de (?:el|ea))?\s*(?=[,.!?;]|$)",
        rf"(?<![\w-])(?:{vent})(?![\w-])",
    )
    for pattern in patterns:
        taken = [match.span() for match in re.finditer(pattern, folded)]
        for start, end in reversed(taken):
            text, folded = text[:start] + text[end:], folded[:start] + folded[end:]
    lines = [one for one in _BOUND.split(text) if not _EMPTY.match(one)]
    return " ".join(lines) if lines else text


@cache
def _words(name: str) -> frozenset[str]:
    table = tomllib.loads(files(__package__).joinpath("retelling.toml").read_text(encoding="utf-8"))
    return frozenset(table[name])
