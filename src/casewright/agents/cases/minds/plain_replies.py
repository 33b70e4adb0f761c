"""What a reply means before anybody looks for facts in it: yes, no, none, not known, a question, an instruction.

The words are in ``replies.toml``.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

from casewright.vocabulary.folding import fold

_SENTENCE_END = re.compile(
    r"(?<=[.!?…])\s+(?=[\"„(]?[A-ZĂÂÎȘȚŞŢ{0-9])|(?<=\?)\s+|\n+"
    # In a chat sentences begin with small letters too.
    r"|(?<=!!)\s+|(?<=\w\w\w[.!])\s+(?=[a-zăâîșț]{2})"
)
_CLAUSE_END = re.compile(
    r";\s+|,?\s+(?:dar|însă|insa|but)\s+|,\s*(?:iar|ci|and yet)\s+"
    r"|,\s*(?=(?:și )?(?:vreau|doresc|aș vrea|as vrea|i want)\b)",
    re.IGNORECASE,
)
_SHORT_FORM = re.compile(
    r"(?:\b(?:nr|no|apart|tel|loc|art|alin|lit|str|bd|bl|ap|dl|dna|jud|mun|com|pct|seria|dvs|etc|cca|aprox)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_APART = re.compile(
    r"(?<![\w'’-])(n|mi|ți|ti|l|s|m|v|ne|le) (?=(?:am|ai|a|au|ați|ati|avem|aveți|aveti|are|aș|as|ar)\b)", re.IGNORECASE
)
"""Short forms of pronouns and of „nu” that are written with a hyphen, in chats often without."""
_WHY = re.compile(r"^\W*(?:ca|k|fiindca|pentru ca|pt ca|because)\b")
_FEW_WORDS = 12


def tidy(text: str) -> str:
    """The text composed (NFC), its white space as single spaces but for line breaks, „n avem” as „n-avem”."""
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines())
    return _APART.sub(r"\1-", "\n".join(line for line in lines if line))


def sentences(text: str) -> list[str]:
    """The sentences of the text; a dot of a short form ends none."""
    parts: list[str] = []
    for part in _SENTENCE_END.split(tidy(text)):
        part = part.strip()
        if not part:
            continue
        if parts and _SHORT_FORM.search(parts[-1]):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts


def clauses(sentence: str) -> list[str]:
    """The parts of a sentence that tell different things: what „, iar”, „, dar” and the like stand between."""
    return [part.strip(" ,;") for part in _CLAUSE_END.split(sentence) if part.strip(" ,;")]


def said_in(name: str, folded: str) -> bool:
    """Whether one of the patterns of that name is found in the folded text."""
    return place_in(name, folded) is not None


def place_in(name: str, folded: str) -> re.Match[str] | None:
    """Where the first of the patterns of that name stands in the folded text."""
    return _pattern(name).search(folded)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    text = files("casewright.agents.cases.minds").joinpath("replies.toml").read_text(encoding="utf-8")
    return re.compile("|".join(tomllib.loads(text)[name]))


def unknown(text: str) -> bool:
    """Whether a short reply says that its writer does not know."""
    return _few(text) and said_in("unknown", _said(text))


def none_of_it(text: str) -> bool:
    """Whether a short reply says that there is none."""
    return _few(text) and said_in("none", _said(text))


def yes_or_no(text: str) -> bool | None:
    """What the reply begins with; None where it is neither."""
    said = _said(text)
    if said_in("yes", said):
        return True
    return False if said_in("no", said) else None


def is_question(sentence: str) -> bool:
    """Whether the sentence asks."""
    return sentence.rstrip(' "”)').endswith("?") or (_few(sentence) and said_in("asks", _said(sentence)))


def to_the_machine(sentence: str) -> bool:
    """Whether the sentence gives the assistant orders about its own rules. It is text; nobody follows it."""
    return said_in("to_the_machine", fold(sentence))


def told(text: str) -> list[str]:
    """The sentences that tell something: without questions and without orders to the machine."""
    found = []
    asked = False
    for one in sentences(text):
        # "Cât costă? Că n-am bani": why one asks belongs to the question.
        asked = is_question(one) or (asked and _WHY.match(fold(one)) is not None)
        if not asked and not to_the_machine(one):
            found.append(one)
    return found


def _said(text: str) -> str:
    return fold(text).strip(" .,!\"'„”\n\t").replace("’", "'")


def _few(text: str) -> bool:
    return len(text.split()) <= _FEW_WORDS
