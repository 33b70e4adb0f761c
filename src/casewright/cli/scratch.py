"""Files that are asked by their paths: the scratch matter of a home, and how they come into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.cli.added_files import Ingested
from casewright.cli.ingestion import add_files, digest
from casewright.cli.paths import gather, listed_names
from casewright.cli.state import State, answer
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from casewright.bootstrap.home import Casewright

SCRATCH = "Scratch"
_SCRATCH_ABOUT = "Files that were asked by their paths; known by name and content, so that the next time is fast."
_CONTAINERS = (".zip", ".eml")


def scratch(casewright: Casewright, paths: Sequence[Path], state: State) -> dict[str, object]:
    """The scratch matter of this home with the documents that ``paths`` mean, added where it has them not yet."""
    from casewright.toolbox.documents.find_documents import FindDocumentsOutput

    gathered = gather(paths, casewright.formats, home=casewright.settings.home)
    matter = _scratch_matter(casewright)
    files, contents = _opened(gathered.files, gathered.names, state)
    known = answer(casewright, FindDocumentsOutput, "find_documents", {"matter_id": matter, "contents": contents})
    ids: dict[Path, Sequence[str]] = {
        path: [document]
        for path, document in zip(files, known.output.document_ids, strict=True)
        if document is not None
    }
    # What holds files of its own is opened each time: which documents are in it is not known otherwise.
    missing = [path for path in files if path not in ids or path.suffix.lower() in _CONTAINERS]
    added = Ingested()
    if missing:
        called = gathered.names.__getitem__
        added = add_files(casewright, matter, missing, state.output, keep_name=True, called=called)
        ids |= {path: [one.document_id for one in of if one.document_id] for path, of in added.of_path.items()}
    _say_left_out(state, added.and_skipped(gathered.skipped))
    found = list(dict.fromkeys(document for path in files for document in ids[path]))
    if not found:
        raise InvalidInput("None of these files could be opened: see above")
    return {"matter_id": matter, "document_ids": found}


def _opened(files: Sequence[Path], names: Mapping[Path, str], state: State) -> tuple[list[Path], list[dict[str, str]]]:
    """The files that can be opened, with name and content; the others are told and left out."""
    contents: dict[Path, dict[str, str]] = {}
    for path in files:
        try:
            contents[path] = {"sha256": digest(path), "filename": names[path]}
        except OSError as error:
            said = f"{names[path]!r} cannot be opened: {error.strerror}; check its permissions"
            state.output.note(said, style="red")
    return list(contents), list(contents.values())


def _scratch_matter(casewright: Casewright) -> str:
    from casewright.toolbox.matters.create_matter import MatterView
    from casewright.toolbox.matters.list_matters import ListMattersOutput

    for matter in answer(casewright, ListMattersOutput, "list_matters").output.matters:
        # One's own: ADMIN sees the scratch matters of others, too.
        mine = matter.created_by == casewright.actor.id
        if mine and matter.title == SCRATCH and matter.description == _SCRATCH_ABOUT:
            return matter.matter_id
    created = answer(casewright, MatterView, "create_matter", {"title": SCRATCH, "description": _SCRATCH_ABOUT})
    return created.output.matter_id


def _say_left_out(state: State, added: Ingested) -> None:
    """What is not asked, and what was read in part; why other documents cannot be asked stands in the results."""
    system = [one for one in added.skipped if one.is_system]
    for one in added.skipped:
        if not one.is_system:
            state.output.note(f"{one.name!r} is skipped: it {one.reason}", style="yellow")
    if system:
        state.output.note(f"{len(system):,} skipped as no documents: {listed_names(system)}", style="yellow")
    for document in added.documents:
        if document.document_id is None and document.error is not None:
            state.output.note(document.error, style="red")
        elif not document.failed and not document.is_whole:
            state.output.note(f"{document.given!r} is read in part: {document.reason}", style="yellow")
