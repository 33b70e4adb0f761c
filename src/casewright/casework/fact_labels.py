"""The labels under which facts of a case are filed, "Label: value": the checklist's, never anybody's name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.kinds.catalogue import case_kinds
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(r"(?:^|\n)[ \t]*(?:\d{1,3}\.[ \t])?([^\n:]{2,90}?)[ \t]*:")
"""A line's beginning up to its colon, behind its number where the facts are read back as a list."""


def labels_in(text: str) -> Iterator[tuple[int, int]]:
    """The places of labels of the kinds' facts at the beginnings of the text's lines."""
    if ":" not in text:
        return
    yield from (match.span(1) for match in _LINE.finditer(text) if fold(match[1]) in _labels())


@cache
def _labels() -> frozenset[str]:
    """Every kind's labels in both languages, folded."""
    facts = [fact for kind in case_kinds().values() for fact in kind.facts]
    return frozenset(fold(label) for fact in facts for label in (fact.label, fact.label_en))
