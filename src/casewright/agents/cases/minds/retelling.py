"""How an act retells what a user told: in sentences and full words, without what was said to the helper.

What stands in quotation marks and what stands between braces is kept as it is: the first is evidence, the second a
placeholder. Words and their restorations are data (``retelling.toml``); a text in English is only made into sentences.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.minds.dates import write_date
from casewright.agents.cases.minds.spoken_language import in_english
from casewright.vocabulary.folding import fold
from casewright.vocabulary.months import ROMANIAN, alternatives, month_number, short_names

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEPT = re.compile(r"\{\{[^{}\n]*\}\}|„[^”\n]*”|“[^”\n]*”|\"[^\"\n]*\"|«[^»\n]*»")
_HOLE = re.compile("[\ue000-\uf8ff]")
_FIRST_HOLE, _MOST = 0xE000, 6000
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_MARKED = re.compile("[ăâîșțşţĂÂÎȘȚŞŢ]")
_END = re.compile(r"(?<=[.!?…])\s+|\n+")
_ABBREVIATED = re.compile(
    r"(?:\b(?:nr|art|alin|lit|pct|str|bl|sc|ap|et|jud|dl|dna|dr|av|ing|op|cit|S|R|L|A|etc)|\b\w)\.$", re.IGNORECASE
)
_DOTTED = re.compile(
    r"(?<![\d/.])(?P<day>\d{1,2})[./-](?P<month>\d{1,2})[./-](?P<year>\d{4}|\d{2})(?![\d/.-]*\d)(?=\W|$)"
)
_SHORT = re.compile(rf"\b(?P<day>\d{{1,2}}) (?P<month>{alternatives(short_names(ROMANIAN))})\b\.?(?!\w)", re.IGNORECASE)
_WISHES = (
    (re.compile(r"(?<!nu )\b(?:aș vrea|as vrea|vreau|doresc)\b", re.IGNORECASE), "solicit"),
    (re.compile(r"(?<!nu )\b(?:am vrea|vrem|dorim)\b", re.IGNORECASE), "solicităm"),
)
_NOT_SHORT = re.compile(r"\b([Nn])-(?=[aeo])")
"""„n-avea” in full."""
_LOUD = re.compile(r"([!?.,])(?:\s*[!?.])+")
_EARLIEST, _CENTURY = 1900, 2000


def retold(text: str) -> str:
    """The text as sentences of an act: each begins with a capital and ends with a sign; empty where nothing is told."""
    bare, kept = _with_holes(" \n".join(" ".join(line.split()) for line in text.splitlines()))
    english = in_english(text)
    told = [one for one in _sentences(bare) if not _is_aside(one)]
    if not english:
        told = [_in_full(one, wishes=True) for one in told]
    return _filled(" ".join(filter(None, map(_as_sentence, told))), kept)


def in_full(text: str) -> str:
    """The text in full words and with dates in full, its sentences as they are: for lists."""
    if in_english(text):
        return text
    bare, kept = _with_holes(text)
    return _filled(_in_full(bare, wishes=False), kept)


def _with_holes(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with one private sign for each part that is kept, and these parts. Private signs of its own go."""
    kept: list[str] = []

    def hole(match: re.Match[str]) -> str:
        if len(kept) == _MOST:
            return match[0]
        kept.append(match[0])
        return chr(_FIRST_HOLE + len(kept) - 1)

    return _KEPT.sub(hole, _HOLE.sub("", text)), tuple(kept)


def _filled(text: str, kept: tuple[str, ...]) -> str:
    return _HOLE.sub(lambda match: kept[ord(match[0]) - _FIRST_HOLE], text)


def _sentences(text: str) -> list[str]:
    """The sentences; a full stop of an abbreviation ends none."""
    found: list[str] = []
    for piece in _END.split(_LOUD.sub(r"\1", text)):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return [one.strip() for one in found if one.strip()]


def _is_aside(sentence: str) -> bool:
    """Whether it is a question, or nothing but a word to the helper."""
    said = re.sub(r"[^\w\s-]", " ", fold(sentence)).split()
    bare = " ".join(said)
    asks = sentence.endswith("?") or any(f"{bare} ".startswith(f"{one} ") for one in _texts("asking"))
    return asks or bare in _texts("asides") or not (said or _HOLE.search(sentence))


