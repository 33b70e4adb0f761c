"""Text from outside in the cells of a spreadsheet: it is shown, and nothing of it is computed."""

from __future__ import annotations

from typing import Final

from casewright.vocabulary.outside_text import show_text

_LONGEST: Final = 32_000
"""A cell of Excel holds 32,767 characters."""
_BEGINS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With what a program may take a text for a formula (OWASP, "CSV Injection")."""


def cell_text(text: str) -> str:
    """The text on its lines, what has no shape as an escape, cut where a cell ends."""
    shown = show_text("\n".join(text.splitlines()))
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]} […]"


def is_formula(text: str) -> bool:
    """Whether a program may compute it: by how it begins, white space aside."""
    return text.startswith(_BEGINS) or text.lstrip().startswith(_BEGINS)


def plain_cell(text: str) -> str:
    """The text for a file that has no types: with an apostrophe before what would be a formula."""
    shown = cell_text(text)
    return f"'{shown}" if is_formula(shown) else shown
