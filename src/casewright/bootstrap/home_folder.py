"""The home folder: its owner's alone, made so where it is not."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from casewright.errors import BadSettings, Refused

if TYPE_CHECKING:
    from pathlib import Path

_OTHERS = 0o077
_OURS = ("secret.key", "casewright.db")
_KEY = ".key"


def make_home(home: Path) -> None:
    """Make the folder where it is missing; one that others may enter is made its owner's alone, with all in it.

    Key files in it are left as they are: whoever opens them refuses those that others could read. Raises
    ``BadSettings`` where it cannot be made, ``Refused`` where it is somebody else's, or holds other things.
    """
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = home.stat()
    except OSError as error:
        raise BadSettings(f"the home folder {str(home)!r} cannot be made: {error.strerror}; choose another") from error
    if os.name != "posix" or not stat.S_IMODE(found.st_mode) & _OTHERS:
        return
    if found.st_uid != os.geteuid():
        raise Refused(f"The home folder {str(home)!r} is another user's, and others may enter it: choose another")
    if any(home.iterdir()) and not any((home / name).exists() for name in _OURS):
        raise Refused(
            f"The folder {str(home)!r} is no home, others may enter it, and there are other things in it: choose a "
            "folder of its own, or make this one yours alone with chmod 700"
        )
    try:
        home.chmod(0o700)
        _close(home)
    except OSError as error:
        raise Refused(
            f"The home folder {str(home)!r} can be read by others, and its rights cannot be changed: {error.strerror}"
        ) from error


def _close(folder: Path) -> None:
    """Take the rights of others from everything below; links are not followed."""
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(root, name)
            mode = os.lstat(path).st_mode
            if not stat.S_ISLNK(mode) and mode & _OTHERS and not name.endswith(_KEY):
                os.chmod(path, stat.S_IMODE(mode) & ~_OTHERS)
