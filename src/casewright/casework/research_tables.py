"""The two tables of the legal corpus and their columns (spec/casework.md, "Research")."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


MOST_ROWS = 100
"""Rows that one query gives at most."""


class ColumnKind(StrEnum):
    """What a column holds; ``TEXT`` is compared without regard to case and diacritics, ``CODE`` as it stands."""

    TEXT = "text"
    CODE = "code"
    YEAR = "year"
    DATE = "date"
    FLAG = "flag"


_T, _C, _Y, _D, _F = ColumnKind.TEXT, ColumnKind.CODE, ColumnKind.YEAR, ColumnKind.DATE, ColumnKind.FLAG

TABLES: Mapping[str, Mapping[str, ColumnKind]] = MappingProxyType(
    {
        "legislatie": MappingProxyType(
            {
                "doc_id": _C,
                "tip_act": _T,
                "numar": _C,
                "an": _Y,
                "emitent": _T,
                "title": _T,
                "publicatie": _T,
                "data_vigoare": _D,
                "consolidated_as_of": _D,
                "source_url": _C,
                "summary": _T,
                "full_text": _T,
                "synthetic": _F,
            }
        ),
        "jurisprudenta": MappingProxyType(
            {
                "doc_id": _C,
                "ecli": _C,
                "court": _T,
                "numar": _C,
                "data": _D,
                "materie": _T,
                "obiect": _T,
                "title": _T,
                "summary": _T,
                "full_text": _T,
                "synthetic": _F,
            }
        ),
    }
)
"""Table → column → kind."""
