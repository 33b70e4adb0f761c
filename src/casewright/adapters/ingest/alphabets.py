"""What tells one 8-bit encoding from another: the letters that languages are written in, and their small words.

The letters are those of each language's alphabet beyond a to z, with what is usual in its loan words; the small words
are among its most frequent, most of them written in a to z alone, so that they read the same in every encoding.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from casewright.vocabulary.lookalikes import CEDILLAS


@dataclass(frozen=True)
class Language:
    """One language: its letters beyond a to z, lower case, and small words of it."""

    letters: frozenset[str]
    words: frozenset[str]


def _language(letters: str, words: str) -> Language:
    return Language(frozenset(letters), frozenset(words.split()))


WESTERN: Final = (
    _language("éèêëïîôöüçñàâáíóúæœ", "the of and to in shall by or for this any be with is that on as not"),  # English
    _language("àâæçéèêëîïôœùûüÿ", "le les des et du par est pour une dans que qui sur aux ou ne pas la"),  # French
    _language("äöüßéèàç", "der die und das den von zu mit des dem ist nicht auf ein eine oder wird im"),  # German
    _language("áéíñóúüç", "el los las y que con por para una del al se en su lo es la o"),  # Spanish
    _language("àèéìîòóùú", "il che per con del della una si non dei nel alla gli le di e la"),  # Italian
    _language("áâãàçéêíóôõúü", "o os as do da dos das que com para por uma em no na se ou e"),  # Portuguese
    _language("áéëïóöüèêçí", "het een van en te dat op voor met zijn niet is door of in de wordt"),  # Dutch
    _language("åäöéüà", "och att som av en det till den ska med om inte eller ett"),  # Swedish
    _language("æøåéóòôèöäü", "og af som til er den det en med ikke eller skal ved fra"),  # Danish, Norwegian
    _language("åäöšžé", "ja on ei se tai jos sen ovat mukaan kun sekä"),  # Finnish
    _language("áðéíóúýþæö", "og til sem er um af ekki eru skal"),  # Icelandic
)
CENTRAL: Final = (
    _language("ăâîșțşţé", "de la cu din sau care este nu pe al ale prin pentru sunt ca se un unei"),  # Romanian
    _language("ąćęłńóśźżé", "w z na do nie jest oraz przez od dla lub po za i jako niniejsza umowa"),  # Polish
    _language("áčďéěíňóřšťúůýžöü", "v na se je nebo pro podle ve za a od z do dle jeho"),  # Czech
    _language("áäčďéíĺľňóôŕšťúýžöü", "v na sa je alebo pre za a od z do zmluvy podľa"),  # Slovak
    _language("áéíóöőúüű", "a az nem hogy vagy egy meg ha is el szerint minden"),  # Hungarian
    _language("čćđšžé", "i u na je se da ili za od po iz ne"),  # Croatian, Slovene
)

_WORD: Final = re.compile(r"[^\W\d_ªºµ]+")
_ODD: Final = re.compile(
    # A sign where no writing has one: spacing accents, signs within words, a letter beyond ASCII beside a digit or
    # before a sign that stands for nothing there, a capital in the middle of a word.
    r"[¨´¸¯¤¦¬ˇ˘˙˛˝ˆ˜ƒ]"
    r"|[ªº](?=[^\W\d_])"
    r"|(?<=[^\W\d_])[¹²³¼½¾×÷£¥§©®°±¿¡¢¶†‡‰•µ€](?=[^\W\d_])"
    r"|(?<=[\u00c0-\u024f])[©€™£¥§¶¢°±¿¡†‡‰•‹›Œž]"
    r"|\d[\u00c0-\u024f]|(?<!\w)[\u00c0-\u024f]\d"
    r"|(?<=[a-z])[À-ÖØ-Þ]"
)


class Text:
    """A text as one encoding gives it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def is_odd(self) -> bool:
        """Whether a sign stands where no writing has one."""
        return _ODD.search(self.text) is not None

    @cached_property
    def key(self) -> str:
        """What it says: Romanian's letters are the same with a comma and with a cedilla."""
        return self.text.translate(CEDILLAS)

    @cached_property
    def counted(self) -> Counter[str]:
        """How often each word occurs, lower case."""
        return Counter(_WORD.findall(self.text.lower()))

    def support(self, languages: tuple[Language, ...]) -> int | None:
        """How many small words of a language that has every letter of the text are in it; None where none has."""
        letters = {sign for word in self.counted for sign in word if not sign.isascii()}
        found = [one for one in languages if letters <= one.letters]
        return max((self.small_words(one) for one in found), default=None)

    def small_words(self, language: Language) -> int:
        """How many words of the text are small words of the language."""
        return sum(self.counted[word] for word in language.words)

    def is_written_in(self, languages: tuple[Language, ...]) -> bool:
        """Whether each word by itself could be one of these languages."""
        foreign = [set(word) for word in self.counted if not word.isascii()]
        return all(any({s for s in word if not s.isascii()} <= one.letters for one in languages) for word in foreign)
