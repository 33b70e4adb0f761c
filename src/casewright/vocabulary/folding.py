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
