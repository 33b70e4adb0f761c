"""Text as a reader sees it, without invisible characters; each character knows its place in the original."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.vocabulary.lookalikes import read_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_MARKS = "\u0300-\u036f"
_ODD = re.compile(
    rf"[{_INVISIBLE}{_MARKS}\u0660-\u0669\u06f0-\u06f9\ufb00-\ufb06\uff01-\uff5e\U0001d400-\U0001d7ff]|\\u[0-9a-fA-F]{{4}}"
    r"|(?<=[^\W\d_])-[ \t]*\r?\n\s*(?=[^\W\d_])"
)
_PIECES = re.compile(
    rf"(?P<gone>[{_INVISIBLE}]|(?<=[^\W\d_])-[ \t]*\r?\n[ \t]*(?=[a-zăâîșşțţ]))"
    rf"|(?P<escaped>\\u[0-9a-fA-F]{{4}})|(?P<cluster>.[{_MARKS}]+)|(?P<other>.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class SeenText:
    """What is seen, and where each of its characters begins and ends in the original (None: at its own place)."""

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original of a span that is not empty."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def see_text(text: str) -> SeenText:
    r"""The text without soft hyphens, zero-width characters and hyphens at a line's end, in composed, plain letters.

    Cedillas become commas, look-alikes what they look like; ``\u0219`` as JSON escapes it is the
    letter it stands for.
    """
    text = read_alike(text)
    if _ODD.search(text) is None:
        return SeenText(text)
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece in _PIECES.finditer(text):
        if piece["gone"] is not None:
            continue
        shown = chr(int(piece["escaped"][2:], 16)) if piece["escaped"] is not None else _plain(piece[0])
        for letter in shown:
            letters.append(letter)
            starts.append(piece.start())
            ends.append(piece.end())
    return SeenText("".join(letters), starts, ends)


def _plain(cluster: str) -> str:
    return unicodedata.normalize("NFKC" if len(cluster) > 1 or ord(cluster) > 0x65F else "NFC", cluster)
