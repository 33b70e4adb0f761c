"""Numbers and addresses that name a person or a firm: where they stand in a text, and whether one is well formed.

CNP, CUI, IBAN and cards are checked by python-stdnum. A number that its own words announce ("CNP", "cod fiscal",
"IBAN") is taken even where its check digit is wrong, because people mistype; a bare number only where it holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stdnum import iban, luhn
from stdnum.ro import cnp, cui, onrc

from casewright.casework.addresses import address_key, addresses_in
from casewright.casework.reference_numbers import birth_dates, case_numbers, id_cards, plates
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

KINDS = (
    "email",
    "iban",
    "registrationNumber",
    "cnp",
    "card",
    "phone",
    "cui",
    "idCard",
    "caseNumber",
    "birthDate",
    "plate",
    "address",
)
"""What is looked for, and in which order: of two that overlap, the kind named first stays."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """One identifier in a text. ``normal`` is its one spelling, the same however it was written."""

    kind: str
    start: int
    end: int
    normal: str


def valid_cnp(number: str) -> bool:
    """Whether this is a CNP: 13 digits, a day that exists, a county, the check digit (Law 105/1996 as applied)."""
    return cnp.is_valid(number) and cnp.compact(number)[0] != "0"


def valid_cui(number: str) -> bool:
    """Whether this is a fiscal code of a firm, with or without RO: two to ten digits with the check digit."""
    return cui.is_valid(number)


def valid_registration(number: str) -> bool:
    """Whether this is a number of the trade register, old (``J40/123/2012``) or new (14 characters)."""
    return onrc.is_valid(number)


def normal_form(kind: str, written: str) -> str:
    """The one spelling of a value of this kind: ``+40 722 123 456`` and ``0722.123.456`` give the same."""
    return _NORMAL[kind](written)


def identifiers_in(text: str) -> list[Identifier]:
    """Every identifier in the text in order of place; none overlaps another."""
    taken: list[Identifier] = []
    for kind in KINDS:
        for start, end in _FINDERS[kind](text):
            if all(end <= other.start or other.end <= start for other in taken):
                taken.append(Identifier(kind, start, end, normal_form(kind, text[start:end])))
    return sorted(taken, key=lambda one: one.start)


def numbers_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Every run of five to thirteen digits, alone or grouped by single spaces, dots or dashes, and its digits."""
    for match in _NUMBER.finditer(text):
        yield match.start(), match.end(), _digits(match[0])


# An underscore joins words in the names of files: it is no part of a number.
_GAP = r"[ .\-\u00a0\u202f]?"
_GAP_OR_BREAK = r"(?:[ .\-/\u00a0\u202f]{1,3}|-?[ \t]{0,3}\r?\n[ \t]{0,3})?"
"""Only for what a check digit confirms: else two lines of a table would be one number."""
_LABEL_GAP = r"[\s:.=#№\-–]{0,6}(?:(?:nr|num[aă]rul?|este|e|al|de)\b[\s:.]{0,4})?"
_ANNOUNCING = r"(?!\w)(?:-(?:ul|ului|urile)\b)?[^\d\n;]{0,40}?"
"""What may stand between a word that announces a number of its own shape, such as CNP, and the number."""
_NUMBER = re.compile(rf"(?<![^\W_]|/)\d(?:{_GAP}\d){{4,12}}(?![^\W_]|/)")

