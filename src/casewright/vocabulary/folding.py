"""One form for texts that differ in case, diacritics or look-alikes only: Ș, Ş, S and s find one another."""

from __future__ import annotations

import unicodedata
from typing import Final

from casewright.vocabulary.lookalikes import read_alike

_SIGNS: Final = str.maketrans(dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("‘’‚‛", "'") | dict.fromkeys("–—", "-"))


def without_marks(text: str) -> str:
    """The text without diacritics (Unicode combining marks, general category Mn), its case kept."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(part for part in parts if unicodedata.category(part) != "Mn"))


def fold(text: str) -> str:
    """The text in lower case without diacritics."""
    return without_marks(text).lower()


def base_letter(character: str) -> str:
    """The character without its marks: always one, so that places in a text stay where they are."""
    return character if character.isascii() else unicodedata.normalize("NFD", character)[0]


def plain_letters(text: str) -> str:
    """The text without marks on its letters, look-alikes as what they look like, as long as it was; case is kept."""
    return text if text.isascii() else "".join(map(base_letter, read_alike(text)))


def plain_signs(text: str) -> str:
    """The text with plain quotation marks, apostrophes and dashes, and look-alikes read, as long as it was."""
    return text if text.isascii() else read_alike(text).translate(_SIGNS)


def compatible_letters(text: str) -> str:
    """The text without marks, look-alikes read, and with letters for ligatures: ``ﬁ`` becomes ``fi``."""
    if text.isascii():
        return text
    return "".join(part for part in unicodedata.normalize("NFKD", read_alike(text)) if not unicodedata.combining(part))
