"""Models and encoders in folders, as evaluations load them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

    from casewright.adapters.scoring.encoder import Encoder
    from casewright.adapters.scoring.features import Features
    from evals.embedded_scorer import MeasuredEmbedded
    from evals.learning import Panel


HOW_FOLDS: Final = (
    "Make models that have not seen them with `python -m training folds --out DIR`, and give --folds DIR."
)
"""What is said where everything is training data."""


def load_measured(folder: Path | None = None) -> list[MeasuredEmbedded]:
    """The shipped model for an evaluation, the model of this folder, or each model in the folder's own folders.

    Raises ``InvalidInput`` for a folder that holds none, ``IntegrityError`` for a damaged model.
    """
    from evals.embedded_scorer import MeasuredEmbedded

    if folder is None:
        return [MeasuredEmbedded.from_folder()]
    if (folder / "embedded.json").exists():
        return [MeasuredEmbedded.from_folder(folder)]
    found = sorted(path.parent for path in folder.glob("*/embedded.json"))
    if not found:
        raise InvalidInput(
            f"{str(folder)!r} holds no models: give a folder with an embedded.json, or one whose folders each hold one."
        )
    return [MeasuredEmbedded.from_folder(path) for path in found]


def load_learning(folds: Path) -> list[Panel[Features]]:
    """Each model under ``folds`` that some categories were never taught to, to be measured on these.

    Raises ``InvalidInput`` where there is none, ``IntegrityError`` for a damaged one.
    """
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from evals.embedded_scorer import never_learned
    from evals.learning import Panel

    known = {path: never_learned(path) for path in sorted(folds.glob("**/never_learned.json"))}
    if not known:
        raise InvalidInput(
            f"{str(folds)!r} holds no model that some categories were never taught to: "
            "`python -m training folds --out DIR` makes them."
        )
    return [Panel(EmbeddedScorer.from_folder(path.parent), names) for path, names in known.items()]


def load_encoder(folder: Path) -> Encoder:
    """The encoder in a folder. Raises ``IntegrityError`` where its files are missing or damaged."""
    from casewright.adapters.scoring.encoder import Encoder

    return Encoder.from_folder(folder)
