"""A reader's figures put together: the fields that matter most, the others that are common enough, and the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from evals import judgements, measures, report
from evals.facts import figures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evals.facts.judging import JudgedField
    from evals.judgements import Drawn

CORE: Final = (
    "document_name",
    "parties",
    "agreement_date",
    "effective_date",
    "expiration_date",
    "renewal_term",
    "notice_period_to_terminate_renewal",
    "governing_law",
)
"""The fields that nearly every question about a contract needs."""

ENOUGH: Final = 30
"""A field that fewer contracts have is measured, but counts in no mean that aims are set for."""

COMPARED: Final = ("f1", "precision", "recall", "touch", "false", "value", "high", "calibration_error")

NOTE: Final = (
    "A place is right where its words and a mark's share half of their union, one find for one mark; recall counts "
    "provisions. First touches: of the contracts that have a mark, those whose surest find touches one. Found, not "
    "there: of the contracts without a mark, those in which something was found."
)


def sections(reader: str, judged: Sequence[JudgedField], weights: Drawn) -> Iterator[report.Section]:
    """The three sections; ``weights`` are the resamples of contracts, shape (contracts, rounds)."""
    common = {one.field.name: sum(each.provisions > 0 for each in one.contracts) for one in judged}
    core = [one for one in judged if one.field.name in CORE]
    others = [one for one in judged if one.field.name not in CORE and common[one.field.name] >= ENOUGH]
    rest = [one for one in judged if one.field.name not in CORE and 0 < common[one.field.name] < ENOUGH]
    for key, title, fields in (
        ("core", "Title, parties, dates, end, renewal and law", core),
        ("others", f"The other fields that at least {ENOUGH} contracts have", others),
        ("rare", f"Fields that fewer than {ENOUGH} contracts have", rest),
    ):
        if fields:
            yield _section(key, title, reader, fields, weights)


def _section(key: str, title: str, reader: str, fields: Sequence[JudgedField], weights: Drawn) -> report.Section:
    samples = [figures.resampled(one, weights) for one in fields]
    rows = [_row(one, sample) for one, sample in zip(fields, samples, strict=True)]
    macro = report.Row(
        f"macro over {len(rows)}",
        sum(row.positives for row in rows),
        {
            name: report.figure(
                measures.macro([row.figures[name].value for row in rows]),
                judgements.mean([sample[name] for sample in samples]),
            )
            for name in figures.HEADINGS
        },
        tuple(judgements.mean([np.array(row.curve) for row in rows]).tolist()),
    )
    questions = [figures.as_judged(one) for one in fields]
    right = np.concatenate([one.truth for one in questions])
    said = np.concatenate([one.said for one in questions])
    gaps = np.sum([judgements.calibration_gaps(one, len(weights)) for one in questions], axis=0)
    error = measures.calibration_error(right, said, judgements.FLOOR, judgements.BINS)
    assessed = report.Assessed(
        reader,
        tuple(rows),
        macro,
        report.figure(error, judgements.error_of(gaps, weights)),
        tuple(measures.reliability(right, said)),
    )
    return report.Section(key, title, NOTE, (assessed,), figures.HEADINGS, COMPARED, listed=True, counted="provisions")


def _row(one: JudgedField, sample: dict[str, figures.FloatArray]) -> report.Row:
    said = figures.as_judged(one)
    return report.Row(
        one.field.name,
        sum(each.provisions for each in one.contracts),
        {name: report.figure(value, sample[name]) for name, value in figures.figures(one).items()},
        tuple(figures.curve(one, report.RECALLS).tolist()),
        tuple(measures.reliability(said.truth, said.said)),
    )
