"""What a withheld document is about, as far as its name tells: the claims that it reaches although none cites it.

Source: spec/evidence-and-debate.md, "Detectors": a document named in the index but absent "becomes FATAL when a person
confirms". Where no claim cites it, those count whose metric or subject its name names; where there are none, the
recommendation names the document.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.domain.claims import ClaimClass
from casewright.domain.defects import DefectType
from casewright.evidence.metrics import metric_name
from casewright.evidence.muhasabah.metrics import metrics
from casewright.vocabulary.folding import plain_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import ClaimId, DocumentId
    from casewright.evidence.record import AbsentDocument

_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}$")
_LETTERS = 4
_COMMON = 0.5
"""A word in the subjects of more than this share of the claims is the deal's own name, and tells none of them apart."""


def confirmed(absent: Iterable[AbsentDocument], matters: Iterable[str]) -> tuple[str, ...]:
    """The names of the absent documents of which a person confirmed that they were withheld.

    ``matters`` are what approved candidates were about: the keys of ``Candidate`` without the mark of their claims.
    """
    known = set(matters)
    return tuple(dict.fromkeys(one.name for one in absent if matter_of(one.name) in known))


def matter_of(name: str) -> str:
    """What a candidate about this document is about, as its key begins."""
    words = re.findall(r"\w+", name.casefold().replace("_", " "))
    return f"{DefectType.CONCEALMENT}:{' '.join(words)}"


def reached(name: str, claims: Sequence[Claim]) -> tuple[ClaimId, ...]:
    """The claims whose metric or subject the document's name names, in the order of their ids; none where none is."""
    words = _telling_words(name)
    named = metrics(" ".join(_words(_EXTENSION.sub("", name))))
    subjects = {claim.id: frozenset(_words(f"{claim.metric or ''} {claim.entity or ''}")) for claim in claims}
    counted = Counter(word for subject in subjects.values() for word in subject)
    telling = {word for word in words if counted[word] <= max(1, _COMMON * len(claims))}
    found = [
        claim.id
        for claim in claims
        if telling & subjects[claim.id] or (claim.metric is not None and metric_name(claim.metric) in named)
    ]
    if not found:
        in_text = {claim.id: frozenset(_words(claim.text)) for claim in claims}
        often = Counter(word for text in in_text.values() for word in text)
        telling = {word for word in words if often[word] <= max(1, _COMMON * len(claims))}
        found = [claim.id for claim in claims if telling & in_text[claim.id]]
    return tuple(sorted(found))


def is_listed(claim: Claim, index: DocumentId) -> bool:
    """Whether the claim says no more than that the index lists a document."""
    return claim.claim_class is ClaimClass.OTHER and claim.span is not None and claim.span.document == index


def _telling_words(name: str) -> set[str]:
    stem = _EXTENSION.sub("", name.rpartition("/")[2])
    return {word for word in _words(stem) if len(word) >= _LETTERS and word.isalpha() and word not in _kinds()}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain_letters(text).casefold())


@cache
def _kinds() -> frozenset[str]:
    text = files("casewright.evidence").joinpath("concealed.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)["kinds"])
