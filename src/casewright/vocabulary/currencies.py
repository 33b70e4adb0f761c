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
