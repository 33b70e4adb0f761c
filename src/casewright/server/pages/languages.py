"""The languages that pages speak: their catalogues, and which one a visitor wants."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

LANGUAGES = ("en", "ro")
"""The first is the one that pages are written in, and that of a visitor who wants none of them."""


@cache
def translations(language: str) -> NullTranslations:
    """The language's catalogue; that of the first language changes nothing."""
    if language == LANGUAGES[0]:
        return NullTranslations()
    source = files("casewright.server.pages") / "locale" / f"{language}.po"
    with source.open("rb") as lines:
        catalogue = read_po(lines, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


@cache
def locale(language: str) -> Locale:
    """How the language writes dates and numbers."""
    # English pages write days as the rest of the world does, not as the United States do.
    return Locale.parse("en_GB" if language == "en" else language)


def preferred(chosen: str | None, accepted: str | None) -> str:
    """The language that was ``chosen``, else the first that an Accept-Language header accepts, else the first."""
    if chosen in LANGUAGES:
        return chosen
    wanted: list[tuple[float, str]] = []
    for part in (accepted or "")[:500].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(wanted, key=lambda one: one[0]) if name in LANGUAGES), LANGUAGES[0])
