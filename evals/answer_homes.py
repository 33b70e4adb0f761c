"""Homes in which contracts are asked about, each with a model that has not seen them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from casewright.adapters.scoring import model_file
from casewright.cli.ingestion import add_files
from casewright.cli.output import Output
from casewright.cli.state import answer
from casewright.errors import InvalidInput
from evals.cuad_data import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from casewright.bootstrap.home import Casewright
    from evals.cuad_data import LabelledContract

MOST_TEXT: Final = 10_000_000
"""Characters that a document's text is asked for."""
_MATTER: Final = "Evaluation"


@dataclass(frozen=True, slots=True)
class PutIn:
    """A document in an open home: its matter, its id, and its text there."""

    matter: str
    document: str
    text: str


def by_model(contracts: Sequence[LabelledContract], folds: Path) -> dict[Path, list[LabelledContract]]:
    """The contracts by the first model under ``folds`` that was not trained on them; those of none are left out.

    Raises ``InvalidInput`` where there are no models.
    """
    folders = sorted(path.parent for path in folds.glob("*/embedded.json"))
    if not folders:
        raise InvalidInput(f"--folds {str(folds)!r} holds no models: give a folder whose folders each hold one.")
    seen = {folder: model_file.load(folder).contracts for folder in folders}
    parts: dict[Path, list[LabelledContract]] = {folder: [] for folder in folders}
    for contract in contracts:
        print_ = fingerprint(contract.text)
        folder = next((one for one in folders if print_ not in seen[one]), None)
        if folder is not None:
            parts[folder].append(contract)
    return {folder: listed for folder, listed in parts.items() if listed}


def put_in(casewright: Casewright, paths: Sequence[Path]) -> dict[str, PutIn]:
    """Each file by its name, once it is in a matter of this home: those that a run before put there are taken."""
    matter, there = _matter(casewright)
    left = [path for path in paths if path.name not in there]
    if left:
        added = add_files(casewright, matter, left, Output(json=True)).documents
        there |= {one.filename: one.document_id for one in added if one.document_id is not None and not one.failed}
    return {
        path.name: PutIn(matter, there[path.name], text_of(casewright, matter, there[path.name]))
        for path in paths
        if path.name in there
    }


def text_of(casewright: Casewright, matter: str, document: str) -> str:
    """The document's text, in which answers are counted."""
    from casewright.toolbox.documents.get_document_text import GetDocumentTextOutput

    arguments = {"matter_id": matter, "document_id": document, "max_length": MOST_TEXT}
    return answer(casewright, GetDocumentTextOutput, "get_document_text", arguments).output.text


def home_name(folder: Path) -> str:
    """What the home of this model is called in a cache: other files of a model make another home."""
    about = (folder / "embedded.json").read_bytes() + (folder / "facts.json").read_bytes()
    return f"{folder.name}-{sha256(about).hexdigest()[:8]}"


def written(contracts: Sequence[LabelledContract], folder: Path) -> Iterator[Path]:
    """Each contract as a file of plain text, by the hash of its text."""
    folder.mkdir(parents=True, exist_ok=True)
    for contract in contracts:
        path = folder / f"{fingerprint(contract.text)[:16]}.txt"
        if not path.exists():
            path.write_text(contract.text, "utf-8")
        yield path


def _matter(casewright: Casewright) -> tuple[str, dict[str, str]]:
    from casewright.toolbox.documents.list_matter_documents import ListMatterDocumentsOutput
    from casewright.toolbox.matters.create_matter import MatterView
    from casewright.toolbox.matters.list_matters import ListMattersOutput

    known = answer(casewright, ListMattersOutput, "list_matters", {}).output.matters
    mine = next((one.matter_id for one in known if one.title == _MATTER), None)
    if mine is None:
        return answer(casewright, MatterView, "create_matter", {"title": _MATTER}).output.matter_id, {}
    arguments = {"matter_id": mine}
    listed = answer(casewright, ListMatterDocumentsOutput, "list_matter_documents", arguments).output.documents
    return mine, {one.filename: one.document_id for one in listed if one.processing_status == "ready"}
