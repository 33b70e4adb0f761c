"""Files that programs leave in folders for themselves: no person means them when they hand over a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES: Final = frozenset(("thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "icon\r", "icon_"))
_FOLDERS: Final = frozenset(("__macosx", "$recycle.bin", "system volume information"))


def reason_to_skip(parts: Sequence[str]) -> str | None:
    """Why a file at this path, its last part the name, is no document; None where it may be one."""
    for folder in parts[:-1]:
        if folder.lower() in _FOLDERS:
            return "lies in a folder of the operating system"
        if folder.startswith("."):
            return "lies in a hidden folder"
    name = parts[-1].lower()
    if name in _FOLDERS:
        return "is a folder of the operating system"
    if name in _NAMES or name == ".ds_store":
        return "is a file of the operating system"
    if name.startswith("~$"):
        return "is the mark of a file that a program has open"
    return "is hidden: its name begins with a dot" if name.startswith(".") else None
