"""The kinds of clauses that are claims, as clauses.toml lists them, and what a clause is for who buys the company."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from casewright.domain.claims import Polarity
from casewright.domain.facts import FIELD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIGNATURES: Final = "signatures"
"""Whether a contract is signed: the one kind that is no field of the facts of contracts."""
UNMEASURED: Final = 0.6
"""How sure a wording is that was never held against contracts marked by people."""


@dataclass(frozen=True, slots=True)
class ClauseKind:
    """One kind of clause. ``words``, ``under`` and ``but`` take sentences as clauses.toml says, ``right`` of ten.

    ``beside`` are the metrics of figures that say the same; ``bearings`` are tried in their order.
    """

    name: str
    label: str
    words: re.Pattern[str] | None
    under: re.Pattern[str] | None
    but: re.Pattern[str] | None
    right: float
    beside: tuple[str, ...]
    bearings: tuple[tuple[re.Pattern[str], Polarity], ...]

    @property
    def metric(self) -> str:
        """What its claims are about, as claims are compared by it: ``change of control``."""
        return self.name.replace("_", " ")

    def takes(self, said: str, heading: str) -> bool:
        """Whether a sentence in plain letters, under these headings, has the clause by its words."""
        return (
            self.words is not None
            and self.words.search(said) is not None
            and (self.under is None or self.under.search(heading) is not None)
            and (self.but is None or self.but.search(said) is None)
        )

    def polarity(self, said: str) -> Polarity:
        """What the clause is for who buys the company; in ``said``, @us and @them stand for the two sides."""
        return next((one for says, one in self.bearings if says.search(said)), Polarity.UNKNOWN)


@cache
def clause_kinds() -> Mapping[str, ClauseKind]:
    """The kinds by name, in the order in which they are told."""
    text = files("casewright.evidence.clauses").joinpath("clauses.toml").read_text(encoding="utf-8")
    return MappingProxyType({name: _kind(name, entry) for name, entry in tomllib.loads(text).items()})


def show_kind(name: str) -> str:
    """What a kind is called in the middle of a sentence."""
    label = clause_kinds()[name].label
    return label[:1].lower() + label[1:]


@cache
def clause_metrics() -> frozenset[str]:
    """What claims of clauses are about."""
    return frozenset(one.metric for one in clause_kinds().values())


def _kind(name: str, entry: Mapping[str, Any]) -> ClauseKind:  # Any: a table of the file
    return ClauseKind(
        name=name,
        label=str(entry.get("label", FIELD[name].label if name in FIELD else name.capitalize())),
        words=_pattern(entry.get("words", ())),
        under=_pattern([entry["under"]] if "under" in entry else ()),
        but=_pattern(entry.get("but", ())),
        right=float(entry.get("right", UNMEASURED)),
        beside=tuple(entry.get("beside", ())),
        bearings=tuple((re.compile(one["says"]), Polarity(one["is"])) for one in entry["bearing"]),
    )


def _pattern(forms: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(forms)) if forms else None
