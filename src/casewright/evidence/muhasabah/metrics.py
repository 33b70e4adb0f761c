"""Metrics by their names in a sentence, so that a number is not told of another metric than its claim's."""

from __future__ import annotations

import re
from functools import lru_cache

from casewright.vocabulary.folding import plain_letters

_NAMES = {
    "arr": r"arr|annual(?:ly|i[sz]ed)?[ _]recurring[ _]revenues?|recurring[ _]revenues?",
    "mrr": r"mrr|monthly[ _]recurring[ _]revenues?",
    "nrr": r"nrr|ndr|net[ _](?:revenue|dollar)[ _]retention",
    "gross margin": r"gross[ _]margins?|marj[ae] bruta",
    "ebitda": r"ebitda",
    "ltv": r"ltv|lifetime[ _]value",
    "cac": r"cac|customer[ _]acquisition[ _]costs?",
    "cost of sales": r"cogs|cost[ _]of[ _](?:goods[ _]sold|sales|revenues?)",
    "revenue": r"revenues?|turnover|venitur[a-z]*|cifr[ae] de afaceri",
    "cash": r"cash(?! flow)|numerar[a-z]*",
    "burn": r"(?:net[ _]|gross[ _])?burn(?:[ _]rate)?",
    "runway": r"runway",
    "churn": r"churn",
    "headcount": r"headcount|employees|angajati",
    "customers": r"customers|clients|clienti",
    "irr": r"irr",
    "moic": r"moic",
    "npv": r"npv",
}
_ANY = re.compile(
    "|".join(rf"(?P<_{number}>\b(?:{names})(?![a-z]))" for number, names in enumerate(_NAMES.values())), re.IGNORECASE
)
_IN_ORDER = tuple(_NAMES)


@lru_cache(maxsize=4096)
def metrics(text: str) -> frozenset[str]:
    """The metrics that ``text`` names. A longer name counts alone: recurring revenue is no revenue."""
    plain = plain_letters(text).replace("_", " ")
    return frozenset(_IN_ORDER[int((match.lastgroup or "_0")[1:])] for match in _ANY.finditer(plain))
