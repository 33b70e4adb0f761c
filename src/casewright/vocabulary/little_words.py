"""The little words that no text does without, by which English and Romanian are told apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from casewright.vocabulary.folding import fold

_WORD = re.compile(r"[^\W\d_]+")
ENGLISH = frozenset(
    _WORD.findall(
        "the and of to is are was were be been you your for with that this these those please have has had not will "
        "would can could should shall what which when from by at if it its there their they we our about must may but "
        "does did how who where into any before after i my he she his her yes no thank thanks here let sorry need "
        "provide information ready missing however because while wait court complaint draft report"
    )
)
ROMANIAN = frozenset(
    _WORD.findall(
        "si de la cu pe este sunt nu un o care pentru sa se din mai va ati dvs dumneavoastra sau prin fi ce cum al ale "
        "ai lui ei au fost cand unde dupa iar cel cea vom voi acest aceasta acestui asupra dar le imi fara conform "
        "potrivit rog daca privind catre intre ca nr art lit alin"
    )
)
"""Folded. Words that both languages have, such as "in" and "an", are in neither list."""
ROMANIAN_LETTERS = frozenset("ăâîșțşţ")


@dataclass(frozen=True, slots=True)
class Count:
    """How many words a text has, and how many of them are of either language."""

    words: int
    english: int
    romanian: int


def count_words(text: str) -> Count:
    """The count of the text's words; a word with a Romanian letter counts as Romanian."""
    words = _WORD.findall(text)
    english = sum(fold(word) in ENGLISH for word in words)
    romanian = sum(fold(word) in ROMANIAN or not ROMANIAN_LETTERS.isdisjoint(word.lower()) for word in words)
    return Count(len(words), english, romanian)


def in_romanian(text: str) -> bool:
    """Whether the text is Romanian rather than English; one that has little words of neither is not."""
    count = count_words(text)
    return count.romanian > count.english
