"""Whether a text is English where Romanian was asked for: by the little words that no text does without."""

from __future__ import annotations

import re

from casewright.vocabulary.folding import fold

_WORD = re.compile(r"[^\W\d_]+")
_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|`[^`]*`")
_ENGLISH = frozenset(
    _WORD.findall(
        "the and of to is are was were be been you your for with that this these those please have has had not will "
        "would can could should shall what which when from by at if it its there their they we our about must may but "
        "does did how who where into any before after i my he she his her yes no thank thanks here let sorry need "
        "provide information ready missing however because while wait court complaint draft report"
    )
)
_ROMANIAN = frozenset(
    _WORD.findall(
        "si de la cu pe este sunt nu un o care pentru sa se din mai va ati dvs dumneavoastra sau prin fi ce cum al ale "
        "ai lui ei au fost cand unde dupa iar cel cea vom voi acest aceasta acestui asupra dar le imi fara conform "
        "potrivit rog daca privind catre intre ca nr art lit alin"
    )
)
"""Folded. Words that both languages have, such as "in" and "an", are in neither list."""
_ROMANIAN_LETTERS = frozenset("ăâîșțşţ")
_FEWEST = 3
"""A text of fewer words, such as a name or a number, is of no language."""
_FEWEST_ENGLISH = 2


def in_english(text: str) -> bool:
    """Whether the text is English rather than Romanian, with or without diacritics. Names and quotes do not decide."""
    words = _WORD.findall(_PLACEHOLDER.sub(" ", text))
    if len(words) < _FEWEST:
        return False
    english = sum(fold(word) in _ENGLISH for word in words)
    romanian = sum(fold(word) in _ROMANIAN or not _ROMANIAN_LETTERS.isdisjoint(word.lower()) for word in words)
    return english >= _FEWEST_ENGLISH and english > romanian