_EMAIL = re.compile(
    r"(?<![\w.+\-])[\w.+\-]{1,64}(?:\s?[\[(]\s?(?:dot|punct|minus|underscore)\s?[\])]\s?[\w.+\-]{1,40}){0,3}(?:\s?@\s?(?=\S+\.)|\s?[\[(]\s?(?:at|la|@|arond)\s?[\])]\s?|\s(?:arond|a-?rond)\s)"
    r"(?:[\w\-]{1,63}(?:\.|\s?[\[(]\s?(?:dot|punct)\s?[\])]\s?|\spunct\s)){1,5}\w{2,24}",
    re.IGNORECASE,
)
_SPOKEN_EMAIL = re.compile(
    r"(?<![\w.])[\w\-]{2,40}(?:(?:\.|\spunct\s|\s\.\s)[\w\-]{1,40}){0,2}\s(?:@|la|at|arond)\s(?:gmail|yahoo|hotmail|outlook|icloud|proton\w*)"
    r"(?:\s?\.\s?|\s(?:punct|dot)\s)(?:com|ro|me)\b",
    re.IGNORECASE,
)
"""As it is said aloud: ion punct pop la gmail punct com."""
_HOSTS = ("gmail", "yahoo", "hotmail", "outlook", "icloud", "proton")
_WRITTEN_AT = re.compile(r"[\[(]\s?(?:at|la|arond)\s?[\])]|\sa-?rond\s", re.IGNORECASE)
_IBAN_HEAD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}[ .\-]?\d{2}(?=[ .\-]{0,3}[A-Za-z0-9]{2})")
_IBAN_SHAPE = re.compile(
    r"(?<![A-Za-z0-9])RO[ .\-]?\d{2}(?:[ .\-]{0,3}[A-Z]){4}(?:[ .\-]{0,3}[A-Z0-9]){14,18}?(?![A-Za-z0-9])",
    re.IGNORECASE,
)
"""A Romanian account: no other text looks so, and people mistype."""
_IBAN_LABEL = re.compile(
    r"\b(?:iban|cont(?:ul(?:ui)?)?(?:\s+bancar)?)"
    + _ANNOUNCING
    + r"(RO\d{2}(?:[ .\-]?[A-Z0-9]){12,24}?)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_OLD_REGISTER = re.compile(
    r"(?<![\w/])(?:[JFC]\s?/?\s?|[jfc])\d{1,2}\s?/\s?\d{1,6}\s?/\s?(?:\d{1,2}\.\d{1,2}\.)?(?:19|20)\d{2}(?![\w/])"
)
_NEW_REGISTER = re.compile(r"(?<![^\W_])[JFCjfc] ?(?:19|20)\d{2} ?\d{6} ?\d{2} ?\d(?![^\W_])")
_CNP = re.compile(rf"(?<![^\W_])(?=([1-9](?:{_GAP_OR_BREAK}\d){{12}})(?![^\W_]))")
_CNP_LABEL = re.compile(
    r"\b(?:c\.? ?n\.? ?p\.?(?:ul(?:ui)?)?|cod(?:ul(?:ui)?)?(?: (?:meu|s[aă]u|lui|ei))? numeric(?: personal)?)"
    + _ANNOUNCING
    + rf"([1-9](?:{_GAP}[\dOolI]){{9,13}})(?!\w)",
    re.IGNORECASE,
)
_CNP_SHAPE = re.compile(
    r"(?<![^\W_])[1-8]\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[0-4]\d|5[12])\d{4}(?![^\W_])"
)
"""Thirteen digits with a day and a county in them: a CNP, or one with a digit mistyped."""
_CARD = re.compile(
    r"(?<![^\W_]|[.,\-])"
    r"(?:\d{13,19}|\d{4}([ \-\u00a0])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ \-])\d{6}\2\d{4,5})(?![^\W_]|-)"
)
_CARD_LABEL = re.compile(rf"\bcard(?:ul(?:ui)?|uri)?{_ANNOUNCING}(\d(?:[ \-]?\d){{13,19}})(?!\w)", re.IGNORECASE)
_CARD_PREFIX = re.compile(r"4|5[1-5]|2[2-7]|3[4-9]|6[0245]")
_PHONE = re.compile(
    r"(?<![^\W_]|\+)(?<!(?<!\d{6})/)(?<!\d[.,])(?:(?:\+|00)\s?40|\(\+?40\)|(?:\(?\+4\)?\s?)?\(?0(?=[ .]?[237\d]))"
    r"[\s.\-/()]{0,2}(?:\(0\)\s?)?[237](?:[ .\-/()\u00a0\u202f]{0,3}\d){8}(?![^\W_]|/\d(?!\d{8}))"
)
_PHONE_MISREAD = re.compile(r"(?<![^\W_])0[237](?=\d*[OoIl])(?=(?:[OoIl]?\d){5})[\dOoIl]{8}(?![^\W_])")
"""With a letter where a scanner, or a hand, meant 0 or 1."""
_SPELT_DIGIT = r"(?:zero|unu|doi|trei|patru|cinci|[sș]ase|[sș]apte|opt|nou[aă])"
_SPELT_PHONE = re.compile(rf"(?<!\w)zero(?:[\s,.\-]{{1,3}}{_SPELT_DIGIT}){{6,}}(?!\w)", re.IGNORECASE)
_FOREIGN_PHONE = re.compile(
    r"(?<![^\W_]|\+)(?:\+[1-9](?:[ .\-/()\u00a0]{0,2}\d){7,13}|00[1-9](?:[ \-()\u00a0]{0,2}\d){8,13})(?![^\W_]|/\d)"
)
_PHONE_LABEL = re.compile(
    r"\b(?:tel(?:efon(?:ul(?:ui)?)?)?|mobil(?:ul)?|fax|gsm|whats\s?app|num[aă]rul?\s+(?:meu|lui|ei|de\s+tel\w*)"
    r"|(?:sun|apel|contact)\w{0,6}\s+(?:\w{1,4}\s+)?la)\b"
    r"(?:[\s.:/\-,()]{0,4}|[^\d\n;]{0,30}?(?=[+(]?0))"
    r"(?:(?:fax|nr|mobil|num[aă]rul?|meu|mea|s[aă]u|lui|ei|este|e|de|contact)\b[\s.:]{0,3}){0,4}"
    r"(\(?\+?\d(?:[ .\-/()\u00a0]{0,2}\d){5,13})(?!\w)",
    re.IGNORECASE,
)
_CUI_LABEL = re.compile(
    r"\b(?:c\.? ?u\.? ?i\.?|c\.? ?i\.? ?f\.?|cod(?:ul(?:ui)?)?\s+(?:unic(?:\s+de\s+[iî]nregistrare)?|fiscal|"
    r"(?:unic\s+)?de\s+[iî](?:nregistrare|dentificare)(?:\s+fiscal[aă])?))(?![a-zăâîșț])"
    r"(?:-(?:ul(?:ui)?))?(?:\s+(?:firmei|societ[aă][tț]ii|companiei|meu|lor|lui|nostru))?"
    + _LABEL_GAP
    + r"((?:RO)?\s?\d(?:[ .]?\d){1,9})(?!\d)",
    re.IGNORECASE,
)
_CUI_RO = re.compile(r"(?<![^\W_])RO\s?\d{4,10}(?![^\W_])")


