"""Which store an address names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from casewright.adapters.blobs.folder import FolderBlobs
from casewright.adapters.blobs.remote import FsspecBlobs

if TYPE_CHECKING:
    from collections.abc import Mapping


def open_blobs(address: str, options: Mapping[str, object] | None = None) -> FolderBlobs | FsspecBlobs:
    """The store at a path, or at an fsspec URL; ``file://`` and a path is a folder of this machine.

    Nothing is looked at yet: the first use says where the address leads nowhere.
    """
    if "://" not in address:
        return FolderBlobs(Path(address))
    parts = urlsplit(address)
    if parts.scheme in ("file", "local"):
        return FolderBlobs(Path(parts.path))
    return FsspecBlobs(address, options)
