"""The files that a person means by the paths given: files as they are, folders by the formats we read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence


def name_of(path: Path) -> str:
    """What a document made of this file is called: its path, with what is no text in it replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def given_paths(texts: Sequence[str]) -> list[Path]:
    """The paths as they were given. Raises ``InvalidInput`` for an empty one, which would mean the current folder."""
    if any(not text for text in texts):
        raise InvalidInput("A path is empty: write . where you mean the current folder")
    return [Path(text) for text in texts]


def gather(paths: Sequence[Path], extensions: Collection[str]) -> list[Path]:
    """Every file, once, in the order given; a folder gives its readable files in alphabetical order, hidden ones not.

    Raises ``NotFound`` for a path that does not exist, ``InvalidInput`` for a folder with nothing readable in it
    and for what is neither file nor folder.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            within = list(_walk(path, extensions))
            if not within:
                known = ", ".join(sorted(extensions))
                raise InvalidInput(f"The folder {str(path)!r} has no file that can be read: known are {known}")
            found.update(dict.fromkeys(within))
        elif path.is_file():
            found[path] = None
        elif path.exists():
            raise InvalidInput(f"{str(path)!r} is neither a file nor a folder: give one that is")
        else:
            raise NotFound(f"There is no file or folder {str(path)!r}: check the path")
    return list(found)


def _walk(folder: Path, extensions: Collection[str]) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(root, name)
            if not name.startswith(".") and path.suffix.lower() in extensions and path.is_file():
                yield path