def _emails(text: str) -> Iterator[tuple[int, int]]:
    if "@" in text or _WRITTEN_AT.search(text):
        yield from (match.span() for match in _EMAIL.finditer(text))
    lowered = text.lower()
    if any(host in lowered for host in _HOSTS):
        yield from (match.span() for match in _SPOKEN_EMAIL.finditer(text))


def _ibans(text: str) -> Iterator[tuple[int, int]]:
    for match in _IBAN_HEAD.finditer(text):
        end = _iban_end(text, match.start())
        if end is not None:
            yield match.start(), end
    yield from (match.span() for match in _IBAN_SHAPE.finditer(text))
    yield from (match.span(1) for match in _IBAN_LABEL.finditer(text))


def _iban_end(text: str, start: int) -> int | None:
    found = None
    letters = ""
    at = start
    while at < len(text) and len(letters) < 34:
        if text[at].isascii() and text[at].isalnum():
            letters += text[at]
            whole = at + 1 == len(text) or not text[at + 1].isalnum()
            if whole and len(letters) >= 15 and iban.is_valid(letters, check_country=False):
                found = at + 1
        elif text[at] not in " .-\u00a0\n" or not any(sign.isalnum() for sign in text[max(start, at - 3) : at]):
            break
        at += 1
    return found


