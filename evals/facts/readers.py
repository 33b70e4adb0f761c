"""Readers of facts as evaluations see them: what they are called, what they were trained on, what they find."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from casewright.adapters.facts import fact_model
from casewright.adapters.facts.model_reader import ModelReader
from casewright.adapters.facts.preferred_reader import PreferredReader
from casewright.adapters.scoring import model_file
from casewright.adapters.scoring.encoder import Encoder
from casewright.bootstrap.lazy import lazy
from casewright.errors import InvalidInput
from casewright.evidence.facts.rules.reader import RuleReader
from evals.cuad_data import fingerprint
from evals.fact_rules import half_of
from evals.kept import hash_of
from evals.model_folders import HOW_FOLDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.domain.facts import FactText, FoundFact
    from casewright.tools.ports.facts import FactReader
    from evals.kept import Kept

MODEL: Final = "model"
"""What the product reads with: the model, and rules for the fields that they read better."""
ALONE: Final = "model-alone"
"""The model for every field that it was taught."""
RULES: Final = "rules"
GIVE: Final = "give model, model-alone, rules, or module:name of what makes a reader"

HALVES: Final = (
    "The rules were written on one half of the contracts, and what is measured is the other: `python -m evals "
    "fact_rules` measures and lists by half."
)


@dataclass(frozen=True, slots=True)
class MeasuredReader:
    """A reader, the fingerprints of the contracts that it was trained on, and a hash of its model's files.

    ``made_with`` says of a text whether the reader was made with it in another way; ``remedy`` is what to do where
    contracts are left out for that. ``by_rule`` are the fields that rules read for it, which were written on half of
    the contracts: there these fields are left out.
    """

    reader: FactReader
    contracts: frozenset[str] = frozenset()
    model: bytes = b""
    made_with: Callable[[str], bool] | None = None
    remedy: str = HOW_FOLDS
    by_rule: frozenset[str] = frozenset()

    def left_out(self, text: str) -> frozenset[str]:
        """The fields that were made with the contract of this text."""
        return self.by_rule if self.by_rule and _fitted(text) else frozenset()

    def saw(self, text: str) -> bool:
        """Whether the reader was made with the contract of this text."""
        return fingerprint(text) in self.contracts or (self.made_with is not None and self.made_with(text))

    @property
    def version(self) -> str:
        """Name and version."""
        return self.reader.version

    def find(self, kept: Kept, text: str, read: FactText, *, unsure: bool) -> list[FoundFact]:
        """The facts of the document with this text, ``read`` as it was cut.

        With ``unsure`` those as well that the reader holds for too unlikely to show, where it has ``candidates``.
        """
        asked = getattr(self.reader, "candidates", None) if unsure else None
        find = self.reader.read if asked is None else asked
        version = self.version if asked is None else f"{self.version}, candidates"
        return kept.finds(text, version, self.model, lambda: find(read))


def load_readers(name: str, folds: Path | None = None) -> list[MeasuredReader]:
    """The reader of this name; with ``folds``, one for each of its folders that hold a model, in their order.

    What makes a reader is called without arguments, or with the folder of a model. Of ``contracts``, where a reader
    has it, are the fingerprints of what it was trained on; a reader by folds has to. Raises ``InvalidInput`` for a
    name that leads to no reader, and a folder without models.
    """
    if name == RULES:
        if folds is not None:
            raise InvalidInput("--folds are of models, and rules have none: leave it out, or name another --reader.")
        return [MeasuredReader(RuleReader(), made_with=_fitted, remedy=HALVES)]
    if name in (MODEL, ALONE):
        folders = [model_file.SHIPPED] if folds is None else _folders(folds, fact_model.MANIFEST)
        return [_by_model(folder, alone=name == ALONE) for folder in folders]
    make = _maker(name)
    if folds is None:
        reader = make()
        return [MeasuredReader(reader, frozenset(getattr(reader, "contracts", ())))]
    return [_of_fold(make(folder), name, folder) for folder in _folders(folds, "embedded.json")]


def _fitted(text: str) -> bool:
    return half_of(text) == "fitted"


def _folders(folds: Path, file: str) -> list[Path]:
    folders = sorted(path.parent for path in folds.glob(f"*/{file}"))
    if not folders:
        raise InvalidInput(
            f"--folds {str(folds)!r} holds no models: give a folder whose folders each hold one with its {file}."
        )
    return folders


def _by_model(folder: Path, *, alone: bool) -> MeasuredReader:
    """The reader by the model in this folder. Raises ``IntegrityError`` where it is missing or damaged."""
    about = fact_model.read_manifest(folder)
    contracts = model_file.load(folder).contracts
    model = lazy(
        lambda: ModelReader(fact_model.load(folder), Encoder.from_folder(folder)), version=f"{about.name}, {ALONE}"
    )
    files = hash_of(list(folder.glob("*")))
    if alone:
        return MeasuredReader(model, contracts, files)
    return MeasuredReader(PreferredReader(about, model, RuleReader()), contracts, files, by_rule=about.by_rule)


def _of_fold(reader: Any, name: str, folder: Path) -> MeasuredReader:  # Any: whatever the name led to
    if not hasattr(reader, "contracts"):
        raise InvalidInput(f"--reader {name!r} does not say what it was trained on: leave --folds out.")
    return MeasuredReader(reader, frozenset(reader.contracts), hash_of(list(folder.rglob("*"))))


def _maker(path: str) -> Any:  # Any: whatever the name leads to
    module, colon, name = path.partition(":")
    if not colon or not module or not name:
        raise InvalidInput(f"--reader is {path!r}, and there is no such reader: {GIVE}.")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise InvalidInput(f"--reader is {path!r}, which leads nowhere ({problem}): {GIVE}.") from problem
