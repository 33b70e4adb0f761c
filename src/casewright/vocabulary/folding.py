"""One form for texts that differ in case or diacritics only, so that Ș, Ş, S and s are found by one another."""

from __future__ import annotations

import unicodedata


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
    """The text without marks on its letters, as long as it was; its case is kept."""
    return text if text.isascii() else "".join(map(base_letter, text))


def compatible_letters(text: str) -> str:
    """The text without marks and with plain letters for ligatures and other widths: ``ﬁ`` becomes ``fi``."""
    if text.isascii():
        return text
    return "".join(part for part in unicodedata.normalize("NFKD", text) if not unicodedata.combining(part))