def _in_full(text: str, *, wishes: bool) -> str:
    text = _without_openings(text) if wishes else text
    text = _SHORT.sub(_month_in_full, _DOTTED.sub(_date_in_full, text))
    text = _words(text, restore=not _MARKED.search(text))
    if wishes:
        text = _NOT_SHORT.sub(r"\1u ", text)
        for sign, word in _WISHES:
            text = sign.sub(word, text)
    return re.sub(r"\s+([,.;!?])", r"\1", " ".join(text.split())).strip(" ,;")


def _without_openings(text: str) -> str:
    """Without a greeting or a word of thanks before a comma, and without words that only give vent."""
    first, comma, rest = text.partition(",")
    if comma and fold(first.strip()) in _texts("asides"):
        text = rest
    for one in _texts("openers"):
        text = re.sub(rf"(?i)^\W*{re.escape(one)}\b,?\s+", "", text)
    for one in sorted(_texts("vent"), key=len, reverse=True):
        text = re.sub(rf"(?i)(?<![\w-]){re.escape(one)}(?![\w-])\s*", "", text)
    return text


def _words(text: str, *, restore: bool) -> str:
    """Chat spelling in full and names that people are called replaced; with ``restore``, diacritics put back."""
    pieces: list[str] = []
    at = 0
    found = list(_WORD.finditer(text))
    for number, match in enumerate(found):
        before = fold(found[number - 1][0]) if number else ""
        after = fold(found[number + 1][0]) if number + 1 < len(found) else ""
        pieces += (text[at : match.start()], _word(match[0], before, after, restore=restore))
        at = match.end()
    return "".join((*pieces, text[at:]))


def _word(word: str, before: str, after: str, *, restore: bool) -> str:
    key = fold(word)
    spoken = _by_word("spoken").get(word.lower())
    if spoken is not None:
        return _cased(word, spoken)
    for name in ("chat", "called"):
        if key in _by_word(name):
            return _cased(word, _by_word(name)[key])
    if not restore:
        return word
    if key in _nouns():
        return _cased(word, _nouns()[key][before == "o"])
    for row in _beside():
        if row["word"] == key and after != row.get("unless_after") and _stands(row, before, after):
            return _cased(word, row["becomes"])
    if key in _by_word("restored"):
        return _cased(word, _by_word("restored")[key])
    return "-".join(_cased(one, _by_word("restored").get(fold(one), one)) for one in word.split("-"))


def _stands(row: Mapping[str, str], before: str, after: str) -> bool:
    if "before" in row:
        return before in row["before"].split("|")
    return after in row["after"].split("|")


def _cased(word: str, becomes: str) -> str:
    if word.isupper() and len(word) > 1:
        return becomes.upper()
    return becomes[0].upper() + becomes[1:] if word[0].isupper() else becomes


def _date_in_full(match: re.Match[str]) -> str:

    year = int(match["year"])
    try:
        return write_date(date(year if year >= _EARLIEST else _CENTURY + year, int(match["month"]), int(match["day"])))
    except ValueError:
        return match[0]


def _month_in_full(match: re.Match[str]) -> str:
    number = month_number(match["month"].lower())
    return f"{match['day']} {ROMANIAN[number - 1]}"


def _as_sentence(text: str) -> str:
    """With a capital and an end; a mark of exclamation becomes a full stop."""
    text = text.rstrip("!,; ").strip()
    if not text or text == ".":
        return ""
    return f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.…' else '.'}"


@cache
def _table() -> Mapping[str, Any]:  # parsed TOML
    return tomllib.loads(files(__package__).joinpath("retelling.toml").read_text(encoding="utf-8"))


@cache
def _texts(name: str) -> tuple[str, ...]:
    return tuple(_table()[name])


@cache
def _by_word(name: str) -> Mapping[str, str]:
    return dict(_table()[name])


@cache
def _nouns() -> Mapping[str, tuple[str, str]]:
    return {word: (the, some) for word, (the, some) in _table()["nouns"].items()}


@cache
def _beside() -> tuple[Mapping[str, str], ...]:
    return tuple(_table()["beside"])
