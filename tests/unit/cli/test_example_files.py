"""Example clauses from text files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.cli.example_files import LARGEST, read_examples
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("content", "clauses"),
    [
        (b"one clause\nin two lines\n", ["one clause\nin two lines"]),
        (b"\xef\xbb\xbffirst\r\n\r\nsecond\r\n", ["first", "second"]),
        (b"\n\n  first  \n \t \n\n\nsecond", ["first", "second"]),
    ],
)
def test_blank_lines_stand_between_clauses(tmp_path: Path, content: bytes, clauses: list[str]) -> None:
    """A file holds one clause, or several with blank lines between them, however lines end."""
    path = tmp_path / "examples.txt"
    path.write_bytes(content)
    assert [" ".join(text.split(" ")).strip() for text in read_examples([path])] == clauses


def test_files_are_read_in_order(tmp_path: Path) -> None:
    """The clauses of several files follow one another."""
    paths = [tmp_path / name for name in ("b.txt", "a.txt")]
    for path in paths:
        path.write_text(f"clause of {path.name}")
    assert read_examples(paths) == ["clause of b.txt", "clause of a.txt"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b" \n\n ", "is empty"), (b"\xff\xfe\x00", "no text in UTF-8"), (b"x" * (LARGEST + 1), "more than")],
)
def test_file_without_clauses_is_named(tmp_path: Path, content: bytes, reason: str) -> None:
    """A file that holds no clause is named with the reason."""
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=reason) as caught:
        read_examples([path])
    assert "bad.txt" in str(caught.value)


def test_missing_file_is_named(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(InvalidInput, match=r"missing\.txt.*cannot be read"):
        read_examples([tmp_path / "missing.txt"])
