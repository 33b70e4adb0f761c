"""References in a text: ``[claim:<uuid>]`` and ``[calc:<uuid>]``, exactly so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from casewright.domain.ids import is_uuid

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_EXACT = re.compile(r"(claim|calc):(\S+)")
_MEANT = re.compile(r"\b(?:claims?|calc\w*)\b\s*[:=#]|[0-9a-f]{8}-[0-9a-f]{4}-", re.IGNORECASE)
_JOINT = re.compile(r"[\s,;&/]*(?:(?:and|or|și|si)\b)?[\s,]*")


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference, at ``text[start:end]``; the id is in lower case."""

    kind: Literal["claim", "calc"]
    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Referring:
    """The references of one sentence, and what was meant as one and is none."""

    references: tuple[Reference, ...]
    malformed: tuple[str, ...]
    bare: str
    """The sentence with a space for every character of what stands in such brackets."""

    def groups(self, text: str) -> list[tuple[Reference, ...]]:
        """References with nothing between them but "and" or a comma, together: they bear out the same words."""
        found: list[tuple[Reference, ...]] = []
        for one in self.references:
            if found and _JOINT.fullmatch(text[found[-1][-1].end : one.start]):
                found[-1] = (*found[-1], one)
            else:
                found.append((one,))
        return found


def referring(sentence: str) -> Referring:
    """The references of ``sentence``."""
    references, malformed, bare = [], [], list(sentence)
    for match in _BRACKETS.finditer(sentence):
        exact = _EXACT.fullmatch(match[1])
        if exact is not None and is_uuid(exact[2]):
            kind: Literal["claim", "calc"] = "claim" if exact[1] == "claim" else "calc"
            references.append(Reference(kind, exact[2].lower(), match.start(), match.end()))
        elif _MEANT.search(match[1]):
            malformed.append(match[0])
        else:
            continue
        bare[match.start() : match.end()] = " " * len(match[0])
    return Referring(tuple(references), tuple(malformed), "".join(bare))
