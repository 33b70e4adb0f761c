"""What the evaluations printed with ``--json``, read for the model card; what is of another model is refused."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Json = dict[str, Any]

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "cuad": ("cuad", "--folds", "OUT"),
    "left_out": ("cuad", "--folds", "OUT/left_out"),
    "contractnli": ("contractnli", "--folds", "OUT"),
    "acord": ("acord",),
    "learning": ("learning", "--folds", "OUT"),
    "facts": ("facts", "--reader", "model", "--folds", "OUT"),
    "cuad_spans": ("cuad_spans", "--reader", "model", "--folds", "OUT"),
    "fact_values": ("fact_values", "--half", "unseen"),
    "named_documents": ("named_documents", "--half", "unseen"),
}
"""By the name of its file, less ``.json``, the evaluation that a card is made from; OUT is the folder of models."""

BY_FACTS: Final = frozenset({"facts", "cuad_spans"})
"""Those of the model that reads facts; ``fact_values`` and ``named_documents`` name no model, being of no head."""

MODELLESS: Final = frozenset({"fact_values", "named_documents"})


@dataclass(frozen=True, slots=True)
class Ships:
    """What the models that ship are called: ``embedded-0.3+1a2b3c4d``, and ``facts-0.3+…`` where there is one."""

    scorer: str
    facts: str | None = None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """By name, what an evaluation printed; what was not measured is not in it."""

    told: Mapping[str, Json] = field(default_factory=dict)

    def section(self, name: str, key: str) -> Json | None:
        """A section of a report; None where it was not measured."""
        return next((one for one in self.told.get(name, {}).get("sections", ()) if one["key"] == key), None)

    def model(self, name: str, key: str) -> Json | None:
        """What the model of a section reached: its first scorer."""
        found = self.section(name, key)
        return found["scorers"][0] if found else None

    def others(self, name: str, key: str) -> Sequence[Json]:
        """What is measured beside it on the same items."""
        found = self.section(name, key)
        return found["scorers"][1:] if found else ()


def read(folder: Path, ships: Ships) -> Evaluated:
    """Every file of ``COMMANDS`` in the folder.

    Ends with a sentence where one is no evaluation's output, or of a model that is neither the one that ships nor its
    version by fold.
    """
    if not folder.is_dir():
        raise SystemExit(f"{folder} is no folder: give the one with the evaluations' --json outputs, or make card.")
    told = {}
    for name in COMMANDS:
        file = folder / f"{name}.json"
        if file.exists():
            told[name] = _document(file)
            if name not in MODELLESS:
                _require_shipped(file, name, told[name], ships)
    return Evaluated(told)


def _document(file: Path) -> Json:
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise SystemExit(f"{file} cannot be read ({problem}): {_again(file.stem)}") from problem
    if not isinstance(found, dict):
        raise SystemExit(f"{file} is no evaluation's output: {_again(file.stem)}")
    return found


def _require_shipped(file: Path, name: str, told: Json, ships: Ships) -> None:
    said, own = str(told.get("model")), ships.facts if name in BY_FACTS else ships.scorer
    if own is None:
        raise SystemExit(f"{file} is of {said!r}, but no model of facts ships: take the file away.")
    known = rf"(?:{re.escape(own)}|{re.escape(own.partition('+')[0])}-fold-\w+\+[0-9a-f]{{8}})"
    if not re.fullmatch(rf"{known}(?:, rules \S+)?(?: and \d+ more)?", said):
        raise SystemExit(f"{file} is of {said!r}, but {own!r} ships: {_again(name)}")
    if name == "left_out" and "-fold-g" not in said:
        raise SystemExit(f"{file} is of {said!r}, which was taught every category: {_again(name)}")
    if told.get("refitted_folds") is not None:
        raise SystemExit(f"{file} is of heads on words fitted anew, not of the model: {_again(name)}")


def _again(name: str) -> str:
    return f"take it away and run make card, or `python -m evals --json {' '.join(COMMANDS[name])}`."
