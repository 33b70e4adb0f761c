"""Who may read what stands in a home."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_OTHERS = 0o077
_KEY = ".key"


def open_to_others(home: Path) -> Iterator[tuple[Path, int]]:
    """What others than the owner may use, with its rights; links are not followed.

    Into a home that is closed nobody else comes: there only key files are looked at, which are refused by themselves.
    """
    if os.name != "posix":
        return
    closed = not [*_open(home)]
    yield from _open(home)
    for root, folders, files in os.walk(home):
        for name in (*folders, *files):
            if not closed or name.endswith(_KEY):
                yield from _open(Path(root, name))


def of_another(home: Path) -> bool:
    """Whether the folder belongs to another user than the one who asks."""
    return os.name == "posix" and home.stat().st_uid != os.geteuid()


def _open(path: Path) -> Iterator[tuple[Path, int]]:
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISLNK(mode) and stat.S_IMODE(mode) & _OTHERS:
        yield path, stat.S_IMODE(mode)
