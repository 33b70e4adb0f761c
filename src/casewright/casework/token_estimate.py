"""How many tokens a text has at most, for a limit that must hold whichever model reads it.

No tokenizer is loaded: each provider has its own, and they come by download. Counted instead: one token for every
three bytes of a word's letters in UTF-8, begun ones too, and one for every digit and other sign. A vocabulary of
byte pairs cuts Romanian words into pieces of about three letters or more; a letter with a diacritic is two bytes. The
estimate is meant to be above what providers count, and is not measured against them.
"""

from __future__ import annotations

import re

_PIECE = re.compile(r"[^\W\d_]+|\d|_|[^\s\w]")
_BYTES = 3


def estimate_tokens(text: str) -> int:
    """The estimate: no less than 1 for a text that has any sign."""
    pieces = (len(piece[0].encode("utf-8", "surrogatepass")) for piece in _PIECE.finditer(text))
    return sum(-(-size // _BYTES) for size in pieces)
