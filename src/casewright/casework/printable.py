"""Which characters can be set on paper and read back from it, and a text in the form in which it is printed."""

from __future__ import annotations

import re
import unicodedata

from casewright.errors import InvalidInput

_SET = re.compile(
    "[\\s\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482"
    "\u048a-\u04ff\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d"
    "\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2010-\u2027"
    "\u2030-\u2040\u2044-\u2052\u2070\u2071\u2074-\u208e\u20a0-\u20bf\u2116\u2122\u2190-\u2193\u2200-\u22ff]*"
)
"""Latin, Greek, Cyrillic and usual signs: what the fonts inside typst have, found by printing and reading each."""


def printable(text: str) -> str:
    """The text composed (NFC) and without invisible signs such as soft hyphens and joiners.

    Raises ``InvalidInput`` where a character cannot be printed; the sentence names the character and not the text.
    """
    if text.isascii() and text.isprintable():
        return text
    composed = unicodedata.normalize("NFC", text)
    shown = "".join(sign for sign in composed if unicodedata.category(sign) != "Cf")
    fits = _SET.match(shown)
    end = 0 if fits is None else fits.end()
    if end < len(shown):
        sign = shown[end]
        name = unicodedata.name(sign, "a sign without a name")
        raise InvalidInput(
            f"U+{ord(sign):04X} ({name}) cannot be printed: drafts are set in Latin, Greek and Cyrillic letters;"
            " write it in one of these"
        )
    return shown


def printable_value(text: str) -> str:
    """A detail of a party in the form in which it is printed: on one line, one space wherever there is any."""
    return " ".join(printable(text).split())
