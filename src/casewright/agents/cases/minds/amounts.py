"""Amounts of money as people write them, and one amount as a Romanian act writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from casewright.vocabulary.currencies import codes_of
from casewright.vocabulary.romanian import takes_de

_AMOUNT = re.compile(
    r"(?<![\w.,/])(?P<whole>\d{1,3}(?:[.\s\u00a0,]\d{3})+|\d{1,12})(?:(?P<mark>[.,])(?P<cents>\d{1,2}))?"
    r"\s*(?P<thousand>de\s+mii|mii|mie|k|thousand)?\s*(?:de\s+)?(?P<currency>lei|leu|ron|euro|eur|€)(?!\w)"
)
_MILLION = re.compile(
    r"(?<![\w.,/])(?P<whole>\d{1,4})(?:[.,](?P<part>\d{1,3}))?\s*(?:de\s+)?(?:milioane?|million)\s*(?:de\s+)?"
    r"(?P<currency>lei|ron|euro|eur)(?!\w)"
)
_BEFORE = re.compile(
    r"(?<!\w)(?P<currency>€|eur|ron)\s?(?P<whole>\d{1,3}(?:[.,]\d{3})+|\d{1,9})(?:[.,](?P<cents>\d{1,2}))?(?!\d)"
)
_IN_AN_ACT = {"RON": "lei", "EUR": "euro"}
_CURRENCIES = {name: _IN_AN_ACT[code] for name, code in codes_of("lei", "leu", "euro", "€").items()}
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
    return sorted(found, key=lambda one: one.start)


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
