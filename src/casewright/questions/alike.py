"""Which words are forms of one word, and which of a question or a sentence say something."""

from __future__ import annotations

import re
from typing import Final

from casewright.iql.wording import words_of

_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[%$£€]")
_ENDINGS: Final = words_of(
    "s es d ed ing e y ies ied ly ion ions ation ations able ible ment ments al ance ence ance's 's n "
    "ual ive ition itions ability t ting ted ned ning led ling red ring ping ped ves ving sion "
    "ul ului a ei i ii iei iile iilor ile ilor lor le lui uri urile urilor at ata ate ati it ita ite iti are ari arii "
    "area arile ea ere erea ire irea eaza esc este easca asca ez eze ez ind and iune iunea iunii iuni tia tiei tii "
    "ut uta ute uti ur is isa ise isi iti ti te u ului il"
)
_LEAST: Final = 3
_LITTLE: Final = words_of(
    "a an the this that these those its it their his her our your we us you i my they them he she any all each every "
    "some such no not of to in on at by for from with under as and or be been being is are was were do does did has "
    "have had may can could might must shall should will would there here than then so if also other own party's "
    "agreement contract lease document contractul contractului acordul hereunder hereby thereof herein ok still "
    "un o al ai ale lui ei sa se si sau de la in pe cu din prin pentru care ca este e sunt fi fie va vor mai isi iti "
    "cel cea cei cele acest aceasta acestui unui unei poate pot are au trebuie dreptul obligat sau nu fara lor sai sale"
)
_ROLES: Final = re.compile(
    r"(?:chirias|proprietar|locatar|locator|angajat|salariat|furnizor|client|beneficiar|prestator|vanzator|cumparator"
    r"|agent|comitent|distribuitor|producator|expeditor|transportator|part[ie]|antreprenor|imprumutat|imprumutator"
    r"|ceden|cesionar|licentia|comodat|comodant|mandata|executan|asociat|depozita|titular|consultan)\w*"
)


def words_in(text: str) -> list[str]:
    """The words of a folded text in small letters, in order."""
    return _WORD.findall(text)


def says_little(word: str) -> bool:
    """Whether the word shapes sentences and says nothing by itself."""
    return word in _LITTLE


def is_role(word: str) -> bool:
    """Whether the Romanian word is what a party is called."""
    return _ROLES.fullmatch(word) is not None


def alike(one: str, other: str) -> bool:
    """Whether two words are forms of one: the same beginning, and endings that words take.

    Who does something is another word than what is done, and than whom it is done to: "employer", "employ", "employee".
    """
    if one == other:
        return True
    same = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        same += 1
    rests = {one[same:], other[same:]} - {""}
    return same >= max(_LEAST, min(len(one), len(other)) - 3) and rests <= _ENDINGS
