"""Where a sentence ends. Rather once too often than too seldom: a reference counts in its own sentence only."""

from __future__ import annotations

import re

from casewright.vocabulary.company_forms import ABBREVIATED, dotted
from casewright.vocabulary.currencies import USUAL
from casewright.vocabulary.months import ENGLISH, ROMANIAN, short_names

_WITHIN = """
e.g i.e mr mrs ms dr prof vs approx cca nr no art sec p pp fig cf ca incl excl est dl dna ing conf str ie eg
"""
_PERHAPS_LAST = """
etc p.a u.s u.k a.m p.m mil mld mio mn bn jr sr st dept al
"""
_NEVER = frozenset(_WITHIN.split())
"""After these a full stop ends no sentence."""
_SELDOM = frozenset((
    *_PERHAPS_LAST.split(), *ABBREVIATED, "gmbh", "srl", *map(dotted, ("sa", "srl", "nv", "bv", "ag", "spa")),
    *short_names((*ENGLISH, *ROMANIAN)), "mai",
))  # fmt: skip
"""After these it ends one where a capital letter follows that begins no currency."""
_CURRENCY = re.compile(rf"(?:{'|'.join(USUAL)})\b")
_END = re.compile(r"[.!?。！？]+[\"'”’»)]*(?=\s|\[|$)")
_LAST_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|\.(?=[^\W\d_]))*$")
_BULLET = re.compile(r"^\s*(?:[-*•–—>#]+\s+)?")
_NUMBER = re.compile(r"^\(?(\d{1,2})[.)]\s+")


def sentences(text: str) -> list[str]:
    """The sentences of ``text`` in order, without bullets and numbers before them. A line break ends a sentence.

    Numbers before lines count from 1; another number at the beginning of a line is part of its sentence.
    """
    found, count = [], 0
    for line in text.splitlines():
        rest = _BULLET.sub("", line, count=1)
        number = _NUMBER.match(rest)
        if number is not None and int(number[1]) in (1, count + 1):
            count, rest = int(number[1]), rest[number.end() :]
        found += [sentence for sentence in map(str.strip, _of_line(rest)) if sentence]
    return found


def _of_line(line: str) -> list[str]:
    found, begin = [], 0
    for end in _END.finditer(line):
        if _ends(line[begin : end.start()], end[0], line[end.end() :].lstrip()):
            found.append(line[begin : end.end()])
            begin = end.end()
    return [*found, line[begin:]]


def _ends(before: str, sign: str, after: str) -> bool:
    """Whether the sign between ``before`` and ``after`` ends a sentence."""
    if sign != ".":
        return True
    word = _LAST_WORD.search(before)
    if word is None:
        return True
    name = word[0].lower()
    if name in _NEVER:
        return False
    # A single capital is an initial: "J. Smith".
    if name in _SELDOM or (len(name) == 1 and word[0].isupper()):
        return after[:1].isupper() and _CURRENCY.match(after) is None and len(name) > 1
    return True
