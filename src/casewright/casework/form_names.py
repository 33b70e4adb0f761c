"""Names that stand in a form, on a card or in an English sentence: told by the field or the phrase before them.

"Nume POPESCU" at a line's beginning, "Reclamant: Hâra (nume)", "n. Klein", "my name is …", "Hâra contra Pop".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.word_lists import no_surnames, ordinary_words, word_list
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAPITAL = "A-ZĂÂÎȘŞȚŢÀ-ÖØ-Þ"
_NAME = rf"(?:[{_CAPITAL}](?:[^\W\d_]|['’])+(?:-[{_CAPITAL}][^\W\d_]+)*|[{_CAPITAL}]\.)"
_NAMES = rf"{_NAME}(?:[ \t\-]{{1,2}}{_NAME}){{0,3}}"
_FULL = rf"{_NAME}(?:[ \t\-]{{1,2}}(?:al-|de |van |von |el )?{_NAME}){{1,3}}"
_FIELD = re.compile(
    rf"(?:^|\n)[ \t]*(?:(?i:nume(?:le)?|prenume(?:le)?|surname|(?:last|first|given) names?)[^\n:\w]{{0,3}}"
    rf"(?:\s?/\s?[\w ]{{3,15}}){{0,2}})"
    rf"[ \t]*:?[ \t]+({_NAMES})(?=[ \t]*(?:\r?\n|$|,))"
)
"""One field a line, as on cards."""
_TOLD_AFTER = re.compile(rf"({_NAMES})[ \t]\((?:nume|prenume|nume de familie)\)")
_BORN = re.compile(
    rf"(?:[(,][ \t]?n\.|\bn[ée]e|\bn[aă]sc\.)[ \t]+({_NAME}(?:[ \-]{_NAME})?)(?=[ \t]*[,.;)\n]|$|\s[a-z])"
)
_ENGLISH = re.compile(
    rf"\b(?:(?i:my name(?: is|'s)|this is|name:|I am called|signed(?: by)?|(?:tenant|land(?:lord|lady)|boss"
    rf"|employer|husband|wife|lawyer|neighbou?r)"
    rf"(?: is| was| named| called|,)?)|I am|I'm|i am|i'm|[Hh]i,|[Hh]ello,)[ \t](?:(?:Mr|Mrs|Ms|Dr)\.?[ \t])?({_FULL})"
)
_TITLED = re.compile(rf"\b(?:[Mm]rs?|[Mm]s|[Mm]me|[Mm]iss|Herr|Frau)\.?[ \t]({_NAMES})")
_RIVALS = re.compile(rf"({_FULL})[ \t](?i:contra|versus|vs\.?|c/)[ \t]({_FULL})")
_SPACED = re.compile(
    rf"(?<![^\W_])(?:[{_CAPITAL}][ \t]){{2,}}[{_CAPITAL}](?:[ \t]{{2,3}}"
    rf"(?:[{_CAPITAL}][ \t]){{2,}}[{_CAPITAL}])+(?![^\W_])"
)
"""Letters set apart, two words at least."""
_PATTERNS = (
    (("nume", "name"), (_FIELD,)),
    (("(nume", "(prenume"), (_TOLD_AFTER,)),
    (("(n.", "( n.", ", n.", ",n.", "née", "nee ", "nasc.", "născ."), (_BORN,)),
    (
        ("name", "this is", "i am ", "i'm ", "hi,", "hello,", "called", "signed", "tenant", "land", "boss", "employer",
         "husband", "wife", "lawyer", "neighbo"),
        (_ENGLISH,),
    ),
    (("mr", "ms", "mme", "miss", "herr", "frau"), (_TITLED,)),
    ((" contra ", " versus ", " vs", " c/ "), (_RIVALS,)),
    (("  ",), (_SPACED,)),
)  # fmt: skip
"""What must stand in a text, in small letters, before the patterns beside it are looked for."""
_PEOPLES = frozenset(
    ("romanian", "ukrainian", "french", "german", "italian", "american", "british", "indian", "turkish")
)


def form_names(text: str) -> Iterator[tuple[int, int]]:
    """The places of such names in the text; they may overlap."""
    lowered = text.lower()
    for signs, patterns in _PATTERNS:
        if not any(sign in lowered for sign in signs):
            continue
        for pattern in patterns:
            for match in pattern.finditer(text):
                for group in range(1 if pattern.groups else 0, pattern.groups + 1):
                    if group == 0 or _are_names(match[group]):
                        yield match.span(group)


def _are_names(written: str) -> bool:
    words = [fold(word) for word in re.findall(r"[^\W\d_]+", written)]
    no_names = no_surnames() | word_list("no_names") | word_list("business") | _PEOPLES
    return no_names.isdisjoint(words) and not ordinary_words().issuperset(words)
