"""Lists, page by page: a cursor says after which entry the next page begins, whatever is added before it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

from casewright.server.problems import INVALID, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT, MOST = 50, 200
_NAMED_BY = (
    *("id", "matter_id", "document_id", "approval_id", "party_id", "case_id"),
    *("ticket_id", "draft_id", "key_id", "call", "name"),
)
"""What an entry of a list may be known by, the surest first."""


def page_size(text: str | None) -> int:
    """How many entries a page is to have. Raises ``Problem`` for what is no number from 1 to ``MOST``."""
    if text is None:
        return DEFAULT
    if text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= MOST:
        return int(text)
    raise Problem(INVALID, f"The parameter 'limit' is {text[:40]!r}: give a number from 1 to {MOST}", field="limit")


def page(output: Mapping[str, object], lists: str, limit: int, cursor: str | None) -> dict[str, object]:
    """The output with one page of its list, and ``next_cursor``, which is null on the last.

    Raises ``Problem`` for a cursor that is none, or whose entry is gone.
    """
    entries = output.get(lists)
    assert isinstance(entries, list), f"{lists} is a list"
    begin = 0
    if cursor is not None:
        place, known = _read(cursor)
        begin = _after(entries, place, known)
    end = begin + limit
    left = end < len(entries)
    return {
        **output,
        lists: entries[begin:end],
        "next_cursor": _write(end - 1, name_of(entries[end - 1])) if left else None,
    }


def name_of(entry: object) -> str:
    """What an entry is known by."""
    if isinstance(entry, dict):
        return next((str(entry[name]) for name in _NAMED_BY if entry.get(name) is not None), "")
    return str(entry)


def _after(entries: list[object], place: int, known: str) -> int:
    if place < len(entries) and name_of(entries[place]) == known:
        return place + 1
    found = next((at for at, entry in enumerate(entries) if known and name_of(entry) == known), None)
    if found is None:
        raise Problem(INVALID, "The cursor's entry is gone: ask for the first page again", field="cursor")
    return found + 1


def _write(place: int, known: str) -> str:
    return urlsafe_b64encode(f"{place}:{known}".encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[int, str]:
    try:
        text = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode()
    except ValueError:
        text = ""
    place, colon, known = text.partition(":")
    if not colon or not (place.isascii() and place.isdigit()) or len(place) > 9:
        raise Problem(INVALID, "The cursor is none of ours: take 'next_cursor' of the page before", field="cursor")
    return int(place), known
