"""Amounts of money as people write them, and one amount as a Romanian act writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from casewright.vocabulary.currencies import codes_of
from casewright.vocabulary.romanian import takes_de

_AMOUNT = re.compile(
    r"(?<![\w.,/])(?P<whole>\d{1,3}(?:[.\s\u00a0,]\d{3})+|\d{1,12})(?:(?P<mark>[.,])(?P<cents>\d{1,2}))?"
    r"\s*(?P<thousand>de\s+mii|mii|mie|k|thousand)?\s*(?:d[ei]\s+)?(?P<currency>lei|leu|ron|euros?|eur|€)(?!\w)"
)
_MILLION = re.compile(
    r"(?<![\w.,/])(?P<whole>\d{1,4})(?:[.,](?P<part>\d{1,3}))?\s*(?:de\s+)?(?:milioane?|million)\s*(?:de\s+)?"
    r"(?P<currency>lei|ron|euros?|eur)(?!\w)"
)
_BEFORE = re.compile(
    r"(?<!\w)(?P<currency>€|eur|ron)\s?(?P<whole>\d{1,3}(?:[.,]\d{3})+|\d{1,9})(?:[.,](?P<cents>\d{1,2}))?(?!\d)"
)
_UNITS = {"un": 1, "o": 1, "una": 1, "unu": 1, "doi": 2, "doua": 2, "trei": 3, "patru": 4, "cinci": 5, "sase": 6}
_UNITS |= {"sapte": 7, "opt": 8, "noua": 9, "zece": 10, "unsprezece": 11, "doisprezece": 12, "douasprezece": 12}
_UNITS |= {"treisprezece": 13, "paisprezece": 14, "cincisprezece": 15, "saisprezece": 16, "saptesprezece": 17}
_UNITS |= {"optsprezece": 18, "nouasprezece": 19, "douazeci": 20, "treizeci": 30, "patruzeci": 40, "cincizeci": 50}
_UNITS |= {"tri": 3, "trii": 3, "doo": 2, "dooa": 2, "sasa": 6}  # as some regions say them
_UNITS |= {"saizeci": 60, "saptezeci": 70, "optzeci": 80, "nouazeci": 90}
_THOUSANDS = {"mie": 1_000, "mii": 1_000, "milion": 1_000_000, "milioane": 1_000_000}
_NUMBER_WORD = "|".join(sorted((*_UNITS, *_THOUSANDS, "suta", "sute", "suti"), key=len, reverse=True))
_IN_WORDS = re.compile(
    rf"(?<!\w)(?P<words>(?:\d{{1,3}}(?:[.,]\d)?|{_NUMBER_WORD})(?:[\s-]+(?:si|de|{_NUMBER_WORD}))*)"
    r"\s*(?:d[ei]\s+)?(?P<currency>lei|ron|euros?|eur)(?!\w)"
)
"""„doua mii cinci sute de lei”, „4 mii cinci sute lei”."""
_UNITS |= {"ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90}
NUMBER_WORDS = frozenset((*_UNITS, *_THOUSANDS, "suta", "sute", "suti"))
_SMALL, _THOUSAND = 10, 1_000
_BARE_WORDS = re.compile(
    rf"(?<![\w.,/] )(?<!\w)(?P<words>(?:{_NUMBER_WORD})(?:\s+(?:si|de|{_NUMBER_WORD}))*)"
    r"(?!\s*(?:%|zile|ani|luni|ore|km|mp|metri|ha)\b)(?!\w)"
)
"""„optzeci de mii”."""
_BARE = re.compile(
    r"(?<![\w.,/])(?P<number>\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d{1,7}(?:,\d{1,2})?(?:\s+(?:de )?mii)?)"
    r"(?!\s*(?:%|de zile|zile|ani|luni|ore|km|mp|metri|ha)\b)(?![\w/]|[.,]\d)"
)
_WHOLE = re.compile(r"\b(?:total(?:ul|a)?(?: de| este de| e de|:)?|deci|adica|cu totul|in all|altogether|so)\W*$")
_IN_ALL = re.compile(r"\W{0,2}(?:in|cu) tot(?:al|ul)\b|\W{0,2}(?:in total|altogether|in all)\b")
_RATE_AFTER = re.compile(
    r"\s*(?:pe|pă|pi|/|a|per)\s*(?:luna|lună|zi|ora|an|month|day|hour)\b|\s*(?:lunar|zilnic|monthly)\b"
)
_IN_AN_ACT = {"RON": "lei", "EUR": "euro"}
_CURRENCIES = {name: _IN_AN_ACT[code] for name, code in codes_of("lei", "leu", "euro", "€").items()}
_CURRENCIES["euros"] = _CURRENCIES["euro"]
_CURRENCIES |= {code.lower(): name for code, name in _IN_AN_ACT.items()}


@dataclass(frozen=True, slots=True)
class AmountFound:
    """An amount and where it stands in the folded text; ``currency`` is ``lei`` or ``euro``."""

    start: int
    end: int
    value: Decimal
    currency: str


def find_amounts(folded: str) -> list[AmountFound]:
    """Every amount with its currency, in the order of place."""
    found: list[AmountFound] = []
    for pattern in (_MILLION, _AMOUNT, _BEFORE):
        for match in pattern.finditer(folded):
            one = AmountFound(match.start(), match.end(), _value(match), _CURRENCIES[match["currency"]])
            if all(one.end <= other.start or other.end <= one.start for other in found):
                found.append(one)
    for match in _IN_WORDS.finditer(folded):
        value = number_in_words(match["words"])
        if value is not None and all(match.end() <= other.start or other.end <= match.start() for other in found):
            found.append(AmountFound(match.start(), match.end(), value, _CURRENCIES[match["currency"]]))
    return sorted(found, key=lambda one: one.start)


def number_in_words(folded: str) -> Decimal | None:
    """The number that Romanian words say, with or without digits before „mii”; None where they say none."""
    total, below = Decimal(0), Decimal(0)
    for word in re.findall(r"[\d.,]+|[a-z]+", folded):
        if word in ("si", "de"):
            continue
        if word[0].isdigit():
            below += Decimal(word.replace(",", "."))
        elif word in _UNITS:
            below += _UNITS[word]
        elif word in ("suta", "sute", "suti"):
            below = (below or 1) * Decimal(100)
        elif word in _THOUSANDS:
            total, below = total + (below or 1) * _THOUSANDS[word], Decimal(0)
        else:
            return None
    return total + below or None


def told_sum(folded: str) -> AmountFound | None:
    """Of several sums the one that is told as the whole: after „în total” or „deci”, else the first that is no rate."""
    found = find_amounts(folded)
    whole = [one for one in found if is_whole(folded, one)]
    rates = [one for one in found if _RATE_AFTER.match(folded, one.end)]
    return next((one for one in (*whole, *(one for one in found if one not in rates), *found)), None)


def is_whole(folded: str, one: AmountFound) -> bool:
    """Whether the sum is told as the whole of several: „9.600 lei în total”, „deci 27.000 euro”."""
    return _WHOLE.search(folded[: one.start]) is not None or _IN_ALL.match(folded, one.end) is not None


def sums_without_currency(folded: str) -> list[Decimal]:
    """The numbers that may be sums and name no currency: no times, shares, lengths, parts of a paper's number."""
    found = []
    for match in _BARE.finditer(folded):
        plain = match["number"].replace(".", "").replace(",", ".")
        value = number_in_words(plain) if "mii" in plain else Decimal(plain)
        if value is not None and value >= _SMALL:
            found.append(value)
    for match in _BARE_WORDS.finditer(folded):
        value = number_in_words(match["words"])
        if value is not None and value >= _THOUSAND:
            found.append(value)
    return found


def write_amount(value: Decimal, currency: str) -> str:
    """The amount as a Romanian act writes it: 1.305 lei, 12.500,50 lei, 120 de lei only where grammar has it so."""
    whole, cents = divmod(value.quantize(Decimal("0.01")), 1)
    said = f"{int(whole):,}".replace(",", ".")
    if cents:
        return f"{said},{int(cents * 100):02d} {currency}"
    return f"{said} {'de ' if takes_de(int(whole)) else ''}{'leu' if whole == 1 and currency == 'lei' else currency}"


def read_amount(said: str) -> Decimal | None:
    """The value of the first amount in the text, None where there is none."""
    found = find_amounts(said.lower())
    return found[0].value if found else None


def _value(match: re.Match[str]) -> Decimal:
    parts = match.groupdict()
    whole = Decimal(re.sub(r"[^\d]", "", parts["whole"]))
    if "part" in parts:
        return (whole + Decimal(f"0.{parts['part'] or 0}")) * 1_000_000
    thousand = parts.get("thousand")
    value = whole + Decimal(f"0.{parts['cents']}") if parts.get("cents") else whole
    return value * 1000 if thousand else value
