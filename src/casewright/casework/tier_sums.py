"""The largest sum of money named in a text."""

from __future__ import annotations

import re

from casewright.vocabulary.currencies import sure_code
from casewright.vocabulary.folding import fold

_LEI_PER_EURO = 5
"""Roughly: it tells a small claim from a large one, and nothing is reckoned from it."""
_SUM = re.compile(
    r"(?P<number>\d{1,12}(?:[. ]\d{3})*)(?:,\d{1,2})?\s?(?:de )?(?P<times>mii|mie|milioane|milion|k)?\b\s?(?:de )?"
    r"(?P<unit>(?:lei|roni?|euro?)\b|€)?"
)
_TIMES = {None: 1, "k": 1_000, "mii": 1_000, "mie": 1_000, "milion": 1_000_000, "milioane": 1_000_000}


def largest_sum(text: str) -> int | None:
    """The largest sum, in lei, of those written in digits with their currency or in thousands; None without one."""
    named = [one for one in _SUM.finditer(fold(text)) if one["unit"] or one["times"]]
    return max((_lei(one) for one in named), default=None)


def _lei(found: re.Match[str]) -> int:
    number = int(found["number"].replace(".", "").replace(" ", ""))
    return number * _TIMES[found["times"]] * (_LEI_PER_EURO if sure_code(found["unit"] or "") == "EUR" else 1)
