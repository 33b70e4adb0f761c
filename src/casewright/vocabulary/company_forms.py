"""Legal forms of companies: what a company's name ends with, bare and as texts write it.

Each use says which of them it reads: in prose ``as`` or ``co`` may be another word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT_OF: Final = {"limited": "ltd", "incorporated": "inc", "corporation": "corp", "company": "co"}
"""Forms that are written out, and what they are short."""
ABBREVIATED: Final = ("ltd", "inc", "corp", "co", "plc", "llc")
"""English forms after which a full stop may stand that ends no sentence."""
ENGLISH: Final = (*ABBREVIATED, *SHORT_OF, "llp", "lp")
CONTINENTAL: Final = (
    "ab", "ag", "as", "asa", "bv", "gmbh", "kft", "kg", "nv", "oy", "pte", "pty", "sa", "sarl", "sas", "sl", "spa",
    "srl",
)  # fmt: skip
ROMANIAN: Final = ("srl", "sa", "pfa", "ong", "ifn", "snc")
"""By which a Romanian firm or association is known whose name is an ordinary word."""

_WRITTEN: Final = {
    "limited": r"Limited", "ltd": r"Ltd\.?", "plc": r"plc|PLC", "llp": r"LLP", "llc": r"LLC|L\.L\.C\.",
    "inc": r"Inc\.?", "incorporated": r"Incorporated", "corporation": r"Corporation", "corp": r"Corp\.?",
    "company": r"Company", "co": r"Co\.", "lp": r"LP|L\.P\.",
    "gmbh": r"GmbH(?: & Co\. KG)?", "ag": r"AG", "kg": r"KG", "se": r"SE", "sas": r"S\.?A\.?S\.?",
    "sa": r"S\.A\.(?!\w)|SA\b", "srl": r"S\.R\.L\.|SRL\b|S\.r\.l\.", "spa": r"S\.p\.A\.", "bv": r"B\.?V\.?",
    "nv": r"N\.V\.|NV", "ab": r"AB", "as": r"A/S|AS", "aps": r"ApS", "oy": r"Oy", "sro": r"s\.r\.o\.",
    "a.s": r"a\.s\.", "sl": r"S\.L\.", "sp z oo": r"Sp\. z o\.o\.", "pty ltd": r"Pty Ltd",
}  # fmt: skip
"""How texts write a form, as a pattern: capitals and full stops count."""


def written(*, but: Iterable[str] = ()) -> str:
    """Every form as texts write it, as alternatives of a pattern, less those that would be another word there."""
    left_out = frozenset(but)
    return "|".join(pattern for name, pattern in _WRITTEN.items() if name not in left_out)


def as_written(*names: str) -> str:
    """These forms as texts write them, as alternatives of a pattern."""
    return "|".join(_WRITTEN[name] for name in names)


def dotted(name: str) -> str:
    """The form with a full stop between its letters: ``srl`` is ``s.r.l``."""
    return ".".join(name)
