"""How files of this machine become documents of a matter: kept as blobs, then one ``add_document`` call each.

What holds files of its own, an archive or an e-mail, is opened by ``open_container``, and each file in it added.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from casewright.cli.added_files import Ingested, added_file, not_opened
from casewright.cli.paths import base_name, read_file
from casewright.cli.state import about_file, checked
from casewright.domain.documents import ARCHIVE_LIMIT, SIZE_LIMIT
from casewright.domain.ids import BlobId
from casewright.errors import InvalidInput, StorageFull, Unavailable
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine, Sequence
    from pathlib import Path

    from rich.progress import Progress, TaskID

    from casewright.bootstrap.home import Casewright
    from casewright.cli.added_files import AddedFile
    from casewright.cli.output import Output
    from casewright.toolbox.documents.open_container import OpenContainerOutput
    from casewright.tools.calls import ToolResult

T = TypeVar("T")

_AT_ONCE = max(2, os.cpu_count() or 2)
_ARCHIVE = ".zip"


def add_files(
    casewright: Casewright,
    matter: str,
    paths: Sequence[Path],
    output: Output,
    *,
    keep_name: bool = False,
    called: Callable[[Path], str] = base_name,
) -> Ingested:
    """Add every file, a few at a time, with a progress bar; what came of each, in the order of paths.

    ``called`` gives a file's document name, its base name where it is left out. Raises ``CallRefused`` where a call
    does not succeed: what was finished stays.
    """
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

        async def everything() -> Ingested:
            addition = _Addition(casewright, matter, keep_name, progress, task)
            parts = await all_or_first_error([addition.file(path, called(path)) for path in paths])
            return Ingested.of(dict(zip(paths, parts, strict=True)))

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


class _Addition:
    """One run: so many calls at once, and of files with the same content the first one first."""

    def __init__(self, casewright: Casewright, matter: str, keep_name: bool, progress: Progress, task: TaskID) -> None:
        import asyncio

        self._casewright = casewright
        self._matter = matter
        self._keep_name = keep_name
        self._progress = progress
        self._task = task
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._turns: dict[str, asyncio.Lock] = {}

    async def file(self, path: Path, name: str) -> Ingested:
        """What came of the file, and of the files in it."""
        async with self._room:
            self._say(name)
            part, container = await self._taken_in(path, name)
            self._progress.advance(self._task)
        if container is None:
            return part
        self._progress.update(self._task, total=(self._progress.tasks[0].total or 0) + len(container.files))
        inner = await all_or_first_error([self._enclosed(one.blob_id, one.filename) for one in container.files])
        return part.with_contents(container, inner)

    async def _taken_in(self, path: Path, name: str) -> tuple[Ingested, OpenContainerOutput | None]:
        is_archive = path.suffix.lower() == _ARCHIVE
        try:
            data = read_file(path, limit=ARCHIVE_LIMIT if is_archive else SIZE_LIMIT)
        except (OSError, InvalidInput) as error:
            is_known = path.suffix.lower() in self._casewright.formats
            return Ingested([not_opened(name, error, is_known=is_known)]), None
        holds_files = self._casewright.holds_files(data, name)
        async with self._turn(sha256(data).hexdigest()):
            added: list[AddedFile] = []
            if not (holds_files and is_archive):
                added.append(await self._added(await self._kept(data, name), name))
            # The e-mail's own bytes are let go of where a case has sealed them.
            if holds_files and not any(one.failed for one in added):
                return Ingested(added), await self._opened(await self._kept(data, name), name)
            return Ingested(added), None

    async def _enclosed(self, blob: str, name: str) -> AddedFile:
        async with self._room, self._turn(blob):
            self._say(name)
            added = await self._added(blob, name)
            self._progress.advance(self._task)
            return added

    async def _kept(self, data: bytes, name: str) -> str:
        import asyncio

        try:
            return await asyncio.to_thread(self._casewright.keep, self._matter, data)
        except (StorageFull, Unavailable) as error:
            raise type(error)(f"{name!r} cannot be kept: {error}") from error

    async def _added(self, blob: str, name: str) -> AddedFile:
        from casewright.toolbox.documents.add_document import AddDocumentOutput

        result = await self._call("add_document", blob, name)
        return added_file(name, checked(result, AddDocumentOutput))

    async def _opened(self, blob: str, name: str) -> OpenContainerOutput:
        from casewright.toolbox.documents.open_container import OpenContainerOutput

        return checked(await self._call("open_container", blob, name), OpenContainerOutput).output

    async def _call(self, tool: str, blob: str, name: str) -> ToolResult:
        from casewright.tools.calls import ToolCall

        arguments = {"matter_id": self._matter, "blob_id": blob, "filename": name, "keep_name": self._keep_name}
        call = ToolCall(id=str(uuid4()), name=tool, arguments=arguments)
        result = await self._casewright.executor.execute(call, self._casewright.context())
        self._casewright.blobs.release(self._casewright.actor.tenant, BlobId(blob))
        return about_file(result, name)

    def _turn(self, blob: str) -> asyncio.Lock:
        import asyncio

        return self._turns.setdefault(blob, asyncio.Lock())

    def _say(self, name: str) -> None:
        self._progress.update(self._task, description=show_line(name))
