"""How a day is written, as the patterns of checks look for it in plain letters."""

from __future__ import annotations

from typing import Final

DAY: Final = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?\.? [a-z]+,? (?:19|20)\d\d|[a-z]+ \d{1,2},? (?:19|20)\d\d"
    r"|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d)"
)
"""With the day before or behind the name of its month, or in figures from the year or to it."""
