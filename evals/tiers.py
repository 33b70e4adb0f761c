"""How well the rules find the tier of a case: labelled descriptions in Romanian, and the figures."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.casework.tiers import OffTopic, Tiered, TooVague
from casewright.errors import InvalidInput
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from casewright.casework.tiers import Tiering

SETS = {
    "tiers_fitted.toml": "Written before the rules; the rules were made to it",
    "tiers_mended.toml": "Written after the rules, in other words on purpose; then used to mend them",
    "tiers_other_author_mended.toml": "Written by somebody who had not seen the rules; then used to mend them",
    "tiers_second_author_mended.toml": "Written by another who had not seen the rules; then used to mend them",
    "tiers_third_author_unseen.toml": "Written by somebody who had not seen the rules; not used to mend them",
}
"""The shipped sets, and how each was written."""
CLEAR = ("1", "2", "3")
LABELS = (*CLEAR, "vague", "off_topic")


@dataclass(frozen=True, slots=True)
class Described:
    """One description, and its label."""

    words: str
    label: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What was said of one description, as a label, with its reason where there is one."""

    described: Described
    said: str
    reason: str

    @property
    def right(self) -> bool:
        """Whether that is the label."""
        return self.said == self.described.label


@dataclass(frozen=True, slots=True)
class TierReport:
    """What one set of descriptions gave."""

    name: str
    judged: tuple[Judged, ...]

    @property
    def figures(self) -> dict[str, Share]:
        """The shares by their names, as they are printed."""
        clear, vague = self._labelled(*CLEAR), self._labelled("vague")
        tiered = [one for one in clear if one.said in CLEAR]
        ascii_only = [one for one in clear if one.described.words.isascii()]
        marked = [one for one in clear if not one.described.words.isascii()]
        return {
            "right, of all legal": _share(one.right for one in (*clear, *vague)),
            "right tier, of clear": _share(one.right for one in clear),
            "  with diacritics": _share(one.right for one in marked),
            "  without": _share(one.right for one in ascii_only),
            **{f"  tier {label}": _share(one.right for one in self._labelled(label)) for label in CLEAR},
            "right tier, of those given one": _share(one.right for one in tiered),
            "question asked, of vague": _share(one.said == "vague" for one in vague),
            "question asked, of clear": _share(one.said == "vague" for one in clear),
            "declined, of off-topic": _share(one.said == "off_topic" for one in self._labelled("off_topic")),
            "declined, of legal": _share(one.said == "off_topic" for one in (*clear, *vague)),
        }

    @property
    def misses(self) -> tuple[Judged, ...]:
        """The descriptions of which something else was said than their label."""
        return tuple(one for one in self.judged if not one.right)

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "set": self.name,
            "descriptions": len(self.judged),
            "figures": {name.strip(): share.as_json() for name, share in self.figures.items()},
            "misses": [
                {
                    "description": one.described.words,
                    "label": one.described.label,
                    "said": one.said,
                    "reason": one.reason,
                }
                for one in self.misses
            ],
        }

    def _labelled(self, *labels: str) -> list[Judged]:
        return [one for one in self.judged if one.described.label in labels]


def descriptions(name: str) -> tuple[Described, ...]:
    """The descriptions of one of the shipped sets."""
    return read(tomllib.loads(files("evals").joinpath(name).read_text(encoding="utf-8")))


def read(data: Mapping[str, Any]) -> tuple[Described, ...]:
    """The descriptions of a set, read from its TOML. Raises InvalidInput naming a label that is none."""
    for group in data["group"]:
        if group["label"] not in LABELS:
            raise InvalidInput(f"A group of descriptions has the label {group['label']!r}: use {', '.join(LABELS)}")
    return tuple(Described(words, group["label"]) for group in data["group"] for words in group["texts"])


def measure(name: str, tiering: Callable[[str], Tiering]) -> TierReport:
    """The report on one of the shipped sets."""
    return TierReport(name, tuple(judged(one, tiering(one.words)) for one in descriptions(name)))


def judged(described: Described, said: Tiering) -> Judged:
    """What was said of one description, as a label."""
    match said:
        case Tiered():
            return Judged(described, str(said.tier), said.reason)
        case TooVague():
            return Judged(described, "vague", said.question)
        case OffTopic():
            return Judged(described, "off_topic", "")


def _share(hits: Iterable[bool]) -> Share:
    found = list(hits)
    return Share(sum(found), len(found))
