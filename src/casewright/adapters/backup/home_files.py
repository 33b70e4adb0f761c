"""What stands in a home's folders, by the name that it has in a backup."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

KEY = ".key"
"""What the name of a file ends with that holds a secret key."""


def files_below(root: Path, *, without: Collection[Path] = ()) -> Iterator[tuple[str, Path]]:
    """Every regular file below the folder with its path from there, in order; links are not followed.

    ``without`` are files and folders that are left out; so is whatever is hidden: what others are writing now.
    """
    skipped = {os.path.abspath(one) for one in without}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and os.path.join(folder, name) not in skipped
        )
        for name in sorted(files):
            path = Path(folder, name)
            if name.startswith(".") or str(path) in skipped or path.is_symlink() or not path.is_file():
                continue
            yield path.relative_to(root).as_posix(), path


def links_in(folder: Path) -> dict[str, str]:
    """The links of the folder that lead to a file beside them, by their names the names of those files."""
    found = {}
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.is_symlink():
                target = os.readlink(path)
                if "/" not in target and (folder / target).is_file() and not (folder / target).is_symlink():
                    found[path.name] = target
    return found
