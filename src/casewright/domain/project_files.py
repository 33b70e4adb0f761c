"""A text file of a project folder, as it was read."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """``path`` as it was asked for. ``text`` is all of it, or its beginning where it is not ``whole``.

    ``size`` in bytes; ``sha256`` is of all its bytes, None where not all were read.
    """

    path: str
    text: str
    size: int
    sha256: str | None

    @property
    def whole(self) -> bool:
        """Whether the text is all of the file's."""
        return self.sha256 is not None


def content_hash(data: bytes) -> str:
    """What a call says a file's bytes to be: their SHA-256, in hexadecimal digits."""
    return sha256(data).hexdigest()
