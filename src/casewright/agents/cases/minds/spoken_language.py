"""Whether a text is English where Romanian was asked for: by the little words that no text does without."""

from __future__ import annotations

import re

from casewright.vocabulary.little_words import count_words

_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|`[^`]*`")
_FEWEST = 3
"""A text of fewer words, such as a name or a number, is of no language."""
_FEWEST_ENGLISH = 2


def in_english(text: str) -> bool:
    """Whether the text is English rather than Romanian, with or without diacritics. Names and quotes do not decide."""
    count = count_words(_PLACEHOLDER.sub(" ", text))
    return count.words >= _FEWEST and count.english >= _FEWEST_ENGLISH and count.english > count.romanian
