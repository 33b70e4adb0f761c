"""Currencies by their ISO 4217 codes, each with the digits of its minor unit.

Those that were withdrawn lately are here too, because accounts of earlier years are in them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_TWO = (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP "
    "CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES "
    "KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK "
    "NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB "
    "TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
)
_NONE = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
_THREE = "BHD IQD JOD KWD LYD OMR TND"
_WITHDRAWN = "ANG BGN CUC EEK HRK LTL LVL MRO SLL STD VEF ZWL"

MINOR_DIGITS: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(_TWO.split(), 2)
    | dict.fromkeys(_NONE.split(), 0)
    | dict.fromkeys(_THREE.split(), 3)
    | dict.fromkeys(_WITHDRAWN.split(), 2)
    | {"CLF": 4}
)
"""The digits after the point that each currency's amounts are usually written with."""

USUAL = ("EUR", "USD", "GBP", "RON", "CHF")
"""The codes that prose is read for everywhere."""

SURE_NAMES: Mapping[str, str] = MappingProxyType({
    "€": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "pound": "GBP", "pounds": "GBP", "pounds sterling": "GBP",
    "us$": "USD", "us dollar": "USD", "us dollars": "USD",
    "sfr": "CHF", "swiss franc": "CHF", "swiss francs": "CHF",
    "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "hk$": "HKD", "mx$": "MXN", "nz$": "NZD", "r$": "BRL",
    "s$": "SGD",
})  # fmt: skip
"""Signs and names that mean one currency only, in small letters; a bare ``$`` may mean several."""

_OTHER_NAMES = {
    "$": "USD", "usd$": "USD", "dollar": "USD", "dollars": "USD", "dolari": "USD",
    "sterling": "GBP", "lire": "GBP", "leu": "RON", "lei": "RON", "franci": "CHF", "francs": "CHF",
    "¥": "JPY", "yen": "JPY", "₽": "RUB", "₹": "INR", "₺": "TRY", "forint": "HUF", "zloty": "PLN",
}  # fmt: skip
"""Those that may mean another one elsewhere: each use says which of them it reads."""


def codes_of(*names: str) -> dict[str, str]:
    """The code of each of the names. Raises ``KeyError`` for one that is not known."""
    return {name: SURE_NAMES.get(name) or _OTHER_NAMES[name] for name in names}


def sure_code(label: str) -> str | None:
    """The code that a label in small letters is, or that it surely means; None for any other."""
    return label.upper() if label.upper() in MINOR_DIGITS else SURE_NAMES.get(label)
