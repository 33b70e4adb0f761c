"""How files of this machine become documents of a matter: kept as blobs, then one ``add_document`` call each."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from casewright.cli.paths import name_of, read_file
from casewright.cli.state import about_file, checked
from casewright.domain.documents import SIZE_LIMIT, DocumentStatus
from casewright.errors import InvalidInput, StorageFull, Unavailable
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence
    from pathlib import Path

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.documents.tracked_view import TrackedView

T = TypeVar("T")

_AT_ONCE = max(2, os.cpu_count() or 2)


@dataclass(frozen=True, slots=True)
class AddedFile:
    """What came of one file; ``data`` is the same as JSON data.

    ``error`` says why it is no document that can be asked, or why the system would not let us open it; then it has no
    ``document_id``.
    """

    document_id: str | None
    filename: str
    error: str | None
    characters: int
    chunks: int
    duplicate: bool
    encoding: str | None
    tracked: TrackedView | None
    data: Mapping[str, object]

    @property
    def failed(self) -> bool:
        """Whether nothing can be read in it."""
        return self.error is not None


def add_files(
    casewright: Casewright,
    matter: str,
    paths: Sequence[Path],
    output: Output,
    *,
    keep_name: bool = False,
    called: Callable[[Path], str] = name_of,
) -> list[AddedFile]:
    """Add every file, a few at a time, with a progress bar; what came of each, in the order of paths.

    ``called`` gives a file's document name. Raises ``CallRefused`` where a call does not
    succeed: what was finished stays.
    """
    import asyncio

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("Reading"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=output.notes(), transient=True, disable=len(paths) < 2) as progress:
        task = progress.add_task("", total=len(paths))

        async def everything() -> list[AddedFile]:
            room = asyncio.Semaphore(_AT_ONCE)

            async def one(path: Path) -> AddedFile:
                async with room:
                    progress.update(task, description=show_line(name_of(path)))
                    added = await _add(casewright, matter, path, called(path), keep_name=keep_name)
                    progress.advance(task)
                    return added

            return await all_or_first_error([one(path) for path in paths])

        return casewright.wait(everything())


async def all_or_first_error(work: Sequence[Coroutine[object, object, T]]) -> list[T]:
    """The results in order; after the first error, or a cancellation, nothing more is begun and it is raised."""
    import asyncio

    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def digest(path: Path) -> str:
    """The SHA-256 of the file's bytes, in hexadecimal."""
    hasher = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            hasher.update(block)
    return hasher.hexdigest()


async def _add(casewright: Casewright, matter: str, path: Path, name: str, *, keep_name: bool) -> AddedFile:
    import asyncio

    from casewright.toolbox.documents.add_document import AddDocumentOutput
    from casewright.tools.calls import ToolCall

    try:
        data = read_file(path, limit=SIZE_LIMIT)
    except (OSError, InvalidInput) as error:
        return _unopened(path, error)
    try:
        blob = await asyncio.to_thread(casewright.keep, matter, data)
    except (StorageFull, Unavailable) as error:
        raise type(error)(f"{name!r} cannot be kept: {error}") from error
    arguments = {"matter_id": matter, "blob_id": blob, "filename": name, "keep_name": keep_name}
    call = ToolCall(id=str(uuid4()), name="add_document", arguments=arguments)
    result = await casewright.executor.execute(call, casewright.context())
    casewright.blobs.release(casewright.actor.tenant, blob)
    added = checked(about_file(result, name), AddDocumentOutput)
    document = added.output
    unreadable = document.status is DocumentStatus.ERROR
    return AddedFile(
        document_id=document.document_id,
        filename=document.filename,
        error=(document.error or "") if unreadable else None,
        characters=document.characters,
        chunks=document.chunks,
        duplicate=document.duplicate,
        encoding=document.encoding,
        tracked=document.tracked,
        data=added.data,
    )


def _unopened(path: Path, error: Exception) -> AddedFile:
    if isinstance(error, OSError):
        said = f"{str(path)!r} cannot be opened: {error.strerror}; check its permissions"
    else:
        said = str(error)
    name = name_of(path)
    data = {
        "document_id": None,
        "filename": name,
        "status": "error",
        "characters": 0,
        "chunks": 0,
        "error": said,
        "duplicate": False,
        "encoding": None,
        "tracked": None,
    }
    return AddedFile(
        document_id=None,
        filename=name,
        error=said,
        characters=0,
        chunks=0,
        duplicate=False,
        encoding=None,
        tracked=None,
        data=data,
    )
