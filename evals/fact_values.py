"""How right typed values are: the package's reading of places that lawyers marked, against what they answered.

The places are given, so that this measures the reading of values alone. Contracts are parted by a seed into a half by
which the rules were written and a half that was kept unread.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from casewright.domain.facts import FIELDS
from casewright.errors import InvalidInput
from casewright.evidence.facts.values.parties import parties_of
from casewright.evidence.facts.values.reading import value_of_all
from casewright.evidence.facts.values.showing import shown
from evals import fact_answers as answers
from evals.cuad_data import read_contracts
from evals.evidence import Share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from casewright.domain.facts import FactValue
    from evals.cuad_data import LabelledContract
    from evals.fact_answers import Outcome

Half = Literal["fitted", "unseen"]

SEED = 18
"""By which the contracts are parted."""

ATTRIBUTION = "CUAD v1, The Atticus Project, CC BY 4.0."


@dataclass(frozen=True, slots=True)
class Judged:
    """One thing read in one contract: what was read, what was answered, and whether they say the same."""

    row: str
    contract: str
    outcome: Outcome
    read: str
    answer: str
    said: str


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A row: how many were read equal, otherwise and not at all, of those that have an answer."""

    name: str
    equal: int
    other: int
    none: int

    @property
    def right(self) -> Share:
        """Equal, of all that have an answer."""
        return Share(self.equal, self.equal + self.other + self.none)

    @property
    def precise(self) -> Share:
        """Equal, of those of which a value was read."""
        return Share(self.equal, self.equal + self.other)

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        counts = {"equal": self.equal, "other": self.other, "none": self.none}
        return {"name": self.name, **counts, "right": self.right.as_json(), "right_of_read": self.precise.as_json()}


@dataclass(frozen=True, slots=True)
class ValueReport:
    """What was measured on one half."""

    half: Half
    contracts: int
    rows: tuple[ValueRow, ...]
    judged: tuple[Judged, ...]

    def as_json(self) -> dict[str, object]:
        """As plain data."""
        rows = [row.as_json() for row in self.rows]
        return {"half": self.half, "seed": SEED, "contracts": self.contracts, "rows": rows, "attribution": ATTRIBUTION}

    @property
    def errors(self) -> list[Judged]:
        """What was read otherwise or not at all."""
        return [one for one in self.judged if one.outcome != "equal"]


def measure_values(data: Path, half: Half) -> ValueReport:
    """Read the marked places of one half. Raises ``InvalidInput`` where the data have no answers."""
    contracts = list(read_contracts(data))
    if not any(one.answers for one in contracts):
        raise InvalidInput(f"{data}: no contract has answers; give a folder whose spans.jsonl has them")
    chosen = halves(contracts)[half]
    judged = [one for contract in chosen for one in judge_contract(contract)]
    return ValueReport(half, len(chosen), tuple(_rows(judged)), tuple(judged))


def halves(contracts: Sequence[LabelledContract]) -> dict[Half, list[LabelledContract]]:
    """The contracts parted by the seed; which half one is in depends on all names, not on their order."""
    names = sorted(one.name for one in contracts)
    random.Random(SEED).shuffle(names)
    fitted = set(names[: len(names) // 2])
    return {
        "fitted": [one for one in contracts if one.name in fitted],
        "unseen": [one for one in contracts if one.name not in fitted],
    }


def judge_contract(contract: LabelledContract) -> Iterator[Judged]:
    """Every field of the contract that has both places and an answer."""
    around = {field.name: places for field in FIELDS if (places := contract.spans.get(field.category or ""))}
    for row, category, judge in _JUDGED:
        answer, places = contract.answers.get(category), contract.spans.get(category)
        if not answer or not places:
            continue
        name = next(field.name for field in FIELDS if field.category == category)
        value = value_of_all(name, contract.text, places, around=around)
        said = " | ".join(" ".join(contract.text[start:end].split()) for start, end in sorted(places))
        read = "–" if value is None else shown(value)
        yield Judged(row, contract.name, judge(value, answer, contract.answers), read, answer, said)
    yield from _parties(contract)


def _parties(contract: LabelledContract) -> Iterator[Judged]:
    """Each party of the answer by its name, and each of its defined names with the party that has it."""
    places = contract.spans.get("Parties", ())
    found = parties_of(contract.text, places)
    said = " | ".join(" ".join(contract.text[start:end].split()) for start, end in sorted(places))
    read = "; ".join(map(shown, found)) or "–"
    for party in answers.parties_answered(contract.answers.get("Parties", "")):
        same = next((one for one in found if answers.same_name(one.name, party.name)), None)
        like = any(answers.like_name(one.name, party.name) for one in found)
        named: Outcome = "equal" if same else "other" if like else "none"
        yield Judged("parties: name", contract.name, named, read, party.name, said)
        for alias in party.defined_as:
            having = [one for one in found if any(answers.same_name(alias, other) for other in one.defined_as)]
            outcome: Outcome = "none" if not having else "equal" if same in having else "other"
            yield Judged("parties: defined as", contract.name, outcome, read, f"{party.name} ({alias})", said)


def _rows(judged: Sequence[Judged]) -> Iterator[ValueRow]:
    for name in dict.fromkeys((*(row for row, _, _ in _JUDGED), "parties: name", "parties: defined as")):
        outcomes = [one.outcome for one in judged if one.row == name]
        yield ValueRow(name, outcomes.count("equal"), outcomes.count("other"), outcomes.count("none"))


_JUDGED: tuple[tuple[str, str, Callable[[FactValue | None, str, Mapping[str, str]], Outcome]], ...] = (
    ("document_name", "Document Name", lambda value, answer, _: answers.judge_title(value, answer)),
    ("agreement_date", "Agreement Date", lambda value, answer, _: answers.judge_date(value, answer)),
    ("effective_date", "Effective Date", lambda value, answer, _: answers.judge_date(value, answer)),
    ("expiration_date", "Expiration Date", answers.judge_end),
    ("renewal_term", "Renewal Term", lambda value, answer, _: answers.judge_renewal(value, answer)),
    ("renewal_term: successive", "Renewal Term", lambda value, answer, _: answers.judge_succession(value, answer)),
    (
        "notice_period_to_terminate_renewal",
        "Notice Period To Terminate Renewal",
        lambda value, answer, _: answers.judge_duration(value, answer),
    ),
    ("governing_law", "Governing Law", lambda value, answer, _: answers.judge_law(value, answer)),
)
