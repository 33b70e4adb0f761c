"""Files that a command writes where it was told to: whole or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def place_text(target: Path, data: bytes) -> None:
    """Put these bytes in the file. Raises ``OSError``; then the file is as it was."""

    def write(draft: Path) -> None:
        draft.write_bytes(data)

    _place(target, write)


def place_file(target: Path, source: Path) -> None:
    """Move the file to its place, over a boundary of file systems too. Raises ``OSError``; then nothing was moved."""

    def copy(draft: Path) -> None:
        shutil.copyfile(source, draft)

    _place(target, copy)
    with suppress(OSError):
        source.unlink()


def _place(target: Path, write: Callable[[Path], None]) -> None:
    draft = target.with_name(f".{target.name}.{uuid4().hex}")
    try:
        write(draft)
        os.replace(draft, target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
