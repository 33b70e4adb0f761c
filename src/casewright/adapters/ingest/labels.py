"""Clause numbers at the beginning of a paragraph: ``7.``, ``7.2``, ``(a)``, ``ARTICLE IV``, ``Schedule 2``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

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


_LABEL: Final = re.compile(
    r"""
    (?:[-*•·●▪o][ \t\xa0]+)? (?:\*\*|__)?                     # a list's bullet, Markdown's emphasis
    (?:
      (?P<word>(?i:article|articolul|art\.|chapter|capitolul|part|titlul))[ \t\xa0]+
        (?P<article>[IVXLC]{1,7} | \d{1,3} | (?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b
        (?!\.\d)
    | (?P<annex>(?i:exhibit|schedule|annex|appendix|attachment|anexa))[ \t\xa0]+ (?:(?i:no\.|nr\.)[ \t\xa0]*)?
        ["“']?(?P<annex_id>[A-Z]{1,2}(?:-?\d{1,2})?|[IVX]{1,5}|\d{1,2})["”']? (?![\w.]*\w)
    | (?P<section>(?i:section|sec\.|clause|paragraph|§{1,2}))[ \t\xa0]*
        (?P<section_number>\d{1,3}(?:\.\d{1,3}){0,5}) (?![\d,]|\.\d|\()
    | (?P<number>\d{1,3}(?:\.\d{1,3}){0,5}(?:\.[A-Z](?=[.\ )]))?) (?P<after>[.):]{0,2}) (?![\d,%$€£/])
    | \((?P<inside>[a-z]{1,5}|[A-Z]{1,5}|\d{1,2})\)
    | (?P<letter>[a-z]|[A-Z]|[ivx]{2,5}|[IVX]{2,5}) (?P<close>[.)])
    )
    (?P<end>[.:]?(?:\*\*|__)?)
    (?: [ \t\xa0]*[-–—:.][ \t\xa0]+ | [ \t\xa0]+ | (?=\n|\Z) | (?=["“”‘’'(\[*_]) | (?<=[.)])(?=[A-Z][A-Za-z]) )
    """,
    re.VERBOSE,
)
_QUICK: Final = re.compile(
    r"[-*•·●▪o \t\xa0_]*(?:\d|\(|§|[a-zA-Z][.)]|[ivxIVX]{2,5}[.)]"
    r"|(?i:art|sec|cha|cap|par|tit|exh|sch|ann|app|att|ane|cla))"
)
_WRITTEN: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
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
        return _letter(match)
    following = text[match.end() : min(end, match.end() + 160)]
    if following[:1].islower() or following[:1] in tuple(",;)"):
        return None  # a reference in a sentence, not the beginning of a clause
    if match["section_number"]:
        return _named_section(match)
    return _article(match) if match["word"] else _annex(match, following)


def _number(match: re.Match[str], text: str, end: int) -> Label | None:
    printed = match["number"]
    value = _parts(printed)
    if value is None or ":" in match["after"]:
        return None
    following = text[match.end() : min(end, match.end() + 160)]
    if match["after"].startswith(")"):
        return Label("letter", f"{printed})", (("1)", value),), match.end())
    if following[:1].islower() or not (match["after"] or "." in printed or _is_short_title(following)):
        return None
    return Label("number", printed, (("number", value),), match.end())


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
    word, printed = match["word"], match["article"]
    if word[0].islower():
        return None
    value = int(printed) if printed.isdigit() else _WRITTEN.get(printed.lower()) or roman(printed)
    return Label("article", f"{word} {printed}", ((word.lower(), (value,)),), match.end(), True) if value else None


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
