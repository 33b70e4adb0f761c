"""Whether words are a street and what stands beside it."""

from __future__ import annotations

import re

from casewright.vocabulary.folding import fold

_ADDRESS = re.compile(
    r"^\W*(?:s-a intamplat |era |eram )?(?:pe |in |la )?"
    r"(?:strada|str\.?|bulevardul|bd\.?|b-dul|calea|soseaua|sos\.?|aleea|piata|intersecti\w+|dn ?\d+|drumul)\b"
)
_ADDRESS_WORDS = 10


def is_address(said: str) -> bool:
    """Whether the words are a street and what stands beside it."""
    return len(said.split()) <= _ADDRESS_WORDS and _ADDRESS.search(fold(said)) is not None
