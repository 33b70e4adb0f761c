"""Characters that look like others, read as those, one for one: what compares texts sees them as a person does.

The text itself stays as it is, and so do places in it: every text is as long as it was. A Greek or Cyrillic letter is
read as the Latin one that it looks like only inside a word that has Latin letters, too, or in a word of nothing but
such letters between Latin words; Greek and Russian texts stay what they are.

What one character cannot stand for is left: ligatures, which are two letters, and characters without width.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

LETTERS: Final = str.maketrans(
    "АВЕЁІӀЈКМНОРСЅТХУԚԜавеёікмнорсѕтхуһјԁԛԝѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχϲϳ",
    "ABEEIIJKMHOPCSTXYQWabeeikmhopcstxyhjdqwvABEZHIKMNOPTYXabeikvoptuxcj",
)
"""Cyrillic and Greek letters by the Latin ones that they look like; not the Greek mu, which is a unit's."""
CEDILLAS: Final = str.maketrans(dict(zip("şţŞŢ", "șțȘȚ", strict=True)))
"""Romanian's letters as older encodings write them."""
SPACES: Final = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""Spaces of other widths, and those at which no line ends."""


def _alone() -> dict[int, str]:
    """What is read as another character wherever it stands."""
    spaces = dict.fromkeys(map(ord, SPACES), " ")
    hyphens = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2043, 0x2212, 0xFE63), "-")
    others = {0x37E: ";", 0x387: "·", 0x2BC: "'", 0x2024: ".", 0x2236: ":"}
    widths = {
        code: plain
        for code in (*range(0x2102, 0x2140), *range(0xFF01, 0xFF5F), *range(0x1D400, 0x1D800))
        if len(plain := unicodedata.normalize("NFKC", chr(code))) == 1 and (code > 0x2140 or plain.isascii())
    }
    return widths | spaces | hyphens | others | dict(CEDILLAS)


_ALONE: Final = {chr(code): plain for code, plain in _alone().items()}
_ODD: Final = re.compile("[" + "".join(map(re.escape, sorted(_ALONE))) + "]")
_SPACE: Final = re.compile(f"[{SPACES}]")
_IN_NUMBER: Final = re.compile(r"(?<=\d)(?<!\d{4})[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))")
_HAS_FOREIGN: Final = re.compile("[\u0370-\u03ff\u0400-\u052f\u1f00-\u1fff]")
_ALIKE: Final = {chr(code): chr(plain) for code, plain in LETTERS.items()}
_LETTER: Final = re.compile("[" + "".join(_ALIKE) + "]")
_LATIN: Final = re.compile("[A-Za-z\u00c0-\u024f]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_FEW: Final = 32
_REACH: Final = 40
"""Characters within which the words beside a word say what it is written in."""


@dataclass(slots=True)
class _Word:
    start: int
    end: int
    shown: str

    @property
    def is_foreign(self) -> bool:
        return not self.shown.isascii() and _HAS_FOREIGN.search(self.shown) is not None


def read_alike(text: str, *, but: Collection[str] = ()) -> str:
    """The text with look-alikes as what they look like, as long as it was; twice makes no difference.

    Characters of ``but`` stay as they are.
    """
    if text.isascii():
        return text
    signs = set(text)
    odd = (signs & _ALONE.keys()).difference(but)
    if len(odd) > _FEW:
        text = _ODD.sub(lambda found: found[0] if found[0] in but else _ALONE[found[0]], text)
    else:
        for sign in odd:
            text = text.replace(sign, _ALONE[sign])
    is_foreign = any(map(_HAS_FOREIGN.match, signs.union(map(_ALONE.__getitem__, odd))))
    return _in_latin(text) if is_foreign else text


def read_figures_alike(text: str) -> str:
    """As ``read_alike``, but a space that parts a number's thousands is one at which no line ends, U+00A0.

    So ``1 234 567`` is one number where such spaces part it, and three where plain ones do.
    """
    if text.isascii():
        return text
    read = read_alike(text, but=SPACES)
    if _SPACE.search(read) is None:
        return read
    return _SPACE.sub(lambda found: "\u00a0" if _IN_NUMBER.match(read, found.start()) else " ", read)


def _in_latin(text: str) -> str:
    words = [_Word(*found.span(), found[0]) for found in _WORD.finditer(text)]
    foreign = [at for at, word in enumerate(words) if word.is_foreign]
    for at in foreign:
        if _LATIN.search(words[at].shown):
            words[at].shown = _lettered(words[at].shown)
    alone = [at for at in foreign if words[at].is_foreign and _stands_in_latin(words, at)]
    for at in alone:
        words[at].shown = _lettered(words[at].shown)
    parts: list[str] = []
    done = 0
    for at in foreign:
        parts += text[done : words[at].start], words[at].shown
        done = words[at].end
    return "".join((*parts, text[done:]))


def _lettered(word: str) -> str:
    """The word in Latin letters, as it is where one of its letters looks like none."""
    read = _LETTER.sub(lambda found: _ALIKE[found[0]], word)
    return word if _HAS_FOREIGN.search(read) else read


def _stands_in_latin(words: Sequence[_Word], at: int) -> bool:
    """Whether the words beside it are Latin; one small letter is a sign of its own."""
    word = words[at]
    if len(word.shown) == 1 and not word.shown.isupper():
        return False
    beside = []
    if at and word.start - words[at - 1].end <= _REACH:
        beside.append(words[at - 1])
    if at + 1 < len(words) and words[at + 1].start - word.end <= _REACH:
        beside.append(words[at + 1])
    return bool(beside) and all(not other.is_foreign and _LATIN.search(other.shown) for other in beside)
