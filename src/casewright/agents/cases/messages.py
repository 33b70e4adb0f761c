"""The prompts and the seed's messages: files by language, with names in single braces to be filled in.

A file may have sections, each under a line ``# name``. Placeholders of parties, in double braces, stay as they are.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

LANGUAGES = ("ro", "en")
"""Of the interface. Prompts are Romanian; only what a user reads is there in English too."""
_SECTION = re.compile(r"^# ([a-z_]+)$", re.MULTILINE)
_NAME = re.compile(r"(?<!\{)\{([a-z_]+)\}(?!\})")


def whole(text: object) -> str:
    """What a mind said as text that can be kept and sent: halves of pairs, which no UTF-8 can hold, become ``?``."""
    return str(text).encode("utf-8", "replace").decode()


@cache
def prompt(name: str, language: str = "ro") -> str:
    """The text of a prompt file, such as ``system``."""
    text: str = files("casewright.agents.cases").joinpath("prompts", language, f"{name}.md").read_text(encoding="utf-8")
    return text.strip()


@cache
def section(name: str, heading: str, language: str = "ro") -> str:
    """One section of a prompt file, without its heading. Raises ``KeyError`` where there is none of that name."""
    parts = _SECTION.split(prompt(name, language))
    found: dict[str, str] = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    return found[heading]


def filled(text: str, **values: object) -> str:
    """The text with each ``{name}`` replaced. Raises ``KeyError`` for a name that has no value; values stay whole."""
    return _NAME.sub(lambda match: str(values[match[1]]), text)


def refusal(name: str, language: str, most: int) -> str:
    """Why a message is not taken: ``empty``, or ``too_long`` where more than ``most`` characters are in it."""
    return filled(section("messages", name, language), most=thousands_apart(most, language))


def thousands_apart(number: int, language: str) -> str:
    """The number with its thousands apart: by commas in English, by points otherwise."""
    return f"{number:,}" if language == "en" else f"{number:,}".replace(",", ".")
