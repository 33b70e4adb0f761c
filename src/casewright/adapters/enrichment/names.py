"""When two names are one: entities and data points, whatever their case, diacritics and punctuation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.vocabulary.folding import compatible_letters

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_DOTS = re.compile(r"(?<=\w)\.(?=\w\b)|['’]")
"""Dots inside "S.A." and apostrophes: what they part is one word."""
_GAPS = re.compile(r"[\W_]+")


def folded_name(text: str) -> str:
    """The words of a name: "ACME, S.A." and "Acme S.A." are one; its legal form counts, since it tells companies."""
    plain = compatible_letters(text.casefold())
    return _GAPS.sub(" ", _DOTS.sub("", plain)).strip()


def folded_point(text: str) -> str:
    """A data point's name in one spelling: "Net income" and ``net_income`` are one."""
    return folded_name(text).replace(" ", "_")


def known_points(asked: Sequence[str], spellings: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Those of the points asked that are one of ``spellings`` (name → further spellings): as asked → name."""
    names = {spelling: name for name, others in spellings.items() for spelling in (name, *others)}
    found = {point: names.get(folded_point(point)) for point in asked}
    return {point: name for point, name in found.items() if name is not None}
