"""The options of what is measured, and what they load."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.scorers import MeasuredScorer, Ranker

BaseEncoder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Rank by the vectors of this encoder too, as it is: such as one that nobody tuned.",
        show_default=False,
    ),
]
Beside = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Measure another model on the same items too: a model's folder, or one whose folders each hold one.",
        show_default=False,
    ),
]
Cache = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Keep what was read here, so that the next time takes seconds; a folder outside the repository.",
        show_default=False,
    ),
]
Folds = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Measure the models in this folder's folders, each document by the first that has not seen it; "
        "`python -m training folds --out DIR` makes them.",
        show_default=False,
    ),
]


def load_baselines(base_encoder: Path | None) -> list[Ranker]:
    """BM25, and the cosine of an encoder's vectors where one is given. Raises ``IntegrityError`` for a damaged one."""
    from evals.model_folders import load_encoder
    from evals.scorers import Bm25Ranker, CosineRanker

    bm25: list[Ranker] = [Bm25Ranker()]
    return bm25 if base_encoder is None else [*bm25, CosineRanker(load_encoder(base_encoder))]


def load_others(beside: Path | None, measured: Sequence[MeasuredScorer]) -> list[MeasuredScorer]:
    """The models to measure beside. Raises ``InvalidInput`` where they are those that are measured anyway."""
    from evals.model_folders import load_measured

    if beside is None:
        return []
    others: list[MeasuredScorer] = [*load_measured(beside)]
    if {other.model for other in others} & {scorer.model for scorer in measured}:
        raise InvalidInput(f"--beside {str(beside)!r} holds the model that is measured anyway: name another.")
    return others
