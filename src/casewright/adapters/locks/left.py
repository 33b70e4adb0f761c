"""Which files of locks somebody holds, and which were left."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform != "win32":
    import fcntl


def held_and_left(folder: Path) -> tuple[int, int]:
    """How many locks are held now, and how many files nobody holds: those stop nobody. On Windows none is held."""
    held = left = 0
    if folder.is_dir():
        for path in folder.glob("*.lock"):
            if _is_held(path):
                held += 1
            else:
                left += 1
    return held, left


def _is_held(path: Path) -> bool:
    if sys.platform == "win32":
        return False
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