def _registrations(text: str) -> Iterator[tuple[int, int]]:
    yield from (match.span() for match in _OLD_REGISTER.finditer(text))
    yield from (match.span() for match in _NEW_REGISTER.finditer(text) if onrc.is_valid(match[0].replace(" ", "")))


def _cnps(text: str) -> Iterator[tuple[int, int]]:
    yield from (match.span(1) for match in _CNP.finditer(text) if cnp.is_valid(_digits(match[1])))
    yield from (match.span(1) for match in _CNP_LABEL.finditer(text))
    yield from (match.span() for match in _CNP_SHAPE.finditer(text))


def _cards(text: str) -> Iterator[tuple[int, int]]:
    for match in _CARD.finditer(text):
        digits = _digits(match[0])
        if _CARD_PREFIX.match(digits) and len(digits) in (14, 15, 16, 19) and luhn.is_valid(digits):
            yield match.span()
    yield from (match.span(1) for match in _CARD_LABEL.finditer(text))


def _phones(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_PHONE, _PHONE_MISREAD, _FOREIGN_PHONE):
        yield from (match.span() for match in pattern.finditer(text))
    if "zero" in text.lower():
        yield from (match.span() for match in _SPELT_PHONE.finditer(text))
    yield from (match.span(1) for match in _PHONE_LABEL.finditer(text))


def _fiscal_codes(text: str) -> Iterator[tuple[int, int]]:
    for match in _CUI_LABEL.finditer(text):
        if len(_digits(match[1])) >= 6 or cui.is_valid(match[1].replace(".", "")):
            yield match.span(1)
    yield from (match.span() for match in _CUI_RO.finditer(text) if cui.is_valid(match[0]))


_FINDERS = {
    "email": _emails,
    "iban": _ibans,
    "registrationNumber": _registrations,
    "cnp": _cnps,
    "card": _cards,
    "phone": _phones,
    "cui": _fiscal_codes,
    "idCard": id_cards,
    "caseNumber": case_numbers,
    "birthDate": birth_dates,
    "plate": plates,
    "address": addresses_in,
}


def _digits(written: str) -> str:
    return "".join(str(int(letter)) for letter in written if letter.isdigit() and letter.isdecimal())


def _letters(written: str) -> str:
    return "".join(letter for letter in written if letter.isalnum()).upper()


def _normal_phone(written: str) -> str:
    digits = _digits(written.replace("(0)", ""))
    for prefix in ("0040", "40"):
        if digits.startswith(prefix) and len(digits) == len(prefix) + 9:
            return "0" + digits[len(prefix) :]
    if not digits:
        return fold(" ".join(written.replace(",", " ").split()))
    return digits.removeprefix("00") if written.lstrip(" (").startswith("00") else digits


def _normal_email(written: str) -> str:
    plain = re.sub(
        r"\s?[\[(]\s?(?:at|la|@|arond)\s?[\])]\s?|\s(?:a-?rond|la|at|@)\s", "@", written, flags=re.IGNORECASE
    )
    return fold(re.sub(r"\s?[\[(]\s?(?:dot|punct)\s?[\])]\s?|\s(?:punct|dot|\.)\s", ".", plain, flags=re.IGNORECASE))


def _normal_registration(written: str) -> str:
    return onrc.compact(written.replace(" ", "")).replace("/0", "/") if "/" in written else _letters(written)


_NORMAL: Mapping[str, Callable[[str], str]] = {
    "email": _normal_email,
    "iban": _letters,
    "registrationNumber": _normal_registration,
    "cnp": _digits,
    "card": _digits,
    "phone": _normal_phone,
    "cui": _digits,
    "idCard": lambda written: _letters(re.sub(r"seri[ae]|num[aă]rul|num[aă]r|nr", "", written, flags=re.IGNORECASE)),
    "caseNumber": lambda written: re.sub(r"\s", "", written).rstrip("*").upper(),
    "birthDate": lambda written: " ".join(re.findall(r"[^\W_]+", fold(written))),
    "plate": _letters,
    "address": lambda written: " ".join(address_key(written)),
}
