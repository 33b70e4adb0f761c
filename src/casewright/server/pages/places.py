"""Where a page shows the place that a citation names."""

from __future__ import annotations


def place_path(matter: str, document: str, start: int | None = None, end: int | None = None) -> str:
    """The address of a document, opened at the place from ``start`` to ``end`` where one is given."""
    path = f"/matters/{matter}/documents/{document}"
    return path if start is None or end is None else f"{path}?start={start}&end={end}#match"
