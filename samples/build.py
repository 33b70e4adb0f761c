"""Builds the sample matter that ships with the package from the sources beside this file.

``python -m samples.build`` writes the files; with ``--check`` it writes none, names those that differ from
what the sources give, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from samples.agreement import read_agreement
from samples.pdf import render_pdf
from samples.plain import render_markdown, render_text
from samples.word import render_docx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from samples.agreement import Agreement

SOURCES = Path(__file__).parent / "smith_v_jones"
TARGET = Path(__file__).parents[1] / "src" / "casewright" / "samples" / "smith_v_jones"
MADE = datetime(2025, 9, 1, 9, 0, tzinfo=UTC)
"""The date that all files bear, so that the same sources give the same bytes."""


def render(agreement: Agreement, made: datetime = MADE) -> bytes:
    """The agreement in the format that its file's name asks for, dated ``made``."""
    match Path(agreement.file).suffix:
        case ".pdf":
            return render_pdf(agreement, made)
        case ".docx":
            return render_docx(agreement, made)
        case ".md":
            return render_markdown(agreement)
        case ".txt":
            return render_text(agreement)
        case suffix:
            raise ValueError(f"no renderer for {suffix!r}; name the file .pdf, .docx, .md or .txt")


def render_all() -> dict[str, bytes]:
    """Every rendered file of the matter, by its name."""
    agreements = [read_agreement(path) for path in sorted(SOURCES.glob("*.md"))]
    return {agreement.file: render(agreement) for agreement in agreements}


def stale(files: dict[str, bytes]) -> list[str]:
    """The names of those ``files`` that are not in the package just as they are here."""
    return [name for name, data in files.items() if not _holds(TARGET / name, data)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, or with ``--check`` compare; returns the exit code."""
    parser = argparse.ArgumentParser(description="Build the sample matter that ships with the package.")
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that are out of date")
    check = parser.parse_args(arguments).check
    files = render_all()
    changed = stale(files)
    for name in changed:
        if not check:
            (TARGET / name).write_bytes(files[name])
        sys.stdout.write(f"{name}: {'out of date' if check else f'written, {len(files[name]):,} bytes'}\n")
    sys.stdout.write(f"{len(files) - len(changed)} of {len(files)} files were up to date\n")
    return 1 if check and changed else 0


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    sys.exit(main())
