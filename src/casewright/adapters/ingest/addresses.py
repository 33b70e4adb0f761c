"""What spreadsheet programs call the columns of a sheet."""

from __future__ import annotations


def column_letters(number: int) -> str:
    """The column's letters: "A" is 1, "Z" 26, "AA" 27."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters
