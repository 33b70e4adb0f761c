"""Text files of example clauses: blank lines stand between clauses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LARGEST = 1_000_000
_BLANK = re.compile(r"\n[^\S\n]*\n\s*")


def read_examples(paths: Sequence[Path]) -> list[str]:
    """The clauses in these files, in order. Raises ``InvalidInput`` naming a file that holds none."""
    found: list[str] = []
    for path in paths:
        clauses = [clause for clause in _BLANK.split(_text(path).strip()) if clause]
        if not clauses:
            raise InvalidInput(
                f"{str(path)!r} is empty: it should hold one clause, or several with blank lines between."
            )
        found += clauses
    return found


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise InvalidInput(f"{str(path)!r} has more than {LARGEST:,} bytes: give a file with a few clauses.")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{str(path)!r} is no text in UTF-8: save the clauses as plain text.") from error
