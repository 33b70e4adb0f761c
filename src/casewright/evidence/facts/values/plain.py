"""A span's words in one form: small letters without marks, plain signs, one space between words."""

from __future__ import annotations

import re

from casewright.vocabulary.folding import compatible_letters, plain_signs

_SPACE = re.compile(r"\s+")
_SPLIT_ORDINAL = re.compile(r"(?<=\d) ?(s ?t|n ?d|r ?d|t ?h)(?=[ ,)\]])")
_SPLIT_BRACKET = re.compile(r"([(\[]) | ([)\]])")


def words_of(text: str) -> str:
    """The text in that form; ``20t h day`` is ``20th day``, ``( 30 )`` is ``(30)``."""
    plain = _SPACE.sub(" ", compatible_letters(plain_signs(text).casefold())).strip()
    plain = _SPLIT_ORDINAL.sub(lambda found: found[1].replace(" ", ""), plain)
    return _SPLIT_BRACKET.sub(lambda found: found[1] or found[2], plain)


def one_line(text: str) -> str:
    """The text with its own letters, on one line."""
    return _SPACE.sub(" ", text).strip()
