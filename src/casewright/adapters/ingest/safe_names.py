"""Names that others gave to files in archives and e-mails, made into paths that lead nowhere."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

PATH_LIMIT: Final = 400
"""Most characters of one container's path to a file; what is longer loses its middle."""
_SEPARATORS: Final = re.compile(r"[/\\]")
_DRIVE: Final = re.compile(r"^([A-Za-z]):")


def safe_path(name: str) -> str:
    """The name as a path below its container, with "/" between its parts: never absolute, never upwards, printable."""
    parts = [_harmless(part) for part in _SEPARATORS.split(name)]
    return _shortened("/".join(part for part in parts if part)) or "unnamed"


def safe_name(name: str) -> str:
    """The name as one part of a path."""
    return safe_path(_SEPARATORS.sub("_", name))


def is_safe(path: str) -> bool:
    """Whether nothing in the path, however long it is, has to be made harmless."""
    return all(part and _harmless(part) == part for part in path.split("/"))


def _harmless(part: str) -> str:
    """One part of a path without what is no text, and no drive; empty where it would lead upwards or nowhere."""
    printable = "".join(sign if sign.isprintable() else "_" for sign in part).strip()
    return _DRIVE.sub(r"\1_", printable) if printable.strip(".") else ""


def _shortened(path: str) -> str:
    if len(path) <= PATH_LIMIT:
        return path
    half = PATH_LIMIT // 2 - 10
    return f"{path[:half].rstrip(' /')}…{path[-half:].lstrip(' /')}"


class Distinct:
    """Gives every name once: the second "a.txt" is "a (2).txt"."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def __call__(self, name: str) -> str:
        """The name, numbered where it was given before."""
        if name not in self._given:
            self._given[name] = 1
            return name
        path = PurePosixPath(name)
        while True:
            self._given[name] += 1
            other = str(path.with_name(f"{path.stem} ({self._given[name]}){path.suffix}"))
            if other not in self._given:
                self._given[other] = 1
                return other
