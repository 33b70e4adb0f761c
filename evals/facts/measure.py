"""Measuring readers of facts on contracts labelled as CUAD is, each read by one that has not seen it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import FactText
from casewright.domain.skipping import spans_of
from evals import judgements, report
from evals.cuad import ATTRIBUTION
from evals.cuad_data import read_contracts
from evals.facts.beside import compared
from evals.facts.judging import MEASURED, ReadContract, judge
from evals.facts.sections import sections
from evals.facts.values import values_of
from evals.scorers import silent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from casewright.domain.documents import Reading
    from casewright.tools.ports.documents import DocumentReader
    from evals.cuad_data import LabelledContract
    from evals.facts.beside import Compared
    from evals.facts.judging import JudgedField
    from evals.facts.readers import MeasuredReader
    from evals.kept import Kept
    from evals.scorers import Progress

TITLE: Final = "Facts read out of contracts: the fields that CUAD marks"


@dataclass(frozen=True, slots=True)
class ReadContracts:
    """The contracts that some reader had not seen, read; and how many were left out.

    ``beside`` are the same contracts as another reader read them, where there is one.
    """

    contracts: tuple[ReadContract, ...]
    left_out: int
    beside: tuple[ReadContract, ...] = ()


def read_facts(
    data: Path,
    *,
    readers: Sequence[MeasuredReader],
    reader: DocumentReader,
    kept: Kept,
    progress: Progress,
    unsure: bool = False,
    beside: Sequence[MeasuredReader] = (),
) -> ReadContracts:
    """Each contract under ``data`` as the first of ``readers`` reads it that was not trained on it.

    With ``unsure``, what it would not show counts as well, where it can say that. With readers ``beside`` only
    contracts are read that one of either was not trained on, by both.
    Raises ``InvalidInput`` for data that cannot be read.
    """
    panels = (readers, beside) if beside else (readers,)
    read: tuple[list[ReadContract], ...] = tuple([] for _ in panels)
    left_out = 0
    for contract in read_contracts(data):
        progress("reading", len(read[0]) + left_out, 0)
        chosen = [next((one for one in panel if not one.saw(contract.text)), None) for panel in panels]
        if None in chosen:
            left_out += 1
            continue
        reading = kept.reading(reader, contract.text)
        for one, listed in zip(chosen, read, strict=True):
            if one is not None:
                listed.append(_read(one, contract, reading, kept, unsure=unsure))
    return ReadContracts(tuple(read[0]), left_out, tuple(read[-1]) if beside else ())


def _read(
    reader: MeasuredReader, contract: LabelledContract, reading: Reading, kept: Kept, *, unsure: bool
) -> ReadContract:
    found = reader.find(kept, contract.text, fact_text(reading), unsure=unsure)
    raw = reading.offsets.raw
    places = tuple((raw(fact.start), raw(fact.end - 1) + 1) for fact in found)
    return ReadContract(contract, found, places, values_of(found, reading), reader.left_out(contract.text))


def fact_text(reading: Reading) -> FactText:
    """What a reader of facts is given of a document."""
    return FactText(reading.text, reading.chunks, reading.sections or (), spans_of(reading.furniture))


@dataclass(frozen=True, slots=True)
class MeasuredFacts:
    """The figures, and what they are made of; ``names`` are those of the contracts, by their numbers.

    ``beside`` compares field by field with another reader, where one was asked for.
    """

    report: report.Report
    judged: tuple[JudgedField, ...]
    names: tuple[str, ...]
    beside: tuple[Compared, ...] = ()


def measure_facts(
    data: Path,
    *,
    readers: Sequence[MeasuredReader],
    reader: DocumentReader,
    kept: Kept,
    progress: Progress | None = None,
    beside: Sequence[MeasuredReader] = (),
) -> MeasuredFacts:
    """Figures over the contracts under ``data``. Raises as ``read_facts``."""
    told = progress or silent
    found = read_facts(data, readers=readers, reader=reader, kept=kept, progress=told, beside=beside)
    told("judging", 0, 0)
    judged = judge(found.contracts)
    name = panel_name(readers)
    facts = {"contracts": len(found.contracts), "left_out": found.left_out, "readers": len(readers)}
    weights = judgements.drawn(len(found.contracts))
    shown = tuple(sections(name, judged, weights)) if found.contracts else ()
    made = report.Report("facts", TITLE, name, facts, (note_of(found, readers),), ATTRIBUTION, shown)
    names = tuple(one.contract.name for one in found.contracts)
    other = compared(judged, judge(found.beside), weights) if found.beside else ()
    return MeasuredFacts(made, tuple(judged), names, tuple(other))


def panel_name(readers: Sequence[MeasuredReader]) -> str:
    """What the readers are called together."""
    return readers[0].version + (f" and {len(readers) - 1} more" if len(readers) > 1 else "")


def note_of(found: ReadContracts, readers: Sequence[MeasuredReader]) -> str:
    """What a reader of the figures must know of who read which contracts."""
    remedy = readers[0].remedy
    if not found.contracts:
        if not found.left_out:
            return "There is no contract here."
        return (
            f"Left out {found.left_out} of {found.left_out} contracts: the reader was made with all of them, so there "
            f"is nothing to measure honestly. {remedy}"
        )
    whose = "Read by a reader" if len(readers) == 1 else f"Each read by the first of {len(readers)} readers"
    left = f" {found.left_out} were left out, the reader being made with them. {remedy}" if found.left_out else ""
    by_rule = sorted(readers[0].by_rule & {one.name for one in MEASURED})
    halves = f" By rules, and on the half that these were not written on: {', '.join(by_rule)}." if by_rule else ""
    return f"{whose} that was not made with the contract.{left}{halves}"
