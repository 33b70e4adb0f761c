"""Clause numbers at the beginning of a paragraph: ``7.``, ``7.2``, ``(a)``, ``ARTICLE IV``, ``Schedule 2``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from casewright.vocabulary.folding import plain_letters

LabelKind = Literal["number", "letter", "article", "annex"]


@dataclass(frozen=True, slots=True)
class Label:
    """A clause number as it is printed, and what it may count.

    ``values`` are the ways to read it: one tuple of numbers for ``7.2``; for ``(i)`` both the ninth letter
    and the first Roman numeral. Each stands beside its ``style``, which the labels of one series share.
    """

    kind: LabelKind
    text: str
    values: tuple[tuple[str, tuple[int, ...]], ...]
    end: int
    """Where the clause's own text begins."""
    is_named: bool = False
    """Whether a word such as Section says that it is one."""
    is_glued: bool = False
    """Whether the next word stands at it without a space, so that only its neighbours say that it is one."""
    item: Label | None = None
    """The item that is printed with its clause's number: 7.2(a) in 7.2."""


_WRITTEN: Final = {
    word: value
    for value, words in enumerate(
        (
            "one first unic unu", "two second doi", "three third trei", "four fourth", "five fifth", "six sixth",
            "seven seventh", "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth",
            "thirteen thirteenth", "fourteen fourteenth", "fifteen fifteenth", "sixteen sixteenth",
            "seventeen seventeenth", "eighteen eighteenth", "nineteen nineteenth", "twenty twentieth",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
"""Numbers in words, cardinal and ordinal."""
_ORDINALS: Final = [word for word in _WRITTEN if word.endswith("th") or word in ("first", "second", "third")]

_LABEL: Final = re.compile(
    r"""
    (?:[-*•·●▪o][ \t\xa0]+)? (?:\*\*|__)?                     # a list's bullet, Markdown's emphasis
    (?:
      (?P<word>(?i:article|articolul|art\.|chapter|capitolul|part|partea|title|titlul))[ \t\xa0]*
        (?P<article>(?<=[ \t\xa0.])(?:[IVXLC]{1,7} | \d{1,3}(?:\^\d{1,2})? | (?i:WRITTEN)))(?!\w)
        (?!\.\d)
    | (?P<division>(?i:section|sectiunea|secțiunea|secţiunea|clause))[ \t\xa0]+
        (?P<division_number>(?-i:[IVXLC]{1,7}) | (?i:WRITTEN) | (?<=[eE][aA][ ])(?:\d{1,2}|a[ ]\d{1,2}-a))\b(?!\.\d)
    | (?P<annex>(?i:exhibit|schedule|annex|appendix|attachment|anexa))[ \t\xa0]+ (?:(?i:no\.|nr\.)[ \t\xa0]*)?
        ["“']?(?P<annex_id>[A-Z]{1,2}(?:-?\d{1,2})?|[IVX]{1,5}|\d{1,2})["”']? (?![\w.]*\w)
    | (?P<section>(?i:section|sec\.|clause|paragraph|§{1,2}))[ \t\xa0]*
        (?P<section_number>\d{1,3}(?:\.\d{1,3}){0,5}) (?![\d,]|\.\d|\()
    | (?P<number>\d{1,3}(?:\.\d{1,3}){0,5}(?:\.[A-Z](?=[.\ )]))?) (?P<after>[.):]{0,2}) (?![\d,%$€£/])
    | (?P<ordinal>ORDINALS)(?=:)
    | \((?P<inside>[a-z]{1,5}|[A-Z]{1,5}|\d{1,2})\)
    | (?P<letter>[a-z]|[A-Z]|[ivx]{2,5}|[IVX]{2,5}) (?P<close>[.)])
    )
    (?P<end>[.:]?(?:\*\*|__)?)
    (?: [ \t\xa0]*[-–—:.][ \t\xa0]+ | [ \t\xa0]+ | (?=\n|\Z) | (?=["“”‘’'(\[*_]) | (?<=[.)])(?=[A-Z][A-Za-z])
      | (?<=\))(?=[a-z]{3}) | (?P<glued>(?<=\d))(?=(?i:[^\W\d_]){3})(?=[A-ZĂÂÎȘŞȚŢ](?:[^\W\d_A-Z]{2}|[^\W\d_a-z]{2})) )
    """.replace("WRITTEN", "|".join(_WRITTEN)).replace("ORDINALS", "|".join(_ORDINALS).upper()),
    re.VERBOSE,
)
_REFERRED: Final = re.compile(
    r"(?:and|or|through|to)[ ]\(|(?:above|below|hereof|hereto|herein)\b|of[ ](?:this|the[ ]\w+[ ](?:sentence|paragraph)"
    r"|section|clause|article|paragraph|subsection)|[,;)]",
    re.I,
)
"""What follows a letter where a sentence refers to an item."""
_QUICK: Final = re.compile(
    r"[-*•·●▪o \t\xa0_]*(?:\d|\(|§|[a-zA-Z][.)]|[ivxIVX]{2,5}[.)]"
    r"|(?i:art|sec|cha|cap|par|tit|exh|sch|ann|app|att|ane|cla)|[FSTEN][A-Z]{4,10}:)"
)
_JOINED: Final = re.compile(r"\((?:[a-z]{1,5}|[A-Z]{1,2}|\d{1,2})\)(?=[ \t\xa0]+[^\Wa-z])")
"""An item right behind its clause's number, with a capital or a figure behind it."""
_ROMAN: Final = re.compile(r"(?i)(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\Z")
_FIGURES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def label_at(text: str, start: int, end: int) -> Label | None:
    """The clause number with which ``text[start:end]`` begins, None where it begins with none."""
    if _QUICK.match(text, start, end) is None:
        return None
    match = _LABEL.match(text, start, end)
    if match is None:
        return None
    if match["number"]:
        return _number(match, text, end)
    if match["letter"] or match["inside"]:
        return None if _REFERRED.match(text, match.end(), end) else _letter(match)
    following = text[match.end() : min(end, match.end() + 160)]
    if following[:1].islower() or following[:1] in tuple(",;)"):
        return None  # a reference in a sentence, not the beginning of a clause
    if match["ordinal"]:
        printed = match["ordinal"]
        return Label("article", printed, (("ordinal", (_WRITTEN[printed.lower()],)),), match.end())
    if match["section_number"]:
        return _named_section(match)
    if match["word"] or match["division"]:
        return _article(match)
    return _annex(match, following)


def _number(match: re.Match[str], text: str, end: int) -> Label | None:
    printed = match["number"]
    value = _parts(printed)
    if value is None or ":" in match["after"]:
        return None
    following = text[match.end() : min(end, match.end() + 160)]
    if match["after"].startswith(")"):
        return Label("letter", f"{printed})", (("1)", value),), match.end())
    is_glued = match["glued"] is not None
    if following[:1].islower() or not (match["after"] or "." in printed or is_glued or _is_short_title(following)):
        return None
    item = _item(printed, text, match.end(), end) if not match["after"] and "." in printed else None
    after = item.end if item is not None else match.end()
    return Label("number", printed, (("number", value),), after, is_glued=is_glued, item=item)


def _item(number: str, text: str, start: int, end: int) -> Label | None:
    """The item printed right behind its clause's number, which it tells with its own: 7.2(a)."""
    if text[start - 1 : start].isspace() or (inside := _JOINED.match(text, start, end)) is None:
        return None
    match = _LABEL.match(text, start, end)
    found = _letter(match) if match is not None and match["inside"] else None
    return replace(found, text=f"{number}{inside[0]}") if found is not None else None


def _named_section(match: re.Match[str]) -> Label | None:
    value = _parts(match["section_number"])
    if value is None:
        return None
    return Label("number", match["section_number"], (("number", value),), match.end(), is_named=True)


def _parts(printed: str) -> tuple[int, ...] | None:
    """The numbers between the dots; None where they are no clause's (a date, a year, an amount)."""
    value = tuple(int(part) if part.isdigit() else ord(part) - ord("A") + 1 for part in printed.split("."))
    return value if all(part <= 199 for part in value) and not printed.startswith("00") else None


def _article(match: re.Match[str]) -> Label | None:
    """An article, or what holds articles or sections and is counted in words or Roman figures."""
    word, printed = (
        (match["word"], match["article"]) if match["word"] else (match["division"], match["division_number"])
    )
    if word[0].islower():
        return None
    counted = printed.split("^")[0].removeprefix("a ").removesuffix("-a")
    value = int(counted) if counted.isdecimal() else _WRITTEN.get(counted.lower()) or roman(counted)
    style = plain_letters(word).lower().rstrip(".")
    return Label("article", f"{word} {printed}", ((style, (value,)),), match.end(), True) if value else None


def _annex(match: re.Match[str], following: str) -> Label | None:
    word, printed = match["annex"], match["annex_id"]
    line = following.split("\n", 1)[0].rstrip()
    if word[0].islower() or len(line) > 120 or line.endswith((".", ";", ",")):
        return None
    if printed.isdigit() and int(printed) >= 10 and word.lower() == "exhibit":
        return None  # the number under which a filing lists the whole contract, printed at its top
    return Label("annex", f"{word} {printed}", ((word.lower(), ()),), match.end(), is_named=True)


def _letter(match: re.Match[str]) -> Label | None:
    inside = match["inside"]
    printed = inside or match["letter"]
    shape = "()" if inside else match["close"]
    values: list[tuple[str, tuple[int, ...]]] = []
    if printed.isdigit():
        values.append((f"1{shape}", (int(printed),)))
    else:
        case = "a" if printed.islower() else "A"
        if len(set(printed)) == 1 and len(printed) <= 2:
            values.append((f"{case}{shape}", (ord(printed[0].lower()) - 96 + 26 * (len(printed) - 1),)))
        if number := roman(printed):
            values.append((f"{'i' if case == 'a' else 'I'}{shape}", (number,)))
    text = f"({printed})" if inside else f"{printed}{shape}" if shape == ")" else printed
    return Label("letter", text, tuple(values), match.end()) if values else None


def roman(printed: str) -> int:
    """The value of a Roman numeral below 100, in either case; 0 where it is none."""
    digits = printed.lower()
    if not digits or _ROMAN.match(digits) is None:
        return 0
    figures = [_FIGURES[digit] for digit in digits]
    return sum(-now if now < after else now for now, after in zip(figures, [*figures[1:], 0], strict=True))


def _is_short_title(rest: str) -> bool:
    """Whether the rest of a line reads like a heading, so that a bare number before it may be a clause's."""
    line = rest.split("\n", 1)[0].strip()
    return 2 < len(line) <= 80 and line[0].isupper() and line[-1] not in ".,;:" and not any(map(str.isdigit, line))
